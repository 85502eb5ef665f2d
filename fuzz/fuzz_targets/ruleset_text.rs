//! Any text as a rule set: one line, or a table.
#![no_main]

#[path = "../../engine/tests/fuzz_bodies/mod.rs"]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::ruleset_text(bytes));
