//! Who plays and judges: the levels, with the models that are part of the program
//! and those named on the command line.

use std::path::PathBuf;
use std::sync::Arc;

use bingwa_engine::Ruleset;
use bingwa_models::ModelError;
use serde_json::{Value, json};

use super::refusal::Refusal;
use crate::judge::Judge;
use crate::levels::Level;
use crate::released;

/// All judges, ready for use.
pub(super) struct Opponents {
    /// One for each preset.
    released: Vec<Arc<Judge>>,
    /// Those from files.
    named: Vec<Arc<Judge>>,
}

impl Opponents {
    /// Loads the models of these files.
    pub(super) fn load(files: &[PathBuf]) -> Result<Self, ModelError> {
        let named = files.iter().map(|file| Judge::new(None, Some(file)));
        let presets = Ruleset::PRESETS.iter();
        Ok(Self {
            released: presets
                .map(|(_, rules)| Judge::released(*rules).into())
                .collect(),
            named: named
                .map(|judge| judge.map(Arc::new))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The judge of that name, or the program's own, for these rules.
    pub(super) fn judge(&self, rules: &Ruleset, name: Option<&str>) -> Result<Arc<Judge>, Refusal> {
        let Some(name) = name else {
            let known = self.released.iter().find(|judge| judge.rules == *rules);
            return Ok(known.map_or_else(|| Judge::released(*rules).into(), Arc::clone));
        };
        let known = self
            .named
            .iter()
            .find(|judge| judge.rules == *rules && judge.name() == name);
        known
            .map(Arc::clone)
            .ok_or_else(|| Refusal::senseless(format!("there is no {name} for {rules} here")))
    }

    /// The rule sets with those who play them, for the page.
    pub(super) fn told(&self) -> Vec<Value> {
        let presets = Ruleset::PRESETS.iter().zip(&self.released);
        presets
            .map(|((name, rules), own)| {
                let named = self.named.iter().filter(|judge| judge.rules == *rules);
                json!({
                    "name": name,
                    "switches": rules,
                    "explained": rules.explain(),
                    "judge": own.name(),
                    "trained": released::model(rules).is_some(),
                    "models": named.map(|judge| judge.name()).collect::<Vec<_>>(),
                    "levels": Level::ALL.map(|level| level_told(level, own)),
                })
            })
            .collect()
    }
}

fn level_told(level: Level, judge: &Judge) -> Value {
    let rated = level.rated(judge);
    json!({
        "name": level.name(),
        "rating": rated.map(|rated| json!({
            "elo": rated.elo,
            "low": rated.low,
            "high": rated.high,
        })),
    })
}
