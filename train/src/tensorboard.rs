//! Scalars for TensorBoard, by the `tensorboard-rs` crate.
//!
//! That crate writes from a thread of its own and panics when the disk says no.
//! Here its panics are caught: the board is then given up for this session, and
//! the caller, who writes the same numbers as JSON lines, hears of it as an error
//! of its own file if the disk is really full.

use std::fmt;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tensorboard_rs::summary_writer::SummaryWriter;

/// One event file being written. There must be one writer a folder and second:
/// the crate names files by the time.
pub(crate) struct Board {
    /// `None` once it has failed.
    writer: Option<SummaryWriter>,
}

impl Board {
    /// Begins a file in a folder that exists.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        // The crate would panic in a constructor: try the folder first.
        let probe = folder.join(".probe.tmp");
        fs::write(&probe, b"probe")?;
        fs::remove_file(&probe)?;
        catch_unwind(|| SummaryWriter::new(folder))
            .map(|writer| Self {
                writer: Some(writer),
            })
            .map_err(|_| io::Error::other("the TensorBoard file cannot be begun"))
    }

    /// Writes some numbers of a step; those that are not finite are left out,
    /// since TensorBoard cannot draw them.
    pub(crate) fn scalars(&mut self, step: u64, numbers: &[(&str, f64)]) {
        let Some(writer) = &mut self.writer else {
            return;
        };
        let written = catch_unwind(AssertUnwindSafe(|| {
            for (name, number) in numbers {
                if number.is_finite() {
                    writer.add_scalar(name, *number as f32, step as usize);
                }
            }
            writer.flush();
        }));
        if written.is_err() {
            // Its destructor would panic as well.
            std::mem::forget(self.writer.take());
        }
    }
}

impl Drop for Board {
    /// Waits until the writer's thread has written everything.
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            // Nothing is left to be told that the last numbers are lost.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(writer)));
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board")
            .field("works", &self.writer.is_some())
            .finish()
    }
}
