//! Finished games on their way to the disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bingwa_selfplay::records::{GameRecord, RecordsError, ShardHeader, shard_name, write_shard};

/// A finished game waits at most this long before it is written: on disk within
/// five seconds, with a second for the writing.
pub(super) const WRITE_EVERY: Duration = Duration::from_secs(4);

/// The most games of one file.
const FILE_GAMES: usize = 1024;

/// Writes games as they are finished, in whatever order that is.
///
/// A file holds games without a gap between their numbers, so that the files in
/// the order of their names hold the games in order. Games that follow an
/// unfinished one wait for it, but no longer than `every`: then they get a file
/// of their own.
pub(super) struct Keeper<'a> {
    folder: &'a Path,
    /// Of every file, but for its first index.
    header: ShardHeader,
    every: Duration,
    /// Lowest number that no written game has.
    next: u64,
    /// Written stretches above it: where each begins, and the number after it.
    ahead: BTreeMap<u64, u64>,
    /// Games that are not written, each with the moment it came.
    waiting: BTreeMap<u64, (Instant, GameRecord)>,
    /// The first of those moments.
    oldest: Option<Instant>,
    kept: Vec<GameRecord>,
}

impl<'a> Keeper<'a> {
    /// Keeps the games of a file header's kind from its first index on.
    pub(super) fn new(folder: &'a Path, header: ShardHeader, every: Duration) -> Self {
        Self {
            folder,
            next: header.first_index,
            header,
            every,
            ahead: BTreeMap::new(),
            waiting: BTreeMap::new(),
            oldest: None,
            kept: Vec::new(),
        }
    }

