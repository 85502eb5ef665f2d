//! A search without a known end: a spinner on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};

/// How often a plain line is printed.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// A search under way.
pub(crate) struct Searching {
    spinner: Option<ProgressBar>,
    what: String,
    printed: Instant,
}

impl Searching {
    /// Begins.
    pub(crate) fn new(what: String) -> Self {
        let spinner = std::io::stderr().is_terminal().then(|| {
            let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            spinner.enable_steady_tick(Duration::from_millis(200));
            spinner
        });
        if spinner.is_none() {
            eprintln!("{what}");
        }
        Self {
            spinner,
            what,
            printed: Instant::now(),
        }
    }

    /// Says where it is, now and then.
    pub(crate) fn say(&mut self, note: impl FnOnce() -> String) {
        if let Some(spinner) = &self.spinner {
            spinner.set_message(format!("{}: {}", self.what, note()));
        } else if self.printed.elapsed() >= PLAIN_EVERY {
            self.printed = Instant::now();
            eprintln!("{}: {}", self.what, note());
        }
    }

    /// Ends, and leaves the terminal clean.
    pub(crate) fn finish(self) {
        if let Some(spinner) = self.spinner {
            spinner.finish_and_clear();
        }
    }
}
