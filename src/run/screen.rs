//! Shows the stages of a run, one after the other, and keeps its report.

use std::path::{Path, PathBuf};

use bingwa_train::pipeline::{Stage, Watcher};

use crate::report;
use crate::screen::progress::Progress;

/// A progress line for the stage under way, a line for each that is over.
#[derive(Default)]
pub(crate) struct Screen {
    stage: Option<Progress>,
    /// The folder to write reports of, if any.
    run: Option<PathBuf>,
}

impl Screen {
    /// A screen that also writes the run's report after each generation.
    pub(super) fn of(run: &Path) -> Self {
        Self {
            stage: None,
            run: Some(run.to_owned()),
        }
    }

    /// Writes the report; a run does not end because that fails.
    pub(super) fn report(&self) {
        if let Some(Err(error)) = self.run.as_deref().map(report::write_into) {
            eprintln!("no report: {error:#}");
        }
    }
}

impl Watcher for Screen {
    fn begin(&mut self, stage: &Stage, from: u64, total: u64) {
        // Playing with a model begins when its generation is done.
        if matches!(stage, Stage::SelfPlay { generation: 1.. }) {
            self.report();
        }
        self.stage = Some(Progress::new(&stage.to_string(), stage.unit(), from, total));
    }

    fn advance(&mut self, done: u64, note: &str) {
        if let Some(stage) = &mut self.stage {
            stage.set(done, note);
        }
    }

    fn end(&mut self, note: &str) {
        if let Some(stage) = self.stage.take() {
            stage.finish(note);
        }
    }

    fn say(&mut self, line: &str) {
        eprintln!("{line}");
    }
}
