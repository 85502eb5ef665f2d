//! The self-play step: all games of a generation, those on disk and the rest.

use core::ops::{ControlFlow, Range};
use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use bingwa_models::Evaluator;
use bingwa_selfplay::health::{Checkup, Health};
use bingwa_selfplay::records::{
    FolderLock, GameRecord, RecordsError, Shard, ShardHeader, parse_shard_name, salvage,
    shard_name, shard_paths,
};
use bingwa_selfplay::replay::Settings;
use bingwa_selfplay::worker::SelfPlay;

use super::keeper::{Keeper, WRITE_EVERY};
use super::watcher::{Stage, Watcher};

/// Finished games that may wait for the thread that writes before the players
/// do.
const QUEUE: usize = 4096;

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
    /// games of this generation by another model or config, when another process
    /// plays into it, or when the model gives numbers that are none. Damaged
    /// files are told to the watcher, and their games played again.
    pub fn collect<E>(
        &self,
        evaluator: &E,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Vec<GameRecord>>, RecordsError>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let _lock = FolderLock::take(self.folder)?;
        let mut games = self.on_disk(watcher)?;
        let missing = gaps(&games, self.games);
        let stage = Stage::SelfPlay {
            generation: self.worker.generation,
        };
        let complete = missing.is_empty();
        watcher.begin(&stage, games.len() as u64, self.games);
        for gap in missing {
            let stopped = stop.load(Ordering::Relaxed);
            if stopped || !self.fill(gap, evaluator, stop, watcher, &mut games)? {
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
        if !complete || Health::read(self.folder, self.worker.generation).is_none() {
            self.look_over(&games, watcher)?;
        }
        Ok(Some(games))
    }

    /// Plays a range of games while they are written as they come; `false` when
    /// it was stopped before the end.
    fn fill<E>(
        &self,
        gap: Range<u64>,
        evaluator: &E,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
        games: &mut Vec<GameRecord>,
    ) -> Result<bool, RecordsError>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let wanted = gap.end - gap.start;
        let keeper = Keeper::new(self.folder, self.header(gap.start), WRITE_EVERY);
        let (give, finished) = mpsc::sync_channel(QUEUE);
        let mut done = games.len() as u64;
        let (kept, played) = thread::scope(|scope| {
            let keeping = scope.spawn(move || {
                let finished = finished;
                keeper.keep(&finished, || {
                    done += 1;
                    watcher.advance(done, "");
                })
            });
            let played = self
                .worker
                .play_each(gap, self.in_flight, evaluator, |game| {
                    if give.send(game).is_err() || stop.load(Ordering::Relaxed) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
            drop(give);
            match keeping.join() {
                Ok(kept) => (kept, played),
                Err(panic) => resume_unwind(panic),
            }
        });
        let mut kept = kept?;
        played.map_err(|fault| RecordsError::Refused {
            path: self.folder.to_owned(),
            index: fault.index,
            fault: fault.fault,
        })?;
        let all = kept.len() as u64 == wanted;
        games.append(&mut kept);
        Ok(all)
    }

    fn header(&self, first_index: u64) -> ShardHeader {
        ShardHeader {
            ruleset: *self.worker.rules,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            model: self.model.to_owned(),
            config: self.config.to_owned(),
            settings: Settings::of(&self.worker).to_string(),
            seed: self.worker.seed,
            generation: self.worker.generation,
            first_index,
        }
    }

    /// Looks the complete games over, writes their health beside them and tells
    /// what is wrong.
    fn look_over(
        &self,
        games: &[GameRecord],
        watcher: &mut dyn Watcher,
    ) -> Result<(), RecordsError> {
        let generation = self.worker.generation;
        let mut checkup = Checkup::new(*self.worker.rules, generation);
        for game in games {
            // What was left out is counted, and named by who reads the games.
            let _ = checkup.add(game);
        }
        let health = checkup.health();
        for warning in health.warnings() {
            watcher.say(&format!("health of self-play g{generation}: {warning}"));
        }
        health
            .write(self.folder)
            .map_err(|source| RecordsError::Io {
                path: Health::path(self.folder, generation),
                source,
            })
    }

    /// The games of this generation that an earlier session has written.
    fn on_disk(&self, watcher: &mut dyn Watcher) -> Result<Vec<GameRecord>, RecordsError> {
        let mut games: Vec<GameRecord> = Vec::new();
        for path in shards_of(self.folder, self.worker.generation)? {
            let shard = match Shard::open(&path) {
                Ok(shard) => shard,
                // Nothing is wrong with the file: it is not for this program.
                Err(error @ (RecordsError::Io { .. } | RecordsError::Schema { .. })) => {
                    return Err(error);
                }
                Err(error) => {
                    watcher.say(&format!("{error}; its games are played again"));
                    set_aside(&path)?;
                    continue;
                }
            };
            self.must_be_ours(&path, shard.header())?;
            let mut good = Vec::new();
            let mut damaged = false;
            for game in shard.games() {
                match game {
                    Ok(game) => good.push(game),
                    Err(damage) => {
                        watcher.say(&format!("{damage}; what is lost is played again"));
                        damaged = true;
                    }
                }
            }
            if damaged && !self.mend(&path, &good)? {
                continue;
            }
            games.extend(good.into_iter().filter(|game| game.index < self.games));
        }
        games.sort_by_key(|game| game.index);
        games.dedup_by_key(|game| game.index);
        Ok(games)
    }

    /// Sets a damaged file aside and keeps its good games in a sound one, called
    /// after the first of them: a lost game before it will get a file of its
    /// own. `false` if another file has that name.
    fn mend(&self, path: &Path, good: &[GameRecord]) -> Result<bool, RecordsError> {
        let aside = set_aside(path)?;
        let Some(first) = good.first() else {
            return Ok(false);
        };
        let sound = self.folder.join(shard_name(first.generation, first.index));
        if sound.exists() {
            return Ok(false);
        }
        salvage(&aside, &sound)?;
        Ok(true)
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
                "the file holds games of this generation by another model, seed, config or version: \
                 choose another folder, or move it away",
            ),
        })
    }
}

