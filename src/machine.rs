//! What the machine has: cores, memory, disk.

use std::path::{Path, PathBuf};
use std::thread;

use sysinfo::{Disks, System};

/// Cores this program may use.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Memory in bytes: all there is.
pub(crate) fn all_memory() -> u64 {
    memory().total_memory()
}

/// Memory in bytes that programs can have without anything being put out.
pub(crate) fn free_memory() -> u64 {
    memory().available_memory()
}

fn memory() -> System {
    let mut system = System::new();
    system.refresh_memory();
    system
}

/// Bytes free on the disk that holds a path, which need not be there yet;
/// `None` if the system does not say.
pub(crate) fn free_disk(path: &Path) -> Option<u64> {
    let place = existing(path)?;
    let disks = Disks::new_with_refreshed_list();
    let holding = disks
        .iter()
        .filter(|disk| place.starts_with(disk.mount_point()));
    // The innermost mount point holds it.
    let disk = holding.max_by_key(|disk| disk.mount_point().as_os_str().len())?;
    Some(disk.available_space())
}

/// The nearest folder above a path, or itself, that is there.
fn existing(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    path.ancestors().find_map(|place| place.canonicalize().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_cores_memory_and_a_disk_under_paths_to_come() {
        assert!(cores() > 0);
        assert!(all_memory() >= free_memory() && free_memory() > 0);
        let here = std::env::temp_dir();
        let to_come = here.join("not/there/yet");
        assert_eq!(free_disk(&here).is_some(), free_disk(&to_come).is_some());
    }
}
