//! Search, players, self-play workers, game files, matches.
#![forbid(unsafe_code)]

mod decided;
pub mod file_lock;
pub mod health;
pub mod matches;
pub mod openings;
pub mod players;
pub mod prover;
pub mod records;
pub mod replay;
pub mod search;
pub mod seeds;
pub mod worker;
