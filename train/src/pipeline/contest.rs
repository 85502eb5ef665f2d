//! The match step: a new model against its predecessor and the anchors.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use bingwa_engine::{Position, Ruleset};
use bingwa_selfplay::matches::{Match, MatchGame, Score};
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
        let (low, high) = total.interval();
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

/// Matches that are to be played from the same openings.
pub(super) struct Series {
    pub(super) matches: Vec<Planned>,
    /// Games of each.
    pub(super) games: u32,
    seed: u64,
    /// Found when the first match needs them.
    openings: OnceLock<Vec<Position>>,
}

/// A match that is to be played.
pub(super) struct Planned {
    /// Name of its file.
    pub(super) name: String,
    opponent: String,
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
    pub(super) fn plan(&self) -> Series {
        let matches = &self.config.matches;
        let g = self.generation;
        let before = (g > 1).then(|| Planned {
            name: predecessor_match(g),
            opponent: self.folder.model(g - 1).display().to_string(),
        });
        let anchors = matches.anchors.iter().map(|anchor| Planned {
            name: file_name(g, "", anchor),
            opponent: anchor.clone(),
        });
        self.series(before.into_iter().chain(anchors), matches.games, 0)
    }

    /// The matches after the last generation, with more games.
    pub(super) fn finals(&self) -> Series {
        let matches = &self.config.matches;
        let anchors = matches.final_anchors.iter().map(|anchor| Planned {
            name: file_name(self.generation, "-final", anchor),
            opponent: anchor.clone(),
        });
        self.series(anchors, matches.final_games, FINAL)
    }

    fn series(&self, matches: impl Iterator<Item = Planned>, games: u32, apart: u64) -> Series {
        let generation = u64::from(self.generation) << 32;
        Series {
            matches: matches.filter(|_| games > 0).collect(),
            games,
            seed: self
                .config
                .seed
                .wrapping_add(generation)
                .wrapping_add(apart),
            openings: OnceLock::new(),
        }
    }

    /// Plays one match, or reads its kept result; `None` when stopped.
    pub(super) fn play(
        &self,
        series: &Series,
        planned: &Planned,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<MatchReport>, RunError> {
        let (games, seed) = (series.games, series.seed);
        let path = self.folder.match_result(&planned.name);
        let [us, them] = self.players(&planned.opponent)?;
        // One that cannot be read is played again.
        if let Some(kept) = json::read::<MatchReport>(&path) {
            let same = kept.players == [us.name.clone(), them.name.clone()] && kept.seed == seed;
            if same && kept.is_enough(games) {
                // Killed between the two, its games are still there.
                kept::forget(&path)?;
                return Ok(Some(kept));
            }
        }
        let pairs = games.div_ceil(2) as usize;
        let openings = || distinct_openings(self.rules, seed, pairs);
        let contest = Match {
            rules: self.rules,
            players: [&us, &them],
            openings: series.openings.get_or_init(openings),
            seed,
        };
        let stage = Stage::Match {
            generation: self.generation,
            opponent: them.name.clone(),
        };
        let note = |_: &[MatchGame]| String::new();
        let result = kept::play(&path, &stage, &contest, None, stop, watcher, note)?;
        let Some(result) = result else {
            return Ok(None);
        };
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
        kept::finish(&path, &report)?;
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
