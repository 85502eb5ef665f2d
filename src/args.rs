//! What several commands ask for.

use std::num::NonZeroUsize;

use anyhow::Context;
use bingwa_engine::Ruleset;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Parses a rule set name; an unknown one is answered with the nearest.
pub(crate) fn ruleset() -> impl TypedValueParser<Value = Ruleset> {
    PossibleValuesParser::new(Ruleset::PRESETS.map(|(name, _)| name))
        .try_map(|name| name.parse::<Ruleset>())
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
