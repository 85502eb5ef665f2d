//! Batches laid out ahead of the training, on a thread of their own.
//!
//! What a batch holds follows from its step alone, so the weights do not depend
//! on who lays it out or when.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::batch::Batch;
use crate::mirror::Mirror;
use crate::order::Order;
use crate::window::Window;

/// Batches that wait for the training at most: enough to bridge a slow one.
const AHEAD: usize = 4;

/// Lays out the batches of a generation.
pub(crate) struct Loader<'a> {
    pub(crate) window: &'a Window,
    pub(crate) order: Order,
    /// Whether positions may be mirrored.
    pub(crate) mirrored: bool,
    pub(crate) mirror: Mirror,
}

impl Loader<'_> {
    /// The batch of a step.
    pub(crate) fn batch(&self, step: u64) -> Batch {
        let picks = self.order.step(step);
        let views = picks.iter().filter_map(|pick| {
            let mirrored = pick.mirrored && self.mirrored;
            self.window.get(pick.index).map(|view| (view, mirrored))
        });
        Batch::of(views, &self.mirror)
    }

    /// Where the loader puts batches, and where the training takes them.
    pub(crate) fn channel() -> (SyncSender<Batch>, Receiver<Batch>) {
        sync_channel(AHEAD)
    }

    /// Lays out the batches of some steps in order, until all are or nobody
    /// takes them any more.
    pub(crate) fn run(&self, steps: core::ops::Range<u64>, give: &SyncSender<Batch>) {
        for step in steps {
            if give.send(self.batch(step)).is_err() {
                return;
            }
        }
    }
}
