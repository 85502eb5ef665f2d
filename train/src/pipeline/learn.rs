//! The training step: the model of a generation from the games before it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bingwa_engine::Ruleset;
use bingwa_models::{Card, Model};
use bingwa_selfplay::records::GameRecord;

use super::config::RunConfig;
use super::error::RunError;
use super::folder::RunFolder;
use super::watcher::{Stage, Watcher};
use crate::checkpoint::checkpoints;
use crate::examples::{Examples, Split};
use crate::metrics::MetricsWriter;
use crate::trainer::Trainer;
use crate::validation::validate;
use crate::window::{self, Window};

/// Killed at any moment, a run loses at most this much training.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// Steps between two lines of metrics.
const LOG_EVERY: u64 = 20;

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
        let trainer = match resumed(folder, watcher)? {
            Some(trainer) => trainer,
            None => {
                let newest = (1..=config.generations)
                    .rev()
                    .map(|generation| folder.model(generation))
                    .find(|path| path.exists());
                let initial = newest
                    .map(|path| Model::load_for(&path, rules))
                    .transpose()?
                    .map(|model| model.weights);
                Trainer::new(config.train.clone(), *rules, initial.as_ref(), config.seed)?
            }
        };
        Ok(Self {
            trainer: trainer.with_evidence(folder.path().to_owned()),
            generations: Vec::new(),
            games: 0,
            metrics: MetricsWriter::open(&folder.metrics())?,
        })
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
        let window = self.window(generation, config);
        let new = self.generations.last().map_or(0, |newest| newest.positions);
        let steps = window::steps(&config.train, new);
        let from = match self.trainer.progress() {
            progress if progress.generation == generation => progress.step,
            _ => 0,
        };
        let stage = Stage::Train { generation };
        watcher.begin(&stage, from, steps);
        while !self.stretch(&window, steps, stop, watcher)? {
            self.trainer.save(&folder.checkpoints())?;
            if stop.load(Ordering::Relaxed) {
                watcher.end("stopped");
                return Ok(None);
            }
        }
        self.trainer.save(&folder.checkpoints())?;
        let step = self.trainer.progress().total_steps;
        let most = self.trainer.config().validation_positions;
        let found = validate(self.trainer.weights(), &window, most)?;
        if let Some(found) = &found {
            self.metrics.validation(step, found)?;
        }
        let judged = found.map_or_else(String::new, |found| found.summary());
        watcher.end(&format!("{} positions in the window{judged}", window.len()));
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
    fn window(&mut self, generation: u32, config: &RunConfig) -> Window {
        let positions: Vec<u64> = self.generations.iter().map(|part| part.positions).collect();
        let kept = window::window_generations(&config.train, &positions);
        let left = self.generations.len() - kept;
        for part in &mut self.generations[..left] {
            part.examples = None;
        }
        let parts = self.generations.iter();
        Window::new(
            generation,
            parts.filter_map(|part| part.examples.clone()).collect(),
        )
    }

    /// Trains until the plan is done, `stop` is set, or it is time to save.
    fn stretch(
        &mut self,
        window: &Window,
        steps: u64,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<bool, RunError> {
        let started = Instant::now();
        let metrics = &mut self.metrics;
        let mut fault = None;
        let done = self.trainer.train(window, steps, &mut |step| {
            watcher.advance(step.step + 1, &format!("loss {:.3}", step.losses.total));
            if step.step % LOG_EVERY == 0 {
                fault = fault.take().or(metrics.step(step).err());
            }
            if stop.load(Ordering::Relaxed) || started.elapsed() >= SAVE_EVERY {
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

fn resumed(folder: &RunFolder, watcher: &mut dyn Watcher) -> Result<Option<Trainer>, RunError> {
    for path in checkpoints(&folder.checkpoints())? {
        match Trainer::resume(&path) {
            Ok(trainer) => return Ok(Some(trainer)),
            Err(error) => watcher.say(&format!("{error}; going on from the one before")),
        }
    }
    Ok(None)
}
