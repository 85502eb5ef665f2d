//! A lock that a process holds by an open file; it goes with the process, however
//! that ends.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;

/// A lock held while the value lives.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

/// Why a lock is not taken.
#[derive(Debug)]
pub enum LockFault {
    /// Another process, as it has written itself down, holds it.
    InUse(String),
    /// The file system says no.
    Io(io::Error),
}

impl FileLock {
    /// Takes the lock; its file is made if it is missing, and stays.
    ///
    /// # Errors
    /// [`LockFault`].
    pub fn take(path: &Path) -> Result<Self, LockFault> {
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(LockFault::Io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockFault::InUse(written(path)));
            }
            Err(TryLockError::Error(source)) => return Err(LockFault::Io(source)),
        }
        // The process, only for the message that another one gets: a full disk
        // is no reason to stop here.
        let _ = file
            .set_len(0)
            .and_then(|()| write!(file, "{}", std::process::id()));
        Ok(Self { _file: file })
    }

    /// The process that holds a lock, as it has written itself down.
    #[must_use]
    pub fn owner(path: &Path) -> Option<String> {
        match File::open(path).ok()?.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Some(written(path)),
            _ => None,
        }
    }
}

fn written(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|_| "unknown".to_owned())
}
