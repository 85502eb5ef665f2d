//! The folder of a run: where everything lies, and who works in it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bingwa_models::whole_file;
use sha2::{Digest, Sha256};

use super::config::{RunConfig, RunConfigError};

/// A run's folder, locked for this process while the value lives.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: File,
}

/// A folder a run cannot work in.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The file system says no.
    #[error("run folder {}: {source}", path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// What was said.
        source: io::Error,
    },
    /// Another process works in it.
    #[error(
        "run folder {} is in use by process {owner}: wait for it, or choose another --out",
        path.display()
    )]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The process, as it has written itself down.
        owner: String,
    },
    /// Its own copy of the config cannot be used.
    #[error("in the run folder: {0}")]
    Config(#[from] RunConfigError),
    /// It was begun with another config.
    #[error(
        "run folder {} was begun with another config: only generations, threads and [match] may \
         change; choose another --out for a new run, or go on with {}",
        path.display(),
        path.join("config.toml").display()
    )]
    OtherConfig {
        /// The folder.
        path: PathBuf,
    },
}

impl RunFolder {
    /// Opens or makes the folder of a run and locks it. The lock goes with the
    /// process, however it ends.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn open(path: &Path, config: &RunConfig, text: &str) -> Result<Self, FolderError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| FolderError::Io { path, source }
        };
        fs::create_dir_all(path).map_err(io(path))?;
        let lock = lock(path)?;
        let own = path.join("config.toml");
        match fs::read_to_string(&own) {
            Ok(begun) if begun == text => {}
            Ok(begun) => {
                if RunConfig::parse(&own, &begun)?.essence() != config.essence() {
                    return Err(FolderError::OtherConfig {
                        path: path.to_owned(),
                    });
                }
                whole_file::write(&own, text.as_bytes()).map_err(io(&own))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                whole_file::write(&own, text.as_bytes()).map_err(io(&own))?;
            }
            Err(source) => return Err(io(&own)(source)),
        }
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its name, which models carry.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Where game files lie.
    #[must_use]
    pub fn games(&self) -> PathBuf {
        self.path.join("games")
    }

    /// The model of a generation.
    #[must_use]
    pub fn model(&self, generation: u32) -> PathBuf {
        self.path.join(format!("models/g{generation:03}.bingwa"))
    }

    /// Where checkpoints lie.
    #[must_use]
    pub fn checkpoints(&self) -> PathBuf {
        self.path.join("checkpoints")
    }

    /// Where metrics lie.
    #[must_use]
    pub fn metrics(&self) -> PathBuf {
        self.path.join("metrics")
    }

    /// The result of a match.
    #[must_use]
    pub fn match_result(&self, name: &str) -> PathBuf {
        self.path.join(format!("matches/{name}.json"))
    }
}

fn lock(path: &Path) -> Result<File, FolderError> {
    let file = path.join("lock");
    let io = |source| FolderError::Io {
        path: file.clone(),
        source,
    };
    let mut lock = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&file)
        .map_err(io)?;
    match lock.try_lock() {
        Ok(()) => {
            // Only for the message that another process gets.
            lock.set_len(0).map_err(io)?;
            write!(lock, "{}", std::process::id()).map_err(io)?;
            Ok(lock)
        }
        Err(TryLockError::WouldBlock) => Err(FolderError::InUse {
            path: path.to_owned(),
            owner: fs::read_to_string(&file).unwrap_or_else(|_| "unknown".to_owned()),
        }),
        Err(TryLockError::Error(source)) => Err(io(source)),
    }
}

/// A short hash of everything in a config that decides what is learned.
#[must_use]
pub fn config_hash(config: &RunConfig) -> String {
    let text = toml::to_string(&config.essence()).unwrap_or_default();
    bingwa_models::file::short_hash(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ruleset = \"easy\"\ngenerations = 1\ngames = 5\n";

    fn open(path: &Path, text: &str) -> Result<RunFolder, FolderError> {
        let config = RunConfig::parse(Path::new("t.toml"), text).unwrap();
        RunFolder::open(path, &config, text)
    }

    #[test]
    fn one_process_at_a_time_and_a_dead_one_leaves_nothing_locked() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path(), TEXT).unwrap();
        let refused = open(folder.path(), TEXT).unwrap_err().to_string();
        let own = std::process::id().to_string();
        assert!(
            refused.contains("in use") && refused.contains(&own),
            "{refused}"
        );
        drop(first);
        assert!(open(folder.path(), TEXT).is_ok());
    }

    #[test]
    fn a_run_may_grow_but_not_change() {
        let folder = tempfile::tempdir().unwrap();
        drop(open(folder.path(), TEXT).unwrap());
        let longer = TEXT.replace("generations = 1", "generations = 3");
        drop(open(folder.path(), &longer).unwrap());
        let other = longer.replace("games = 5", "games = 6");
        let refused = open(folder.path(), &other).unwrap_err();
        assert!(
            matches!(refused, FolderError::OtherConfig { .. }),
            "{refused}"
        );
    }
}
