//! Results of a run as JSON files.

use std::fs;
use std::path::Path;

use bingwa_models::whole_file;
use serde::{Serialize, de::DeserializeOwned};

use super::error::RunError;

/// Writes a result, whole or not at all.
pub(super) fn keep(path: &Path, result: &impl Serialize) -> Result<(), RunError> {
    let wrong = |source| RunError::File {
        path: path.to_owned(),
        source,
    };
    let mut text = serde_json::to_vec_pretty(result).map_err(|error| wrong(error.into()))?;
    text.push(b'\n');
    whole_file::write(path, &text).map_err(wrong)
}

/// A kept result; `None` if there is none that can be read.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
