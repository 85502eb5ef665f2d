//! The training step: the model of a generation from the games before it.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bingwa_engine::Ruleset;
use bingwa_models::{Card, Model};
use bingwa_selfplay::records::GameRecord;

use super::config::RunConfig;
use super::error::RunError;
use super::folder::RunFolder;
use super::watcher::{Stage, Watcher};
use crate::checkpoint::checkpoints;
use crate::examples::{Examples, Split};
use crate::metrics::{MetricsError, MetricsWriter};
use crate::overfit::Judged;
use crate::trainer::Trainer;
use crate::window::{self, Window};

/// Everything that was played so far, as training sees it, and the trainer.
pub(super) struct Learner {
    trainer: Trainer,
    generations: Vec<Played>,
    games: u64,
    metrics: MetricsWriter,
}

/// The games of one generation as training sees them.
struct Played {
    positions: u64,
    /// Dropped once the generation has left the window: it never comes back.
    examples: Option<Arc<Examples>>,
}

impl Learner {
    /// Goes on from the newest sound checkpoint of the folder, else from its
    /// newest model, else from random weights.
    pub(super) fn open(
        folder: &RunFolder,
        config: &RunConfig,
        rules: &Ruleset,
        watcher: &mut dyn Watcher,
    ) -> Result<Self, RunError> {
        let newest = folder.newest_model(config.generations);
        let newest = newest.map(|path| Model::load_for(&path, rules));
        let newest = newest.transpose()?;
        let trainer = match resumed(folder, newest.as_ref(), watcher)? {
            Some(trainer) => trainer,
            None => {
                let initial = newest.as_ref().map(|model| &model.weights);
                let trainer = Trainer::new(config.train.clone(), *rules, initial, config.seed)?;
                match &newest {
                    Some(model) => trainer.after(model.card.generation, model.card.steps),
                    None => trainer,
                }
            }
        };
        Ok(Self {
            trainer: trainer.with_evidence(folder.path().to_owned()),
            generations: Vec::new(),
            games: 0,
            metrics: MetricsWriter::open(&folder.metrics())?,
        })
    }

    /// Adds numbers to the run's metrics, at the steps made so far.
    pub(super) fn tell<N: AsRef<str>>(&mut self, numbers: &[(N, f64)]) -> Result<(), MetricsError> {
        let step = self.trainer.progress().total_steps;
        self.metrics.write(step, numbers)
    }

    /// Adds the games of the next generation.
    pub(super) fn add(
        &mut self,
        games: &[GameRecord],
        rules: &Ruleset,
        config: &RunConfig,
        watcher: &mut dyn Watcher,
    ) {
        let (examples, faults) = Examples::of_games(games, rules, &config.train, config.seed);
        for fault in faults {
            watcher.say(&format!("left out: {fault}"));
        }
        self.games += examples.games();
        self.generations.push(Played {
            positions: examples.len(Split::Train) as u64,
            examples: Some(Arc::new(examples)),
        });
        self.forget(config);
    }

    /// Drops what has left the window.
    fn forget(&mut self, config: &RunConfig) {
        let positions: Vec<u64> = self.generations.iter().map(|part| part.positions).collect();
        let left = positions.len() - window::window_generations(&config.train, &positions);
        for part in &mut self.generations[..left] {
            part.examples = None;
        }
    }

