//! Scalars and histograms for TensorBoard, by the `tensorboard-rs` crate.
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
    pub(crate) fn scalars<N: AsRef<str>>(&mut self, step: u64, numbers: &[(N, f64)]) {
        self.write(|writer| {
            for (name, number) in numbers {
                if number.is_finite() {
                    writer.add_scalar(name.as_ref(), *number as f32, step as usize);
                }
            }
        });
    }

    /// Writes how some numbers are spread; nothing if one is not finite.
    pub(crate) fn histogram(&mut self, step: u64, name: &str, numbers: &[f32]) {
        let Some(spread) = Spread::of(numbers) else {
            return;
        };
        self.write(|writer| {
            writer.add_histogram_raw(
                name,
                spread.least,
                spread.most,
                numbers.len() as f64,
                spread.sum,
                spread.squares,
                &spread.limits,
                &spread.counts,
                step as usize,
            );
        });
    }

    fn write(&mut self, what: impl FnOnce(&mut SummaryWriter)) {
        let Some(writer) = &mut self.writer else {
            return;
        };
        let written = catch_unwind(AssertUnwindSafe(|| {
            what(writer);
            writer.flush();
        }));
        if written.is_err() {
            // Its destructor would panic as well.
            std::mem::forget(self.writer.take());
        }
    }
}

/// A histogram as TensorBoard wants it.
struct Spread {
    least: f64,
    most: f64,
    sum: f64,
    squares: f64,
    /// Upper ends of the buckets, even between the least and the most.
    limits: Vec<f64>,
    counts: Vec<f64>,
}

impl Spread {
    /// `None` without numbers or with one that is not finite.
    fn of(numbers: &[f32]) -> Option<Self> {
        const BUCKETS: usize = 40;
        let wide = || numbers.iter().map(|&number| f64::from(number));
        let least = wide().reduce(f64::min)?;
        let most = wide().reduce(f64::max)?;
        let sum: f64 = wide().sum();
        if !sum.is_finite() {
            return None;
        }
        // All alike: one bucket of some width holds them.
        let width = ((most - least) / BUCKETS as f64).max(1e-9);
        let mut counts = vec![0.0; BUCKETS];
        for number in wide() {
            counts[(((number - least) / width) as usize).min(BUCKETS - 1)] += 1.0;
        }
        Some(Self {
            least,
            most,
            sum,
            squares: wide().map(|number| number * number).sum(),
            limits: (1..=BUCKETS).map(|i| least + width * i as f64).collect(),
            counts,
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_every_number_once_in_its_bucket() {
        let spread = Spread::of(&[-1.0, -1.0, 0.0, 0.5, 1.0]).unwrap();
        assert_eq!(spread.counts.iter().sum::<f64>(), 5.0);
        assert_eq!((spread.counts[0], spread.counts[39]), (2.0, 1.0));
        assert!((spread.limits[39] - 1.0).abs() < 1e-12);
        assert_eq!((spread.sum, spread.squares), (-0.5, 3.25));
        assert_eq!(Spread::of(&[2.0; 7]).unwrap().counts[0], 7.0);
        assert!(Spread::of(&[]).is_none());
        assert!(Spread::of(&[1.0, f32::NAN]).is_none());
        assert!(Spread::of(&[1.0, f32::INFINITY]).is_none());
    }
}
