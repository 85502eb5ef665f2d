//! Any text as a position.
#![no_main]

#[path = "../../engine/tests/fuzz_bodies/mod.rs"]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::position_text(bytes));
