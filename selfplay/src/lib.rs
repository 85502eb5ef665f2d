//! Search, players, self-play workers, game files, matches.
#![forbid(unsafe_code)]

pub mod records;
pub mod search;
pub mod seeds;
