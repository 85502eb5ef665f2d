//! A run: self-play, training and matches, generation after generation, in one
//! folder.
//!
//! For each generation *g* from 1: play the games of generation *g* − 1 with its
//! model (generation 0 has none), train the model of *g* on the window, play its
//! matches. What a step has finished lies in the folder (game files, checkpoint,
//! model, match results), and each step first looks there: so a run that was
//! stopped or killed at any moment goes on where it was, and a finished one has
//! nothing to do.

mod config;
mod contest;
mod error;
mod folder;
pub mod games;
mod keeper;
mod learn;
mod watcher;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use bingwa_engine::Ruleset;
use bingwa_models::{Model, Uniform};
use bingwa_selfplay::records::GameRecord;
use bingwa_selfplay::worker::SelfPlay;

pub use config::{MatchConfig, RunConfig, RunConfigError};
pub use contest::MatchReport;
pub use error::RunError;
pub use folder::{FolderError, RunFolder, config_hash};
pub use watcher::{Stage, Watcher};

use contest::Contest;
use games::Collection;
use learn::Learner;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All generations are there; the results of all matches, in order.
    Finished(Vec<MatchReport>),
    /// `stop` was set; the same call goes on.
    Stopped,
}

/// Does a run, or what is left of it. `text` is the config file's own text,
/// which the folder keeps.
///
/// # Errors
/// [`RunError`]; whatever was finished stays.
pub fn run(
    config: &RunConfig,
    text: &str,
    out: &Path,
    stop: &AtomicBool,
    watcher: &mut dyn Watcher,
) -> Result<Ended, RunError> {
    let folder = RunFolder::open(out, config, text)?;
    crate::memory::keep_freed_memory();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(config.threads)
        .build()?;
    let rules = config.rules();
    let run = Run {
        config,
        config_hash: config_hash(config),
        rules: &rules,
        folder: &folder,
        pool: &pool,
        stop,
    };
    run.generations(watcher)
}

struct Run<'a> {
    config: &'a RunConfig,
    config_hash: String,
    rules: &'a Ruleset,
    folder: &'a RunFolder,
    pool: &'a rayon::ThreadPool,
    stop: &'a AtomicBool,
}

impl Run<'_> {
    fn generations(&self, watcher: &mut dyn Watcher) -> Result<Ended, RunError> {
        let mut learner = Learner::open(self.folder, self.config, self.rules, watcher)?;
        let mut model = None;
        let mut reports = Vec::new();
        for generation in 1..=self.config.generations {
            let Some(games) = self.self_play(generation - 1, model.as_ref(), watcher)? else {
                return Ok(Ended::Stopped);
            };
            self.pool
                .install(|| learner.add(&games, self.rules, self.config, watcher));
            drop(games);
            let Some(trained) = self.trained(generation, &mut learner, watcher)? else {
                return Ok(Ended::Stopped);
            };
            model = Some(trained);
            if !self.matches(generation, &mut reports, watcher)? {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Finished(reports))
    }

    fn self_play(
        &self,
        generation: u32,
        model: Option<&Model>,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Vec<GameRecord>>, RunError> {
        let hash = model.map_or_else(String::new, Model::short_hash);
        let folder = self.folder.games();
        let collection = Collection {
            worker: SelfPlay {
                rules: self.rules,
                search: self.config.search,
                config: self.config.selfplay,
                seed: self.config.seed,
                generation,
            },
            games: self.config.games_of(generation),
            in_flight: self.config.in_flight,
            folder: &folder,
            model: &hash,
            config: &self.config_hash,
        };
        let games = self.pool.install(|| match model {
            Some(model) => collection.collect(&model.quantised(), self.stop, watcher),
            None => collection.collect(&Uniform, self.stop, watcher),
        });
        Ok(games?)
    }

    fn trained(
        &self,
        generation: u32,
        learner: &mut Learner,
        watcher: &mut dyn Watcher,
    ) -> Result<Option<Model>, RunError> {
        let path = self.folder.model(generation);
        if path.exists() {
            return Ok(Some(Model::load_for(&path, self.rules)?));
        }
        learner.train(
            generation,
            self.folder,
            self.config,
            &self.config_hash,
            self.stop,
            watcher,
        )
    }

    fn matches(
        &self,
        generation: u32,
        reports: &mut Vec<MatchReport>,
        watcher: &mut dyn Watcher,
    ) -> Result<bool, RunError> {
        let contest = Contest {
            rules: self.rules,
            config: self.config,
            folder: self.folder,
            generation,
        };
        for (name, opponent, games) in contest.plan() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let play = || contest.play(&name, &opponent, games, self.stop, watcher);
            match self.pool.install(play)? {
                Some(report) => reports.push(report),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}
