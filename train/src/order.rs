//! In which order positions are shown: a new permutation of the window for each
//! time through it, of which any place can be computed by itself, so that a
//! resumed training needs to know nothing but its step.

use bingwa_selfplay::seeds::{Purpose, stream};
use rand::{Rng, RngExt};

/// Streams of permutations, apart from those of steps (which count from 0) and
/// of games (which count down from the other end).
const PERMUTATIONS: u64 = 1 << 62;

/// Which positions the steps of one generation use.
#[derive(Clone, Debug)]
pub struct Order {
    seed: u64,
    generation: u32,
    positions: u64,
    batch: u64,
}

/// One position of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Number of the position in the window.
    pub index: u64,
    /// Whether to exchange left and right, where that is allowed.
    pub mirrored: bool,
}

impl Order {
    /// The order for `generation` of the run with `seed`, over a window of
    /// `positions` (not 0), `batch` of them a step.
    #[must_use]
    pub const fn new(seed: u64, generation: u32, positions: u64, batch: u64) -> Self {
        Self {
            seed,
            generation,
            positions,
            batch,
        }
    }

    /// The positions of a step, from 0. Until the whole window has been shown
    /// none comes twice.
    #[must_use]
    pub fn step(&self, step: u64) -> Vec<Pick> {
        let mut mirrors = stream(self.seed, Purpose::Training, self.generation, step);
        let mut round = None;
        let first = step.wrapping_mul(self.batch);
        (first..first.saturating_add(self.batch))
            .map(|sample| {
                let (time, place) = (sample / self.positions, sample % self.positions);
                let permutation = match round.take() {
                    Some((t, permutation)) if t == time => permutation,
                    _ => self.permutation(time),
                };
                let index = permutation.at(place);
                round = Some((time, permutation));
                Pick {
                    index,
                    mirrored: mirrors.random(),
                }
            })
            .collect()
    }

    fn permutation(&self, time: u64) -> Permutation {
        let index = PERMUTATIONS.wrapping_add(time);
        let mut random = stream(self.seed, Purpose::Training, self.generation, index);
        Permutation::new(self.positions, core::array::from_fn(|_| random.next_u64()))
    }
}

/// A pseudo-random permutation of 0…n−1 without a table: a balanced Feistel
/// network on the next power of four, applied again while it leads outside
/// (Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002, section 4:
/// cycle walking; fewer than four rounds on average).
#[derive(Clone, Debug)]
struct Permutation {
    n: u64,
    half: u32,
    keys: [u64; 4],
}

impl Permutation {
    fn new(n: u64, keys: [u64; 4]) -> Self {
        let bits = u64::BITS - n.saturating_sub(1).leading_zeros();
        Self {
            n,
            half: bits.div_ceil(2).max(1),
            keys,
        }
    }

    fn at(&self, place: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let mut x = place;
        loop {
            let (mut left, mut right) = (x >> self.half, x & mask);
            for key in self.keys {
                (left, right) = (right, left ^ (mix(right ^ key) & mask));
            }
            x = left << self.half | right;
            if x < self.n {
                return x;
            }
        }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood, 2014, figure 15).
const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(order: &Order, steps: core::ops::Range<u64>) -> Vec<u64> {
        steps
            .flat_map(|step| order.step(step))
            .map(|pick| pick.index)
            .collect()
    }

    #[test]
    fn every_position_comes_once_before_any_comes_twice() {
        for n in [1, 2, 3, 4, 5, 16, 17, 100, 1000] {
            let order = Order::new(7, 1, n, n);
            let (mut first, mut second) = (indices(&order, 0..1), indices(&order, 1..2));
            assert!(n < 16 || first != second);
            first.sort_unstable();
            second.sort_unstable();
            assert_eq!(first, (0..n).collect::<Vec<_>>());
            assert_eq!(second, first);
        }
        // A step may go over the end of the window, even several times.
        let mut small = indices(&Order::new(7, 1, 3, 7), 0..3);
        small.sort_unstable();
        assert_eq!(small, (0..3).flat_map(|i| [i; 7]).collect::<Vec<_>>());
    }

    #[test]
    fn a_step_depends_on_its_number_seed_and_generation_alone() {
        let order = Order::new(7, 1, 1000, 64);
        assert_eq!(order.step(5), Order::new(7, 1, 1000, 64).step(5));
        assert_ne!(order.step(5), order.step(6));
        assert_ne!(order.step(5), Order::new(8, 1, 1000, 64).step(5));
        assert_ne!(order.step(5), Order::new(7, 2, 1000, 64).step(5));
    }

    #[test]
    fn the_order_looks_random() {
        let order = Order::new(7, 1, 100_000, 10_000);
        let picks = order.step(0);
        let mean = picks.iter().map(|pick| pick.index as f64).sum::<f64>() / 1e4;
        // Standard error 289 for uniform draws.
        assert!((mean - 50_000.0).abs() < 1500.0, "{mean}");
        let mirrored = picks.iter().filter(|pick| pick.mirrored).count();
        assert!((4800..5200).contains(&mirrored), "{mirrored}");
        let rising = picks.windows(2).filter(|p| p[0].index < p[1].index).count();
        assert!((4800..5200).contains(&rising), "{rising}");
    }
}
