//! Any text as a move or a pit.
#![no_main]

#[path = "../../engine/tests/fuzz_bodies/mod.rs"]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::move_text(bytes));