    /// Trains the model of `generation` and saves it; `None` when `stop` was
    /// set first (a checkpoint keeps what was done).
    pub(super) fn train(
        &mut self,
        generation: u32,
        folder: &RunFolder,
        config: &RunConfig,
        config_hash: &str,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Model>, RunError> {
        let reached = self.trainer.progress().generation;
        if reached > generation {
            return Err(RunError::ModelMissing {
                path: folder.model(generation),
                reached,
            });
        }
        let window = self.window(generation);
        let new = self.generations.last().map_or(0, |newest| newest.positions);
        let steps = window::steps(&config.train, new);
        let from = match self.trainer.progress() {
            progress if progress.generation == generation => progress.step,
            _ => 0,
        };
        let stage = Stage::Train { generation };
        watcher.begin(&stage, from, steps);
        if !self.steps(&window, steps, &folder.checkpoints(), stop, watcher)? {
            watcher.end("stopped");
            return Ok(None);
        }
        let step = self.trainer.progress().total_steps;
        let reuse = (steps * config.train.batch as u64) as f64 / new.max(1) as f64;
        self.metrics.write(
            step,
            &[
                ("window/samples", window.len() as f64),
                ("window/generations", window.generations() as f64),
                ("window/bytes", window.bytes() as f64),
                ("window/samples_per_new_position", reuse),
            ],
        )?;
        self.metrics.weights(step, self.trainer.weights())?;
        let judged = self.judge(&window, step, watcher)?;
        watcher.end(&format!(
            "{} positions of {} generations in the window, each new one used {reuse:.1} times{judged}",
            window.len(),
            window.generations()
        ));
        let model = Model {
            ruleset: *self.trainer.rules(),
            card: Card {
                run: folder.name(),
                generation,
                games: self.games,
                steps: step,
                config: config_hash.to_owned(),
            },
            weights: self.trainer.weights().clone(),
        };
        model.save(&folder.model(generation))?;
        Ok(Some(model))
    }

    /// The window the model of `generation` learns from.
    fn window(&self, generation: u32) -> Window {
        let parts = self.generations.iter();
        Window::new(
            generation,
            parts.filter_map(|part| part.examples.clone()).collect(),
        )
    }

    /// Judges the model by unseen games and by those it learned from; gives what
    /// is to be said of it.
    fn judge(
        &mut self,
        window: &Window,
        step: u64,
        watcher: &mut dyn Watcher,
    ) -> Result<String, RunError> {
        let most = self.trainer.config().validation_positions;
        let Some(judged) = Judged::of(self.trainer.weights(), window, most)? else {
            return Ok(String::new());
        };
        self.metrics.judged(step, &judged)?;
        if let Some(alarm) = judged.alarm() {
            watcher.say(&alarm);
        }
        Ok(judged.unseen.summary())
    }

    /// Trains until the plan is done or `stop` is set; whether it is done.
    fn steps(
        &mut self,
        window: &Window,
        steps: u64,
        checkpoints: &Path,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<bool, RunError> {
        let metrics = &mut self.metrics;
        let mut fault = None;
        let done = self
            .trainer
            .train_saving(window, steps, checkpoints, &mut |step| {
                watcher.advance(step.step + 1, &format!("loss {:.3}", step.losses.total));
                fault = fault.take().or(metrics.some_steps(step).err());
                if stop.load(Ordering::Relaxed) || fault.is_some() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        match fault {
            Some(fault) => Err(fault.into()),
            None => Ok(done),
        }
    }
}

/// The newest checkpoint that can be used. One from before the newest model has
/// not seen all that the model has: it is of no use.
fn resumed(
    folder: &RunFolder,
    newest: Option<&Model>,
    watcher: &mut dyn Watcher,
) -> Result<Option<Trainer>, RunError> {
    let least = newest.map_or(0, |model| model.card.steps);
    for path in checkpoints(&folder.checkpoints())? {
        match Trainer::resume(&path) {
            Ok(trainer) if trainer.progress().total_steps >= least => return Ok(Some(trainer)),
            Ok(_) => watcher.say(&format!(
                "{} is older than the newest model: going on from that, with a new optimiser",
                path.display()
            )),
            Err(error) => {
                // Its name may be of a later step than any to come, and only the
                // newest are kept.
                let aside = path.with_extension("unreadable");
                watcher.say(&format!("{error}; put aside as {}", aside.display()));
                fs::rename(&path, &aside).map_err(|source| RunError::File { path, source })?;
            }
        }
    }
    Ok(None)
}
