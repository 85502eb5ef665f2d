//! Who plays into a folder: one program at a time.

use std::fs;
use std::path::Path;

use bingwa_models::whole_file;

use super::errors::RecordsError;
use crate::file_lock::{FileLock, LockFault};

/// The right to write into a folder of game files, held while the value lives;
/// it goes with the process, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _lock: FileLock,
}

impl FolderLock {
    /// Takes the lock of a folder, which is made if it is missing, and removes
    /// what a killed program was in the middle of writing.
    ///
    /// # Errors
    /// [`RecordsError::InUse`] if another process holds it.
    pub fn take(folder: &Path) -> Result<Self, RecordsError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| RecordsError::Io { path, source }
        };
        fs::create_dir_all(folder).map_err(io(folder))?;
        let path = folder.join("lock");
        let lock = FileLock::take(&path).map_err(|fault| match fault {
            LockFault::InUse(owner) => RecordsError::InUse {
                path: folder.to_owned(),
                owner,
            },
            LockFault::Io(source) => io(&path)(source),
        })?;
        // No other program plays into the folder now. Matches alone may still be
        // saved there, each under a lock of its own; who takes that one looks after
        // them.
        whole_file::remove_unfinished(folder, |of| !of.ends_with(".match")).map_err(io(folder))?;
        Ok(Self { _lock: lock })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_what_was_left_unfinished_goes() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        let first = FolderLock::take(&games).unwrap();
        let unfinished = [".g000-0000000.games.77-0.tmp", ".health-g000.json.77-1.tmp"];
        let unfinished = unfinished.map(|name| games.join(name));
        let others = [".notes.tmp", ".a.match.77-2.tmp", "g000-0000000.games"];
        let others = others.map(|name| games.join(name));
        for file in others.iter().chain(&unfinished) {
            fs::write(file, "x").unwrap();
        }
        let refused = FolderLock::take(&games).unwrap_err().to_string();
        let own = std::process::id().to_string();
        assert!(
            refused.contains("in use") && refused.contains(&own),
            "{refused}"
        );
        assert!(unfinished.iter().all(|file| file.exists()));
        drop(first);
        FolderLock::take(&games).unwrap();
        assert!(!unfinished.iter().any(|file| file.exists()));
        assert!(others.iter().all(|file| file.exists()));
    }
}
