//! The health of each generation's games, as self-play has written it.

use std::fs;
use std::path::Path;

use bingwa_selfplay::health::Unit;
use serde::Deserialize;

use super::damage::Damages;
use super::listing::listing;

/// One `health-gNNN.json`.
#[derive(Deserialize)]
pub(in crate::report) struct Health {
    pub(in crate::report) generation: u32,
    pub(in crate::report) ruleset: String,
    pub(in crate::report) games: u64,
    /// Whether there were enough games to judge the figures.
    pub(in crate::report) judged: bool,
    pub(in crate::report) figures: Vec<Figure>,
}

/// One figure with its limits.
#[derive(Deserialize)]
pub(in crate::report) struct Figure {
    pub(in crate::report) name: String,
    pub(in crate::report) unit: Unit,
    pub(in crate::report) value: Option<f64>,
    pub(in crate::report) low: Option<f64>,
    pub(in crate::report) high: Option<f64>,
    pub(in crate::report) warning: Option<String>,
}

impl Health {
    /// How many limits are crossed.
    pub(in crate::report) fn warnings(&self) -> usize {
        let figures = self.figures.iter();
        figures.filter(|figure| figure.warning.is_some()).count()
    }
}

pub(super) fn read(games: &Path, damages: &mut Damages) -> Vec<Health> {
    let mut all: Vec<Health> = Vec::new();
    for path in listing(games, "health-", ".json", damages) {
        let parsed = fs::read(&path)
            .map_err(anyhow::Error::from)
            .and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
        match parsed {
            Ok(health) => all.push(health),
            Err(error) => damages.add(&path, format!("no health figures: {error}")),
        }
    }
    all.sort_by_key(|health| health.generation);
    all
}
