//! The results of a run's matches: its own, and those that `bingwa rate` and
//! `bingwa match --save` keep beside them.

use std::path::{Path, PathBuf};

use bingwa_selfplay::matches::{MatchResult, SavedMatch};
use bingwa_train::pipeline::MatchReport;

use super::damage::{Damages, json};
use super::listing::listing;
use crate::report::standing::generation;

/// The results under these rules, each counted for the model if only one of the
/// two is one.
pub(super) fn read(run: &Path, rules: Option<&str>, damages: &mut Damages) -> Vec<MatchReport> {
    let mut read: Vec<(PathBuf, anyhow::Result<MatchReport>)> = Vec::new();
    for path in listing(&run.join("matches"), "", ".json", damages) {
        let found = json(&path);
        read.push((path, found));
    }
    for path in listing(&run.join("ratings"), "", ".match", damages) {
        let saved = SavedMatch::read(&path);
        read.push((path, saved.map(|saved| report(&saved)).map_err(Into::into)));
    }
    let mut reports = Vec::new();
    for (path, met) in read {
        match met {
            Ok(met) if rules.is_some_and(|rules| rules != met.ruleset) => {
                let other = format!("left out: a match of other rules, {}", met.ruleset);
                damages.add(&path, other);
            }
            // Nobody can be rated by games against itself.
            Ok(met) if met.players[0] == met.players[1] => {
                damages.add(&path, "left out: a match of a player against itself");
            }
            Ok(met) => reports.push(of_the_model(met)),
            Err(error) => damages.add(&path, format!("no result of a match: {error}")),
        }
    }
    reports
}

fn report(saved: &SavedMatch) -> MatchReport {
    let result = MatchResult::of(saved.games());
    let header = &saved.header;
    MatchReport {
        players: [0, 1].map(|number| header.players[number].name.clone()),
        ruleset: header.ruleset.clone(),
        seed: header.seed,
        south: result.by_seat[0],
        north: result.by_seat[1],
        pairs: result.pairs,
        distinct: result.distinct,
        asked: 0,
    }
}

fn of_the_model(mut met: MatchReport) -> MatchReport {
    let [first, second] = [0, 1].map(|number| generation(&met.players[number]).is_some());
    if second && !first {
        met.players.swap(0, 1);
        met.pairs.reverse();
        (met.south, met.north) = (met.north.turned(), met.south.turned());
    }
    met
}
