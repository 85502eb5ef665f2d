//! The replay window: which generations are learned from, and for how long.

use std::sync::Arc;

use crate::config::TrainConfig;
use crate::examples::{Examples, Split, View};

/// Positions the window should hold when a run has made `total` so far.
///
/// Sublinear growth, c(1 + β((N/c)^α − 1)/α), from KataGo (arXiv 1902.10565v5,
/// appendix C): the curve N^α scaled so that at N = c it has the value c and
/// the slope β. Below c everything is kept.
#[must_use]
pub fn window_positions(config: &TrainConfig, total: u64) -> u64 {
    let least = config.window_positions;
    if total <= least {
        return total;
    }
    let (c, alpha) = (least as f64, config.window_exponent);
    let grown = ((total as f64 / c).powf(alpha) - 1.0) / alpha;
    // Casting saturates; more than there is cannot be kept.
    ((c * (1.0 + config.window_slope * grown)) as u64).min(total)
}

/// How many of the newest generations make up the window, given the positions
/// of each, oldest first: whole generations, as few as reach
/// [`window_positions`].
#[must_use]
pub fn window_generations(config: &TrainConfig, positions: &[u64]) -> usize {
    let total = positions.iter().sum();
    let wanted = window_positions(config, total);
    let mut held = 0;
    positions
        .iter()
        .rev()
        .take_while(|&&more| {
            let needed = held < wanted;
            held += more;
            needed
        })
        .count()
}

/// Steps to train on a generation that brought `new` positions, so that a
/// position is used [`samples_per_position`](TrainConfig::samples_per_position)
/// times on average in its life; at least 1.
#[must_use]
pub fn steps(config: &TrainConfig, new: u64) -> u64 {
    let samples = config.samples_per_position * new as f64;
    // Casting saturates.
    ((samples / config.batch as f64).ceil() as u64).max(1)
}

/// The examples that the model `generation` learns from.
#[derive(Clone, Debug)]
pub struct Window {
    generation: u32,
    parts: Vec<Arc<Examples>>,
    /// Samples in the parts up to and with each.
    ends: Vec<u64>,
}

impl Window {
    /// A window for training the model `generation` (from 1), from the examples
    /// of generations of games, oldest first.
    #[must_use]
    pub fn new(generation: u32, parts: Vec<Arc<Examples>>) -> Self {
        let ends = parts
            .iter()
            .scan(0, |end, part| {
                *end += part.samples() as u64;
                Some(*end)
            })
            .collect();
        Self {
            generation,
            parts,
            ends,
        }
    }

    /// Number of the model to be trained.
    #[must_use]
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// Training positions, those that are shown several times counted so.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Whether there is nothing to train on.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Generations of games.
    #[must_use]
    pub const fn generations(&self) -> usize {
        self.parts.len()
    }

    /// Memory held, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.bytes()).sum()
    }

    /// A training example, or `None` past the end.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<View<'_>> {
        let part = self.ends.partition_point(|&end| end <= index);
        let start = match part {
            0 => 0,
            _ => self.ends[part - 1],
        };
        self.parts.get(part)?.sample((index - start) as usize)
    }

    /// The examples of one side of the split, each once, those of the newest
    /// generation first.
    pub fn views(&self, split: Split) -> impl Iterator<Item = View<'_>> {
        self.parts.iter().rev().flat_map(move |part| {
            (0..part.len(split)).filter_map(move |index| part.get(split, index))
        })
    }

    /// As many training examples of each generation as it has for validation, in
    /// the same order of generations.
    pub fn learned_as_unseen(&self) -> impl Iterator<Item = View<'_>> {
        self.parts.iter().rev().flat_map(|part| {
            (0..part.len(Split::Validation)).filter_map(|index| part.get(Split::Train, index))
        })
    }

    /// What a checkpoint keeps of the window, to notice that it has changed.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hash = crc32fast::Hasher::new();
        hash.update(&self.generation.to_le_bytes());
        for part in &self.parts {
            hash.update(&part.checksum().to_le_bytes());
        }
        hash.finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> TrainConfig {
        TrainConfig {
            window_positions: 1000,
            ..TrainConfig::default()
        }
    }

    #[test]
    fn the_window_keeps_all_at_first_and_then_grows_with_the_power_law() {
        let config = config();
        let at = |total| window_positions(&config, total);
        assert_eq!([at(0), at(10), at(1000)], [0, 10, 1000]);
        // 1000 (1 + 0.4 (2^0.75 − 1) / 0.75) = 1363.6; with N = 16 c: 4733.3.
        assert_eq!(at(2000), 1363);
        assert_eq!(at(16_000), 4733);
        assert!(at(u64::MAX) < u64::MAX);
        let flat = TrainConfig {
            window_slope: 0.0,
            ..config
        };
        assert_eq!(window_positions(&flat, 1_000_000), 1000);
    }

    #[test]
    fn the_window_takes_the_fewest_whole_generations_that_reach_it() {
        let config = config();
        assert_eq!(window_generations(&config, &[]), 0);
        assert_eq!(window_generations(&config, &[5]), 1);
        assert_eq!(window_generations(&config, &[500, 500]), 2);
        // 2000 in all: 1363 wanted.
        assert_eq!(window_generations(&config, &[500, 500, 500, 500]), 3);
        assert_eq!(window_generations(&config, &[600, 100, 1300]), 2);
        assert_eq!(window_generations(&config, &[600, 1400]), 1);
    }

    #[test]
    fn steps_follow_the_new_positions() {
        let config = config(); // 4 samples a position, 256 a step
        assert_eq!(steps(&config, 0), 1);
        assert_eq!(steps(&config, 64), 1);
        assert_eq!(steps(&config, 65), 2);
        assert_eq!(steps(&config, 64_000), 1000);
    }
}
