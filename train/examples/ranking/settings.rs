//! What can be set on the command line.

use core::time::Duration;
use std::path::Path;

use bingwa_engine::Ruleset;
use serde::{Deserialize, Serialize};

use crate::labels::{Amount, Family, labels};
use crate::training::{Form, Outcome, Plan};

/// What can be set, as `key=value`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Settings {
    positions: usize,
    /// Random games that label each move.
    games: u32,
    held_out: usize,
    held_out_games: u32,
    epochs: u32,
    /// Of forms with a policy, which soon learn their labels by heart.
    policy_epochs: u32,
    /// Of the first layer.
    pub(crate) width: usize,
    /// Openings of a match, each played from both seats.
    pub(crate) pairs: usize,
    /// The textbook's constants.
    pub(crate) exploration: f32,
    pub(crate) reduction: f32,
    /// CPU microseconds a move.
    time: u64,
    pub(crate) seed: u64,
    /// Folder for labels.
    cache: String,
}

impl Settings {
    pub(crate) fn of(rules: &Ruleset, arguments: &[String]) -> Outcome<Self> {
        let kiswahili = *rules == Ruleset::KISWAHILI;
        let mut settings = serde_json::to_value(Self {
            positions: if kiswahili { 40_000 } else { 20_000 },
            games: 80,
            held_out: if kiswahili { 3_000 } else { 2_000 },
            held_out_games: 400,
            epochs: 16,
            policy_epochs: 6,
            width: 64,
            pairs: 200,
            exploration: if kiswahili { 0.2 } else { 0.4 },
            reduction: 0.0,
            time: 1_000,
            seed: 1,
            cache: "target/ranking".to_owned(),
        })?;
        for argument in arguments {
            let (key, value) = argument.split_once('=').unwrap_or((argument, ""));
            let place = settings
                .get_mut(key)
                .ok_or_else(|| format!("`{argument}`: write key=value, with a key of Settings"))?;
            *place = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        }
        Ok(serde_json::from_value(settings)?)
    }

    /// Training and held-out families.
    pub(crate) fn labels(&self, rules: &Ruleset) -> Outcome<[Vec<Family>; 2]> {
        let amount = |positions, games| Amount { positions, games };
        let amounts = [
            amount(self.positions, self.games),
            amount(self.held_out, self.held_out_games),
        ];
        labels(rules, amounts, self.seed, Path::new(&self.cache))
    }

    pub(crate) fn time(&self) -> Duration {
        Duration::from_micros(self.time)
    }

    pub(crate) fn plan(&self, form: &Form) -> Plan {
        Plan {
            width: self.width,
            epochs: if form.policy {
                self.policy_epochs
            } else {
                self.epochs
            },
            seed: self.seed,
        }
    }
}
