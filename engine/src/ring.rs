//! A player's sixteen pits. A lap is one table lookup and one 16-byte add.

use crate::pit::Direction;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Seed counts of a player's sixteen pits, one byte each: eight inner pits in
/// one word, eight outer pits in the other, ring index rising from the low
/// byte. Both words stay in registers through a whole move.
///
/// No count passes 128 (64 seeds and two hands of at most 32), so bytes never
/// carry into each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Ring {
    inner: u64,
    outer: u64,
}

/// `SOW[direction][first pit][seeds % 16]`: where the last 0–15 seeds of a lap
/// fall. 8 KiB, a quarter of an L1 cache.
static SOW: [[[Ring; 16]; 16]; 2] = sowing_table();

const fn sowing_table() -> [[[Ring; 16]; 16]; 2] {
    let mut table = [[[Ring { inner: 0, outer: 0 }; 16]; 16]; 2];
    let mut direction = 0;
    while direction < 2 {
        let step = if direction == 0 { 1 } else { 15 };
        let mut first = 0;
        while first < 16 {
            let mut seeds = 1;
            while seeds < 16 {
                let mut ring = table[direction][first][seeds - 1];
                let pit = (first + step * (seeds - 1)) & 15;
                if pit < 8 {
                    ring.inner += 1 << (8 * pit);
                } else {
                    ring.outer += 1 << (8 * (pit - 8));
                }
                table[direction][first][seeds] = ring;
                seeds += 1;
            }
            first += 1;
        }
        direction += 1;
    }
    table
}

/// One bit per byte of `x` whose high bit is set.
#[inline]
const fn high_bits(x: u64) -> u16 {
    // Bit 8i is carried to bit 56+i: the factor holds 2^(56−7i) for i = 0…7.
    (((x & HIGHS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

impl Ring {
    pub(crate) fn from_counts(counts: [u8; 16]) -> Self {
        let word =
            |from: usize| (0..8).fold(0, |word, i| word | u64::from(counts[from + i]) << (8 * i));
        Self {
            inner: word(0),
            outer: word(8),
        }
    }

    pub(crate) const fn counts(self) -> [u8; 16] {
        let (inner, outer) = (self.inner.to_le_bytes(), self.outer.to_le_bytes());
        let mut counts = [0; 16];
        let mut i = 0;
        while i < 8 {
            counts[i] = inner[i];
            counts[i + 8] = outer[i];
            i += 1;
        }
        counts
    }

    /// Inner and outer row, one byte a pit.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 2] {
        [self.inner, self.outer]
    }

    /// Seeds in a pit; the index is taken modulo 16.
    #[inline]
    pub(crate) const fn get(self, pit: usize) -> u8 {
        let word = if pit & 8 == 0 { self.inner } else { self.outer };
        (word >> (8 * (pit & 7))) as u8
    }

    /// Empties a pit and says what it held.
    #[inline]
    pub(crate) const fn take(&mut self, pit: usize) -> u8 {
        let seeds = self.get(pit);
        let kept = !(0xff << (8 * (pit & 7)));
        if pit & 8 == 0 {
            self.inner &= kept;
        } else {
            self.outer &= kept;
        }
        seeds
    }

    /// Adds to a pit of the inner row.
    #[inline]
    pub(crate) const fn add_inner(&mut self, pit: usize, seeds: u8) {
        self.inner += (seeds as u64) << (8 * (pit & 7));
    }

    /// Takes seeds out of a pit of the inner row that holds at least as many.
    #[inline]
    pub(crate) const fn remove_inner(&mut self, pit: usize, seeds: u8) {
        self.inner -= (seeds as u64) << (8 * (pit & 7));
    }

    /// Sows `seeds` one by one, the first into `first`; returns where the last
    /// one fell.
    #[inline]
    pub(crate) const fn sow(&mut self, first: usize, direction: Direction, seeds: u8) -> usize {
        let rounds = (seeds >> 4) as u64 * ONES;
        let rest = SOW[direction as usize][first & 15][(seeds & 15) as usize];
        self.inner += rest.inner + rounds;
        self.outer += rest.outer + rounds;
        last_pit(first, direction, seeds)
    }

    #[inline]
    pub(crate) const fn inner_is_empty(self) -> bool {
        self.inner == 0
    }

    /// One bit per inner pit that holds a seed.
    #[inline]
    pub(crate) const fn filled_inner(self) -> u16 {
        high_bits(self.inner + (HIGHS - ONES))
    }

    /// One bit per inner pit, then per outer pit, that holds two seeds or more.
    #[inline]
    pub(crate) const fn two_or_more(self) -> u16 {
        high_bits(self.inner + (HIGHS - 2 * ONES)) | high_bits(self.outer + (HIGHS - 2 * ONES)) << 8
    }

    pub(crate) fn total(self) -> u32 {
        self.counts().iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// Left and right exchanged: both rows turned round.
    pub(crate) const fn mirrored(self) -> Self {
        Self {
            inner: self.inner.swap_bytes(),
            outer: self.outer.swap_bytes(),
        }
    }
}

/// The pit in which the last of `seeds` falls, the first going into `first`.
#[inline]
pub(crate) const fn last_pit(first: usize, direction: Direction, seeds: u8) -> usize {
    let further = (seeds as usize).wrapping_sub(1);
    match direction {
        Direction::Clockwise => first.wrapping_add(further) & 15,
        Direction::Anticlockwise => first.wrapping_sub(further) & 15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lap_is_what_dropping_seed_by_seed_gives() {
        for direction in Direction::ALL {
            for first in 0..16 {
                for seeds in 1..=64 {
                    let mut counts = [0u8; 16];
                    let mut pit = first;
                    let mut last = first;
                    for _ in 0..seeds {
                        counts[pit] += 1;
                        last = pit;
                        pit = match direction {
                            Direction::Clockwise => (pit + 1) % 16,
                            Direction::Anticlockwise => (pit + 15) % 16,
                        };
                    }
                    let mut ring = Ring::default();
                    assert_eq!(ring.sow(first, direction, seeds), last);
                    assert_eq!(ring.counts(), counts);
                }
            }
        }
    }

    #[test]
    fn masks_agree_with_counts() {
        for value in 0..=64u8 {
            for pit in 0..16 {
                let mut counts = [0; 16];
                counts[pit] = value;
                let ring = Ring::from_counts(counts);
                assert_eq!(ring.get(pit), value);
                assert_eq!(ring.two_or_more(), u16::from(value >= 2) << pit);
                if pit < 8 {
                    assert_eq!(ring.filled_inner(), u16::from(value >= 1) << pit);
                }
                let mut taken = ring;
                assert_eq!(taken.take(pit), value);
                assert_eq!(taken, Ring::default());
            }
        }
        let full = Ring::from_counts([64; 16]);
        assert_eq!((full.filled_inner(), full.two_or_more()), (0xff, 0xffff));
    }
}
