//! How a run tells what it is doing.

use core::fmt;

/// One stretch of work with a known length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Playing games with the model of a generation (0: none).
    SelfPlay {
        /// The generation.
        generation: u32,
    },
    /// Training the model of a generation.
    Train {
        /// The generation.
        generation: u32,
    },
    /// A match of a generation's model.
    Match {
        /// The generation.
        generation: u32,
        /// The other player.
        opponent: String,
    },
    /// The test that decides whether a generation's model plays the next games.
    Gate {
        /// The generation.
        generation: u32,
        /// The generation whose model has played so far.
        against: u32,
    },
}

impl Stage {
    /// What is counted in it.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self {
            Self::SelfPlay { .. } | Self::Match { .. } | Self::Gate { .. } => "games",
            Self::Train { .. } => "steps",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SelfPlay { generation } => write!(f, "self-play g{generation}"),
            Self::Train { generation } => write!(f, "train g{generation}"),
            Self::Match {
                generation,
                opponent,
            } => write!(f, "match g{generation} – {opponent}"),
            Self::Gate {
                generation,
                against,
            } => write!(f, "gate g{generation} – g{against}"),
        }
    }
}

/// Whoever watches a run: the program's screen, or a test.
pub trait Watcher: Send {
    /// A stage begins with `from` of `total` done in an earlier session.
    fn begin(&mut self, stage: &Stage, from: u64, total: u64);

    /// So much of the stage is done.
    fn advance(&mut self, done: u64, note: &str);

    /// The stage is over.
    fn end(&mut self, note: &str);

    /// Something worth a line: a result, a damaged file.
    fn say(&mut self, line: &str);
}
