//! A move under way: laps until it ends (RULES 2 and 3).
//!
//! Most laps end in a pit where nothing is to be decided. The pits where
//! something may be are one bit mask, so that a plain lap costs a table lookup,
//! two additions and three tests.

use crate::captures::facing_filled;
use crate::events::{Ending, Event, Observer};
use crate::generate::{LEFT_KICHWA_FROM, RIGHT_KICHWA_FROM};
use crate::moves::Move;
use crate::options::{EmptyInner, NyumbaMtaji, NyumbaTakataEnd};
use crate::pit::{Direction, Pit};
use crate::ring::Ring;
use crate::ruleset::Ruleset;

/// The state of a move under way. Flat and local, so that it stays in registers.
pub(crate) struct Sowing<'a, O> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) own: Ring,
    pub(crate) other: Ring,
    pub(crate) own_nyumba: bool,
    pub(crate) namua: bool,
    pub(crate) takasia: u8,
    pub(crate) safari: bool,
    pub(crate) laps: u16,
    pub(crate) choice: bool,
    /// The lap limit came when a capture was due.
    pub(crate) cut_before_capture: bool,
    pub(crate) observer: &'a mut O,
}

const NYUMBA: usize = Pit::NYUMBA.index();

impl<O: Observer> Sowing<'_, O> {
    /// A turn of the `kichwa` family (RULES 2.1–2.4, 3).
    #[inline]
    pub(crate) fn kichwa_turn(&mut self, mv: Move) -> Ending {
        let direction = mv.direction();
        let mut facing = facing_filled(self.other);
        match self.first_lap(mv, &mut facing) {
            FirstLap::Captures(last) => self.go_on_capturing(last, direction, facing),
            FirstLap::Takata(last) => self.go_on_takata(last, direction),
            FirstLap::Ends(ending) => ending,
        }
    }

    /// `facing`: the own pits that face a filled pit.
    #[inline]
    fn first_lap(&mut self, mv: Move, facing: &mut u16) -> FirstLap {
        let pit = mv.pit().index();
        let direction = mv.direction();
        let seeds = if self.namua {
            let powers = pit == NYUMBA && self.nyumba_has_powers();
            self.observer.event(Event::Placed { pit: mv.pit() });
            self.own.add_inner(pit, 1);
            let entered_from = match direction {
                Direction::Clockwise => LEFT_KICHWA_FROM,
                Direction::Anticlockwise => RIGHT_KICHWA_FROM,
            };
            if entered_from & *facing & 1 << pit != 0 {
                *facing &= !(1 << pit);
                let taken = self.take_facing(pit);
                if self.other.inner_is_empty() {
                    return FirstLap::Ends(Ending::OpponentEmptied);
                }
                return FirstLap::Captures(self.lap_from_kichwa(direction, taken));
            }
            if powers { 2 } else { self.own.get(pit) }
        } else {
            match self.rules.mtaji_tax(self.own, self.own_nyumba) {
                Some(tax) if pit == NYUMBA => tax,
                _ => self.own.get(pit),
            }
        };
        let empties = self.empties_inner_row(pit, direction);
        if pit == NYUMBA {
            self.own_nyumba &= self.own.get(NYUMBA) > seeds;
        }
        let last = self.lap(pit, direction, seeds);
        if empties {
            return FirstLap::Ends(Ending::OwnEmptied);
        }
        // In mtaji the end of the first lap decides which kind of turn it is.
        if self.namua
            || *facing >> last & 1 == 0
            || seeds > self.rules.capture_max.unwrap_or(u8::MAX)
        {
            return FirstLap::Takata(last);
        }
        if self.own.get(last) <= 1 {
            return FirstLap::Ends(Ending::Rest);
        }
        if self.laps >= self.rules.lap_limit {
            self.cut_before_capture = true;
            return FirstLap::Ends(Ending::Endless);
        }
        if self.loses_nyumba_by_capture() {
            self.own_nyumba = false;
        }
        FirstLap::Captures(last)
    }

    /// What follows a lap of a capture turn that ended in `last`, to the end of
    /// the move: every lap may capture.
    #[inline]
    fn go_on_capturing(
        &mut self,
        mut last: usize,
        mut direction: Direction,
        mut facing: u16,
    ) -> Ending {
        let mut marks = self.marks(direction);
        loop {
            let seeds = self.own.get(last);
            // None at all only after an illegal start from an empty pit.
            if seeds <= 1 {
                return Ending::Rest;
            }
            if facing >> last & 1 == 1 {
                if self.laps >= self.rules.lap_limit {
                    return Ending::Endless;
                }
                let taken = self.take_facing(last);
                if self.other.inner_is_empty() {
                    return Ending::OpponentEmptied;
                }
                facing &= !(1 << last);
                let towards = TOWARDS[direction as usize][last & 7];
                if towards != direction {
                    direction = towards;
                    marks = self.marks(direction);
                }
                last = self.lap_from_kichwa(direction, taken);
                continue;
            }
            if marks >> last & 1 == 1 {
                if last == NYUMBA && self.nyumba_has_powers() && !self.goes_on_safari() {
                    return Ending::Rest;
                }
                if let Some(ending) = self.lift_marked(last, direction, seeds) {
                    return ending;
                }
                marks = self.marks(direction);
            }
            if self.laps >= self.rules.lap_limit {
                return Ending::Endless;
            }
            last = self.lap(last, direction, seeds);
        }
    }

    /// What follows a lap of a takata turn that ended in `last`, to the end of
    /// the move: nothing is captured.
    #[inline]
    fn go_on_takata(&mut self, mut last: usize, direction: Direction) -> Ending {
        let mut marks = self.marks(direction) | u16::from(self.takasia);
        loop {
            let seeds = self.own.get(last);
            if seeds <= 1 {
                return Ending::Rest;
            }
            if marks >> last & 1 == 1 {
                if last == NYUMBA && self.nyumba_has_powers() {
                    let faces_filled = self.other.get(7 - NYUMBA) > 0;
                    if self.takata_stops_in_nyumba() || faces_filled || !self.goes_on_safari() {
                        return Ending::Rest;
                    }
                } else if self.takasia >> (last & 7) & 1 == 1 {
                    return Ending::Rest;
                }
                if let Some(ending) = self.lift_marked(last, direction, seeds) {
                    return ending;
                }
                marks = self.marks(direction) | u16::from(self.takasia);
            }
            if self.laps >= self.rules.lap_limit {
                return Ending::Endless;
            }
            last = self.lap(last, direction, seeds);
        }
    }

    /// The choice of a player whose lap ended in its nyumba: is it safari?
    #[inline]
    fn goes_on_safari(&mut self) -> bool {
        self.choice = true;
        self.observer.event(if self.safari {
            Event::Safari
        } else {
            Event::Stopped
        });
        self.safari
    }

    /// What lifting a marked pit means, if the lap limit allows it: the nyumba is
    /// lost, or the inner row runs dry with the next lap, which ends the move.
    #[inline]
    fn lift_marked(&mut self, pit: usize, direction: Direction, seeds: u8) -> Option<Ending> {
        if self.laps >= self.rules.lap_limit {
            return Some(Ending::Endless);
        }
        if pit == NYUMBA {
            self.own_nyumba = false;
        }
        if !self.empties_inner_row(pit, direction) {
            return None;
        }
        self.lap(pit, direction, seeds);
        Some(Ending::OwnEmptied)
    }

    /// The pits that may not just be lifted and sown on, takasia aside.
    #[inline]
    fn marks(&self, direction: Direction) -> u16 {
        let leaving = match self.rules.empty_inner_mid_move {
            EmptyInner::Loss => 1 << leaving_pit(direction),
            EmptyInner::Ignore => 0,
        };
        u16::from(self.own_nyumba) << NYUMBA | leaving
    }

    /// Whether lifting a pit whole and sowing on leaves the own inner row empty
    /// after the first seed, where that loses. It can only do so from the last
    /// pit of the inner row: from any other a seed falls into that row.
    #[inline]
    fn empties_inner_row(&self, pit: usize, direction: Direction) -> bool {
        pit == leaving_pit(direction)
            && self.own.only_inner(pit)
            && self.rules.empty_inner_mid_move == EmptyInner::Loss
    }

    /// A turn of the `pickup` family (RULES 2.5).
    #[inline]
    pub(crate) fn pickup_turn(&mut self, mv: Move) -> Ending {
        let direction = mv.direction();
        let mut pit = mv.pit().index();
        let mut seeds = self.own.get(pit);
        let mut facing = facing_filled(self.other);
        let mut captured = 0;
        loop {
            let empties = self.empties_inner_row(pit, direction);
            self.observer.event(Event::Lifted {
                pit: Pit::wrapping(pit),
                seeds,
            });
            // What was captured lies in the pit for a moment.
            self.own.add_inner(pit, captured);
            pit = self.sow_on(pit, direction, seeds + captured);
            if empties {
                return Ending::OwnEmptied;
            }
            seeds = self.own.get(pit);
            if seeds <= 1 {
                return Ending::Rest;
            }
            if self.laps >= self.rules.lap_limit {
                return Ending::Endless;
            }
            captured = 0;
            if facing >> pit & 1 == 1 {
                facing &= !(1 << pit);
                captured = self.take_facing(pit);
                if self.other.inner_is_empty() {
                    return Ending::OpponentEmptied;
                }
            }
        }
    }

    /// Lifts seeds of a pit and sows them from the next one; gives the last pit.
    #[inline]
    fn lap(&mut self, pit: usize, direction: Direction, seeds: u8) -> usize {
        self.observer.event(Event::Lifted {
            pit: Pit::wrapping(pit),
            seeds,
        });
        self.sow_on(pit, direction, seeds)
    }

    /// The same, where the lifting has been told.
    // Inlined at every call: as a function it forces the whole state into memory.
    #[inline(always)]
    fn sow_on(&mut self, pit: usize, direction: Direction, seeds: u8) -> usize {
        let last = self.own.lap(pit, direction, seeds);
        self.laps += 1;
        self.observer.event(Event::Sown {
            first: Pit::wrapping(pit).next(direction),
            direction,
            seeds,
            last: Pit::wrapping(last),
        });
        last
    }

    /// Sows captured seeds, the first into a kichwa; gives the last pit.
    #[inline]
    fn lap_from_kichwa(&mut self, direction: Direction, seeds: u8) -> usize {
        let last = self.own.lap_from_kichwa(direction, seeds);
        self.laps += 1;
        self.observer.event(Event::Sown {
            first: Pit::wrapping(7 - leaving_pit(direction)),
            direction,
            seeds,
            last: Pit::wrapping(last),
        });
        last
    }

    #[inline]
    fn take_facing(&mut self, pit: usize) -> u8 {
        let from = 7 - (pit & 7);
        let seeds = self.other.take_inner(from);
        self.observer.event(Event::Captured {
            from: Pit::wrapping(from),
            seeds,
        });
        seeds
    }

    #[inline]
    fn nyumba_has_powers(&self) -> bool {
        match &self.rules.nyumba {
            Some(nyumba) => {
                self.own_nyumba
                    && self.own.get(NYUMBA) >= nyumba.min
                    && (self.namua || nyumba.mtaji == NyumbaMtaji::Special)
            }
            None => false,
        }
    }

    #[inline]
    fn takata_stops_in_nyumba(&self) -> bool {
        self.rules
            .nyumba
            .is_some_and(|nyumba| nyumba.takata_end == NyumbaTakataEnd::Stop)
    }

    #[inline]
    fn loses_nyumba_by_capture(&self) -> bool {
        self.rules
            .nyumba
            .is_some_and(|nyumba| nyumba.lost_by_mtaji_capture)
    }
}

/// How the first lap of a move ended.
enum FirstLap {
    /// In this pit, as part of a capture turn.
    Captures(usize),
    /// In this pit, as part of a takata turn.
    Takata(usize),
    /// The move is over.
    Ends(Ending),
}

/// `TOWARDS[direction][pit]`: the way captured seeds go, from the kichwa on the
/// side of a capturing kimbi, else in the current direction.
static TOWARDS: [[Direction; 8]; 2] = {
    use Direction::{Anticlockwise as L, Clockwise as R};
    [[R, R, R, R, R, R, L, L], [R, R, L, L, L, L, L, L]]
};

/// The kichwa from which a lap goes into the outer row.
#[inline]
const fn leaving_pit(direction: Direction) -> usize {
    match direction {
        Direction::Clockwise => 7,
        Direction::Anticlockwise => 0,
    }
}
