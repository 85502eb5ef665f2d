//! The promotion step: which model plays the next games.
//!
//! Training goes on from the newest weights either way, promoted or not. AlphaGo
//! Zero (Silver et al., Nature 550, 2017, Methods, "Evaluator") let a checkpoint
//! play once it had won 55 % of 400 games against the best so far; AlphaZero
//! (Silver et al., Science 362, 2018) dropped the gate and plays with the newest.
//! Here the gate is a sequential test, which ends as soon as it is decided.

use std::sync::atomic::AtomicBool;

use bingwa_engine::Ruleset;
use bingwa_selfplay::matches::{Match, MatchGame, MatchResult, Score, Sprt, Verdict};
use bingwa_selfplay::openings::distinct_openings;
use bingwa_selfplay::players::{PlayerFactory, PlayerSpec, Settings};
use serde::{Deserialize, Serialize};

use super::config::RunConfig;
use super::error::RunError;
use super::folder::RunPaths;
use super::json;
use super::kept;
use super::watcher::{Stage, Watcher};

/// Which model plays the next games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// The newest.
    #[default]
    Always,
    /// The newest that has passed a test against the one that played before.
    Gated,
}

/// When a model is promoted to play the next games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PromotionConfig {
    /// Whether there is a gate.
    pub rule: Rule,
    /// The gate tests this many Elo more than the model that plays…
    pub elo0: f64,
    /// …against this many; a model of which the test believes it is promoted.
    pub elo1: f64,
    /// The most games of the test. Undecided by then, the old model plays on.
    pub games: u32,
    /// Simulations a move of both models.
    pub simulations: u32,
}

impl Default for PromotionConfig {
    fn default() -> Self {
        Self {
            rule: Rule::Always,
            elo0: 0.0,
            elo1: 50.0,
            games: 400,
            simulations: 64,
        }
    }
}

impl PromotionConfig {
    /// The gate's test, with error rates of 5 %.
    ///
    /// # Errors
    /// What is wrong with the two strengths.
    pub fn test(&self) -> Result<Sprt, bingwa_selfplay::matches::SprtError> {
        Sprt::new(self.elo0, self.elo1, Sprt::ERROR_RATE, Sprt::ERROR_RATE)
    }
}

/// The kept result of a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateReport {
    /// The new model and the one that played so far; scores are the first one's.
    pub players: [String; 2],
    /// Generation of the model that played so far.
    pub against: u32,
    /// Seed of openings and players.
    pub seed: u64,
    /// What was tested.
    pub gate: PromotionConfig,
    /// Games played as South.
    pub south: Score,
    /// Games played as North.
    pub north: Score,
    /// Pairs by half points, 0 to 4.
    pub pairs: [u32; 5],
    /// Log likelihood ratio of the two strengths at the end, in nats.
    pub llr: f64,
    /// Whether the test was decided before it ran out of games.
    pub decided: bool,
    /// Whether the new model plays the next games.
    pub promoted: bool,
}

impl GateReport {
    const fn total(&self) -> Score {
        self.south.plus(self.north)
    }

    /// The outcome with games, score and log likelihood ratio.
    #[must_use]
    pub fn line(&self) -> String {
        let total = self.total();
        let outcome = match (self.promoted, self.decided) {
            (true, _) => "promoted".to_owned(),
            (false, true) => format!("not promoted, g{} plays on", self.against),
            (false, false) => format!("undecided, g{} plays on", self.against),
        };
        format!(
            "{outcome}: {:.1} % of {} games, log likelihood ratio {:.2}",
            100.0 * total.share(),
            total.games(),
            self.llr
        )
    }

    pub(super) fn metrics(&self) -> [(&'static str, f64); 4] {
        [
            ("promotion/promoted", f64::from(u8::from(self.promoted))),
            ("promotion/against", f64::from(self.against)),
            ("promotion/share", self.total().share()),
            ("promotion/log_likelihood_ratio", self.llr),
        ]
    }
}

/// Keeps the games of a gate apart from those of the matches.
const GATE: u64 = 1 << 63;

/// The gate of one generation.
pub(super) struct Gate<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) config: &'a RunConfig,
    pub(super) paths: &'a RunPaths,
    pub(super) generation: u32,
    /// Generation of the model that plays so far.
    pub(super) against: u32,
}

/// What came of a gate: its report, and whether it was played just now.
pub(super) struct Passed {
    pub(super) report: GateReport,
    pub(super) is_new: bool,
}

impl Gate<'_> {
    /// Plays the test, or reads its kept result; `None` when stopped.
    pub(super) fn play(
        &self,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Passed>, RunError> {
        let gate = self.config.promotion;
        let test = gate.test()?;
        let path = self.paths.promotion(self.generation);
        let [new, old] = [self.player(self.generation)?, self.player(self.against)?];
        let players = [new.name.clone(), old.name.clone()];
        let seed = self.seed();
        // One that cannot be read is played again.
        if let Some(report) = json::read::<GateReport>(&path)
            && report.players == players
            && report.seed == seed
            && report.gate == gate
        {
            // Killed between the two, its games are still there.
            kept::forget(&path)?;
            let is_new = false;
            return Ok(Some(Passed { report, is_new }));
        }
        let openings = distinct_openings(self.rules, seed, gate.games.div_ceil(2) as usize);
        let contest = Match {
            rules: self.rules,
            players: [&new, &old],
            openings: &openings,
            seed,
        };
        let stage = Stage::Gate {
            generation: self.generation,
            against: self.against,
        };
        let note = |games: &[MatchGame]| {
            let llr = test.llr(&MatchResult::of(games).pairs);
            format!("log likelihood ratio {llr:.2}")
        };
        let result = kept::play(&path, &stage, &contest, Some(&test), stop, watcher, note)?;
        let Some(result) = result else {
            return Ok(None);
        };
        let verdict = test.verdict(&result);
        let report = GateReport {
            players,
            against: self.against,
            seed,
            gate,
            south: result.by_seat[0],
            north: result.by_seat[1],
            pairs: result.pairs,
            llr: test.llr(&result.pairs),
            decided: verdict.is_some(),
            promoted: verdict == Some(Verdict::H1),
        };
        watcher.end(&report.line());
        kept::finish(&path, &report)?;
        let is_new = true;
        Ok(Some(Passed { report, is_new }))
    }

    fn seed(&self) -> u64 {
        let generation = u64::from(self.generation) << 32;
        self.config.seed.wrapping_add(generation).wrapping_add(GATE)
    }

    fn player(&self, generation: u32) -> Result<PlayerFactory, RunError> {
        let path = self.paths.model(generation);
        let spec = PlayerSpec::Model(path, None, Settings::default());
        let simulations = self.config.promotion.simulations;
        Ok(spec.load(self.rules, self.config.search, simulations)?)
    }
}
