//! Playing the matches that narrow the intervals most.

use std::path::{Path, PathBuf};

use anyhow::bail;
use bingwa_engine::{Position, Ruleset};
use bingwa_selfplay::matches::{Match, MatchGame, MatchResult, SavedMatch, SavedMatchError};
use bingwa_selfplay::openings::OpeningBook;
use bingwa_selfplay::players::{PlayerFactory, PlayerSpec, Settings};
use bingwa_train::pipeline::{RunConfig, RunPaths};

use super::results::Results;
use super::searches::Searches;
use crate::interrupt::{self, Interrupted};
use crate::matches::openings;
use crate::screen::progress::Progress;

/// Pairs of one match: enough that a match is worth its start, few enough that
/// the next one is chosen well.
const PAIRS: usize = 10;

/// Keeps the games played here apart from those of the run's matches, and from
/// those of `bingwa match --save`: run and match have seed 1 where nobody chooses
/// one, and the same games must not count twice.
const RATE: u64 = 1 << 61;

/// Everyone who can play: the generations of the run, and the opponents.
pub(super) struct Contestants {
    rules: Ruleset,
    seed: u64,
    players: Vec<PlayerFactory>,
}

impl Contestants {
    /// Loads them, each called as in the run's own matches.
    pub(super) fn load(
        run: &RunPaths,
        config: &RunConfig,
        rules: &Ruleset,
        opponents: &[PlayerSpec],
    ) -> anyhow::Result<Self> {
        let generations = (1..=config.generations)
            .map(|generation| run.model(generation))
            .take_while(|path| path.exists())
            .map(|path| PlayerSpec::Model(path, None, Settings::default()));
        let mut players: Vec<PlayerFactory> = Vec::new();
        for spec in generations.chain(opponents.iter().cloned()) {
            if spec.is_timed() {
                bail!("{spec} thinks by time: its games would differ from run to run");
            }
            let player = spec.load(rules, config.search, config.matches.simulations)?;
            if players.iter().all(|other| other.name != player.name) {
                players.push(player);
            }
        }
        // Who is named first would else be first in the name of a file, and another
        // order would play the same games again.
        players.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self {
            rules: *rules,
            seed: config.seed.wrapping_add(RATE),
            players,
        })
    }

    /// How they are called.
    pub(super) fn names(&self) -> Vec<&str> {
        self.players.iter().map(|p| p.name.as_str()).collect()
    }

    /// Notes how everyone searches.
    pub(super) fn note_searches(&self, searches: &mut Searches) -> anyhow::Result<()> {
        for player in &self.players {
            searches.note(&player.name, &player.settings()?, "this run's config")?;
        }
        Ok(())
    }

    /// Plays match after match until so many games are kept. What is chosen
    /// depends on the games alone, and a match that was broken off is ended
    /// first: stopped and gone on with, the same games come out.
    pub(super) fn play(
        &self,
        results: &mut Results,
        anchor: &str,
        games: u32,
        pool: &rayon::ThreadPool,
    ) -> anyhow::Result<()> {
        let names = self.names();
        let mut progress = Progress::new("rate", "games", results.kept.into(), games.into());
        let mut book = Openings::new(&self.rules, self.seed);
        let mut next = self.broken_off(&results.folder)?;
        loop {
            let pair = match next.pop() {
                Some(pair) => pair,
                None if results.kept >= games => break,
                None => {
                    let told = 2 * PAIRS as u32;
                    match results.table.most_telling_pair(&names, anchor, told)? {
                        Some(pair) => pair,
                        None => bail!("one player alone cannot be rated: name more --opponents"),
                    }
                }
            };
            pool.install(|| self.play_some(pair, results, &mut book, &mut progress))?;
        }
        progress.finish("");
        Ok(())
    }

    /// Ends the match of a pair that is under way, or else plays another one.
    fn play_some(
        &self,
        pair: [usize; 2],
        results: &mut Results,
        book: &mut Openings,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        let stop = interrupt::listen()?;
        let path = self.path(&results.folder, pair);
        let players = pair.map(|player| &self.players[player]);
        let before = kept(&path)?;
        let pairs = (before / 2 / PAIRS + 1) * PAIRS;
        let contest = Match {
            rules: &self.rules,
            players,
            openings: book.first(pairs),
            seed: self.seed,
        };
        openings::enough(&self.rules, contest.openings, pairs)?;
        let [first, second] = players.map(|player| player.name.as_str());
        let tell = |games: &[MatchGame]| {
            let played = results.kept as usize + games.len() - before;
            progress.set(played as u64, &format!("{first} – {second}"));
        };
        let mut saved = SavedMatch::open(&path, &contest).map_err(in_the_way)?;
        let Some(games) = saved.play(&contest, None, stop, tell)? else {
            let note = format!(
                "what was played is kept in {}: the same command goes on",
                results.folder.display()
            );
            return Err(Interrupted(note).into());
        };
        let new = MatchResult::of(&games[before..]);
        results.table.add(first, second, &new.by_seat)?;
        results.kept += new.total().games();
        Ok(())
    }

    /// The pairs whose last match did not come to its end.
    fn broken_off(&self, folder: &Path) -> anyhow::Result<Vec<[usize; 2]>> {
        let mut pairs = Vec::new();
        for second in 0..self.players.len() {
            for first in 0..second {
                let pair = [first, second];
                if !kept(&self.path(folder, pair))?.is_multiple_of(2 * PAIRS) {
                    pairs.push(pair);
                }
            }
        }
        Ok(pairs)
    }

    fn path(&self, folder: &Path, pair: [usize; 2]) -> PathBuf {
        let plain = |player: usize| {
            let name = &self.players[player].name;
            name.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
        };
        let [first, second] = pair.map(plain);
        folder.join(format!("{first}--{second}.match"))
    }
}

/// Games in the file of a pair, which need not be there.
fn kept(path: &Path) -> anyhow::Result<usize> {
    if !path.exists() {
        return Ok(0);
    }
    Ok(SavedMatch::read(path)?.games().len())
}

/// A match of other making may lie where one of these is to be kept.
fn in_the_way(error: SavedMatchError) -> anyhow::Error {
    let is_other = matches!(error, SavedMatchError::Other { .. });
    let error = anyhow::Error::from(error);
    if is_other {
        error.context("a file is in the way: under another name its games still count")
    } else {
        error
    }
}

/// The openings of all matches, found when they are first needed.
struct Openings {
    book: OpeningBook,
    found: Vec<Position>,
}

impl Openings {
    fn new(rules: &Ruleset, seed: u64) -> Self {
        Self {
            book: OpeningBook::new(rules, seed),
            found: Vec::new(),
        }
    }

    /// The first so many.
    fn first(&mut self, count: usize) -> &[Position] {
        let missing = count.saturating_sub(self.found.len());
        self.found.extend(self.book.by_ref().take(missing));
        &self.found[..count.min(self.found.len())]
    }
}
