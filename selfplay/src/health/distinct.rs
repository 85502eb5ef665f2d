//! Counting what differs, in bounded memory.

use std::collections::HashSet;

/// Hashes that are kept at most, half a megabyte or so.
const KEPT: usize = 1 << 16;

/// Counts different things by their hashes: exactly up to [`KEPT`], from there
/// on by those hashes alone that end in so many zeros (adaptive sampling, due to
/// Wegman; analysed by Flajolet, "On adaptive sampling", Computing 43, 1990,
/// with a relative error of 1.2/√KEPT, half a per cent).
#[derive(Clone, Debug, Default)]
pub(super) struct Distinct {
    kept: HashSet<u64>,
    /// Zeros that a kept hash ends in.
    zeros: u32,
    seen: u64,
}

impl Distinct {
    /// Counts a thing in; its hash must be well mixed.
    pub(super) fn add(&mut self, hash: u64) {
        self.seen += 1;
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        self.kept.insert(hash);
        while self.kept.len() > KEPT {
            self.zeros += 1;
            let zeros = self.zeros;
            self.kept.retain(|hash| hash.trailing_zeros() >= zeros);
        }
    }

    /// Things that were counted in.
    pub(super) const fn seen(&self) -> u64 {
        self.seen
    }

    /// How many of them were different.
    pub(super) fn different(&self) -> u64 {
        let estimate = (self.kept.len() as u64) << self.zeros;
        estimate.min(self.seen)
    }
}

/// Adds a word to a hash (the finaliser of splitmix64: Steele, Lea, Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014).
pub(super) const fn mix(hash: u64, word: u64) -> u64 {
    let mut x = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_exact_while_there_is_room_and_close_beyond_in_any_order() {
        for different in [0, 10, 60_000, 1_000_000] {
            let mut counter = Distinct::default();
            for round in 0..2 {
                for n in 0..different {
                    let n = if round == 0 { n } else { different - 1 - n };
                    counter.add(mix(0, n));
                }
            }
            assert_eq!(counter.seen(), 2 * different);
            let error = counter.different().abs_diff(different);
            assert!(error * 50 <= different, "{different}: {error}");
            assert!(different > 60_000 || error == 0);
            assert!(counter.kept.len() <= KEPT);
        }
    }
}
