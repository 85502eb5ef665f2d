//! One session of a run: passes on what is told, and keeps the time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::state::Clock;
use super::watcher::{Stage, Watcher};

/// How much of a stage this session has done, and in what time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pace {
    /// Things done.
    pub(super) done: u64,
    /// Seconds of the clock.
    pub(super) seconds: f64,
}

/// Stands between the run and whoever watches it.
pub(super) struct Session<'a> {
    pub(super) clock: Clock<'a>,
    watcher: &'a mut dyn Watcher,
    stop: &'a AtomicBool,
    /// Set as soon as self-play must end: by `stop`, or because time is up.
    halt: &'a AtomicBool,
    from: u64,
    began: Instant,
    pace: Pace,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        clock: Clock<'a>,
        watcher: &'a mut dyn Watcher,
        stop: &'a AtomicBool,
        halt: &'a AtomicBool,
    ) -> Self {
        Self {
            clock,
            watcher,
            stop,
            halt,
            from: 0,
            began: Instant::now(),
            pace: Pace::default(),
        }
    }

    /// What was done of the last stage.
    pub(super) const fn pace(&self) -> Pace {
        self.pace
    }

    /// Whether self-play must end; sets the flag that ends it.
    pub(super) fn must_halt(&self) -> bool {
        let must = self.stop.load(Ordering::Relaxed) || self.clock.is_over();
        if must {
            self.halt.store(true, Ordering::Relaxed);
        }
        must
    }
}

impl Watcher for Session<'_> {
    fn begin(&mut self, stage: &Stage, from: u64, total: u64) {
        self.watcher.begin(stage, from, total);
        self.from = from;
        self.began = Instant::now();
        self.pace = Pace::default();
    }

    fn advance(&mut self, done: u64, note: &str) {
        self.pace = Pace {
            done: done.saturating_sub(self.from),
            seconds: self.began.elapsed().as_secs_f64(),
        };
        self.must_halt();
        if self.clock.is_due() {
            // What fails here fails at the end of the step, too, and is told there.
            let _ = self.clock.save();
        }
        self.watcher.advance(done, note);
    }

    fn end(&mut self, note: &str) {
        self.watcher.end(note);
    }

    fn say(&mut self, line: &str) {
        self.watcher.say(line);
    }
}
