//! The training loop: steps on batches of a window, until the generation's plan
//! is done or the caller stops it.
//!
//! Everything a step does follows from the seed, the config, the window and the
//! step's number, so that a training stopped, saved and resumed ends with the
//! same weights to the bit.

use core::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bingwa_engine::Ruleset;
use bingwa_models::Weights;
use bingwa_models::network::Network;
use burn::optim::{AdamWConfig, ModuleOptimizer};
use burn::prelude::*;

use crate::average::{self, decay};
use crate::batch::Batch;
use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::evidence;
use crate::gradients::Gradients;
use crate::initial::initial_weights;
use crate::limits;
use crate::loader::Loader;
use crate::loss::{LossWeights, Losses};
use crate::mirror::Mirror;
use crate::order::Order;
use crate::schedule::learning_rate;
use crate::window::Window;

/// Steps between two checkpoints.
const SAVE_STEPS: u64 = 2_000;

/// The most time between two checkpoints.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);

/// How far training has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Progress {
    /// Number of the model being trained, from 1; 0 before the first.
    pub generation: u32,
    /// Steps made for it.
    pub step: u64,
    /// Steps planned for it.
    pub planned: u64,
    /// Fingerprint of the window it learns from.
    pub window: u32,
    /// Steps made over all generations.
    pub total_steps: u64,
    /// Positions used over all generations, each time they were.
    pub total_samples: u64,
}

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepMetrics {
    /// The generation being trained.
    pub generation: u32,
    /// The step in it, from 0.
    pub step: u64,
    /// Steps planned for it.
    pub planned: u64,
    /// The step over all generations, from 0.
    pub total_step: u64,
    /// Positions in the batch.
    pub positions: usize,
    /// Positions and children in the batch.
    pub evaluations: usize,
    /// The losses before the step.
    pub losses: Losses,
    /// Norm of the gradient before clipping.
    pub gradient_norm: f64,
    /// The learning rate used.
    pub learning_rate: f64,
    /// Where the time went.
    pub seconds: Seconds,
}

/// Wall-clock seconds of the parts of a step.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Seconds {
    /// Waiting for the batch.
    pub waiting: f64,
    /// Forward and backward pass.
    pub gradients: f64,
    /// Clipping, optimiser and averaging.
    pub update: f64,
}

impl Seconds {
    /// The whole step.
    #[must_use]
    pub const fn total(&self) -> f64 {
        self.waiting + self.gradients + self.update
    }
}

/// Trains a network on windows, one generation after the other.
pub struct Trainer {
    pub(crate) config: TrainConfig,
    pub(crate) rules: Ruleset,
    pub(crate) seed: u64,
    pub(crate) progress: Progress,
    pub(crate) network: Network,
    pub(crate) optimiser: ModuleOptimizer,
    pub(crate) average: Weights,
    evidence: Option<PathBuf>,
}

impl Trainer {
    /// A trainer that starts from `initial` weights, or from random ones drawn
    /// from the run's `seed`.
    ///
    /// # Errors
    /// [`TrainError::Config`], [`TrainError::Architecture`].
    pub fn new(
        config: TrainConfig,
        rules: Ruleset,
        initial: Option<&Weights>,
        seed: u64,
    ) -> Result<Self, TrainError> {
        config.check()?;
        let wanted = config.architecture();
        let average = match initial {
            Some(weights) => weights.clone(),
            None => initial_weights(wanted, seed).ok_or_else(|| no_network(&config))?,
        };
        if average.architecture() != wanted {
            return Err(TrainError::Architecture {
                found: average.architecture(),
                wanted,
            });
        }
        let network = Network::from_weights(&average, &device());
        let optimiser = optimiser(&config);
        Ok(Self::assemble(
            config,
            rules,
            seed,
            Progress::default(),
            network,
            optimiser,
            average,
        ))
    }

    pub(crate) fn assemble(
        config: TrainConfig,
        rules: Ruleset,
        seed: u64,
        progress: Progress,
        network: Network,
        optimiser: ModuleOptimizer,
        average: Weights,
    ) -> Self {
        Self {
            config,
            rules,
            seed,
            progress,
            network,
            optimiser,
            average,
            evidence: None,
        }
    }

    /// Counts on from a model whose weights it began with: its generation, and the
    /// steps made up to it.
    #[must_use]
    pub const fn after(mut self, generation: u32, total_steps: u64) -> Self {
        self.progress.generation = generation;
        self.progress.total_steps = total_steps;
        self
    }

    /// The seed it was made with.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Names a folder for the batch of a step that fails.
    #[must_use]
    pub fn with_evidence(mut self, folder: PathBuf) -> Self {
        self.evidence = Some(folder);
        self
    }

    /// The config it was made with.
    #[must_use]
    pub const fn config(&self) -> &TrainConfig {
        &self.config
    }

