//! The health of a run: what its games, its training and its matches say, once a
//! generation. `docs/HEALTH.md` gives the reasons for every limit.

mod limits;

use std::fs;
use std::path::Path;

use bingwa_models::Model;
use bingwa_selfplay::health::{Figure, Health, all_fine, crossed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::RunConfig;
use super::contest::{MatchReport, predecessor_match};
use super::error::RunError;
use super::folder::RunPaths;
use super::json;
use crate::metrics::LINES;
use limits::{BIASES, ENTROPY_KEPT, PROGRESS, REUSE, REUSE_METRIC, SPEED_KEPT};

/// The first generation whose games a network played.
const FIRST_WITH_NETWORK: u32 = 1;

/// Seconds of self-play below which a speed is not judged.
const ENOUGH_SECONDS: f64 = 5.0;

/// Games kept from training below which a bias is not judged: their results
/// alone scatter by 5 % for each seat.
const ENOUGH_VALIDATION: f64 = 100.0;

/// Matches looked at for progress.
const MATCHES: u32 = 3;

/// The health of one generation of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHealth {
    /// The model's generation; its games are those of the generation before.
    pub generation: u32,
    /// Figures of the games, as they lie beside them.
    pub games: Vec<Figure>,
    /// Figures of training, speed and matches.
    pub run: Vec<Figure>,
}

impl RunHealth {
    /// All figures.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.games.iter().chain(&self.run)
    }

    /// How many figures are outside their limits.
    #[must_use]
    pub fn crossed(&self) -> usize {
        crossed(self.figures())
    }

    /// What to tell: a sentence for each figure of the run that is outside its
    /// limits, and one line for all. (Those of the games were told when they had
    /// been played.)
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let name = format!("health of generation {}", self.generation);
        let warnings = self.run.iter().filter_map(|figure| figure.warning.as_ref());
        let mut lines: Vec<String> = warnings
            .map(|warning| format!("{name}: {warning}"))
            .collect();
        lines.push(match self.crossed() {
            0 if all_fine(self.figures()) => format!("{name}: fine"),
            0 => format!("{name}: nothing to worry about so far; some figures need more games"),
            crossed => {
                let all = self.figures().count();
                format!("{name}: {crossed} of {all} figures outside their limits")
            }
        });
        lines
    }

    /// The figures that have a value, for metrics, under `health/`.
    pub(super) fn numbers(&self) -> Vec<(String, f64)> {
        let figures = self.figures();
        let values = figures.filter_map(|of| Some((format!("health/{}", of.name), of.value?)));
        let crossed = ("health/outside_limits".to_owned(), self.crossed() as f64);
        values.chain([crossed]).collect()
    }

    /// Reads the health of a generation; `None` if there is none that can be
    /// read.
    #[must_use]
    pub fn read(paths: &RunPaths, generation: u32) -> Option<Self> {
        json::read(&paths.health(generation))
    }

    /// Writes it, whole or not at all.
    pub(super) fn write(&self, paths: &RunPaths) -> Result<(), RunError> {
        json::keep(&paths.health(self.generation), self)
    }
}

/// What a generation is looked over by: files of the run alone, so that it comes
/// out the same whenever it is done.
pub(super) struct LookOver<'a> {
    pub(super) paths: &'a RunPaths,
    pub(super) config: &'a RunConfig,
    /// The generation.
    pub(super) generation: u32,
}

