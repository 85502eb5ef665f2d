//! When a search ends.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::time::Instant;

use cpu_time::ThreadTime;

/// When a search ends: at the first limit it meets, or when its result is
/// proven. Without any limit only a proof or a full tree ends it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Simulations of this search; those of a kept tree do not count.
    pub simulations: Option<u32>,
    /// Nodes of the tree, a kept one included. Each was evaluated once.
    pub nodes: Option<u32>,
    /// Time, looked at every [`Limits::LOOK`] simulations.
    pub time: Option<Time>,
    /// Set by another thread to end the search, looked at as often.
    pub stop: Option<&'a AtomicBool>,
}

/// A span of time and the clock that measures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// By the clock on the wall.
    Wall(Duration),
    /// CPU time of the searching thread: fair where other work shares the cores.
    Cpu(Duration),
}

impl Limits<'_> {
    /// Simulations between two looks at the clock: some 20 µs.
    pub const LOOK: u32 = 16;
}

impl From<u32> for Limits<'_> {
    /// So many simulations.
    fn from(simulations: u32) -> Self {
        Self {
            simulations: Some(simulations),
            ..Self::default()
        }
    }
}

/// A running search's limits with the moment it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    wall: Instant,
    cpu: Option<ThreadTime>,
}

impl<'a> Watch<'a> {
    pub(super) fn start(limits: Limits<'a>) -> Self {
        Self {
            limits,
            wall: Instant::now(),
            cpu: matches!(limits.time, Some(Time::Cpu(_))).then(ThreadTime::now),
        }
    }

    /// Whether the search may make another simulation after `made` of them,
    /// with so many nodes in its tree.
    #[inline]
    pub(super) fn allows(&self, made: u32, nodes: u32) -> bool {
        self.limits.simulations.is_none_or(|most| made < most)
            && self.limits.nodes.is_none_or(|most| nodes < most)
            && (!made.is_multiple_of(Limits::LOOK) || self.time_allows())
    }

    fn time_allows(&self) -> bool {
        if let Some(stop) = self.limits.stop
            && stop.load(Ordering::Relaxed)
        {
            return false;
        }
        match (self.limits.time, &self.cpu) {
            (Some(Time::Wall(most)), _) => self.wall.elapsed() < most,
            (Some(Time::Cpu(most)), Some(cpu)) => cpu.elapsed() < most,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_met_ends_the_search() {
        let limits = Limits {
            simulations: Some(10),
            nodes: Some(100),
            ..Limits::default()
        };
        let watch = Watch::start(limits);
        assert!(watch.allows(9, 99));
        assert!(!watch.allows(10, 99));
        assert!(!watch.allows(9, 100));
    }

    #[test]
    fn a_stop_and_a_spent_time_are_seen_at_the_next_look() {
        let stop = AtomicBool::new(true);
        let stopped = Watch::start(Limits {
            stop: Some(&stop),
            ..Limits::default()
        });
        assert!(stopped.allows(Limits::LOOK - 1, 0));
        assert!(!stopped.allows(Limits::LOOK, 0));
        for time in [Time::Wall(Duration::ZERO), Time::Cpu(Duration::ZERO)] {
            let spent = Watch::start(Limits {
                time: Some(time),
                ..Limits::default()
            });
            assert!(!spent.allows(0, 0));
        }
    }
}
