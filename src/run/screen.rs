//! Shows the stages of a run, one after the other.

use bingwa_train::pipeline::{Stage, Watcher};

use crate::screen::progress::Progress;

/// A progress line for the stage under way, a line for each that is over.
#[derive(Default)]
pub(crate) struct Screen {
    stage: Option<Progress>,
}

impl Watcher for Screen {
    fn begin(&mut self, stage: &Stage, from: u64, total: u64) {
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
