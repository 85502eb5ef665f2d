//! The machine: system, cores, memory, vectors.

use sysinfo::System;

use super::Check;
use crate::machine;
use crate::screen::amount::bytes;

/// Memory below which a run of the smallest config may not fit.
const LITTLE_MEMORY: u64 = 512 << 20;

pub(super) fn checks() -> Vec<Check> {
    let name = System::long_os_version().unwrap_or_else(|| std::env::consts::OS.to_owned());
    let system = Check::ok(
        "system",
        format!(
            "{name}, {}, bingwa {}",
            std::env::consts::ARCH,
            env!("CARGO_PKG_VERSION")
        ),
    );
    let system = match cfg!(debug_assertions) {
        true => system.note("this is a debug build, which is slower: build with --release"),
        false => system,
    };
    let cores = machine::cores();
    let cores = Check::ok("cores", format!("{cores} for this program"));
    let (free, all) = (machine::free_memory(), machine::all_memory());
    let memory = Check::ok("memory", format!("{} free of {}", bytes(free), bytes(all)));
    let memory = match free < LITTLE_MEMORY {
        true => memory.note("little for a run: close other programs, or lower games in the config"),
        false => memory,
    };
    let vectors = bingwa_models::vectors();
    let simd = Check::ok("SIMD", format!("evaluations use {vectors} code"));
    let simd = match vectors {
        "portable" => simd.note(
            "the results are the same, but slower than with AVX2: a processor that has it helps",
        ),
        _ => simd,
    };
    vec![system, cores, memory, simd]
}
