//! The disk: room, and how fast files are written so that they last.

use std::fs;
use std::path::Path;
use std::time::Instant;

use bingwa_models::whole_file;

use super::Check;
use crate::machine;
use crate::screen::amount::bytes;

/// Free room below which a run of an hour may not fit.
const LITTLE_ROOM: u64 = 2 << 30;

/// What is written to try the disk, as many times.
const SIZE: usize = 1 << 20;
const WRITES: usize = 8;

/// Self-play writes a file of about this size every few seconds.
const SLOW_SECONDS: f64 = 0.5;

pub(super) fn checks(folder: &Path) -> Vec<Check> {
    vec![room(folder), writing(folder)]
}

fn room(folder: &Path) -> Check {
    let name = format!("room in {}", folder.display());
    match machine::free_disk(folder) {
        Some(free) if free < LITTLE_ROOM => Check::ok(name, format!("{} free", bytes(free)))
            .note("little for a run: `bingwa run CONFIG --plan` says how much one needs"),
        Some(free) => Check::ok(name, format!("{} free", bytes(free))),
        None => Check::ok(name, "the system does not say")
            .note("see to it that there is room: `bingwa run CONFIG --plan` says how much"),
    }
}

/// Writes as runs do: a temporary file, fsync, rename, fsync of the folder.
fn writing(folder: &Path) -> Check {
    let name = format!("writing in {}", folder.display());
    let file = folder.join(format!(".bingwa-doctor-{}", std::process::id()));
    let started = Instant::now();
    let content = vec![0x5a; SIZE];
    let written = match fs::metadata(folder) {
        Ok(_) => (0..WRITES).try_for_each(|_| whole_file::write(&file, &content)),
        Err(error) => Err(error),
    };
    let seconds = started.elapsed().as_secs_f64() / WRITES as f64;
    let read = written.and_then(|()| fs::read(&file));
    // It may not be there.
    let _ = fs::remove_file(&file);
    match read {
        Err(error) => Check::ok(name, error.to_string())
            .wrong("choose a folder that is there and can be written: --folder, or run's --out"),
        Ok(read) if read != content => Check::ok(name, "what was written is not what is read")
            .wrong("do not trust this disk: choose another"),
        Ok(_) => {
            let speed = bytes((SIZE as f64 / seconds) as u64);
            let found = format!(
                "{:.0} ms a file of 1 MiB with fsync, {speed}/s",
                1e3 * seconds
            );
            let check = Check::ok(name, found);
            match seconds > SLOW_SECONDS {
                true => check.note("slow: self-play may wait for it, choose a local disk"),
                false => check,
            }
        }
    }
}
