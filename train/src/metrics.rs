//! Metrics of a run, written twice: as JSON lines that any program reads, and
//! for TensorBoard.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bingwa_models::Weights;
use serde_json::{Map, Value, json};

use crate::overfit::Judged;
use crate::tensorboard::Board;
use crate::trainer::StepMetrics;
use crate::validation::Validation;

/// The file of JSON lines in the metrics folder.
pub const LINES: &str = "metrics.jsonl";

/// Training steps between two lines of metrics.
const STEPS_PER_LINE: u64 = 20;

/// Writes named numbers to a folder.
///
/// Each call adds one line to `metrics.jsonl`,
/// `{"step": …, "time": seconds since 1970, "name": number, …}`, with `null` for
/// a number that is not finite, and the same numbers to a TensorBoard file beside
/// it. After a crash the lines since the last checkpoint come twice: the later
/// one of a step counts.
#[derive(Debug)]
pub struct MetricsWriter {
    folder: PathBuf,
    lines: File,
    board: Board,
}

/// Metrics that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("metrics folder {}: {source}", folder.display())]
pub struct MetricsError {
    /// The folder.
    pub folder: PathBuf,
    /// What was said.
    pub source: io::Error,
}

impl MetricsWriter {
    /// Opens a folder, made if missing; what is there stays.
    ///
    /// # Errors
    /// [`MetricsError`] if the folder or one of its files cannot be opened.
    pub fn open(folder: &Path) -> Result<Self, MetricsError> {
        let opened = fs::create_dir_all(folder).and_then(|()| {
            let mut lines = OpenOptions::new()
                .create(true)
                .read(true)
                .append(true)
                .open(folder.join(LINES))?;
            if is_cut(&mut lines)? {
                lines.write_all(b"\n")?;
            }
            Ok((lines, Board::create(folder)?))
        });
        let (lines, board) = opened.map_err(|source| MetricsError {
            folder: folder.to_owned(),
            source,
        })?;
        Ok(Self {
            folder: folder.to_owned(),
            lines,
            board,
        })
    }

    /// Writes some numbers of a step.
    ///
    /// # Errors
    /// [`MetricsError`] if one of the files cannot be written.
    pub fn write<N: AsRef<str>>(
        &mut self,
        step: u64,
        numbers: &[(N, f64)],
    ) -> Result<(), MetricsError> {
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let mut line = Map::new();
        line.insert("step".to_owned(), json!(step));
        line.insert("time".to_owned(), json!(time.as_secs_f64()));
        for (name, number) in numbers {
            // JSON knows no infinity: `from` makes it null.
            line.insert(name.as_ref().to_owned(), Value::from(*number));
        }
        let mut text = Value::Object(line).to_string();
        text.push('\n');
        self.board.scalars(step, numbers);
        self.lines
            .write_all(text.as_bytes())
            .map_err(|source| MetricsError {
                folder: self.folder.clone(),
                source,
            })
    }

