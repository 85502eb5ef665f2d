//! Who plays a kept match: one process at a time.

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_models::whole_file;

use super::SavedMatchError;
use crate::file_lock::{FileLock, LockFault};

/// The file that is locked: it lies beside the match, whose own file is another
/// one after each writing.
pub(super) fn path(of: &Path) -> PathBuf {
    let name = of.file_name().unwrap_or_default().to_string_lossy();
    of.with_file_name(format!(".{name}.lock"))
}

/// Takes the lock of a match, whose folder is made if it is missing, and removes
/// what a killed process was in the middle of writing.
pub(super) fn take(of: &Path) -> Result<FileLock, SavedMatchError> {
    let io = |source| SavedMatchError::Io {
        path: of.to_owned(),
        source,
    };
    let folder = of.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(io)?;
    let lock = FileLock::take(&path(of)).map_err(|fault| match fault {
        LockFault::InUse(owner) => SavedMatchError::InUse {
            path: of.to_owned(),
            owner,
        },
        LockFault::Io(source) => io(source),
    })?;
    let own = of.file_name().unwrap_or_default().to_string_lossy();
    whole_file::remove_unfinished(folder, |of| of == own).map_err(io)?;
    Ok(lock)
}
