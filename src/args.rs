//! What several commands ask for.

use std::num::NonZeroUsize;

use anyhow::Context;
use bingwa_engine::{CustomRuleset, Ruleset};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Parses a rule set: a preset's name, or one with changed switches behind it.
pub(crate) fn ruleset(text: &str) -> Result<Ruleset, String> {
    let written: CustomRuleset = text.parse().map_err(|error| format!("{error}"))?;
    written.resolve().map_err(|error| error.to_string())
}

/// Threads that play or train.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// Threads to use; the games do not depend on it [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
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