impl LookOver<'_> {
    pub(super) fn health(&self) -> RunHealth {
        let metrics = Metrics::read(&self.paths.metrics());
        let own = self.games_health(self.generation - 1);
        let mut run = Vec::new();
        let validation_games =
            self.config.train.validation_share * self.config.games_of(self.generation - 1) as f64;
        let steps = self.steps();
        let trained = |metric| metrics.at_step(steps?, metric);
        for (limits, metric) in BIASES {
            run.push(limits.judge(trained(metric), validation_games >= ENOUGH_VALIDATION));
        }
        let judged = own.as_ref().is_some_and(|own| own.judged);
        run.push(ENTROPY_KEPT.judge(self.entropy_kept(own.as_ref()), judged));
        let (speed, enough) = self.speed_kept(&metrics);
        run.push(SPEED_KEPT.judge(speed, enough));
        run.push(REUSE.judge(trained(REUSE_METRIC), true));
        let (progress, enough) = self.progress();
        run.push(PROGRESS.judge(progress, enough));
        RunHealth {
            generation: self.generation,
            games: own.map_or_else(Vec::new, |own| own.figures),
            run,
        }
    }

    fn games_health(&self, generation: u32) -> Option<Health> {
        Health::read(&self.paths.games(), generation)
    }

    /// Steps of training up to the generation's model, by its card.
    fn steps(&self) -> Option<u64> {
        let model = Model::load(&self.paths.model(self.generation)).ok()?;
        Some(model.card.steps)
    }

    /// Policy entropy as a share of that of the first games with a network.
    fn entropy_kept(&self, own: Option<&Health>) -> Option<f64> {
        let entropy = |of: &Health| of.figure("policy_entropy")?.value;
        if self.generation - 1 <= FIRST_WITH_NETWORK {
            return None;
        }
        let first = self.games_health(FIRST_WITH_NETWORK)?;
        Some(entropy(own?)? / entropy(&first)?)
    }

    /// Moves a second as a share of those of the first games with a network, and
    /// whether both were measured for long enough. Moves, because games grow
    /// longer or shorter as play changes.
    fn speed_kept(&self, metrics: &Metrics) -> (Option<f64>, bool) {
        let generation = self.generation - 1;
        if generation <= FIRST_WITH_NETWORK {
            return (None, false);
        }
        let of = |generation| {
            let length = self
                .games_health(generation)?
                .figure("mean_length")?
                .value?;
            let (games, seconds) = metrics.self_play(generation)?;
            Some((games * length / seconds, seconds))
        };
        let (Some((now, seconds)), Some((first, first_seconds))) =
            (of(generation), of(FIRST_WITH_NETWORK))
        else {
            return (None, false);
        };
        let enough = seconds.min(first_seconds) >= ENOUGH_SECONDS;
        (Some(now / first), enough)
    }

    /// The best score of the last models against their predecessors, and whether
    /// there are enough of them.
    fn progress(&self) -> (Option<f64>, bool) {
        let first = (self.generation + 1).saturating_sub(MATCHES).max(2);
        let shares: Vec<f64> = (first..=self.generation)
            .filter_map(|generation| {
                let path = self.paths.match_result(&predecessor_match(generation));
                let report: MatchReport = json::read(&path)?;
                Some(report.total().share())
            })
            .collect();
        let best = shares.iter().copied().reduce(f64::max);
        (best, shares.len() as u32 == MATCHES)
    }
}

/// The lines of `metrics.jsonl`.
struct Metrics(Vec<Value>);

impl Metrics {
    /// All lines that are whole; none if there is no file.
    fn read(folder: &Path) -> Self {
        let text = fs::read_to_string(folder.join(LINES)).unwrap_or_default();
        let lines = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        Self(lines.collect())
    }

    /// A number of a step: the last one written.
    fn at_step(&self, step: u64, name: &str) -> Option<f64> {
        let lines = self.0.iter().rev().filter(|line| line["step"] == step);
        lines.filter_map(|line| line.get(name)?.as_f64()).next()
    }

    /// Games and seconds of a generation's self-play, all sessions together.
    fn self_play(&self, generation: u32) -> Option<(f64, f64)> {
        let of = |line: &&Value| line["selfplay/generation"] == f64::from(generation);
        let (mut games, mut seconds) = (0.0, 0.0);
        for line in self.0.iter().filter(of) {
            games += line["selfplay/games"].as_f64()?;
            seconds += line["selfplay/seconds"].as_f64()?;
        }
        (games > 0.0 && seconds > 0.0).then_some((games, seconds))
    }
}

#[cfg(test)]
mod tests;
