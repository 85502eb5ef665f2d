//! Matches between two players, and what their scores are worth.

mod play;
mod score;

pub use play::{Match, MatchGame, MatchResult};
pub use score::{Score, interval};
