//! The time a run has taken, as it keeps it.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::damage::Damages;

#[derive(Deserialize)]
struct State {
    seconds: f64,
}

/// Hours of all sessions of a run, if it has kept them.
pub(super) fn hours(path: &Path, damages: &mut Damages) -> Option<f64> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            damages.add(path, error);
            return None;
        }
    };
    match serde_json::from_slice(&bytes) {
        Ok(State { seconds }) => Some(seconds / 3600.0),
        Err(error) => {
            damages.add(path, error);
            None
        }
    }
}
