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

/// `LAP[direction][pit][seeds % 16]`: what a lap changes that lifts 0–15 seeds
/// of a pit and sows them from the next one. The lifted pit's share is negative:
/// adding it takes the seeds out. 8 KiB, a quarter of an L1 cache.
static LAP: [[[Ring; 16]; 16]; 2] = lap_table(true);

/// `FROM_KICHWA[direction][seeds % 16]`: what a lap changes whose first seed
/// falls into the kichwa that direction begins with.
static FROM_KICHWA: [[Ring; 16]; 2] = {
    let sown = lap_table(false);
    // Pit 15 lies before pit 0 clockwise, pit 8 before pit 7 anticlockwise.
    [sown[0][15], sown[1][8]]
};

const fn lap_table(lifted: bool) -> [[[Ring; 16]; 16]; 2] {
    let mut table = [[[Ring::EMPTY; 16]; 16]; 2];
    let mut direction = 0;
    while direction < 2 {
        let step = if direction == 0 { 1 } else { 15 };
        let mut from = 0;
        while from < 16 {
            let mut seeds = 1;
            while seeds < 16 {
                let last = one_seed((from + step * seeds) & 15);
                let mut ring = table[direction][from][seeds - 1].plus(last);
                if lifted {
                    ring = ring.minus(one_seed(from));
                }
                table[direction][from][seeds] = ring;
                seeds += 1;
            }
            from += 1;
        }
        direction += 1;
    }
    table
}

const fn one_seed(pit: usize) -> Ring {
    let (inner, outer) = if pit < 8 {
        (1 << (8 * pit), 0)
    } else {
        (0, 1 << (8 * (pit - 8)))
    };
    Ring { inner, outer }
}

