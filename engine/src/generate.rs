//! Where a turn may start: the starts of a position, as two bit masks.
//!
//! Whether a mtaji start captures depends only on where its first lap ends, so
//! nothing is sown here. Endless moves are known only by playing them, and
//! safari only arises on the way: [`Ruleset::children`] does both.

use crate::captures::facing_filled;
use crate::moves::Move;
use crate::options::{Capture, LoneKichwa, NyumbaMtaji, NyumbaStart};
use crate::pit::{Direction, Pit};
use crate::position::Position;
use crate::ring::Ring;
use crate::ruleset::Ruleset;

/// The nyumba as a mask of pits.
const HOUSE: u16 = 1 << Pit::NYUMBA.index();

/// The pits whose capture may enter at the left kichwa: all but the right kimbi.
pub(crate) const LEFT_KICHWA_FROM: u16 = 0b0011_1111;

/// The pits whose capture may enter at the right kichwa: all but the left kimbi.
pub(crate) const RIGHT_KICHWA_FROM: u16 = 0b1111_1100;

/// The starts a position allows, before endless moves are taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Starts {
    pub(crate) clockwise: u16,
    pub(crate) anticlockwise: u16,
}

impl Starts {
    const fn both(pits: u16) -> Self {
        Self {
            clockwise: pits,
            anticlockwise: pits,
        }
    }

    pub(crate) const fn among(self, pits: u16) -> Self {
        Self {
            clockwise: self.clockwise & pits,
            anticlockwise: self.anticlockwise & pits,
        }
    }

    const fn except(self, fewer: Self) -> Self {
        Self {
            clockwise: self.clockwise & !fewer.clockwise,
            anticlockwise: self.anticlockwise & !fewer.anticlockwise,
        }
    }

    const fn or(self, more: Self) -> Self {
        Self {
            clockwise: self.clockwise | more.clockwise,
            anticlockwise: self.anticlockwise | more.anticlockwise,
        }
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.clockwise | self.anticlockwise == 0
    }

    /// The clockwise starts in the low half, the others in the high half.
    #[inline]
    const fn joined(self) -> u32 {
        self.clockwise as u32 | (self.anticlockwise as u32) << 16
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.joined().count_ones() as usize
    }

    /// Whether a move starts at one of them.
    #[inline]
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        let pits = match mv.direction() {
            Direction::Clockwise => self.clockwise,
            Direction::Anticlockwise => self.anticlockwise,
        };
        pits >> mv.pit().index() & 1 == 1
    }

    /// The start at a rank below [`len`](Self::len): clockwise ones first.
    #[inline]
    #[must_use]
    pub const fn nth(self, rank: usize) -> Option<Move> {
        let mut left = self.joined();
        let mut skipped = 0;
        while skipped < rank && left != 0 {
            left &= left - 1;
            skipped += 1;
        }
        if left == 0 {
            return None;
        }
        let lowest = left.trailing_zeros() as usize;
        let direction = if lowest < 16 {
            Direction::Clockwise
        } else {
            Direction::Anticlockwise
        };
        Some(Move::new(Pit::wrapping(lowest), direction))
    }

    /// The same starts without one.
    #[must_use]
    pub const fn without(mut self, mv: Move) -> Self {
        let kept = !(1 << mv.pit().index());
        match mv.direction() {
            Direction::Clockwise => self.clockwise &= kept,
            Direction::Anticlockwise => self.anticlockwise &= kept,
        }
        self
    }
}

impl Iterator for Starts {
    type Item = Move;

    /// Takes the start with the lowest action index.
    #[inline]
    fn next(&mut self) -> Option<Move> {
        let pits = self.clockwise | self.anticlockwise;
        if pits == 0 {
            return None;
        }
        let lowest = pits & pits.wrapping_neg();
        let pit = Pit::wrapping(pits.trailing_zeros() as usize);
        if self.clockwise & lowest != 0 {
            self.clockwise &= !lowest;
            Some(Move::new(pit, Direction::Clockwise))
        } else {
            self.anticlockwise &= !lowest;
            Some(Move::new(pit, Direction::Anticlockwise))
        }
    }
}

