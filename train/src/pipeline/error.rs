//! What can stop a run.

use std::path::PathBuf;

use bingwa_models::ModelError;
use bingwa_selfplay::matches::{SavedMatchError, SprtError};
use bingwa_selfplay::players::SpecError;
use bingwa_selfplay::records::{GameFault, RecordsError};

use super::folder::FolderError;
use crate::checkpoint::CheckpointError;
use crate::error::TrainError;
use crate::metrics::MetricsError;

/// A run that cannot go on. What was finished is on disk.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run's folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A game file.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// A model file.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Training.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Metrics.
    #[error(transparent)]
    Metrics(#[from] MetricsError),
    /// A match under way.
    #[error(transparent)]
    Match(#[from] SavedMatchError),
    /// A player of a match.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A model file that was there has gone.
    #[error(
        "{} is missing, but training has reached generation {reached}: bring the file back, or \
         start a new run",
        path.display()
    )]
    ModelMissing {
        /// The file.
        path: PathBuf,
        /// The generation of the newest checkpoint.
        reached: u32,
    },
    /// A gate's two strengths.
    #[error("promotion: {0}")]
    Gate(#[from] SprtError),
    /// A search of the trial.
    #[error("trying the config out: {0}")]
    Trial(#[from] GameFault),
    /// A file of the run's own.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was said.
        source: std::io::Error,
    },
    /// Threads cannot be started.
    #[error("starting threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
