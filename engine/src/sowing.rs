//! A move under way: laps until it ends (RULES 2 and 3).

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
    pub(crate) other_nyumba: bool,
    pub(crate) namua: bool,
    pub(crate) takasia: u8,
    pub(crate) safari: bool,
    pub(crate) laps: u16,
    pub(crate) captured: u8,
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
        let pit = mv.pit().index();
        let mut direction = mv.direction();
        let mut first = mv.pit().next(direction).index();
        let mut seeds;
        // Whether a lap may capture: in mtaji the end of the first one decides.
        let mut captures;
        if self.namua {
            let powers = pit == NYUMBA && self.nyumba_has_powers();
            self.observer.event(Event::Placed { pit: mv.pit() });
            self.own.add_inner(pit, 1);
            let entered_from = match direction {
                Direction::Clockwise => LEFT_KICHWA_FROM,
                Direction::Anticlockwise => RIGHT_KICHWA_FROM,
            };
            captures = entered_from >> pit & 1 == 1 && self.other.get(7 - (pit & 7)) > 0;
            if captures {
                seeds = self.take_facing(pit);
                if self.other.inner_is_empty() {
                    return Ending::OpponentEmptied;
                }
                first = kichwa(direction);
            } else if powers {
                seeds = self.tax();
            } else {
                seeds = self.lift(pit);
            }
        } else {
            seeds = match self.rules.mtaji_tax(self.own, self.own_nyumba) {
                Some(_) if pit == NYUMBA => self.tax(),
                _ => self.lift(pit),
            };
            captures = seeds <= self.rules.capture_max.unwrap_or(u8::MAX);
        }
        loop {
            let (last, emptied) = self.lap(first, direction, seeds);
            if emptied && self.rules.empty_inner_mid_move == EmptyInner::Loss {
                return Ending::OwnEmptied;
            }
            let count = self.own.get(last);
            if count == 1 {
                return Ending::Rest;
            }
            let facing = last < 8 && self.other.get(7 - (last & 7)) > 0;
            if captures && facing {
                if self.laps >= self.rules.lap_limit {
                    self.cut_before_capture = true;
                    return Ending::Endless;
                }
                if !self.namua && self.loses_nyumba_by_capture() {
                    self.own_nyumba = false;
                }
                seeds = self.take_facing(last);
                if self.other.inner_is_empty() {
                    return Ending::OpponentEmptied;
                }
                direction = match last {
                    0 | 1 => Direction::Clockwise,
                    6 | 7 => Direction::Anticlockwise,
                    _ => direction,
                };
                first = kichwa(direction);
                continue;
            }
            captures &= self.namua || self.laps > 1;
            if last == NYUMBA && self.nyumba_has_powers() {
                if !captures && (facing || self.takata_stops_in_nyumba()) {
                    return Ending::Rest;
                }
                self.choice = true;
                if !self.safari {
                    self.observer.event(Event::Stopped);
                    return Ending::Rest;
                }
                self.observer.event(Event::Safari);
            } else if !captures && last < 8 && self.takasia >> last & 1 == 1 {
                return Ending::Rest;
            }
            if self.laps >= self.rules.lap_limit {
                return Ending::Endless;
            }
            seeds = self.lift(last);
            first = Pit::wrapping(last).next(direction).index();
        }
    }

    /// A turn of the `pickup` family (RULES 2.5).
    #[inline]
    pub(crate) fn pickup_turn(&mut self, mv: Move) -> Ending {
        let direction = mv.direction();
        let mut pit = mv.pit().index();
        let mut seeds = self.lift(pit);
        loop {
            let first = Pit::wrapping(pit).next(direction).index();
            let (last, emptied) = self.lap(first, direction, seeds);
            if emptied && self.rules.empty_inner_mid_move == EmptyInner::Loss {
                return Ending::OwnEmptied;
            }
            if self.own.get(last) == 1 {
                return Ending::Rest;
            }
            if self.laps >= self.rules.lap_limit {
                return Ending::Endless;
            }
            seeds = 0;
            if last < 8 && self.other.get(7 - (last & 7)) > 0 {
                seeds = self.take_facing(last);
                if self.other.inner_is_empty() {
                    return Ending::OpponentEmptied;
                }
            }
            seeds += self.lift(last);
            pit = last;
        }
    }

    /// Sows one handful: the last pit, and whether the own inner row stood
    /// empty after a seed was dropped. Only the first seed can leave it empty,
    /// by falling into the outer row.
    #[inline]
    fn lap(&mut self, first: usize, direction: Direction, seeds: u8) -> (usize, bool) {
        let emptied = self.own.inner_is_empty() && first >= 8;
        let last = self.own.sow(first, direction, seeds);
        self.laps += 1;
        self.observer.event(Event::Sown {
            first: Pit::wrapping(first),
            direction,
            seeds,
            last: Pit::wrapping(last),
        });
        (last, emptied)
    }

    #[inline]
    fn lift(&mut self, pit: usize) -> u8 {
        let seeds = self.own.take(pit);
        self.own_nyumba &= pit != NYUMBA;
        self.observer.event(Event::Lifted {
            pit: Pit::wrapping(pit),
            seeds,
        });
        seeds
    }

    /// Lifts two seeds of the nyumba, which stays owned while it holds any.
    #[inline]
    fn tax(&mut self) -> u8 {
        self.own.remove_inner(NYUMBA, 2);
        self.own_nyumba = self.own.get(NYUMBA) > 0;
        self.observer.event(Event::Lifted {
            pit: Pit::NYUMBA,
            seeds: 2,
        });
        2
    }

    #[inline]
    fn take_facing(&mut self, pit: usize) -> u8 {
        let from = 7 - (pit & 7);
        let seeds = self.other.take(from);
        self.other_nyumba &= from != NYUMBA;
        self.captured += seeds;
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

#[inline]
const fn kichwa(direction: Direction) -> usize {
    match direction {
        Direction::Clockwise => 0,
        Direction::Anticlockwise => 7,
    }
}
