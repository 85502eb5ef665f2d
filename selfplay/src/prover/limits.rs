//! When a search gives up, and what it tells on the way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Expansions between two looks at the clock and the flag, some milliseconds.
const BETWEEN_LOOKS: u64 = 4096;

/// Time to write out a win found at once, in a table too small to keep it.
const LEAST_TO_WRITE: Duration = Duration::from_secs(10);

/// What a search may use, its memory aside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Positions expanded, over all attempts.
    pub expansions: Option<u64>,
    /// The time to stop searching at. Writing out what was found may take as long
    /// again, and ten seconds.
    pub deadline: Option<Instant>,
    /// Set by somebody else to end the search.
    pub stop: Option<&'a AtomicBool>,
}

/// Why a search ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// As many positions were expanded as allowed.
    #[error("the limit of positions was reached")]
    Expansions,
    /// The time was up.
    #[error("the time was up")]
    Time,
    /// Somebody wanted it to end.
    #[error("it was interrupted")]
    Interrupted,
}

/// Where a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Status {
    /// Positions expanded: all their moves played. One may be expanded often.
    pub expansions: u64,
    /// Moves played for it.
    pub moves: u64,
    /// Proof number of the root: the least positions that still have to be won
    /// to prove that the attacker wins, weighted by mobility.
    pub proof: u32,
    /// Disproof number of the root: the same for the defender.
    pub disproof: u32,
}

/// Counts, looks at the limits and tells.
pub(super) struct Meter<'a> {
    limits: Limits<'a>,
    progress: &'a mut dyn FnMut(&Status),
    pub(super) status: Status,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: Limits<'a>, progress: &'a mut dyn FnMut(&Status)) -> Self {
        Self {
            limits,
            progress,
            status: Status::default(),
        }
    }

    /// Counts an expansion; now and then `numbers`, the root's proof and
    /// disproof number, are asked for and told.
    pub(super) fn count(
        &mut self,
        moves: usize,
        numbers: impl FnOnce() -> (u32, u32),
    ) -> Result<(), Stopped> {
        self.status.expansions += 1;
        self.status.moves += moves as u64;
        let expansions = self.limits.expansions;
        let used_up = expansions.is_some_and(|most| self.status.expansions >= most);
        if !used_up && !self.status.expansions.is_multiple_of(BETWEEN_LOOKS) {
            return Ok(());
        }
        (self.status.proof, self.status.disproof) = numbers();
        self.tell();
        let Limits { deadline, stop, .. } = self.limits;
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            Err(Stopped::Interrupted)
        } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Err(Stopped::Time)
        } else if used_up {
            Err(Stopped::Expansions)
        } else {
            Ok(())
        }
    }

    /// From now on it is about writing out what was found in so much time.
    pub(super) fn write_out(&mut self, searched: Duration) {
        let more = searched + LEAST_TO_WRITE;
        self.limits.deadline = self.limits.deadline.map(|_| Instant::now() + more);
    }

    /// Tells where the search is.
    pub(super) fn tell(&mut self) {
        (self.progress)(&self.status);
    }
}