/// The files of a generation, in the order of their games.
pub(super) fn shards_of(folder: &Path, generation: u32) -> Result<Vec<PathBuf>, RecordsError> {
    let mut paths = shard_paths(folder)?;
    paths.retain(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.and_then(parse_shard_name)
            .is_some_and(|(of, _)| of == generation)
    });
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
    use bingwa_selfplay::records::{read_folder, shard_paths};
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

    fn collection<'a>(
        rules: &'a Ruleset,
        folder: &'a Path,
        games: u64,
        config: &'a str,
    ) -> Collection<'a> {
        Collection {
            worker: SelfPlay {
                rules,
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
        }
    }

    fn collect(
        folder: &Path,
        games: u64,
        config: &str,
    ) -> Result<(Vec<GameRecord>, Log), RecordsError> {
        let rules = Ruleset::KUJIFUNZA;
        let collection = collection(&rules, folder, games, config);
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
    fn games_behind_a_damaged_block_stay_on_disk_when_those_before_are_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let (games, _) = collect(folder.path(), 60, "c").unwrap();
        let path = folder.path().join(shard_name(0, 0));
        let mut bytes = fs::read(&path).unwrap();
        let block = bytes.windows(8).position(|w| w == b"BINGWABK").unwrap();
        bytes[block + 40..block + 140].fill(0);
        fs::write(&path, bytes).unwrap();
        assert_eq!(collect(folder.path(), 60, "c").unwrap().0, games);
        let on_disk: Vec<GameRecord> = read_folder(folder.path(), &Ruleset::KUJIFUNZA)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(on_disk, games, "in order, nothing twice");
        assert_eq!(shard_paths(folder.path()).unwrap().len(), 2);
    }

    #[test]
    fn a_file_of_a_newer_program_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(shard_name(0, 0));
        let mut bytes = [&b"BINGWAGM"[..], &9_u32.to_le_bytes(), &0_u32.to_le_bytes()].concat();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        fs::write(&path, &bytes).unwrap();
        let error = collect(folder.path(), 5, "c").unwrap_err().to_string();
        assert!(error.contains("schema 9"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn health_lies_beside_the_games_and_a_stop_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let health = Health::path(folder.path(), 0);
        let rules = Ruleset::KUJIFUNZA;
        let stopped = collection(&rules, folder.path(), 1_000_000, "c")
            .collect(&Uniform, &AtomicBool::new(true), &mut Log::default())
            .unwrap();
        assert!(stopped.is_none() && !health.exists());
        collect(folder.path(), 20, "c").unwrap();
        let text = fs::read_to_string(&health).unwrap();
        assert!(text.contains("\"games\": 20"), "{text}");
        collect(folder.path(), 25, "c").unwrap();
        assert!(
            fs::read_to_string(&health)
                .unwrap()
                .contains("\"games\": 25")
        );
    }

    /// Stops after so many games.
    struct Impatient<'a>(u64, &'a AtomicBool);

    impl Watcher for Impatient<'_> {
        fn begin(&mut self, _: &Stage, _: u64, _: u64) {}
        fn advance(&mut self, done: u64, _: &str) {
            self.1.store(done >= self.0, Ordering::Relaxed);
        }
        fn end(&mut self, _: &str) {}
        fn say(&mut self, _: &str) {}
    }

    #[test]
    fn stopped_in_the_middle_what_was_finished_is_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let rules = Ruleset::KUJIFUNZA;
        let stop = AtomicBool::new(false);
        let stopped = collection(&rules, folder.path(), 1_000_000, "c")
            .collect(&Uniform, &stop, &mut Impatient(30, &stop))
            .unwrap();
        assert!(stopped.is_none());
        let games = read_folder(folder.path(), &rules).unwrap();
        let games: Vec<GameRecord> = games.map(Result::unwrap).collect();
        assert!((30..100_000).contains(&games.len()), "{}", games.len());
        let fresh = tempfile::tempdir().unwrap();
        let all = collect(fresh.path(), games.len() as u64 + 100, "c")
            .unwrap()
            .0;
        assert!(games.iter().all(|game| all.contains(game)));
    }

    #[test]
    fn two_at_once_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::take(folder.path()).unwrap();
        let error = collect(folder.path(), 5, "c").unwrap_err();
        assert!(matches!(error, RecordsError::InUse { .. }), "{error}");
        drop(lock);
        collect(folder.path(), 5, "c").unwrap();
    }

    #[test]
    fn games_of_another_config_are_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        collect(folder.path(), 5, "c").unwrap();
        let error = collect(folder.path(), 5, "d").unwrap_err().to_string();
        assert!(error.contains("another model, seed, config"), "{error}");
    }
}
