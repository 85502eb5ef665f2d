//! All games of a folder.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use bingwa_engine::Ruleset;

use super::errors::RecordsError;
use super::format::{EXTENSION, parse_shard_name};
use super::game::GameRecord;
use super::reader::Shard;

/// The game files of a folder in the order they were played: by generation and
/// first index, files with names of another kind last. Other files, hidden
/// ones and folders are not game files.
///
/// # Errors
/// [`RecordsError::Io`] if the folder cannot be read.
pub fn shard_paths(folder: &Path) -> Result<Vec<PathBuf>, RecordsError> {
    let io = |source| RecordsError::Io {
        path: folder.to_owned(),
        source,
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_games = path
            .extension()
            .is_some_and(|extension| extension == EXTENSION);
        if is_games && !name.starts_with('.') && path.is_file() {
            let place = parse_shard_name(&name);
            found.push((place.is_none(), place, path.clone()));
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, _, path)| path).collect())
}

/// Reads all games of a folder that are of one rule set, file by file.
///
/// # Errors
/// [`RecordsError::Io`] if the folder cannot be read. What is wrong with single
/// files comes between the games.
pub fn read_folder(folder: &Path, rules: &Ruleset) -> Result<FolderGames, RecordsError> {
    Ok(FolderGames {
        rules: *rules,
        paths: shard_paths(folder)?.into_iter(),
        ready: Vec::new().into_iter(),
        seen: HashSet::new(),
        tally: Tally::default(),
    })
}

/// How much of a folder was read so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Files whose games were given.
    pub shards: u64,
    /// Games given.
    pub games: u64,
    /// Games known to be lost in them.
    pub lost: u64,
    /// Damaged parts of them.
    pub damages: u64,
    /// Games that an earlier file had given already.
    pub repeated: u64,
    /// Files of other rules.
    pub other_rules: u64,
    /// Files of which nothing can be used, with an unknown number of games.
    pub unusable: u64,
}

/// The games of a folder, and between them what is wrong with its files.
///
/// One file is in memory at a time. Each game comes once, by run seed,
/// generation and index, however many files hold it.
pub struct FolderGames {
    rules: Ruleset,
    paths: std::vec::IntoIter<PathBuf>,
    ready: std::vec::IntoIter<Result<GameRecord, RecordsError>>,
    seen: HashSet<(u64, u32, u64)>,
    tally: Tally,
}

impl FolderGames {
    /// How much was read so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    fn open(&mut self, path: PathBuf) -> Vec<Result<GameRecord, RecordsError>> {
        let shard = match Shard::open(&path) {
            Ok(shard) => shard,
            Err(error) => {
                self.tally.unusable += 1;
                return vec![Err(error)];
            }
        };
        let header = shard.header();
        if header.ruleset != self.rules {
            self.tally.other_rules += 1;
            return vec![Err(RecordsError::OtherRules {
                path,
                found: header.ruleset.to_string(),
                wanted: self.rules.to_string(),
            })];
        }
        self.tally.shards += 1;
        let mut repeated = 0;
        let mut items = Vec::new();
        for game in &shard {
            match game {
                Ok(record) => {
                    let name = (header.seed, record.generation, record.index);
                    if self.seen.insert(name) {
                        self.tally.games += 1;
                        items.push(Ok(record));
                    } else {
                        repeated += 1;
                    }
                }
                Err(damage) => {
                    self.tally.damages += 1;
                    self.tally.lost += damage.lost;
                    items.push(Err(damage.into()));
                }
            }
        }
        if repeated > 0 {
            self.tally.repeated += repeated;
            let games = repeated;
            items.push(Err(RecordsError::Repeated { path, games }));
        }
        items
    }
}

impl Iterator for FolderGames {
    type Item = Result<GameRecord, RecordsError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.ready.next() {
                return Some(item);
            }
            let path = self.paths.next()?;
            self.ready = self.open(path).into_iter();
        }
    }
}