/// One bit per byte of `x` whose high bit is set.
#[inline]
pub(crate) const fn high_bits(x: u64) -> u16 {
    // Bit 8i is carried to bit 56+i: the factor holds 2^(56−7i) for i = 0…7.
    (((x & HIGHS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// The high bit of each byte: whether a pit's count differs from what it was
/// compared with. The other bits mean nothing.
#[derive(Clone, Copy)]
pub(crate) struct Unequal {
    inner: u64,
    outer: u64,
}

impl Unequal {
    /// Every pit differs.
    pub(crate) const ALL: Self = Self {
        inner: HIGHS,
        outer: HIGHS,
    };

    /// Where both differ.
    #[inline]
    pub(crate) const fn and(self, more: Self) -> Self {
        Self {
            inner: self.inner & more.inner,
            outer: self.outer & more.outer,
        }
    }

    /// Whether every pit differs.
    #[inline]
    pub(crate) const fn is_all(self) -> bool {
        self.inner & self.outer & HIGHS == HIGHS
    }

    /// One bit per pit that does not differ.
    #[inline]
    pub(crate) const fn equal(self) -> u16 {
        high_bits(!self.inner) | high_bits(!self.outer) << 8
    }
}

impl Ring {
    /// No seeds.
    pub(crate) const EMPTY: Self = Self { inner: 0, outer: 0 };

    pub(crate) const fn from_counts(counts: [u8; 16]) -> Self {
        let mut ring = Self::EMPTY;
        let mut i = 0;
        while i < 8 {
            ring.inner |= (counts[i] as u64) << (8 * i);
            ring.outer |= (counts[i + 8] as u64) << (8 * i);
            i += 1;
        }
        ring
    }

    /// Compares each pit's count with another's; both are below 128, and differ
    /// in no more than the low seven bits.
    #[inline]
    pub(crate) const fn unequal(self, other: Self) -> Unequal {
        // A byte that is not 0 carries into its high bit, and not beyond.
        Unequal {
            inner: (self.inner ^ other.inner).wrapping_add(HIGHS - ONES),
            outer: (self.outer ^ other.outer).wrapping_add(HIGHS - ONES),
        }
    }

    /// Whether any pit holds more than 15 seeds.
    #[inline]
    pub(crate) const fn any_above_15(self) -> bool {
        (self.inner | self.outer) & 0xf0f0_f0f0_f0f0_f0f0 != 0
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

    /// Empties a pit of the inner row and says what it held.
    #[inline]
    pub(crate) const fn take_inner(&mut self, pit: usize) -> u8 {
        let shift = 8 * (pit & 7);
        let seeds = (self.inner >> shift) as u8;
        self.inner &= !(0xff << shift);
        seeds
    }

    /// Adds to a pit of the inner row.
    #[inline]
    pub(crate) const fn add_inner(&mut self, pit: usize, seeds: u8) {
        self.inner = self.inner.wrapping_add((seeds as u64) << (8 * (pit & 7)));
    }

    /// Lifts so many seeds of a pit, which holds at least as many, and sows them
    /// one by one from the next pit on; returns where the last one fell.
    // Inlined at every call: as a function it forces both words into memory.
    #[inline(always)]
    pub(crate) const fn lap(&mut self, pit: usize, direction: Direction, seeds: u8) -> usize {
        *self = self.plus(LAP[direction as usize][pit & 15][(seeds & 15) as usize]);
        if seeds > 15 {
            let mut lifted = one_seed(pit & 15);
            lifted.inner *= (seeds & 0xf0) as u64;
            lifted.outer *= (seeds & 0xf0) as u64;
            *self = self.minus(lifted).rounds(seeds);
        }
        match direction {
            Direction::Clockwise => pit.wrapping_add(seeds as usize) & 15,
            Direction::Anticlockwise => pit.wrapping_sub(seeds as usize) & 15,
        }
    }

    /// Sows seeds that come from elsewhere, the first into the kichwa that the
    /// direction begins with; returns where the last one fell.
    #[inline]
    pub(crate) const fn lap_from_kichwa(&mut self, direction: Direction, seeds: u8) -> usize {
        *self = self.plus(FROM_KICHWA[direction as usize][(seeds & 15) as usize]);
        if seeds > 15 {
            *self = self.rounds(seeds);
        }
        match direction {
            Direction::Clockwise => (seeds as usize).wrapping_sub(1) & 15,
            Direction::Anticlockwise => 8_usize.wrapping_sub(seeds as usize) & 15,
        }
    }

    /// One seed more in every pit for each whole round that so many seeds go.
    #[inline]
    const fn rounds(self, seeds: u8) -> Self {
        let rounds = (seeds >> 4) as u64 * ONES;
        self.plus(Self {
            inner: rounds,
            outer: rounds,
        })
    }

    #[inline]
    const fn plus(self, more: Self) -> Self {
        Self {
            inner: self.inner.wrapping_add(more.inner),
            outer: self.outer.wrapping_add(more.outer),
        }
    }

    #[inline]
    const fn minus(self, fewer: Self) -> Self {
        Self {
            inner: self.inner.wrapping_sub(fewer.inner),
            outer: self.outer.wrapping_sub(fewer.outer),
        }
    }

    /// Whether all pits of the inner row but this one are empty.
    #[inline]
    pub(crate) const fn only_inner(self, pit: usize) -> bool {
        self.inner & !(0xff << (8 * (pit & 7))) == 0
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

    /// Seeds in the inner row, at most 128.
    #[inline]
    pub(crate) const fn inner_total(self) -> u8 {
        // The high byte of the product is the sum of all bytes.
        (self.inner.wrapping_mul(ONES) >> 56) as u8
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Seed by seed: counts and the last pit.
    fn dropped(first: usize, direction: Direction, seeds: u8) -> ([u8; 16], usize) {
        let mut counts = [0; 16];
        let (mut pit, mut last) = (first, first);
        for _ in 0..seeds {
            counts[pit] += 1;
            last = pit;
            pit = match direction {
                Direction::Clockwise => (pit + 1) % 16,
                Direction::Anticlockwise => (pit + 15) % 16,
            };
        }
        (counts, last)
    }

    #[test]
    fn a_lap_is_what_dropping_seed_by_seed_gives() {
        for direction in Direction::ALL {
            for seeds in 1..=64 {
                for pit in 0..16 {
                    let step = if direction == Direction::Clockwise {
                        1
                    } else {
                        15
                    };
                    let (mut counts, last) = dropped((pit + step) % 16, direction, seeds);
                    counts[pit] += 1;
                    let mut before = [0; 16];
                    before[pit] = seeds + 1;
                    let mut ring = Ring::from_counts(before);
                    assert_eq!(ring.lap(pit, direction, seeds), last);
                    assert_eq!(ring.counts(), counts);
                }
                let kichwa = if direction == Direction::Clockwise {
                    0
                } else {
                    7
                };
                let (counts, last) = dropped(kichwa, direction, seeds);
                let mut ring = Ring::default();
                assert_eq!(ring.lap_from_kichwa(direction, seeds), last);
                assert_eq!(ring.counts(), counts);
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
                    let mut taken = ring;
                    assert_eq!(taken.take_inner(pit), value);
                    assert_eq!(taken, Ring::default());
                    assert!(ring.only_inner(pit));
                    assert_eq!(ring.only_inner(pit ^ 1), value == 0);
                }
            }
        }
        let full = Ring::from_counts([64; 16]);
        assert_eq!((full.filled_inner(), full.two_or_more()), (0xff, 0xffff));
    }
}
