//! Which mtaji starts capture: those whose first lap ends in a filled inner pit
//! that faces a filled pit (RULES 2.2, 2.5). Nothing is sown to know it.
//!
//! A lap of 2–15 seeds ends in a pit exactly if the start lies so many pits
//! before it. So for each pit worth ending in, all sixteen starts are compared
//! at once with their distances from it, eight bytes in a word.

use crate::generate::Starts;
use crate::pit::{Direction, Pit};
use crate::ring::{Ring, Unequal};
use crate::ruleset::Ruleset;

/// `DISTANCE[direction][end]`: how many seeds each pit must hold for its lap to
/// end in an inner pit. Where that is 0 or 1 no start exists, and the number is
/// one that no pit holds.
static DISTANCE: [[Ring; 8]; 2] = distance_table();

const fn distance_table() -> [[Ring; 8]; 2] {
    let mut table = [[Ring::EMPTY; 8]; 2];
    let mut end = 0;
    while end < 8 {
        let (mut clockwise, mut anticlockwise) = ([0; 16], [0; 16]);
        let mut pit = 0;
        while pit < 16 {
            clockwise[pit] = seeds_for((end + 16 - pit) & 15);
            anticlockwise[pit] = seeds_for((pit + 16 - end) & 15);
            pit += 1;
        }
        table[0][end] = Ring::from_counts(clockwise);
        table[1][end] = Ring::from_counts(anticlockwise);
        end += 1;
    }
    table
}

const fn seeds_for(distance: usize) -> u8 {
    if distance < 2 { 127 } else { distance as u8 }
}

/// The own inner pits, as a mask, that face a filled pit of the opponent.
#[inline]
pub(crate) const fn facing_filled(other: Ring) -> u16 {
    other.mirrored().filled_inner()
}

impl Ruleset {
    /// The starts among `pits`, each of two seeds or more, whose first lap
    /// captures; a taxed nyumba sows `tax` seeds.
    #[inline]
    pub(crate) fn first_lap_captures(
        &self,
        own: Ring,
        other: Ring,
        pits: u16,
        tax: Option<u8>,
    ) -> Starts {
        let sown = after_tax(own, tax);
        let facing = facing_filled(other);
        if !self.laps_are_short(sown) {
            let mut starts = Starts::default();
            self.each_capture(own, sown, facing, |pit, direction, _| match direction {
                Direction::Clockwise => starts.clockwise |= 1 << pit,
                Direction::Anticlockwise => starts.anticlockwise |= 1 << pit,
            });
            return starts.among(pits);
        }
        let mut ends = own.filled_inner() & facing;
        let (mut clockwise, mut anticlockwise) = (Unequal::ALL, Unequal::ALL);
        while ends != 0 {
            let end = (ends.trailing_zeros() & 7) as usize;
            ends &= ends - 1;
            clockwise = clockwise.and(sown.unequal(DISTANCE[0][end]));
            anticlockwise = anticlockwise.and(sown.unequal(DISTANCE[1][end]));
        }
        let starts = Starts {
            clockwise: clockwise.equal(),
            anticlockwise: anticlockwise.equal(),
        };
        starts.among(pits)
    }

    /// The opponent pits (as that player's inner-row mask) that capture turns
    /// from a mtaji position would capture first.
    pub(crate) fn capture_targets(&self, own: Ring, other: Ring, owns_nyumba: bool) -> u16 {
        let sown = after_tax(own, self.mtaji_tax(own, owns_nyumba));
        let facing = facing_filled(other);
        let mut targets = 0;
        if !self.laps_are_short(sown) {
            self.each_capture(own, sown, facing, |_, _, end| targets |= 0x80 >> end);
            return targets;
        }
        let mut ends = own.filled_inner() & facing;
        while ends != 0 {
            let end = (ends.trailing_zeros() & 7) as usize;
            ends &= ends - 1;
            let clockwise = sown.unequal(DISTANCE[0][end]);
            let both = clockwise.and(sown.unequal(DISTANCE[1][end]));
            if !both.is_all() {
                targets |= 0x80 >> end;
            }
        }
        targets
    }

    /// Whether no lap goes all round, and the rules let any of them capture.
    #[inline]
    fn laps_are_short(&self, sown: Ring) -> bool {
        self.capture_max.unwrap_or(u8::MAX) >= 15 && !sown.any_above_15()
    }

    /// Every start that captures, however long its lap: pit, direction and end.
    #[cold]
    fn each_capture(
        &self,
        own: Ring,
        sown: Ring,
        facing: u16,
        mut found: impl FnMut(usize, Direction, usize),
    ) {
        let short = own.filled_inner() & facing;
        let most = self.capture_max.unwrap_or(u8::MAX);
        let mut pits = sown.two_or_more();
        while pits != 0 {
            let pit = pits.trailing_zeros() as usize;
            pits &= pits - 1;
            let seeds = sown.get(pit);
            // A lap of 16 ends where it began, in a pit just lifted; a longer
            // one has put a seed into every pit before its last.
            let good = match seeds {
                _ if seeds > most => 0,
                0..=15 => short,
                16 => 0,
                _ => facing,
            };
            let last = [
                pit + usize::from(seeds),
                pit.wrapping_sub(usize::from(seeds)),
            ];
            for (direction, last) in Direction::ALL.into_iter().zip(last) {
                if good >> (last & 15) & 1 == 1 {
                    found(pit, direction, last & 7);
                }
            }
        }
    }
}

/// The seeds each pit would sow.
#[inline]
const fn after_tax(mut own: Ring, tax: Option<u8>) -> Ring {
    if let Some(tax) = tax {
        own.take_inner(Pit::NYUMBA.index());
        own.add_inner(Pit::NYUMBA.index(), tax);
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short way and the long way agree on whatever the short way takes.
    #[test]
    fn comparing_words_finds_what_walking_finds() {
        let rules = Ruleset::ZANZIBAR;
        let mut state = 1_u64;
        let mut counts = || {
            core::array::from_fn(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 60) as u8 & (state >> 40) as u8
            })
        };
        let mut seen = 0;
        for _ in 0..20_000 {
            let (own, other) = (Ring::from_counts(counts()), Ring::from_counts(counts()));
            let (mut starts, mut targets) = (Starts::default(), 0);
            rules.each_capture(own, own, facing_filled(other), |pit, direction, end| {
                targets |= 0x80 >> end;
                match direction {
                    Direction::Clockwise => starts.clockwise |= 1 << pit,
                    Direction::Anticlockwise => starts.anticlockwise |= 1 << pit,
                }
            });
            assert!(rules.laps_are_short(own));
            assert_eq!(rules.first_lap_captures(own, other, 0xffff, None), starts);
            assert_eq!(rules.capture_targets(own, other, false), targets);
            seen += starts.len();
        }
        assert!(seen > 20_000);
    }
}
