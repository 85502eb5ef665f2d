//! The results of a run's matches.

use std::fs;
use std::path::Path;

use bingwa_train::pipeline::MatchReport;

use super::damage::Damages;
use super::listing::listing;

pub(super) fn read(folder: &Path, damages: &mut Damages) -> Vec<MatchReport> {
    let mut reports = Vec::new();
    for path in listing(folder, "", ".json", damages) {
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                damages.add(&path, error);
                continue;
            }
        };
        match serde_json::from_slice(&bytes) {
            Ok(report) => reports.push(report),
            Err(error) => damages.add(&path, format!("no result of a match: {error}")),
        }
    }
    reports
}
