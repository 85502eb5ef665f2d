//! The files of one kind in a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::damage::Damages;

/// The files whose name begins and ends so, by name; none if there is no such
/// folder.
pub(super) fn listing(
    folder: &Path,
    begins: &str,
    ends: &str,
    damages: &mut Damages,
) -> Vec<PathBuf> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            damages.add(folder, error);
            return Vec::new();
        }
    };
    let mut paths = Vec::new();
    for entry in entries {
        match entry {
            Ok(entry) => {
                let name = entry.file_name().to_string_lossy().into_owned();
                // Hidden ones are being written just now.
                if name.starts_with(begins) && name.ends_with(ends) && !name.starts_with('.') {
                    paths.push(entry.path());
                }
            }
            Err(error) => damages.add(folder, error),
        }
    }
    paths.sort();
    paths
}
