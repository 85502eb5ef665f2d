//! What a run's folder holds, as far as it can be read.
//!
//! Nothing here fails: what is missing is empty, what is damaged is named in
//! [`Found::damages`], and the rest of the folder counts.

mod damage;
pub(super) mod games;
pub(super) mod health;
mod listing;
mod matches;
pub(super) mod metrics;
mod models;

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use bingwa_selfplay::health::Health;
use bingwa_train::pipeline::{MatchReport, RunConfig, RunHealth, RunPaths, RunState};

pub(super) use damage::Damage;
use damage::Damages;
pub(super) use games::{Games, Told};
pub(super) use metrics::Metrics;
pub(super) use models::ModelEntry;

/// The parts of a run by which a folder is known as one.
const SIGNS: [&str; 5] = ["config.toml", "games", "models", "matches", "metrics"];

/// Everything a report is made of.
pub(super) struct Found {
    /// The folder's own name.
    pub(super) name: String,
    /// The config's text, if there is any.
    pub(super) text: Option<String>,
    /// The config, if the text is a sound one.
    pub(super) config: Option<RunConfig>,
    /// By generation.
    pub(super) models: Vec<ModelEntry>,
    /// By file name, those of the run before those kept beside them.
    pub(super) matches: Vec<MatchReport>,
    pub(super) metrics: Metrics,
    /// Of the games, by generation.
    pub(super) health: Vec<Health>,
    /// Of the run, by generation.
    pub(super) run_health: Vec<RunHealth>,
    pub(super) state: Option<RunState>,
    pub(super) games: Games,
    /// What could not be read, in the order it was met.
    pub(super) damages: Vec<Damage>,
}

impl Found {
    /// Reads a folder.
    ///
    /// # Errors
    /// Only if it is no folder, or has nothing of a run in it.
    pub(super) fn read(run: &Path) -> anyhow::Result<Self> {
        let whole = fs::canonicalize(run).with_context(|| format!("run {}", run.display()))?;
        if !whole.is_dir() {
            bail!("{} is no folder: name the folder of a run", run.display());
        }
        if !SIGNS.iter().any(|sign| whole.join(sign).exists()) {
            bail!(
                "{} is no run: it has none of {}",
                run.display(),
                SIGNS.join(", ")
            );
        }
        let name = whole.file_name().unwrap_or_default();
        let mut damages = Damages::of(run);
        let paths = RunPaths::new(run);
        let (text, config) = config(&paths.config(), &mut damages);
        let rules = config.as_ref().map(|config| config.rules().to_string());
        let games = paths.games();
        let health = health::of_games(&games, &mut damages);
        Ok(Self {
            name: name.to_string_lossy().into_owned(),
            text,
            config,
            models: models::read(&run.join("models"), &mut damages),
            matches: matches::read(run, rules.as_deref(), &mut damages),
            metrics: metrics::read(&paths.metrics(), &mut damages),
            games: games::read(&games, &health, &mut damages),
            health,
            run_health: health::of_run(&run.join("health"), &mut damages),
            state: damages
                .sound(&paths.state(), RunState::read(&paths))
                .filter(|state| *state != RunState::default()),
            damages: damages.into_list(),
        })
    }

    /// The rule set, from whatever part of the folder tells it.
    pub(super) fn ruleset(&self) -> Option<String> {
        let config = self
            .config
            .as_ref()
            .map(|config| config.ruleset.to_string());
        config
            .or_else(|| self.models.first().map(|model| model.ruleset.clone()))
            .or_else(|| self.matches.first().map(|met| met.ruleset.clone()))
            .or_else(|| self.health.first().map(|health| health.ruleset.clone()))
    }

    /// The newest generation that has a model, 0 before there is any.
    pub(super) fn newest(&self) -> u32 {
        self.models.last().map_or(0, |model| model.generation)
    }
}

fn config(path: &Path, damages: &mut Damages) -> (Option<String>, Option<RunConfig>) {
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (None, None),
        Err(error) => {
            damages.add(path, error);
            return (None, None);
        }
    };
    let config = damages.sound(path, RunConfig::parse(path, &text));
    (Some(text), config)
}
