//! A config: whether it can be used, and what in it is hardly meant.

use std::path::Path;

use bingwa_train::pipeline::{RunConfig, oddities};

use super::Check;
use crate::machine;

pub(super) fn checks(path: &Path) -> Vec<Check> {
    let name = format!("config {}", path.display());
    let config = match RunConfig::load(path) {
        Ok((config, _)) => config,
        Err(error) => {
            let check = Check::ok(name, error.to_string());
            return vec![check.wrong("mend it: configs/*.toml explain every key")];
        }
    };
    let (generations, games) = (config.generations, config.games);
    let found = format!(
        "{}, {generations} generations of {games} games",
        config.ruleset
    );
    let odd = oddities(&config, machine::cores()).into_iter();
    let notes = odd.map(|odd| Check::ok(name.clone(), odd).note("change it unless it is meant"));
    [Check::ok(name.clone(), found)]
        .into_iter()
        .chain(notes)
        .collect()
}
