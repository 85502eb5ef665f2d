//! The folder of a run: where everything lies, and who works in it.

use core::ops::Deref;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bingwa_models::whole_file;
use bingwa_selfplay::file_lock::{FileLock, LockFault};
use sha2::{Digest, Sha256};

use super::config::{RunConfig, RunConfigError};

/// Where everything of a run lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPaths {
    path: PathBuf,
}

/// A run's folder, locked for this process while the value lives; used like its
/// [`RunPaths`].
#[derive(Debug)]
pub struct RunFolder {
    paths: RunPaths,
    _lock: FileLock,
}

impl Deref for RunFolder {
    type Target = RunPaths;

    fn deref(&self) -> &RunPaths {
        &self.paths
    }
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
        "run folder {} was begun with another config: only generations, hours, threads, in_flight \
         and [match] may change; choose another --out for a new run, or go on with {}",
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
        let paths = RunPaths::new(path);
        let file = path.join(LOCK);
        let lock = FileLock::take(&file).map_err(|fault| match fault {
            LockFault::InUse(owner) => FolderError::InUse {
                path: path.to_owned(),
                owner,
            },
            LockFault::Io(source) => io(&file)(source),
        })?;
        let own = paths.config();
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
        Ok(Self { paths, _lock: lock })
    }
}

impl RunPaths {
    /// The places in this folder, which need not be there.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
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

    /// The model of the newest of so many generations that is there.
    #[must_use]
    pub fn newest_model(&self, generations: u32) -> Option<PathBuf> {
        let models = (1..=generations).rev().map(|of| self.model(of));
        models.into_iter().find(|path: &PathBuf| path.exists())
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

    /// The result of a generation's gate.
    #[must_use]
    pub fn promotion(&self, generation: u32) -> PathBuf {
        let name = format!("promotions/g{generation:03}.json");
        self.path.join(name)
    }

    /// The health of a generation.
    #[must_use]
    pub fn health(&self, generation: u32) -> PathBuf {
        self.path.join(format!("health/g{generation:03}.json"))
    }

    /// What the other files cannot tell.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.path.join("state.json")
    }

    /// The run's own copy of its config.
    #[must_use]
    pub fn config(&self) -> PathBuf {
        self.path.join("config.toml")
    }

    /// The process that works in the folder, as it has written itself down.
    #[must_use]
    pub fn owner(&self) -> Option<String> {
        FileLock::owner(&self.path.join(LOCK))
    }
}

/// The file a run locks.
const LOCK: &str = "lock";

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
