//! What can be wrong with a record.

/// A record that no sound game leaves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The start position cannot be read or is over.
    #[error("start position: {0}")]
    Start(String),
    /// The generation or index does not fit the file.
    #[error("{0}")]
    Place(String),
    /// A move that is not legal where it was played, or not as it is recorded.
    #[error("move {ply}: {fault}")]
    Move {
        /// Number of the move, from 1.
        ply: usize,
        /// What is wrong.
        fault: String,
    },
    /// The policy of a move is not one share for each legal move.
    #[error("move {ply}: the policy {fault}")]
    Policy {
        /// Number of the move, from 1.
        ply: usize,
        /// What is wrong.
        fault: &'static str,
    },
    /// A number of the search that is no probability: the model is broken.
    #[error("move {ply}: {what} is {value}, not a probability")]
    Number {
        /// Number of the move, from 1.
        ply: usize,
        /// Which number.
        what: &'static str,
        /// What it is, as text.
        value: String,
    },
    /// The result is not the one the moves lead to.
    #[error("result `{recorded}`, but the moves lead to `{played}`")]
    Result {
        /// What the record says.
        recorded: String,
        /// What replaying gives.
        played: String,
    },
}

/// A game that cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {index}: {fault}")]
pub struct GameFault {
    /// Number of the game in its generation.
    pub index: u64,
    /// What is wrong with it.
    pub fault: RecordFault,
}
