//! A position as a fixed number of slots, each holding one of its options.
//!
//! The rows of [`crate::features`] say what is there; the slots say what each
//! place holds, an empty pit included. So the sum over a position has always the
//! same number of terms: no list is built and no branch depends on the board.
//!
//! | slots | options |
//! |---|---|
//! | 0–15 | mover's pit: 0…23 seeds |
//! | 16–31 | the other player's pit: 0…23 seeds |
//! | 32 | both hands: 23 · own (0…22) + other (0…22) |
//! | 33 | who owns a nyumba (mover 1, other 2), namua (4), and 8 · (pit under takasia + 1) |

use bingwa_engine::Position;

use crate::features::{self, COUNTS, HANDS, OTHER_HAND, OWN_HAND};

/// Pits of both players.
pub(super) const PITS: usize = 32;
/// Options of a pit.
pub(super) const PIT_OPTIONS: usize = COUNTS + 1;
/// Options of a hand alone.
const HAND_OPTIONS: usize = HANDS + 1;
/// Where the two hands' options begin among all options.
pub(super) const HANDS_AT: usize = PITS * PIT_OPTIONS;
/// Where the last slot's options begin.
pub(super) const STATE_AT: usize = HANDS_AT + HAND_OPTIONS * HAND_OPTIONS;
/// Options of all slots.
pub(super) const OPTIONS: usize = STATE_AT + 8 * 9;

/// What each slot of a position holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    /// Seeds in each pit, at most [`COUNTS`].
    pub(super) pits: [u8; PITS],
    /// Option of the hands among all options.
    pub(super) hands: usize,
    /// Option of the last slot among all options.
    pub(super) state: usize,
}

impl Slots {
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        let mover = position.mover();
        let other = mover.opponent();
        let mut pits = [0; PITS];
        pits[..16].copy_from_slice(&position.own_pits());
        pits[16..].copy_from_slice(&position.other_pits());
        for seeds in &mut pits {
            *seeds = (*seeds).min(COUNTS as u8);
        }
        let hand = |side| usize::from(position.hand(side)).min(HANDS);
        let takasia = position.takasia().map_or(0, |pit| pit.index() + 1);
        Self {
            pits,
            hands: HANDS_AT + HAND_OPTIONS * hand(mover) + hand(other),
            state: STATE_AT
                + usize::from(position.owns_nyumba(mover))
                + 2 * usize::from(position.owns_nyumba(other))
                + 4 * usize::from(position.in_namua())
                + 8 * takasia,
        }
    }
}

/// The rows of [`crate::features`] that an option, counted among all options,
/// stands for.
pub(super) fn rows_of_option(option: usize) -> impl Iterator<Item = usize> {
    let count = |base: usize, count: usize| (count > 0).then(|| base + count - 1);
    let flag = |row: usize, active: bool| active.then_some(row);
    let rows = if option < HANDS_AT {
        let (pit, seeds) = (option / PIT_OPTIONS, option % PIT_OPTIONS);
        [count(COUNTS * pit, seeds), None, None, None]
    } else if option < STATE_AT {
        let hands = option - HANDS_AT;
        let (own, other) = (hands / HAND_OPTIONS, hands % HAND_OPTIONS);
        [count(OWN_HAND, own), count(OTHER_HAND, other), None, None]
    } else {
        let state = option - STATE_AT;
        [
            flag(features::NYUMBA, state & 1 != 0),
            flag(features::NYUMBA + 1, state & 2 != 0),
            flag(features::NAMUA, state & 4 != 0),
            count(features::TAKASIA, state / 8),
        ]
    };
    rows.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Rows;

    #[test]
    fn the_slots_of_a_position_stand_for_its_rows() {
        for position in crate::native::tests::positions() {
            let slots = Slots::of(&position);
            let pits = (0..PITS).map(|pit| pit * PIT_OPTIONS + usize::from(slots.pits[pit]));
            let rows: Vec<u16> = pits
                .chain([slots.hands, slots.state])
                .flat_map(rows_of_option)
                .map(|row| row as u16)
                .collect();
            assert_eq!(rows, *Rows::of(&position), "{position}");
        }
    }
}
