//! Playing a move: laps until it ends.

use crate::events::{Ending, Event, Observer};
use crate::generate::{LEFT_KICHWA_FROM, RIGHT_KICHWA_FROM};
use crate::moves::{Move, MoveList};
use crate::options::{Capture, EmptyInner, Endless, NyumbaMtaji, NyumbaTakataEnd};
use crate::pit::{Direction, Pit};
use crate::position::Position;
use crate::ring::Ring;
use crate::ruleset::Ruleset;

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position after it, the other player to move.
    pub position: Position,
    /// What happened on the way.
    pub turn: Turn,
}

/// What happened during a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Handfuls sown.
    pub laps: u16,
    /// Seeds taken from the opponent.
    pub captured: u8,
    /// Whether the nyumba choice arose: only then is the move with safari legal.
    pub choice: bool,
    /// How it ended.
    pub ending: Ending,
}

impl Turn {
    /// Whether the rules refuse the move because it never ends.
    #[inline]
    #[must_use]
    pub fn is_refused(&self, rules: &Ruleset) -> bool {
        self.ending == Ending::Endless && rules.endless == Endless::Illegal
    }
}

/// A move that may not be played, with the moves that may.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not legal here: {}", legal_list(legal))]
pub struct IllegalMove {
    /// The move asked for.
    pub mv: Move,
    /// Every legal move of the position.
    pub legal: Vec<Move>,
}

fn legal_list(legal: &[Move]) -> String {
    if legal.is_empty() {
        return "the game is over".to_owned();
    }
    let names: Vec<String> = legal.iter().map(Move::to_string).collect();
    format!("the legal moves are {}", names.join(" "))
}

impl Ruleset {
    /// Plays a legal move.
    ///
    /// Legality is the caller's business: an illegal start is played as if it
    /// were legal (never a panic, never unbounded), and the position after it
    /// means nothing. [`try_play`](Self::try_play) checks.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset};
    ///
    /// let rules = Ruleset::KUJIFUNZA;
    /// let played = rules.play(&Position::start(&rules), "A1>".parse()?);
    /// assert_eq!((played.turn.captured, played.turn.laps), (8, 10));
    /// # Ok::<(), bingwa_engine::ParseMoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn play(&self, position: &Position, mv: Move) -> Played {
        self.play_observed(position, mv, &mut ())
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] with the legal ones.
    pub fn try_play(&self, position: &Position, mv: Move) -> Result<Played, IllegalMove> {
        if self.is_legal(position, mv) {
            Ok(self.play(position, mv))
        } else {
            let legal = self.legal_moves(position).to_vec();
            Err(IllegalMove { mv, legal })
        }
    }

    /// Whether a move may be played.
    #[must_use]
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        if self.inner_row_outcome(position).is_some()
            || position.plies() >= self.ply_limit
            || !self.starts(position).contains(mv)
        {
            return false;
        }
        let turn = self.play(position, mv).turn;
        !turn.is_refused(self) && (turn.choice || !mv.safari())
    }

    /// Every legal move, by action index; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        if self.outcome(position).is_none() {
            self.children(position, |mv, _| moves.push(mv));
        }
        moves
    }

    /// Plays every move of a position that is not over, by action index.
    #[inline]
    pub fn children(&self, position: &Position, mut child: impl FnMut(Move, Played)) {
        for mv in self.starts(position) {
            let played = self.play(position, mv);
            if !played.turn.is_refused(self) {
                child(mv, played);
            }
            if played.turn.choice {
                let mv = mv.with_safari();
                let played = self.play(position, mv);
                if !played.turn.is_refused(self) {
                    child(mv, played);
                }
            }
        }
    }

    /// Plays a legal move and tells `observer` each lap.
    #[inline]
    pub fn play_observed<O: Observer>(
        &self,
        position: &Position,
        mv: Move,
        observer: &mut O,
    ) -> Played {
        let mut sowing = Sowing {
            rules: self,
            own: position.own,
            other: position.other,
            own_nyumba: position.own_nyumba,
            other_nyumba: position.other_nyumba,
            namua: position.in_namua(),
            takasia: position.takasia,
            safari: mv.safari(),
            laps: 0,
            captured: 0,
            choice: false,
            cut_before_capture: false,
            observer,
        };
        let ending = match self.capture {
            Capture::Kichwa => sowing.kichwa_turn(mv),
            Capture::Pickup => sowing.pickup_turn(mv),
        };
        sowing.observer.event(Event::Ended(ending));
        let capture_turn = sowing.captured > 0 || sowing.cut_before_capture;
        let mut played = Played {
            position: Position {
                own: sowing.other,
                other: sowing.own,
                own_hand: position.other_hand,
                other_hand: position.own_hand.saturating_sub(u8::from(sowing.namua)),
                own_nyumba: sowing.other_nyumba,
                other_nyumba: sowing.own_nyumba,
                takasia: 0,
                mover: position.mover.opponent(),
                plies: position.plies.saturating_add(1),
            },
            turn: Turn {
                laps: sowing.laps,
                captured: sowing.captured,
                choice: sowing.choice,
                ending,
            },
        };
        if self.takasia
            && !position.in_namua()
            && !capture_turn
            && self.decided_by_move(&played).is_none()
        {
            played.position.takasia = self.takasia_mark(&played.position);
        }
        played
    }

    /// The pit of the player to move that is under takasia (RULES 4), as a
    /// mask, after a takata turn of the other player in mtaji.
    fn takasia_mark(&self, position: &Position) -> u8 {
        let Position { own, other, .. } = position;
        let targets = self.capture_targets(other, own, position.other_nyumba);
        if targets.count_ones() != 1 {
            return 0;
        }
        let pit = targets.trailing_zeros() as usize;
        let exempt = (pit == NYUMBA && position.own_nyumba)
            || own.get(pit) == 1
            || own.filled_inner() == targets
            || own.two_or_more() & 0xff == targets
            || self.capture_targets(own, other, position.own_nyumba) != 0;
        if exempt { 0 } else { targets as u8 }
    }
}

/// The state of a move under way. Flat and local, so that it stays in registers.
struct Sowing<'a, O> {
    rules: &'a Ruleset,
    own: Ring,
    other: Ring,
    own_nyumba: bool,
    other_nyumba: bool,
    namua: bool,
    takasia: u8,
    safari: bool,
    laps: u16,
    captured: u8,
    choice: bool,
    /// The lap limit came when a capture was due.
    cut_before_capture: bool,
    observer: &'a mut O,
}

const NYUMBA: usize = Pit::NYUMBA.index();

impl<O: Observer> Sowing<'_, O> {
    /// A turn of the `kichwa` family (RULES 2.1–2.4, 3).
    #[inline]
    fn kichwa_turn(&mut self, mv: Move) -> Ending {
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
    fn pickup_turn(&mut self, mv: Move) -> Ending {
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
