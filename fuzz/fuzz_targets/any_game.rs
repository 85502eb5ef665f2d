//! Any bytes as a rule set, a position and a game.
#![no_main]

#[path = "../../engine/tests/fuzz_bodies/mod.rs"]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::any_game(bytes));
