//! The batch of a step that failed, written down for whoever looks into it.

use std::io;
use std::path::Path;

use bingwa_models::whole_file;

use crate::batch::Batch;

/// Writes a batch as JSON, so that it can be read by eye.
pub(crate) fn save(path: &Path, batch: &Batch) -> io::Result<()> {
    let text = serde_json::to_vec(batch)?;
    whole_file::write(path, &text)
}
