//! What several commands ask for.

use std::fmt::Display;
use std::num::NonZeroUsize;

use anyhow::{Context, ensure};
use bingwa_engine::{CustomRuleset, Game, Ruleset};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::machine;

/// Parses a rule set: a preset's name, or one with changed switches behind it.
pub(crate) fn ruleset(text: &str) -> Result<Ruleset, String> {
    let written: CustomRuleset = text.parse().map_err(|error| format!("{error}"))?;
    written.resolve().map_err(|error| error.to_string())
}

/// Refuses another rule set for the game of a file than its own.
pub(crate) fn fits(
    ruleset: Option<Ruleset>,
    game: &Game,
    file: impl Display,
) -> anyhow::Result<()> {
    let rules = game.rules();
    ensure!(
        ruleset.is_none_or(|asked| asked == *rules),
        "{file} is a game of {rules}: leave --ruleset out"
    );
    Ok(())
}

/// Threads that play or train.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// Threads to use; the games do not depend on it [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// Refuses more threads than cores: games that think by time must not take
    /// each other's.
    pub(crate) fn each_needs_a_core(self) -> anyhow::Result<()> {
        let cores = machine::cores();
        let threads = self.threads.map_or(cores, NonZeroUsize::get);
        ensure!(
            threads <= cores,
            "{threads} games at once on {cores} cores would take each other's time: where a \
             player thinks by time, --threads is at most {cores}"
        );
        Ok(())
    }

    /// The pool with that many threads.
    pub(crate) fn pool(self) -> anyhow::Result<ThreadPool> {
        pool(self.threads.map_or(0, NonZeroUsize::get))
    }
}

/// A pool of so many threads, 0 for one per core.
pub(crate) fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("starting threads")
}
