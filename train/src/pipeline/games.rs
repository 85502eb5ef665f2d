//! The self-play step: all games of a generation, those on disk and the rest.

use core::ops::Range;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bingwa_models::Evaluator;
use bingwa_selfplay::records::{
    GameRecord, RecordsError, Shard, ShardHeader, parse_shard_name, salvage, shard_name,
    write_shard,
};
use bingwa_selfplay::replay::Settings;
use bingwa_selfplay::worker::SelfPlay;

use super::watcher::{Stage, Watcher};

/// Finished games are on disk after this long at the latest, a batch aside.
const WRITE_EVERY: Duration = Duration::from_secs(4);

/// The most games of one file.
const FILE_GAMES: usize = 1024;

/// Games each thread plays between two looks at the clock, for each that it has
/// in flight.
const BATCH: u64 = 4;

/// What is collected where.
pub struct Collection<'a> {
    /// How the games are played.
    pub worker: SelfPlay<'a>,
    /// How many there are to be.
    pub games: u64,
    /// Games that each thread has in flight.
    pub in_flight: usize,
    /// Folder of the game files.
    pub folder: &'a Path,
    /// Short hash of the model, empty for none.
    pub model: &'a str,
    /// Short hash of the config.
    pub config: &'a str,
}

impl Collection<'_> {
    /// Plays the games that are not on disk yet, on the current rayon pool, and
    /// gives all of them in order. `None` when `stop` was set before all were
    /// played; what was finished is on disk.
    ///
    /// # Errors
    /// [`RecordsError`] when the folder cannot be read or written, or holds
    /// games of this generation by another model or config. Damaged files are
    /// told to the watcher, and their games played again.
    pub fn collect<E>(
        &self,
        evaluator: &E,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Vec<GameRecord>>, RecordsError>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let mut games = self.on_disk(watcher)?;
        let missing = gaps(&games, self.games);
        let stage = Stage::SelfPlay {
            generation: self.worker.generation,
        };
        let mut done = games.len() as u64;
        watcher.begin(&stage, done, self.games);
        for gap in missing {
            if !self.fill(gap, evaluator, stop, watcher, &mut done, &mut games)? {
                watcher.end("stopped");
                return Ok(None);
            }
        }
        games.sort_unstable_by_key(|game| game.index);
        let plies: usize = games.iter().map(|game| game.moves.len()).sum();
        let wins = games.iter().filter(|game| game.result == "S").count();
        let share = |n: usize| n as f64 / games.len().max(1) as f64;
        watcher.end(&format!(
            "{:.1} moves a game, South wins {:.0} %",
            share(plies),
            100.0 * share(wins)
        ));
        Ok(Some(games))
    }

    fn fill<E>(
        &self,
        gap: Range<u64>,
        evaluator: &E,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
        done: &mut u64,
        games: &mut Vec<GameRecord>,
    ) -> Result<bool, RecordsError>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let batch = BATCH * self.in_flight.max(1) as u64 * rayon::current_num_threads() as u64;
        let mut unwritten = Vec::new();
        let mut written = Instant::now();
        let mut next = gap.start;
        while next < gap.end && !stop.load(Ordering::Relaxed) {
            let end = gap.end.min(next + batch);
            let played = self.worker.play_games(next..end, self.in_flight, evaluator);
            unwritten.extend(played.map_err(|fault| RecordsError::Refused {
                path: self.folder.to_owned(),
                index: fault.index,
                fault: fault.fault,
            })?);
            *done += end - next;
            watcher.advance(*done, "");
            next = end;
            if written.elapsed() >= WRITE_EVERY || unwritten.len() >= FILE_GAMES {
                self.write(&unwritten)?;
                games.append(&mut unwritten);
                written = Instant::now();
            }
        }
        self.write(&unwritten)?;
        games.append(&mut unwritten);
        Ok(next == gap.end)
    }

    fn write(&self, games: &[GameRecord]) -> Result<(), RecordsError> {
        let Some(first) = games.first() else {
            return Ok(());
        };
        let header = ShardHeader {
            ruleset: *self.worker.rules,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            model: self.model.to_owned(),
            config: self.config.to_owned(),
            settings: Settings::of(&self.worker).to_string(),
            seed: self.worker.seed,
            generation: self.worker.generation,
            first_index: first.index,
        };
        let name = shard_name(self.worker.generation, first.index);
        write_shard(&self.folder.join(name), &header, games)
    }

    /// The games of this generation that an earlier session has written.
    fn on_disk(&self, watcher: &mut dyn Watcher) -> Result<Vec<GameRecord>, RecordsError> {
        let mut games: Vec<GameRecord> = Vec::new();
        for path in shards_of(self.folder, self.worker.generation)? {
            let shard = match Shard::open(&path) {
                Ok(shard) => shard,
                Err(error) => {
                    watcher.say(&format!("{error}; its games are played again"));
                    set_aside(&path)?;
                    continue;
                }
            };
            self.must_be_ours(&path, shard.header())?;
            let mut damaged = false;
            for game in shard.games() {
                match game {
                    Ok(game) if game.index < self.games => games.push(game),
                    Ok(_) => {}
                    Err(damage) => {
                        watcher.say(&format!("{damage}; what is lost is played again"));
                        damaged = true;
                    }
                }
            }
            if damaged {
                // The good games are kept in a sound file of their own.
                salvage(&set_aside(&path)?, &path)?;
            }
        }
        games.sort_by_key(|game| game.index);
        games.dedup_by_key(|game| game.index);
        Ok(games)
    }

    fn must_be_ours(&self, path: &Path, header: &ShardHeader) -> Result<(), RecordsError> {
        let ours = header.ruleset == *self.worker.rules
            && header.seed == self.worker.seed
            && header.model == self.model
            && header.config == self.config
            && header.settings == Settings::of(&self.worker).to_string();
        if ours {
            return Ok(());
        }
        Err(RecordsError::Io {
            path: path.to_owned(),
            source: io::Error::other(
                "the file holds games of this generation by another model, seed or config: \
                 choose another folder, or move it away",
            ),
        })
    }
}

