//! The slow, literal reference engine. It follows `RULES.md` section by section
//! and shares no code with the engine under test.
//!
//! Where `RULES.md` leaves room, the reading taken is marked "Reading:".
#![allow(dead_code, unreachable_pub, unused_imports)]

mod choices;
mod game;
mod state;
mod switches;
mod turn;

pub use game::{legal_moves, perft, play, result};
pub use state::{Side, State};
pub use switches::{CaptureFamily, Endless, Switches};
