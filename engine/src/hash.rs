//! A 64-bit key of a position, the same on every machine and in every version.

use crate::pit::Side;
use crate::position::Position;

/// Odd words with no pattern: the first hexadecimal digits of the fractional
/// part of π, the last bit set.
const PI: [u64; 6] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7345,
    0xa409_3822_299f_31d1,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6d,
];

/// Multiplies to 128 bits and folds the halves together (the mixing step of
/// wyhash): every bit of either word reaches every bit of the result.
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product >> 64) as u64 ^ product as u64
}

impl Position {
    /// A well-mixed key for transposition tables and for counting duplicates.
    ///
    /// It covers all that decides the future: pits, hands, houses, takasia and
    /// the mover. It leaves out [`plies`](Self::plies), so that a position that
    /// comes back later has the same key; who needs the move limit exact adds it.
    /// Any part of the 64 bits may serve as an index. The value is fixed: keys
    /// may be kept in files.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset};
    ///
    /// let start = Position::start(&Ruleset::KISWAHILI);
    /// assert_eq!(start.key(), 5_842_359_394_499_607_580);
    /// assert_ne!(start.key(), start.turned().key());
    /// ```
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        let rest = self.own_hand as u64
            | (self.other_hand as u64) << 8
            | (self.takasia as u64) << 16
            | (self.own_nyumba as u64) << 24
            | (self.other_nyumba as u64) << 25
            | (matches!(self.mover, Side::North) as u64) << 26;
        let [own_inner, own_outer] = self.own.words();
        let [other_inner, other_outer] = self.other.words();
        let own = fold(own_inner ^ PI[0], own_outer ^ PI[1]);
        let other = fold(other_inner ^ PI[2], other_outer ^ PI[3]);
        fold(own ^ PI[4], other ^ rest.wrapping_mul(PI[5]))
    }
}
