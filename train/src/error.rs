//! What can go wrong in training.

use std::path::PathBuf;

use bingwa_models::Architecture;

use crate::checkpoint::CheckpointError;
use crate::config::ConfigError;

/// Why training cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A value of the config.
    #[error("training config: {0}")]
    Config(#[from] ConfigError),
    /// The given weights do not fit the config.
    #[error("the network to start from is {found}, the config says {wanted}: set hidden to match")]
    Architecture {
        /// What was given.
        found: Architecture,
        /// What the config says.
        wanted: Architecture,
    },
    /// There are no positions to train on.
    #[error("generation {generation} has no positions to train on: play games first")]
    NoPositions {
        /// The generation to be trained.
        generation: u32,
    },
    /// Training stopped in the middle of a generation goes on with another plan.
    #[error(
        "generation {generation} stopped after {done} steps, and {what} has changed since: go on \
         with what it began with, or train the generation again from its start"
    )]
    Changed {
        /// The generation in progress.
        generation: u32,
        /// Its steps so far.
        done: u64,
        /// What is not as it was.
        what: &'static str,
    },
    /// A loss or gradient is infinite or not a number.
    #[error(
        "step {step} of generation {generation}: {what} is not finite{}: a new run with a \
         lower learning_rate or clip_norm may help",
        saved.as_ref().map_or_else(String::new, |path| format!(" (its batch is in {})", path.display()))
    )]
    NotFinite {
        /// The generation.
        generation: u32,
        /// The step, from 0.
        step: u64,
        /// The loss or the gradient.
        what: &'static str,
        /// Where the batch was written to, if a folder was given and it worked.
        saved: Option<PathBuf>,
    },
    /// The device or burn failed.
    #[error("the training device failed: {0}")]
    Device(String),
    /// A checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
