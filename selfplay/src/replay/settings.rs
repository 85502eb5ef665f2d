//! What a game file says of how its games were played.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::search::SearchConfig;
use crate::worker::{SelfPlay, SelfPlayConfig};

/// Everything that decides the games of a file but for the model, the rules and
/// the seed, which stand beside it. Its text is JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// How the search weighs things.
    pub search: SearchConfig,
    /// How games are played.
    pub selfplay: SelfPlayConfig,
}

impl Settings {
    /// The settings of a worker.
    #[must_use]
    pub const fn of(worker: &SelfPlay<'_>) -> Self {
        Self {
            search: worker.search,
            selfplay: worker.config,
        }
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Settings {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        serde_json::from_str(text)
    }
}