impl Ruleset {
    /// Where the mover's turn may start; empty when it has no move at all.
    ///
    /// The inner rows are not looked at: ask [`Ruleset::outcome`] whether the
    /// game is over.
    #[inline]
    #[must_use]
    pub fn starts(&self, position: &Position) -> Starts {
        match self.capture {
            Capture::Kichwa if position.in_namua() => self.namua_starts(position),
            Capture::Kichwa => self.mtaji_starts(position),
            Capture::Pickup => {
                let captures = self.pickup_captures(position);
                if self.must_capture && !captures.is_empty() {
                    captures
                } else {
                    Starts::both(position.own.two_or_more())
                }
            }
        }
    }

    /// The mover's starts that capture, whether it must capture or not; none in
    /// a position without captures.
    #[inline]
    #[must_use]
    pub fn capture_starts(&self, position: &Position) -> Starts {
        match self.capture {
            Capture::Kichwa if position.in_namua() => namua_captures(position),
            Capture::Kichwa => self.mtaji_captures(position, mtaji_pits(position)),
            Capture::Pickup => self.pickup_captures(position),
        }
    }

    #[inline]
    fn mtaji_captures(&self, position: &Position, pits: u16) -> Starts {
        let tax = self.mtaji_tax(position.own, position.own_nyumba);
        self.first_lap_captures(position.own, position.other, pits, tax)
    }

    #[inline]
    fn pickup_captures(&self, position: &Position) -> Starts {
        let pits = position.own.two_or_more();
        self.first_lap_captures(position.own, position.other, pits, None)
    }

    /// RULES 2.1 and 3.
    fn namua_starts(&self, position: &Position) -> Starts {
        if position.own_hand == 0 {
            return Starts::default();
        }
        let own = position.own.filled_inner();
        let captures = namua_captures(position);
        if self.must_capture && !captures.is_empty() {
            return captures;
        }
        let mut pits = own;
        if let Some(nyumba) = &self.nyumba
            && nyumba.start == NyumbaStart::Alone
            && position.own_nyumba
            && position.own.get(Pit::NYUMBA.index()) >= nyumba.min
            && own != HOUSE
        {
            pits &= !HOUSE;
        }
        // A start that can capture is named by its pit and direction: it does.
        let mut takata = self
            .without_lone_kichwa(Starts::both(pits), own)
            .except(captures);
        if let Some(nyumba) = &self.nyumba
            && nyumba.namua_prefer_two
            && !position.own_nyumba
        {
            let two = takata.among(position.own.two_or_more());
            if !two.is_empty() {
                takata = two;
            }
        }
        captures.or(takata)
    }

    /// RULES 2.2, 3 and 4.
    fn mtaji_starts(&self, position: &Position) -> Starts {
        let pits = mtaji_pits(position);
        let captures = self.mtaji_captures(position, pits);
        if self.must_capture && !captures.is_empty() {
            return captures;
        }
        let takata = self.without_lone_kichwa(
            Starts::both(pits).except(captures),
            position.own.filled_inner(),
        );
        let inner = takata.among(0x00ff);
        captures.or(if self.takata_inner_first && !inner.is_empty() {
            inner
        } else {
            takata
        })
    }

    fn without_lone_kichwa(&self, mut starts: Starts, filled_inner: u16) -> Starts {
        if self.lone_kichwa == LoneKichwa::Forbidden {
            match filled_inner {
                0b0000_0001 => starts.anticlockwise &= !1,
                0b1000_0000 => starts.clockwise &= !0x80,
                _ => {}
            }
        }
        starts
    }

