//! The openings of a match: as many as it needs, or none.

use anyhow::ensure;
use bingwa_engine::{Position, Ruleset};
use bingwa_selfplay::openings::distinct_openings;

/// The openings of so many pairs.
pub(crate) fn of_pairs(rules: &Ruleset, seed: u64, pairs: usize) -> anyhow::Result<Vec<Position>> {
    let openings = distinct_openings(rules, seed, pairs);
    enough(rules, &openings, pairs)?;
    Ok(openings)
}

/// Refuses fewer openings than pairs.
pub(crate) fn enough(rules: &Ruleset, openings: &[Position], pairs: usize) -> anyhow::Result<()> {
    ensure!(
        openings.len() >= pairs,
        "{rules} has only {} distinct openings: ask for at most {} games",
        openings.len(),
        2 * openings.len()
    );
    Ok(())
}
