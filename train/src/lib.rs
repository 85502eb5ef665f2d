//! Training: what a game teaches, which games to learn from, the losses, the
//! loop, its checkpoints and metrics.
#![deny(unsafe_code)]

pub mod average;
pub mod batch;
pub mod checkpoint;
pub mod config;
pub mod error;
mod evidence;
pub mod examples;
pub mod gradients;
pub mod initial;
mod limits;
mod loader;
pub mod loss;
pub mod memory;
pub mod metrics;
pub mod mirror;
pub mod order;
pub mod overfit;
pub mod pipeline;
pub mod schedule;
pub mod selftest;
pub mod sparse;
pub mod surprise;
pub mod targets;
mod tensorboard;
pub mod trainer;
pub mod validation;
pub mod window;

pub use checkpoint::{CheckpointError, CheckpointFault, checkpoints};
pub use config::{ConfigError, FirstLayer, TrainConfig};
pub use error::TrainError;
pub use examples::{Examples, GameFault, Split};
pub use loss::Losses;
pub use metrics::MetricsWriter;
pub use overfit::Judged;
pub use trainer::{Progress, StepMetrics, Trainer};
pub use validation::{Validation, validate};
pub use window::Window;
