//! Writing a file whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells apart the temporary files of one process.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Writes `bytes` to `path` so that, killed at any moment, the old file or the
/// new one is there, never half of one: a temporary file beside it, fsync,
/// rename, fsync of the folder. Missing folders are made.
///
/// # Errors
/// Whatever the file system says; the temporary file is then removed.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    let write = WRITES.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{write}.tmp", std::process::id()));
    let temporary = folder.join(name);
    let written = (|| {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        File::open(folder)?.sync_all()
    })();
    if written.is_err() {
        // Best effort: the error that matters is the one above.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The name of the file that a file of this name was to become, if it is one that
/// [`write()`] was in the middle of: `.NAME.PROCESS-NUMBER.tmp`.
#[must_use]
pub fn temporary_of(name: &str) -> Option<&str> {
    let inner = name.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (of, numbers) = inner.rsplit_once('.')?;
    let (process, write) = numbers.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (is_number(process) && is_number(write)).then_some(of)
}

/// Removes the temporary files of a folder that were to become one of those that
/// are meant: what a killed program was in the middle of writing.
///
/// # Errors
/// Whatever the file system says.
pub fn remove_unfinished(folder: &Path, is_meant: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if temporary_of(&name).is_some_and(&is_meant) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_writing_one_file_leave_one_of_them_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::thread::scope(|scope| {
            for byte in 0..8 {
                let path = &path;
                scope.spawn(move || (0..20).for_each(|_| write(path, &[byte; 5000]).unwrap()));
            }
        });
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes, [bytes[0]; 5000]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_its_own_temporary_files_are_known_as_such() {
        for name in [".g000-0000000.games.77-0.tmp", ".health-g003.json.4-12.tmp"] {
            assert!(name[1..].starts_with(temporary_of(name).unwrap()), "{name}");
        }
        for name in [
            ".notes.tmp",
            "a.1-2.tmp",
            ".a.1-2",
            ".a.1-x.tmp",
            ".a.-2.tmp",
            ".1-2.tmp",
        ] {
            assert!(temporary_of(name).is_none(), "{name}");
        }
    }

    #[test]
    fn it_replaces_the_old_file_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }
}
