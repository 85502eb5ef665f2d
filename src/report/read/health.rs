//! The health of each generation: of its games, which self-play writes beside
//! them, and of the run, which `health/` keeps.

use std::path::Path;

use bingwa_selfplay::health::Health;
use bingwa_train::pipeline::RunHealth;
use serde::de::DeserializeOwned;

use super::damage::{Damages, json};
use super::listing::listing;

/// By generation.
pub(super) fn of_games(games: &Path, damages: &mut Damages) -> Vec<Health> {
    let mut all: Vec<Health> = read(games, "health-", damages);
    all.sort_by_key(|health| health.generation);
    all
}

/// By generation.
pub(super) fn of_run(folder: &Path, damages: &mut Damages) -> Vec<RunHealth> {
    let mut all: Vec<RunHealth> = read(folder, "g", damages);
    all.sort_by_key(|health| health.generation);
    all
}

fn read<T: DeserializeOwned>(folder: &Path, begins: &str, damages: &mut Damages) -> Vec<T> {
    let mut all = Vec::new();
    for path in listing(folder, begins, ".json", damages) {
        let found = json(&path).map_err(|error| format!("no health figures: {error}"));
        all.extend(damages.sound(&path, found));
    }
    all
}