    /// The seeds a taxed nyumba gives in mtaji, if it is taxed.
    #[inline]
    pub(crate) fn mtaji_tax(&self, ring: Ring, owned: bool) -> Option<u8> {
        match &self.nyumba {
            Some(nyumba)
                if owned
                    && nyumba.mtaji == NyumbaMtaji::Special
                    && ring.get(Pit::NYUMBA.index()) >= nyumba.min.max(2) =>
            {
                Some(2)
            }
            _ => None,
        }
    }
}

/// RULES 2.1. A kimbi serves the kichwa of its own side only.
#[inline]
fn namua_captures(position: &Position) -> Starts {
    if position.own_hand == 0 {
        return Starts::default();
    }
    let capturing = position.own.filled_inner() & facing_filled(position.other);
    Starts {
        clockwise: capturing & LEFT_KICHWA_FROM,
        anticlockwise: capturing & RIGHT_KICHWA_FROM,
    }
}

/// The pits an mtaji turn may start from, takasia (RULES 4) heeded.
#[inline]
fn mtaji_pits(position: &Position) -> u16 {
    position.own.two_or_more() & !u16::from(position.takasia)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(rules: &Ruleset, position: &str) -> Vec<String> {
        let position: Position = position.parse().unwrap();
        rules.starts(&position).map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn a_strong_nyumba_does_not_start_a_takata() {
        let start = Position::start(&Ruleset::KISWAHILI);
        let names: Vec<_> = Ruleset::KISWAHILI
            .starts(&start)
            .map(|mv| mv.to_string())
            .collect();
        assert_eq!(names, ["A6>", "A6<", "A7>", "A7<"]);
        assert_eq!(Ruleset::ENCYCLOPEDIA.starts(&start).len(), 6);
    }

    #[test]
    fn lone_kichwa_may_not_leave_outwards() {
        let lone = "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,1/8,0,0,0,0,0,0,0/0,0,0,2,0,0,0,0 S 0,0 - - 0";
        assert_eq!(starts(&Ruleset::KISWAHILI, lone), ["A1>"]);
        assert_eq!(starts(&Ruleset::MALAWI, lone), ["A1>", "A1<"]);
    }

    #[test]
    fn capture_starts_are_the_starts_whose_turn_captures() {
        let (mut captures, mut others) = (0, 0);
        for (name, rules) in Ruleset::PRESETS {
            let mut state = 1_u32;
            for _ in 0..50 {
                let mut position = Position::start(&rules);
                while rules.outcome(&position).is_none() {
                    let capturing = rules.capture_starts(&position);
                    for mv in rules.starts(&position) {
                        let turn = rules.play(&position, mv).turn;
                        let captured = turn.captured > 0;
                        // A turn may be cut as endless before its capture, and
                        // by pickup later laps capture, too.
                        let as_said = match (capturing.contains(mv), captured) {
                            (true, false) => turn.laps > 50,
                            (false, true) => rules.capture == Capture::Pickup,
                            _ => true,
                        };
                        assert!(as_said, "{name} {position} {mv}");
                        captures += u32::from(captured);
                        others += u32::from(!captured);
                    }
                    let moves = rules.legal_moves(&position);
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let mv = moves[(state >> 8) as usize % moves.len()];
                    position = rules.play(&position, mv).position;
                }
            }
        }
        assert!(captures > 10_000 && others > 10_000, "{captures} {others}");
    }

    #[test]
    fn nth_counts_the_same_starts_as_iteration() {
        let all = Ruleset::KUJIFUNZA.starts(&Position::start(&Ruleset::KUJIFUNZA));
        let mut by_rank: Vec<_> = (0..all.len()).filter_map(|rank| all.nth(rank)).collect();
        by_rank.sort();
        assert_eq!(by_rank, all.collect::<Vec<_>>());
        assert_eq!(all.nth(all.len()), None);
        let mv = by_rank[0];
        assert!(all.contains(mv) && !all.without(mv).contains(mv));
    }
}