    /// Writes every game that comes until no more can; gives all of them. Calls
    /// `came` for each.
    ///
    /// # Errors
    /// [`RecordsError`] if one cannot be written; what was written before stays.
    pub(super) fn keep(
        mut self,
        finished: &Receiver<GameRecord>,
        mut came: impl FnMut(),
    ) -> Result<Vec<GameRecord>, RecordsError> {
        loop {
            let got = match self.due() {
                None => finished.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => finished.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            match got {
                Ok(game) => {
                    let now = Instant::now();
                    self.oldest.get_or_insert(now);
                    self.waiting.insert(game.index, (now, game));
                    came();
                    if self.waiting.len() >= FILE_GAMES && self.ready() >= FILE_GAMES {
                        self.write_due(None)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.write_due(Some(Duration::ZERO))?;
                    return Ok(self.kept);
                }
            }
            if self.due().is_some_and(|due| due <= Instant::now()) {
                self.write_due(Some(self.every))?;
            }
        }
    }

    /// When the game that waits longest must be written.
    fn due(&self) -> Option<Instant> {
        self.oldest.map(|came| came + self.every)
    }

    /// Games that wait for no other.
    fn ready(&self) -> usize {
        let numbers = self.waiting.keys().zip(self.next..);
        numbers.take_while(|(index, next)| *index == next).count()
    }

    /// Writes the games that wait for no other, and with `age` every stretch
    /// with a game of that age; without, only full files.
    fn write_due(&mut self, age: Option<Duration>) -> Result<(), RecordsError> {
        let waiting = core::mem::take(&mut self.waiting);
        let waiting: Vec<(Instant, GameRecord)> = waiting.into_values().collect();
        let mut still = Vec::new();
        let is_next = |a: &(_, GameRecord), b: &(_, GameRecord)| b.1.index == a.1.index + 1;
        for stretch in waiting.chunk_by(is_next) {
            let is_due = |(came, _): &(Instant, _)| age.is_some_and(|age| came.elapsed() >= age);
            let is_first = stretch
                .first()
                .is_some_and(|(_, game)| game.index == self.next);
            let is_meant = is_first || stretch.iter().any(is_due);
            for file in stretch.chunks(FILE_GAMES) {
                if is_meant && (age.is_some() || file.len() == FILE_GAMES) {
                    self.write(file.iter().map(|(_, game)| game.clone()).collect())?;
                } else {
                    still.extend_from_slice(file);
                }
            }
        }
        self.oldest = still.iter().map(|(came, _)| *came).min();
        let still = still.into_iter().map(|waits| (waits.1.index, waits));
        self.waiting = still.collect();
        Ok(())
    }

    fn write(&mut self, games: Vec<GameRecord>) -> Result<(), RecordsError> {
        let (Some(first), Some(last)) = (games.first(), games.last()) else {
            return Ok(());
        };
        let header = ShardHeader {
            first_index: first.index,
            ..self.header.clone()
        };
        let name = shard_name(header.generation, header.first_index);
        write_shard(&self.folder.join(name), &header, &games)?;
        self.ahead.insert(first.index, last.index + 1);
        while let Some(after) = self.ahead.remove(&self.next) {
            self.next = after;
        }
        self.kept.extend(games);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::Ruleset;
    use bingwa_models::Uniform;
    use bingwa_selfplay::records::{Shard, shard_paths};
    use bingwa_selfplay::search::SearchConfig;
    use bingwa_selfplay::worker::{IN_FLIGHT, SelfPlay, SelfPlayConfig};
    use std::sync::mpsc;

    const RULES: Ruleset = Ruleset {
        ply_limit: 4,
        ..Ruleset::KUJIFUNZA
    };

    fn header() -> ShardHeader {
        ShardHeader {
            ruleset: RULES,
            engine: String::new(),
            model: String::new(),
            config: String::new(),
            settings: String::new(),
            seed: 1,
            generation: 0,
            first_index: 0,
        }
    }

    fn games(count: u64) -> Vec<GameRecord> {
        let worker = SelfPlay {
            rules: &RULES,
            search: SearchConfig::default(),
            config: SelfPlayConfig {
                simulations: 1,
                quick_simulations: 1,
                ..SelfPlayConfig::default()
            },
            seed: 1,
            generation: 0,
        };
        worker.play_games(0..count, IN_FLIGHT, &Uniform).unwrap()
    }

    /// The numbers of the games of each file, in the order of the files' names.
    fn files(folder: &Path) -> Vec<Vec<u64>> {
        let paths = shard_paths(folder).unwrap();
        let read = |path| {
            let shard = Shard::open(path).unwrap();
            shard.games().map(|game| game.unwrap().index).collect()
        };
        paths.iter().map(|path| read(path)).collect()
    }

    /// Waits for files; should they never come, the test fails in a minute.
    fn wait_for(folder: &Path, wanted: &[Vec<u64>]) {
        let begun = Instant::now();
        while files(folder) != wanted {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{:?}",
                files(folder)
            );
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_finished_game_is_on_disk_while_an_earlier_one_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let mut games = games(8);
        let (give, finished) = mpsc::channel();
        let keeper = Keeper::new(folder.path(), header(), Duration::from_millis(1));
        std::thread::scope(|scope| {
            let keeping = scope.spawn(move || keeper.keep(&finished, || {}));
            // Game 3 takes its time; nobody waits for it.
            let slow = games.remove(3);
            let last = games.split_off(5);
            games.into_iter().for_each(|game| give.send(game).unwrap());
            let begun = Instant::now();
            while files(folder.path()).iter().flatten().count() < 5 {
                assert!(begun.elapsed() < Duration::from_secs(60));
                std::thread::yield_now();
            }
            assert!(
                files(folder.path())
                    .iter()
                    .flatten()
                    .all(|&index| index != 3)
            );
            give.send(slow).unwrap();
            last.into_iter().for_each(|game| give.send(game).unwrap());
            drop(give);
            let kept = keeping.join().unwrap().unwrap();
            assert_eq!(kept.len(), 8);
        });
        let files = files(folder.path());
        let all: Vec<u64> = files.iter().flatten().copied().collect();
        assert_eq!(
            all,
            [0, 1, 2, 3, 4, 5, 6, 7],
            "in order of names: {files:?}"
        );
    }

    #[test]
    fn games_wait_a_little_for_earlier_ones_and_files_have_no_gaps() {
        let folder = tempfile::tempdir().unwrap();
        let mut games = games(2 * FILE_GAMES as u64 + 10);
        let (give, finished) = mpsc::channel();
        let hour = Duration::from_secs(3600);
        let keeper = Keeper::new(folder.path(), header(), hour);
        std::thread::scope(|scope| {
            let keeping = scope.spawn(move || keeper.keep(&finished, || {}));
            // Pairs exchanged, as by two threads.
            games.chunks_mut(2).for_each(|pair| pair.reverse());
            let rest = games.split_off(FILE_GAMES);
            games.into_iter().for_each(|game| give.send(game).unwrap());
            // A file is full: it is written long before the hour is over.
            wait_for(folder.path(), &[(0..FILE_GAMES as u64).collect()]);
            rest.into_iter().for_each(|game| give.send(game).unwrap());
            drop(give);
            keeping.join().unwrap().unwrap();
        });
        let files = files(folder.path());
        let lengths: Vec<usize> = files.iter().map(Vec::len).collect();
        assert_eq!(lengths, [FILE_GAMES, FILE_GAMES, 10]);
        assert!(
            files
                .into_iter()
                .flatten()
                .eq(0..2 * FILE_GAMES as u64 + 10)
        );
    }

    #[test]
    fn what_cannot_be_written_ends_it_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("file");
        std::fs::write(&gone, "no folder").unwrap();
        let (give, finished) = mpsc::channel();
        let keeper = Keeper::new(&gone, header(), Duration::ZERO);
        games(3)
            .into_iter()
            .for_each(|game| give.send(game).unwrap());
        let error = keeper.keep(&finished, || {}).unwrap_err().to_string();
        assert!(error.contains("g000-0000000.games"), "{error}");
        drop(finished);
        assert!(
            give.send(games(1).remove(0)).is_err(),
            "play is told to stop"
        );
    }
}
