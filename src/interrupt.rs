//! Ctrl-C: the first press asks for a clean stop, the second ends at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

static STOP: AtomicBool = AtomicBool::new(false);
static HANDLER: OnceLock<()> = OnceLock::new();

/// Begins to listen; the flag it gives is set by the first press (or SIGTERM).
pub(crate) fn listen() -> anyhow::Result<&'static AtomicBool> {
    if HANDLER.set(()).is_ok() {
        ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            eprintln!("\nstopping after what is under way (Ctrl-C again: at once)");
        })
        .context("listening for Ctrl-C")?;
    }
    Ok(&STOP)
}

/// Stopped by the user; the message says how to go on.
#[derive(Debug, thiserror::Error)]
#[error("stopped; {0}")]
pub(crate) struct Interrupted(pub(crate) String);
