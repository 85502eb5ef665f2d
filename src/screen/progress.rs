//! Progress of long work: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a plain line is printed.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Progress through a known number of things.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    what: String,
    unit: &'static str,
    total: u64,
    /// Where it began: things done in an earlier session count for no rate.
    from: u64,
    done: u64,
    started: Instant,
    printed: Instant,
}

impl Progress {
    /// Begins at `from` of `total`.
    pub(crate) fn new(what: &str, unit: &'static str, from: u64, total: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template(
                "{prefix} [{bar:30}] {pos}/{len} {msg} {elapsed} gone, {eta} left",
            ) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_prefix(what.to_owned());
            bar.set_position(from);
            bar.reset_eta();
            bar
        });
        let now = Instant::now();
        Self {
            bar,
            what: what.to_owned(),
            unit,
            total,
            from,
            done: from,
            started: now,
            printed: now,
        }
    }

    /// Things done per second in this session.
    fn rate(&self) -> f64 {
        (self.done - self.from) as f64 / self.started.elapsed().as_secs_f64().max(1e-3)
    }

    /// Moves to `done`; `note` is shown beside the rate.
    pub(crate) fn set(&mut self, done: u64, note: &str) {
        self.done = done.max(self.from);
        let rate = self.rate();
        let comma = if note.is_empty() { "" } else { ", " };
        let message = format!("{}, {rate:.0}/s{comma}{note},", self.unit);
        if let Some(bar) = &self.bar {
            bar.set_message(message);
            bar.set_position(self.done);
        } else if self.printed.elapsed() >= PLAIN_EVERY {
            self.printed = Instant::now();
            let left = self.total.saturating_sub(self.done) as f64 / rate.max(1e-9);
            eprintln!(
                "{}: {}/{} {message} {left:.0} s left",
                self.what, self.done, self.total
            );
        }
    }

    /// Ends with one plain line.
    pub(crate) fn finish(&self, note: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let comma = if note.is_empty() { "" } else { ", " };
        eprintln!(
            "{}: {} {} in {seconds:.1} s, {:.0}/s{comma}{note}",
            self.what,
            self.done - self.from,
            self.unit,
            self.rate()
        );
    }
}
