//! Matches between two players, and what their scores are worth.

mod decide;
mod elo;
mod multinomial;
mod play;
mod rating;
mod saved;
mod score;
mod sprt;

pub use elo::{EloDifference, MIN_DISTINCT_GAMES, MIN_PAIRS, TooFewGames, elo_difference};
pub use play::{Match, MatchGame, MatchResult};
pub use rating::{PRIOR_ELO, Rating, RatingError, ResultTable};
pub use saved::{MatchHeader, MatchPlayer, SavedMatch, SavedMatchError};
pub use score::{Score, interval};
pub use sprt::{MAX_ELO, Sprt, SprtError, Verdict};
