//! The time a run has taken and what it was asked for, as it keeps them.

use std::fs;
use std::io;
use std::path::Path;

use bingwa_train::pipeline::RunState;

use super::damage::Damages;

/// The state of a run, if it has kept one.
pub(super) fn read(path: &Path, damages: &mut Damages) -> Option<RunState> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            damages.add(path, error);
            return None;
        }
    };
    match serde_json::from_slice(&bytes) {
        Ok(state) => Some(state),
        Err(error) => {
            damages.add(path, error);
            None
        }
    }
}
