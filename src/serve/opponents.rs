//! Who plays and judges: the levels, with the models that are part of the program
//! and those named on the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::ensure;
use bingwa_engine::Ruleset;
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
    /// The rule sets with those who play them.
    told: Vec<Value>,
}

impl Opponents {
    /// Loads the models of these files.
    pub(super) fn load(files: &[PathBuf]) -> anyhow::Result<Self> {
        let presets = Ruleset::PRESETS.iter();
        let released: Vec<Arc<Judge>> = presets
            .map(|(_, rules)| Judge::released(*rules).into())
            .collect();
        let named = files
            .iter()
            .map(|file| named(file).map(Arc::new))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let told = told(&released, &named);
        Ok(Self {
            released,
            named,
            told,
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
    pub(super) fn told(&self) -> &[Value] {
        &self.told
    }
}

/// The judge of a file, which must be for one of the rule sets that are offered.
fn named(file: &Path) -> anyhow::Result<Judge> {
    let judge = Judge::new(None, Some(file))?;
    ensure!(
        judge.rules.name() != "custom",
        "{}: a model for {}: the page offers models for {} alone",
        file.display(),
        judge.rules,
        Ruleset::PRESETS.map(|(name, _)| name).join(", ")
    );
    Ok(judge)
}

fn told(released: &[Arc<Judge>], named: &[Arc<Judge>]) -> Vec<Value> {
    let presets = Ruleset::PRESETS.iter().zip(released);
    presets
        .map(|((name, rules), own)| {
            let named = named.iter().filter(|judge| judge.rules == *rules);
            json!({
                "name": name,
                "switches": rules,
                "explained": rules.explain(),
                "judge": own.name(),
                "trained": released::is_released(rules),
                "models": named.map(|judge| judge.name()).collect::<Vec<_>>(),
                "levels": Level::ALL.map(|level| level_told(level, own)),
            })
        })
        .collect()
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

#[cfg(test)]
mod tests {
    use bingwa_models::{Architecture, Card, Model, Weights};

    use super::*;

    #[test]
    fn a_model_for_changed_rules_is_refused_and_another_is_offered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("m.bingwa");
        let architecture = Architecture { hidden: [32, 32] };
        let arrays = architecture.lengths().map(|length| vec![0.1; length]);
        let mut model = Model {
            ruleset: Ruleset::EASY,
            card: Card::default(),
            weights: Weights::new(architecture, arrays).unwrap(),
        };
        model.save(&file).unwrap();
        let offered = |file: &PathBuf| Opponents::load(std::slice::from_ref(file));
        let opponents = offered(&file).unwrap();
        let easy = opponents.told().iter().find(|told| told["name"] == "easy");
        assert_eq!(easy.unwrap()["models"].as_array().unwrap().len(), 1);
        model.ruleset = crate::args::ruleset("easy lap_limit=500").unwrap();
        model.save(&file).unwrap();
        let refused = offered(&file).err().unwrap().to_string();
        for part in ["m.bingwa", "easy lap_limit=500", "kujifunza"] {
            assert!(refused.contains(part), "{refused}");
        }
    }
}
