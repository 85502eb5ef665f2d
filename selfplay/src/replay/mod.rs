//! Playing recorded games again, from what their file says of how they were
//! played: the same program, model and settings must come to the same moves,
//! policies and values, whatever the number of threads.

mod difference;
mod settings;

use core::ops::Range;

use bingwa_models::Evaluator;

use crate::records::{GameFault, GameRecord, ShardHeader};
use crate::search::SearchConfigError;
use crate::worker::{IN_FLIGHT, SelfPlay};
pub use difference::Difference;
pub use settings::Settings;

/// Games that cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// A file of schema 1.
    #[error(
        "the file does not say how its games were searched (schema 1): they cannot be replayed"
    )]
    NoSettings,
    /// Settings of another program, or of another version of this one.
    #[error("the file's settings are not those of this version of the program: {0}")]
    Settings(#[from] serde_json::Error),
    /// A setting that no search can use.
    #[error("the file's settings: {0}")]
    Search(#[from] SearchConfigError),
    /// Another model than the one that played.
    #[error(
        "the games were played by {}, not by {}",
        model_name(played),
        model_name(given)
    )]
    OtherModel {
        /// Short hash of the model that played; empty for none.
        played: String,
        /// Short hash of the model at hand; empty for none.
        given: String,
    },
    /// A search came to nonsense.
    #[error(transparent)]
    Fault(#[from] GameFault),
}

fn model_name(hash: &str) -> String {
    match hash {
        "" => "no model (untrained)".to_owned(),
        hash => format!("model {hash}"),
    }
}

/// Plays the games of one file again.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    worker: SelfPlay<'a>,
}

impl<'a> Replay<'a> {
    /// Makes ready to play games of a file with the model of this short hash,
    /// empty for none.
    ///
    /// # Errors
    /// [`ReplayError`] if the file says too little or names another model.
    pub fn new(header: &'a ShardHeader, model: &str) -> Result<Self, ReplayError> {
        if header.model != model {
            return Err(ReplayError::OtherModel {
                played: header.model.clone(),
                given: model.to_owned(),
            });
        }
        if header.settings.is_empty() {
            return Err(ReplayError::NoSettings);
        }
        let settings: Settings = header.settings.parse()?;
        settings.search.check()?;
        Ok(Self {
            worker: SelfPlay {
                rules: &header.ruleset,
                search: settings.search,
                config: settings.selfplay,
                seed: header.seed,
                generation: header.generation,
            },
        })
    }

    /// Plays games again, on the current rayon pool, and gives the first
    /// [`Difference`] of each that comes out differently. Indices ascend.
    ///
    /// # Errors
    /// [`ReplayError::Fault`] if the model is broken.
    pub fn differences<E>(
        &self,
        games: &[GameRecord],
        evaluator: &E,
    ) -> Result<Vec<Difference>, ReplayError>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let mut found = Vec::new();
        for run in runs(games) {
            let again = self.worker.play_games(indices(run), IN_FLIGHT, evaluator)?;
            let pairs = run.iter().zip(&again);
            found.extend(pairs.filter_map(|(recorded, now)| Difference::first(recorded, now)));
        }
        Ok(found)
    }
}

/// Stretches of games without a gap between their indices.
fn runs(games: &[GameRecord]) -> impl Iterator<Item = &[GameRecord]> {
    games.chunk_by(|one, next| one.index.checked_add(1) == Some(next.index))
}

fn indices(run: &[GameRecord]) -> Range<u64> {
    let first = run.first().map_or(0, |game| game.index);
    // A game of the last index there is, as damage may leave it, is left out.
    first..first.saturating_add(run.len() as u64)
}

#[cfg(test)]
mod tests;
