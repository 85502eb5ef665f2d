//! Where a run stands, read off its folder.

use core::fmt;
use std::path::Path;

use bingwa_engine::Ruleset;
use bingwa_selfplay::records::Shard;
use serde::Serialize;

use super::config::RunConfig;
use super::contest::{Contest, MatchReport, Planned, Series};
use super::error::RunError;
use super::folder::RunPaths;
use super::games::shards_of;
use super::json;
use super::promotion::{GateReport, Rule};
use crate::checkpoint::checkpoints;
use crate::trainer::Trainer;

/// What is done for each generation *g* from 1, in this order. Each step looks
/// at the folder first and does only what is missing, so that doing it again
/// changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Plays the games of generation *g* − 1 with the model promoted last.
    SelfPlay,
    /// Trains the model of *g* on the window.
    Train,
    /// Plays its matches.
    Match,
    /// Decides whether it plays the next games, and looks at its health.
    Promote,
}

impl Step {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::SelfPlay, Self::Train, Self::Match, Self::Promote];
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SelfPlay => "self-play",
            Self::Train => "training",
            Self::Match => "matches",
            Self::Promote => "promotion",
        })
    }
}

/// The next step of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The generation it belongs to, from 1.
    pub generation: u32,
    /// Generations in all.
    pub generations: u32,
    /// The step; `None` if only the final matches are left, or nothing.
    pub step: Option<Step>,
    /// How much of it is done: games, steps of training, or matches.
    pub done: u64,
    /// Of how many; 0 if that is not known yet.
    pub total: u64,
}

impl Standing {
    /// Where the run in a folder stands, by its files alone. Nothing is changed,
    /// and it may be at work.
    ///
    /// # Errors
    /// [`RunError`] if the folder cannot be read.
    pub fn of(paths: &RunPaths, config: &RunConfig) -> Result<Self, RunError> {
        let look = Look {
            paths,
            config,
            rules: config.rules(),
        };
        let standing = |generation, step, (done, total)| Self {
            generation,
            generations: config.generations,
            step,
            done,
            total,
        };
        for generation in 1..=config.generations {
            for step in Step::ALL {
                if let Some(progress) = look.left(generation, step)? {
                    return Ok(standing(generation, Some(step), progress));
                }
            }
        }
        let last = config.generations;
        let finals = look.played(&look.contest(last).finals());
        Ok(standing(last, None, finals.unwrap_or((0, 0))))
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.step.is_none() && self.total == 0
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (done, total) = (self.done, self.total);
        let Some(step) = self.step else {
            return match self.is_finished() {
                true => write!(f, "all {} generations are there", self.generations),
                false => write!(f, "final matches, {done} of {total}"),
            };
        };
        write!(
            f,
            "generation {} of {}: {step}",
            self.generation, self.generations
        )?;
        match (step, total) {
            (_, 0) => Ok(()),
            (Step::SelfPlay, _) => write!(f, ", game {done} of {total}"),
            (Step::Train, _) => write!(f, ", step {done} of {total}"),
            (Step::Match, _) => write!(f, ", {done} of {total} played"),
            (Step::Promote, _) => Ok(()),
        }
    }
}

struct Look<'a> {
    paths: &'a RunPaths,
    config: &'a RunConfig,
    rules: Ruleset,
}

impl Look<'_> {
    /// How much of a step is done and of how much, 0 if that is not known yet;
    /// `None` if all of it.
    fn left(&self, generation: u32, step: Step) -> Result<Option<(u64, u64)>, RunError> {
        let is_trained = self.paths.model(generation).exists();
        Ok(match step {
            Step::SelfPlay | Step::Train if is_trained => None,
            Step::SelfPlay => {
                let wanted = self.config.games_of(generation - 1);
                let played = games_on_disk(&self.paths.games(), generation - 1)?;
                (played < wanted).then_some((played, wanted))
            }
            Step::Train => Some(self.trained(generation)?),
            Step::Match => self.played(&self.contest(generation).plan()),
            Step::Promote => {
                let is_gated = self.config.promotion.rule == Rule::Gated && generation > 1;
                let path = self.paths.promotion(generation);
                let is_decided = !is_gated || json::read::<GateReport>(&path).is_some();
                let is_done = is_decided && self.paths.health(generation).exists();
                (!is_done).then_some((0, 1))
            }
        })
    }

    /// Steps made for a generation by the newest checkpoint.
    fn trained(&self, generation: u32) -> Result<(u64, u64), RunError> {
        let newest = checkpoints(&self.paths.checkpoints())?;
        let sound = newest.iter().find_map(|path| Trainer::resume(path).ok());
        let progress = sound.map(|trainer| trainer.progress()).unwrap_or_default();
        Ok(match progress.generation == generation {
            true => (progress.step, progress.planned),
            false => (0, 0),
        })
    }

    fn contest(&self, generation: u32) -> Contest<'_> {
        Contest {
            rules: &self.rules,
            config: self.config,
            folder: self.paths,
            generation,
        }
    }

    fn played(&self, series: &Series) -> Option<(u64, u64)> {
        let is_there = |planned: &&Planned| {
            let kept = json::read::<MatchReport>(&self.paths.match_result(&planned.name));
            kept.is_some_and(|kept| kept.is_enough(series.games))
        };
        let planned = &series.matches;
        let played = planned.iter().filter(is_there).count();
        (played < planned.len()).then_some((played as u64, planned.len() as u64))
    }
}

/// Games of a generation in the files of a folder, damage not counted out.
fn games_on_disk(folder: &Path, generation: u32) -> Result<u64, RunError> {
    if !folder.exists() {
        return Ok(0);
    }
    let mut games = 0;
    for path in shards_of(folder, generation)? {
        if let Ok(shard) = Shard::open(&path) {
            games += shard.written();
        }
    }
    Ok(games)
}
