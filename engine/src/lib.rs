//! The rules of Bao: positions, moves, rule sets as data, text forms.
//!
//! No I/O, no threads, no randomness. The board, as South sees it:
//!
//! ```text
//!   B8  B7  B6  B5  B4  B3  B2  B1    North's outer row
//!   A8  A7  A6  A5  A4  A3  A2  A1    North's inner row
//!  ---------------------------------
//!   A1  A2  A3  A4  A5  A6  A7  A8    South's inner row
//!   B1  B2  B3  B4  B5  B6  B7  B8    South's outer row
//! ```
//!
//! A random player in ten lines:
//!
//! ```
//! use bingwa_engine::{Position, Ruleset};
//!
//! let rules = Ruleset::KISWAHILI;
//! let mut position = Position::start(&rules);
//! let mut dice = 12345_u32;
//! let outcome = loop {
//!     let moves = rules.legal_moves(&position);
//!     dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
//!     let played = rules.play(&position, moves[dice as usize / 7 % moves.len()]);
//!     if let Some(outcome) = rules.outcome_after(&played) {
//!         break outcome;
//!     }
//!     position = played.position;
//! };
//! println!("{outcome} after {} moves", position.plies() + 1);
//! ```
//!
//! Where to look:
//! - the rules: [`Ruleset`] and its presets, [`CustomRuleset`] for rule sets of
//!   one's own; `docs/RULES.md` is the authority, and its sections are named
//!   where code follows them;
//! - playing: [`Ruleset::legal_moves`], [`play`](Ruleset::play) and
//!   [`try_play`](Ruleset::try_play), [`outcome_after`](Ruleset::outcome_after);
//!   for searches [`children`](Ruleset::children) and [`Position::key`], for
//!   rollouts [`playout`](Ruleset::playout);
//! - whole games: [`Game`], played, taken back, written and read;
//! - for people: [`Drawing`], [`Ruleset::narrate`], [`Ruleset::explain`], and
//!   an [`Observer`] that is told each lap.
#![forbid(unsafe_code)]

mod captures;
mod check;
mod custom;
mod custom_serde;
mod draw;
mod events;
mod explain;
mod game;
mod game_text;
mod generate;
mod hash;
mod moves;
mod narrate;
mod options;
mod outcome;
mod perft;
mod pit;
mod play;
mod playout;
mod position;
mod ring;
mod ruleset;
mod sowing;
mod switches;
mod takasia;
mod text;
mod value;

pub use check::RulesetError;
pub use custom::{CustomError, CustomRuleset};
pub use draw::Drawing;
pub use events::{Ending, Event, Observer};
pub use game::{Game, GameError};
pub use game_text::{GameFault, ParseGameError};
pub use generate::Starts;
pub use moves::{Move, MoveList, ParseMoveError};
pub use options::{
    Capture, EmptyInner, Endless, LoneKichwa, Nyumba, NyumbaMtaji, NyumbaStart, NyumbaTakataEnd,
};
pub use outcome::Outcome;
pub use pit::{Direction, ParsePitError, Pit, Side};
pub use play::{IllegalMove, Played, Turn};
pub use playout::Playout;
pub use position::{Position, PositionError};
pub use ruleset::{Ruleset, UnknownRuleset};
