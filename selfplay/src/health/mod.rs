//! The health of self-play: figures about the games of a generation, each with
//! the limits within which it is healthy and a sentence for when it is not.
//!
//! [`Checkup`] counts game by game; [`Health`] is written beside the games and
//! shown. `docs/HEALTH.md` explains every figure.

mod checkup;
mod distinct;
mod limits;
mod report;

pub use checkup::{Checkup, OPENING_MOVES};
pub use limits::Limits;
pub use report::{Figure, Health, Unit, all_fine, crossed};

#[cfg(test)]
mod tests;
