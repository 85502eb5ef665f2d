//! The match step: a new model against its predecessor and the anchors.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bingwa_engine::Ruleset;
use bingwa_selfplay::matches::{Match, MatchGame, MatchResult, Score, interval};
use bingwa_selfplay::openings::distinct_openings;
use bingwa_selfplay::players::{PlayerFactory, PlayerSpec, Settings};
use serde::{Deserialize, Serialize};

use super::config::RunConfig;
use super::error::RunError;
use super::folder::RunPaths;
use super::json;
use super::kept;
use super::watcher::{Stage, Watcher};

/// The kept result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchReport {
    /// The two players; scores are the first one's.
    pub players: [String; 2],
    /// Rule set.
    pub ruleset: String,
    /// Seed of openings and players.
    pub seed: u64,
    /// Games played as South.
    pub south: Score,
    /// Games played as North.
    pub north: Score,
    /// Pairs by half points, 0 to 4.
    pub pairs: [u32; 5],
    /// Games that differ from all others.
    pub distinct: usize,
    /// Games that were asked for: more than there are where the rule set has too
    /// few openings.
    #[serde(default)]
    pub asked: u32,
}

impl MatchReport {
    /// Whether no more can be had of a match of so many games.
    #[must_use]
    pub const fn is_enough(&self, games: u32) -> bool {
        self.asked >= games || self.total().games() >= games
    }

    /// Both seats together.
    #[must_use]
    pub const fn total(&self) -> Score {
        self.south.plus(self.north)
    }

    /// `g003@1a2b3c4d:64 – greedy: 87.5 % (80.1–92.4) of 100, as South 90.0 %, as North
    /// 85.0 %`.
    #[must_use]
    pub fn line(&self) -> String {
        let total = self.total();
        let (low, high) = interval(total.share(), total.games());
        format!(
            "{} – {}: {:.1} % ({:.1}–{:.1}) of {}, as South {:.1} %, as North {:.1} %",
            self.players[0],
            self.players[1],
            100.0 * total.share(),
            100.0 * low,
            100.0 * high,
            total.games(),
            100.0 * self.south.share(),
            100.0 * self.north.share()
        )
    }
}

/// Keeps the games of the final matches apart from those before.
const FINAL: u64 = 1 << 62;

/// A match that is to be played.
pub(super) struct Planned {
    /// Name of its file.
    pub(super) name: String,
    pub(super) opponent: String,
    pub(super) games: u32,
    seed: u64,
}

/// The matches of one generation.
pub(super) struct Contest<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) config: &'a RunConfig,
    pub(super) folder: &'a RunPaths,
    pub(super) generation: u32,
}

impl Contest<'_> {
    /// The matches after this generation, in order: predecessor, anchors.
    pub(super) fn plan(&self) -> Vec<Planned> {
        let matches = &self.config.matches;
        let g = self.generation;
        let planned = |name: String, opponent: String| Planned {
            name,
            opponent,
            games: matches.games,
            seed: self.seed(),
        };
        let mut plan = Vec::new();
        if matches.games > 0 {
            if g > 1 {
                let before = self.folder.model(g - 1).display().to_string();
                plan.push(planned(predecessor_match(g), before));
            }
            for anchor in &matches.anchors {
                plan.push(planned(file_name(g, "", anchor), anchor.clone()));
            }
        }
        plan
    }

    /// The same of the matches after the last generation, with more games.
    pub(super) fn finals(&self) -> Vec<Planned> {
        let matches = &self.config.matches;
        let anchors = matches
            .final_anchors
            .iter()
            .filter(|_| matches.final_games > 0);
        let of = |anchor: &String| Planned {
            name: file_name(self.generation, "-final", anchor),
            opponent: anchor.clone(),
            games: matches.final_games,
            seed: self.seed().wrapping_add(FINAL),
        };
        anchors.map(of).collect()
    }

    fn seed(&self) -> u64 {
        let generation = u64::from(self.generation) << 32;
        self.config.seed.wrapping_add(generation)
    }

    /// Plays one match, or reads its kept result; `None` when stopped.
    pub(super) fn play(
        &self,
        planned: &Planned,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<MatchReport>, RunError> {
        let (games, seed) = (planned.games, planned.seed);
        let path = self.folder.match_result(&planned.name);
        let [us, them] = self.players(&planned.opponent)?;
        if let Some(kept) = read(&path) {
            let same = kept.players == [us.name.clone(), them.name.clone()] && kept.seed == seed;
            if same && kept.is_enough(games) {
                // Killed between the two, its games are still there.
                kept::forget(&path)?;
                return Ok(Some(kept));
            }
        }
        let openings = distinct_openings(self.rules, seed, games.div_ceil(2) as usize);
        let contest = Match {
            rules: self.rules,
            players: [&us, &them],
            openings: &openings,
            seed,
        };
        let stage = Stage::Match {
            generation: self.generation,
            opponent: them.name.clone(),
        };
        watcher.begin(&stage, 0, 2 * openings.len() as u64);
        let progress = |games: &[MatchGame]| watcher.advance(games.len() as u64, "");
        let Some(played) = kept::play(&path, &contest, None, stop, progress)? else {
            watcher.end("stopped");
            return Ok(None);
        };
        let result = MatchResult::of(&played);
        let report = MatchReport {
            players: [us.name, them.name],
            ruleset: self.rules.to_string(),
            seed,
            south: result.by_seat[0],
            north: result.by_seat[1],
            pairs: result.pairs,
            distinct: result.distinct,
            asked: games,
        };
        watcher.end(&report.line());
        json::keep(&path, &report)?;
        kept::forget(&path)?;
        Ok(Some(report))
    }

    fn players(&self, opponent: &str) -> Result<[PlayerFactory; 2], RunError> {
        let (search, simulations) = (self.config.search, self.config.matches.simulations);
        let us = PlayerSpec::Model(
            self.folder.model(self.generation),
            None,
            Settings::default(),
        );
        let them: PlayerSpec = opponent.parse()?;
        Ok([
            us.load(self.rules, search, simulations)?,
            them.load(self.rules, search, simulations)?,
        ])
    }
}

/// The file name of a generation's match against its predecessor.
pub(super) fn predecessor_match(generation: u32) -> String {
    format!("g{generation:03}-g{:03}", generation.saturating_sub(1))
}

fn file_name(generation: u32, kind: &str, anchor: &str) -> String {
    let plain = anchor.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    format!("g{generation:03}{kind}-{plain}")
}

/// A kept result; one that cannot be read is played again.
pub(super) fn read(path: &Path) -> Option<MatchReport> {
    json::read(path)
}
