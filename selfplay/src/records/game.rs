//! What is kept of one game.

use bingwa_engine::{Move, Outcome, Position, Ruleset};
use serde::{Deserialize, Serialize};

/// One finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Generation whose model played it; 0 before anything was learned.
    pub generation: u32,
    /// Number of the game in its generation.
    pub index: u64,
    /// Text of the start position.
    pub start: String,
    /// The moves in order.
    pub moves: Vec<MoveRecord>,
    /// Result: `S`, `N` or `draw`.
    pub result: String,
}

/// One move of a game and the search behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Action index of the move played, 0–63.
    pub mv: u8,
    /// Simulations of the search; 0 for a move that was not searched (a random
    /// opening move) or that a first look proved.
    pub simulations: u32,
    /// Whether the search is good enough to learn the policy from.
    pub full: bool,
    /// The search's value for the mover, in 1/65535.
    pub value: u16,
    /// The network's value for the mover, in 1/65535.
    pub network_value: u16,
    /// Every legal move with what the search found; empty if not searched.
    pub policy: Vec<SearchedMove>,
}

/// One legal move as the search saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedMove {
    /// Action index, 0–63.
    pub mv: u8,
    /// Its share of the policy target, in 1/65535.
    pub share: u16,
    /// The search's value of the move for the mover, in 1/65535.
    pub value: u16,
}

/// A probability of 0…1 as a record keeps it; `None` when it is none.
#[must_use]
pub fn pack(probability: f32) -> Option<u16> {
    (0.0..=1.0)
        .contains(&probability)
        .then(|| (probability * 65535.0).round() as u16)
}

/// The probability that [`pack`] kept.
#[must_use]
pub fn unpack(packed: u16) -> f32 {
    f32::from(packed) / 65535.0
}

/// A record that no sound game leaves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The start position cannot be read or is over.
    #[error("start position: {0}")]
    Start(String),
    /// The generation or index does not fit the file.
    #[error("{0}")]
    Place(String),
    /// A move that is not legal where it was played.
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
    /// The result is not the one the moves lead to.
    #[error("result `{recorded}`, but the moves lead to `{played}`")]
    Result {
        /// What the record says.
        recorded: String,
        /// What replaying gives.
        played: String,
    },
}

impl GameRecord {
    /// Replays the game and checks every field; gives the positions before each
    /// move and the outcome.
    ///
    /// # Errors
    /// The first [`RecordFault`].
    pub fn replay(&self, rules: &Ruleset) -> Result<(Vec<Position>, Outcome), RecordFault> {
        let start: Position = self
            .start
            .parse()
            .map_err(|fault: bingwa_engine::PositionError| RecordFault::Start(fault.to_string()))?;
        start
            .check(rules)
            .map_err(|fault| RecordFault::Start(fault.to_string()))?;
        let mut positions = Vec::with_capacity(self.moves.len());
        let mut here = start;
        let mut outcome = rules.outcome(&start);
        if let Some(outcome) = outcome {
            return Err(RecordFault::Start(format!("it is over: {outcome}")));
        }
        for (ply, record) in (1..).zip(&self.moves) {
            let mv = Move::from_index(record.mv).ok_or_else(|| RecordFault::Move {
                ply,
                fault: format!("action index {} is above 63", record.mv),
            })?;
            record.check_policy(rules, &here, ply)?;
            let played = rules
                .try_play(&here, mv)
                .map_err(|fault| RecordFault::Move {
                    ply,
                    fault: fault.to_string(),
                })?;
            positions.push(here);
            outcome = rules.outcome_after(&played);
            here = played.position;
            if outcome.is_some() && ply < self.moves.len() {
                return Err(RecordFault::Move {
                    ply: ply + 1,
                    fault: "the game was over before it".to_owned(),
                });
            }
        }
        let played = outcome.map_or("none", Outcome::text);
        match outcome {
            Some(outcome) if played == self.result => Ok((positions, outcome)),
            _ => Err(RecordFault::Result {
                recorded: self.result.clone(),
                played: played.to_owned(),
            }),
        }
    }
}

impl MoveRecord {
    fn check_policy(
        &self,
        rules: &Ruleset,
        here: &Position,
        ply: usize,
    ) -> Result<(), RecordFault> {
        let bad = |fault| Err(RecordFault::Policy { ply, fault });
        if self.policy.is_empty() {
            return if self.full || self.simulations > 0 {
                bad("of a searched move is empty")
            } else {
                Ok(())
            };
        }
        let legal = rules.legal_moves(here);
        let listed = self.policy.iter().map(|searched| searched.mv);
        if !listed.eq(legal.iter().map(|mv| mv.index())) {
            return bad("does not list the legal moves by action index");
        }
        // Rounding moves each share by half a unit at most.
        let sum: i64 = self
            .policy
            .iter()
            .map(|searched| i64::from(searched.share))
            .sum();
        if (sum - 65535).unsigned_abs() > self.policy.len() as u64 {
            return bad("does not sum to 1");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_four_digits_and_refuses_what_is_no_probability() {
        for p in [0.0, 0.1234, 0.5, 1.0] {
            assert!((unpack(pack(p).unwrap()) - p).abs() < 1e-5);
        }
        for p in [f32::NAN, -0.1, 1.1, f32::INFINITY] {
            assert_eq!(pack(p), None);
        }
    }
}