    /// Writes what a training step did, if it is one in twenty.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn some_steps(&mut self, metrics: &StepMetrics) -> Result<(), MetricsError> {
        if metrics.step.is_multiple_of(STEPS_PER_LINE) {
            self.step(metrics)
        } else {
            Ok(())
        }
    }

    /// Writes what a training step did, under `train/`.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn step(&mut self, metrics: &StepMetrics) -> Result<(), MetricsError> {
        let seconds = metrics.seconds.total();
        self.write(
            metrics.total_step,
            &[
                ("train/loss", f64::from(metrics.losses.total)),
                ("train/value_loss", f64::from(metrics.losses.value)),
                (
                    "train/child_value_loss",
                    f64::from(metrics.losses.child_value),
                ),
                ("train/policy_loss", f64::from(metrics.losses.policy)),
                (
                    "train/moves_left_loss",
                    f64::from(metrics.losses.moves_left),
                ),
                ("train/margin_loss", f64::from(metrics.losses.margin)),
                ("train/reply_loss", f64::from(metrics.losses.reply)),
                ("train/gradient_norm", metrics.gradient_norm),
                ("train/learning_rate", metrics.learning_rate),
                (
                    "train/samples_per_second",
                    metrics.positions as f64 / seconds,
                ),
                (
                    "train/evaluations_per_second",
                    metrics.evaluations as f64 / seconds,
                ),
                ("train/waiting_share", metrics.seconds.waiting / seconds),
                ("train/generation", f64::from(metrics.generation)),
            ],
        )
    }

    /// Writes what a validation found after `step` steps over all generations,
    /// under `validation/`.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn validation(&mut self, step: u64, found: &Validation) -> Result<(), MetricsError> {
        self.write(
            step,
            &[
                ("validation/value_loss", found.value_loss),
                ("validation/value_kl", found.value_kl),
                ("validation/calibration_error", found.calibration_error.all),
                (
                    "validation/calibration_error_south",
                    found.calibration_error.south,
                ),
                (
                    "validation/calibration_error_north",
                    found.calibration_error.north,
                ),
                (
                    "validation/calibration_error_namua",
                    found.calibration_error.namua,
                ),
                (
                    "validation/calibration_error_mtaji",
                    found.calibration_error.mtaji,
                ),
                ("validation/bias", found.bias.all),
                ("validation/bias_south", found.bias.south),
                ("validation/bias_north", found.bias.north),
                ("validation/bias_namua", found.bias.namua),
                ("validation/bias_mtaji", found.bias.mtaji),
                ("validation/policy_loss", found.policy_loss),
                ("validation/policy_kl", found.policy_kl),
                ("validation/policy_accuracy", found.policy_accuracy),
                ("validation/chance_accuracy", found.chance_accuracy),
            ],
        )
    }

    /// Writes how a network was judged after `step` steps over all generations,
    /// under `validation/`, and how far apart seen and unseen games are, under
    /// `overfit/`.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn judged(&mut self, step: u64, judged: &Judged) -> Result<(), MetricsError> {
        let overfit = judged.overfit();
        self.validation(step, &judged.unseen)?;
        self.write(
            step,
            &[
                ("overfit/value_gap", overfit.value),
                ("overfit/policy_gap", overfit.policy),
            ],
        )
    }

    /// Writes how large the weights of each layer are, under `weights/`:
    /// histograms for TensorBoard, the largest and the root mean square as
    /// numbers.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn weights(&mut self, step: u64, weights: &Weights) -> Result<(), MetricsError> {
        const NAMES: [&str; 6] = [
            "first",
            "first_bias",
            "second",
            "second_bias",
            "heads",
            "heads_bias",
        ];
        let mut numbers = Vec::new();
        for (name, array) in NAMES.iter().zip(weights.arrays()) {
            self.board
                .histogram(step, &format!("weights/{name}"), array);
            let largest = array.iter().fold(0.0_f32, |most, w| most.max(w.abs()));
            let squares: f64 = array.iter().map(|w| f64::from(*w).powi(2)).sum();
            let mean = (squares / array.len().max(1) as f64).sqrt();
            numbers.push((format!("weights/{name}_largest"), f64::from(largest)));
            numbers.push((format!("weights/{name}_rms"), mean));
        }
        self.write(step, &numbers)
    }
}

/// Whether the last line has no end: a disk was full, or the power gone.
fn is_cut(lines: &mut File) -> io::Result<bool> {
    if lines.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    let mut last = [0];
    lines.seek(SeekFrom::End(-1))?;
    lines.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(folder: &Path) -> Vec<Value> {
        let text = fs::read_to_string(folder.join(LINES)).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn boards(folder: &Path) -> Vec<u64> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("events"))
            .map(|entry| entry.metadata().unwrap().len())
            .collect()
    }

    #[test]
    fn numbers_go_to_both_files_and_reopening_loses_none() {
        let folder = tempfile::tempdir().unwrap();
        for step in 0..2 {
            let mut writer = MetricsWriter::open(folder.path()).unwrap();
            writer
                .write(step, &[("a/b", 0.5), ("bad", f64::NAN)])
                .unwrap();
        }
        let lines = lines(folder.path());
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1]["step"], 1);
        assert_eq!(lines[1]["a/b"], 0.5);
        assert_eq!(lines[1]["bad"], Value::Null);
        // Two writers of one process in one second share the board's file name.
        let boards = boards(folder.path());
        assert!(boards.iter().all(|&length| length > 60), "{boards:?}");
        assert!(!boards.is_empty());
    }

    #[test]
    fn a_line_that_was_cut_short_spoils_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LINES);
        fs::write(&path, "{\"step\":1}\n{\"ste").unwrap();
        let mut writer = MetricsWriter::open(folder.path()).unwrap();
        writer.write(2, &[("a", 1.0)]).unwrap();
        drop(MetricsWriter::open(folder.path()).unwrap());
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["{\"step\":1}", "{\"ste"]);
        assert!(
            lines.len() == 3 && lines[2].contains("\"step\":2"),
            "{text}"
        );
    }

    #[test]
    fn a_file_in_the_way_is_a_named_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = MetricsWriter::open(file.path()).unwrap_err();
        assert!(error.folder == file.path());
    }
}