    /// The rules it trains for.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// How far it has come.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// The averaged weights, those to play with.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.average
    }

    /// The weights as the last step left them.
    ///
    /// # Errors
    /// [`TrainError::Device`].
    pub fn last_weights(&self) -> Result<Weights, TrainError> {
        self.network
            .to_weights()
            .ok_or_else(|| TrainError::Device("the weights cannot be read".to_owned()))
    }

    /// Trains the window's generation until `steps` have been made for it, those
    /// before a stop counted, and tells `observer` each; its
    /// [`ControlFlow::Break`] stops after that step.
    ///
    /// Returns whether the plan is done. A generation that is done stays as it
    /// is; a window of another generation begins that one at step 0, with the
    /// weights and the optimiser as they are.
    ///
    /// # Errors
    /// [`TrainError::NoPositions`], [`TrainError::Changed`] when a generation in
    /// progress is given another window or number of steps,
    /// [`TrainError::NotFinite`], [`TrainError::Device`]. The trainer then stands
    /// as before the step that failed.
    pub fn train(
        &mut self,
        window: &Window,
        steps: u64,
        observer: &mut dyn FnMut(&StepMetrics) -> ControlFlow<()>,
    ) -> Result<bool, TrainError> {
        self.begin(window, steps)?;
        let loader = &Loader {
            window,
            order: Order::new(
                self.seed,
                self.progress.generation,
                window.len(),
                self.config.batch as u64,
            ),
            mirrored: self.config.mirror,
            mirror: Mirror::new(),
        };
        std::thread::scope(|scope| {
            let (give, take) = Loader::channel();
            let steps = self.progress.step..self.progress.planned;
            scope.spawn(move || loader.run(steps, &give));
            while self.progress.step < self.progress.planned {
                let started = Instant::now();
                // Whatever became of the thread, the batch is the same.
                let batch = take
                    .recv()
                    .unwrap_or_else(|_| loader.batch(self.progress.step));
                let metrics = self.step(&batch, started.elapsed().as_secs_f64())?;
                if observer(&metrics).is_break() {
                    break;
                }
            }
            Ok(self.progress.step >= self.progress.planned)
        })
    }

    /// As [`train`](Self::train), and saves a checkpoint to `folder` every 2,000
    /// steps or 30 seconds, and in the end: killed at any moment, that is all that
    /// is lost.
    ///
    /// # Errors
    /// As [`train`](Self::train), and [`TrainError::Checkpoint`].
    pub fn train_saving(
        &mut self,
        window: &Window,
        steps: u64,
        folder: &Path,
        observer: &mut dyn FnMut(&StepMetrics) -> ControlFlow<()>,
    ) -> Result<bool, TrainError> {
        loop {
            let started = Instant::now();
            let mut stopped = false;
            let done = self.train(window, steps, &mut |metrics| {
                stopped = observer(metrics).is_break();
                let due =
                    (metrics.step + 1) % SAVE_STEPS == 0 || started.elapsed() >= SAVE_INTERVAL;
                if stopped || due {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            self.save(folder)?;
            if done || stopped {
                return Ok(done);
            }
        }
    }

    fn begin(&mut self, window: &Window, steps: u64) -> Result<(), TrainError> {
        let generation = window.generation();
        if window.is_empty() {
            return Err(TrainError::NoPositions { generation });
        }
        let fingerprint = window.fingerprint();
        if generation != self.progress.generation {
            self.progress = Progress {
                generation,
                step: 0,
                planned: steps,
                window: fingerprint,
                ..self.progress
            };
            return Ok(());
        }
        let what = if self.progress.window != fingerprint {
            "the window"
        } else if self.progress.planned != steps {
            "the number of steps"
        } else {
            return Ok(());
        };
        Err(TrainError::Changed {
            generation,
            done: self.progress.step,
            what,
        })
    }

    /// Makes the step of a batch that was waited for so many seconds.
    fn step(&mut self, batch: &Batch, waiting: f64) -> Result<StepMetrics, TrainError> {
        let Progress { step, planned, .. } = self.progress;
        let started = Instant::now();
        let mut gradients = Gradients::of(
            &self.network,
            batch,
            LossWeights::from(&self.config),
            self.config.first_layer,
        )?;
        let gradients_made = Instant::now();
        if !gradients.losses.is_finite() {
            return Err(self.not_finite("the loss", batch));
        }
        let gradient_norm = gradients.clip(&self.network, self.config.clip_norm);
        if !gradient_norm.is_finite() {
            return Err(self.not_finite("the gradient", batch));
        }
        let rate = learning_rate(&self.config, step, planned);
        self.network = self
            .optimiser
            .step(rate, self.network.clone(), gradients.by_parameter);
        let mut weights = self.last_weights()?;
        if limits::exceeds(&weights, self.config.weight_limit) {
            self.network = limits::clamp(self.network.clone(), self.config.weight_limit);
            weights = self.last_weights()?;
        }
        average::update(
            &mut self.average,
            &weights,
            decay(&self.config, step, planned),
        );
        let metrics = StepMetrics {
            generation: self.progress.generation,
            step,
            planned,
            total_step: self.progress.total_steps,
            positions: batch.positions,
            evaluations: batch.len(),
            losses: gradients.losses,
            gradient_norm,
            learning_rate: rate,
            seconds: Seconds {
                waiting,
                gradients: (gradients_made - started).as_secs_f64(),
                update: gradients_made.elapsed().as_secs_f64(),
            },
        };
        self.progress.step += 1;
        self.progress.total_steps += 1;
        self.progress.total_samples += batch.positions as u64;
        Ok(metrics)
    }

    fn not_finite(&self, what: &'static str, batch: &Batch) -> TrainError {
        let Progress {
            generation, step, ..
        } = self.progress;
        let saved = self.evidence.as_ref().and_then(|folder| {
            let path = folder.join(format!("bad-batch-{generation}-{step}.json"));
            evidence::save(&path, batch).ok().map(|()| path)
        });
        TrainError::NotFinite {
            generation,
            step,
            what,
            saved,
        }
    }
}

/// Where training runs: the CPU, with gradients.
pub(crate) fn device() -> Device {
    Device::flex().autodiff()
}

/// AdamW (Loshchilov and Hutter, arXiv 1711.05101, algorithm 2) with the usual
/// β = 0.9, 0.999 and ε = 1e−8.
pub(crate) fn optimiser(config: &TrainConfig) -> ModuleOptimizer {
    AdamWConfig::new()
        .with_epsilon(1e-8)
        .with_weight_decay(config.weight_decay as f32)
        .init()
}

fn no_network(config: &TrainConfig) -> TrainError {
    TrainError::Device(format!("no network of widths {:?}", config.hidden))
}
