//! How long a search without simulations may think about a move.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use cpu_time::ThreadTime;

use crate::search::{Limits, Time};

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Positions evaluated, at least 1. The search stops before the first batch
    /// (the children of one position) that begins beyond it.
    Evaluations(u32),
    /// CPU time of the searching thread, whole milliseconds: fair on a machine
    /// that does other work, but not the same from run to run.
    CpuTime(Duration),
}

/// How far alpha-beta searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthLimit {
    /// Every line so many moves deep, 1 to [`MAX_DEPTH`].
    Depth(u8),
    /// One move deeper each time while the budget lasts.
    Within(Budget),
}

/// How long a network player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// So many simulations, at least 1.
    Simulations(u32),
    /// As many as the budget allows; each node of the tree is one evaluation.
    Within(Budget),
}

/// The deepest that alpha-beta searches: depth 20 is out of reach in most
/// positions, but a line of single moves costs nothing.
pub const MAX_DEPTH: u8 = 99;

/// A text that says no effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number above zero, with `e` or `ms` behind it or nothing")]
pub struct EffortError;

fn number<T: FromStr + PartialOrd + From<u8>>(digits: &str) -> Result<T, EffortError> {
    match digits.parse() {
        Ok(n) if n > T::from(0) && digits.bytes().all(|b| b.is_ascii_digit()) => Ok(n),
        _ => Err(EffortError),
    }
}

impl FromStr for Budget {
    type Err = EffortError;

    /// `1000` or `1000e`: evaluations. `20ms`: CPU time.
    fn from_str(text: &str) -> Result<Self, EffortError> {
        if let Some(digits) = text.strip_suffix("ms") {
            let ms = number::<u32>(digits)?;
            return Ok(Self::CpuTime(Duration::from_millis(u64::from(ms))));
        }
        number(text.strip_suffix('e').unwrap_or(text)).map(Self::Evaluations)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evaluations(n) => write!(f, "{n}"),
            Self::CpuTime(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl FromStr for SearchLimit {
    type Err = EffortError;

    /// `400`: simulations. `5000e`: evaluations. `20ms`: CPU time.
    fn from_str(text: &str) -> Result<Self, EffortError> {
        if text.ends_with("ms") || text.ends_with('e') {
            return text.parse().map(Self::Within);
        }
        number(text).map(Self::Simulations)
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulations(n) => write!(f, "{n}"),
            Self::Within(Budget::Evaluations(n)) => write!(f, "{n}e"),
            Self::Within(budget) => write!(f, "{budget}"),
        }
    }
}

impl From<SearchLimit> for Limits<'_> {
    fn from(limit: SearchLimit) -> Self {
        match limit {
            SearchLimit::Simulations(n) => Self::from(n),
            SearchLimit::Within(Budget::Evaluations(n)) => Self {
                nodes: Some(n),
                ..Self::default()
            },
            SearchLimit::Within(Budget::CpuTime(time)) => Self {
                time: Some(Time::Cpu(time)),
                ..Self::default()
            },
        }
    }
}

impl FromStr for DepthLimit {
    type Err = EffortError;

    /// `4`: depth. `5000e`: evaluations. `20ms`: CPU time.
    fn from_str(text: &str) -> Result<Self, EffortError> {
        if text.ends_with("ms") || text.ends_with('e') {
            return text.parse().map(Self::Within);
        }
        match number(text)? {
            depth @ 1..=MAX_DEPTH => Ok(Self::Depth(depth)),
            _ => Err(EffortError),
        }
    }
}

impl fmt::Display for DepthLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "{depth}"),
            Self::Within(Budget::Evaluations(n)) => write!(f, "{n}e"),
            Self::Within(budget) => write!(f, "{budget}"),
        }
    }
}

/// Counts what a search spends.
#[derive(Debug)]
pub(super) struct Meter {
    budget: Option<Budget>,
    started: Duration,
    batches: u32,
    /// Positions evaluated so far.
    pub(super) evaluations: u64,
}

/// Batches between two looks at the clock, which cost as much as a few batches.
const LOOK_EVERY: u32 = 64;

impl Meter {
    pub(super) fn start(budget: Option<Budget>) -> Self {
        Self {
            budget,
            started: match budget {
                Some(Budget::CpuTime(_)) => ThreadTime::now().as_duration(),
                _ => Duration::ZERO,
            },
            batches: 0,
            evaluations: 0,
        }
    }

    /// Counts a batch.
    #[inline]
    pub(super) fn count(&mut self, evaluations: usize) {
        self.batches = self.batches.wrapping_add(1);
        self.evaluations += evaluations as u64;
    }

    /// Whether the budget is used up.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        match self.budget {
            None => false,
            Some(Budget::Evaluations(most)) => self.evaluations >= u64::from(most),
            Some(Budget::CpuTime(most)) => {
                self.batches.is_multiple_of(LOOK_EVERY)
                    && ThreadTime::now().as_duration().saturating_sub(self.started) >= most
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in ["1", "6", "99", "5000e", "20ms"] {
            assert_eq!(text.parse::<DepthLimit>().unwrap().to_string(), text);
        }
        for text in ["1", "1000", "20ms"] {
            assert_eq!(text.parse::<Budget>().unwrap().to_string(), text);
        }
        for text in ["1", "400", "5000e", "20ms"] {
            assert_eq!(text.parse::<SearchLimit>().unwrap().to_string(), text);
        }
        assert_eq!("7e".parse(), Ok(Budget::Evaluations(7)));
    }

    #[test]
    fn what_is_no_effort_is_refused() {
        for text in [
            "",
            "0",
            "e",
            "ms",
            "0e",
            "0ms",
            "+4",
            "-4",
            "4.5",
            "4s",
            "4 ",
            "5000000000e",
        ] {
            assert_eq!(text.parse::<DepthLimit>(), Err(EffortError), "{text}");
            assert_eq!(text.parse::<Budget>(), Err(EffortError), "{text}");
        }
        assert_eq!("100".parse::<DepthLimit>(), Err(EffortError));
    }

    #[test]
    fn evaluations_are_counted_and_time_runs() {
        let mut meter = Meter::start(Some(Budget::Evaluations(10)));
        meter.count(9);
        assert!(!meter.is_spent());
        meter.count(1);
        assert!(meter.is_spent());
        let mut unlimited = Meter::start(None);
        unlimited.count(1 << 30);
        assert!(!unlimited.is_spent());
        let timed = Meter::start(Some(Budget::CpuTime(Duration::ZERO)));
        assert!(timed.is_spent());
    }
}