fn shards_of(folder: &Path, generation: u32) -> Result<Vec<PathBuf>, RecordsError> {
    let io = |source| RecordsError::Io {
        path: folder.to_owned(),
        source,
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(io(source)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name
            .and_then(parse_shard_name)
            .is_some_and(|(of, _)| of == generation)
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Keeps a damaged file beside the sound ones under a name that nobody reads.
fn set_aside(path: &Path) -> Result<PathBuf, RecordsError> {
    let aside = path.with_extension("games.damaged");
    match fs::rename(path, &aside) {
        Ok(()) => Ok(aside),
        Err(source) => Err(RecordsError::Io {
            path: path.to_owned(),
            source,
        }),
    }
}

/// The ranges of 0…total that no game has.
fn gaps(games: &[GameRecord], total: u64) -> Vec<Range<u64>> {
    let mut gaps = Vec::new();
    let mut next = 0;
    for game in games {
        if game.index > next {
            gaps.push(next..game.index);
        }
        next = game.index + 1;
    }
    if next < total {
        gaps.push(next..total);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::Ruleset;
    use bingwa_models::Uniform;
    use bingwa_selfplay::search::SearchConfig;
    use bingwa_selfplay::worker::SelfPlayConfig;

    #[derive(Debug, Default)]
    struct Log(Vec<String>);

    impl Watcher for Log {
        fn begin(&mut self, _: &Stage, from: u64, total: u64) {
            self.0.push(format!("from {from} of {total}"));
        }
        fn advance(&mut self, _: u64, _: &str) {}
        fn end(&mut self, _: &str) {}
        fn say(&mut self, line: &str) {
            self.0.push(line.to_owned());
        }
    }

    fn collect(
        folder: &Path,
        games: u64,
        config: &str,
    ) -> Result<(Vec<GameRecord>, Log), RecordsError> {
        let rules = Ruleset::KUJIFUNZA;
        let collection = Collection {
            worker: SelfPlay {
                rules: &rules,
                search: SearchConfig::default(),
                config: SelfPlayConfig {
                    simulations: 4,
                    quick_simulations: 2,
                    ..SelfPlayConfig::default()
                },
                seed: 1,
                generation: 0,
            },
            games,
            in_flight: 2,
            folder,
            model: "",
            config,
        };
        let mut log = Log::default();
        let games = collection.collect(&Uniform, &AtomicBool::new(false), &mut log)?;
        Ok((games.unwrap(), log))
    }

    #[test]
    fn a_second_session_plays_only_what_is_missing_and_gets_the_same_games() {
        let folder = tempfile::tempdir().unwrap();
        let (first, _) = collect(folder.path(), 20, "c").unwrap();
        let (more, log) = collect(folder.path(), 30, "c").unwrap();
        assert_eq!(log.0, ["from 20 of 30"]);
        assert_eq!(more[..20], first);
        let fresh = tempfile::tempdir().unwrap();
        assert_eq!(collect(fresh.path(), 30, "c").unwrap().0, more);
    }

    #[test]
    fn a_damaged_file_is_named_set_aside_and_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let (games, _) = collect(folder.path(), 20, "c").unwrap();
        let path = folder.path().join(shard_name(0, 0));
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let (again, log) = collect(folder.path(), 20, "c").unwrap();
        assert_eq!(again, games);
        assert!(log.0[0].contains("g000-0000000.games"), "{:?}", log.0);
        assert!(path.with_extension("games.damaged").exists());
        assert_eq!(
            collect(folder.path(), 20, "c").unwrap().1.0,
            ["from 20 of 20"]
        );
    }

    #[test]
    fn games_of_another_config_are_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        collect(folder.path(), 5, "c").unwrap();
        let error = collect(folder.path(), 5, "d").unwrap_err().to_string();
        assert!(error.contains("another model, seed or config"), "{error}");
    }
}
