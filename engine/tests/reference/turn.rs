//! How a chosen move runs: sections 2.1 to 2.6, 3 and 6.

use super::state::{Direction, LEFT_KICHWA, NYUMBA, RIGHT_KICHWA, Side, State, facing, is_inner};
use super::switches::{CaptureFamily, Switches};

/// Section 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Namua,
    Mtaji,
}

/// Section 1: namua while either player has seeds in hand, mtaji after that.
/// Section 2.5: the pickup family has no namua (Reading: seeds in hand, if a
/// custom rule set gives any, then stay there and play no part).
pub fn stage(switches: &Switches, state: &State) -> Stage {
    let seeds_in_hand = state.hand(Side::South) > 0 || state.hand(Side::North) > 0;
    match switches.capture {
        CaptureFamily::Kichwa if seeds_in_hand => Stage::Namua,
        CaptureFamily::Kichwa | CaptureFamily::Pickup => Stage::Mtaji,
    }
}

/// What a move starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub pit: usize,
    pub direction: Direction,
    /// Section 2: a capture turn begins with a capture, a takata turn does not.
    /// (In the pickup family only `must_capture` looks at this.)
    pub capture_turn: bool,
}

/// How a move came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing more to do: the other player moves.
    Done,
    /// Section 2.6: the opponent's inner row is empty after a capture.
    MoverWon,
    /// Section 2.6: the mover's own inner row stood empty in mid-move.
    MoverLost,
    /// Section 6: `lap_limit` laps, and it would go on.
    Endless,
}

/// A move under way, and at its end its outcome.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    switches: &'a Switches,
    /// The mover is still the player who makes this move.
    pub state: State,
    /// Section 3: the stage of a move is the stage in which it began.
    stage: Stage,
    pub capture_turn: bool,
    direction: Direction,
    goes_on_safari: bool,
    /// Whether the choice of section 3 (stop or safari) arose.
    pub safari_choice_arose: bool,
    laps: u32,
}

/// Where a lap ended.
struct LapEnd {
    pit: usize,
    /// The pit held no seed before the last seed fell into it.
    was_empty: bool,
    /// Section 2.6: the mover's inner row stood empty after some seed.
    inner_row_ran_dry: bool,
}

/// Section 2.4: what follows a lap.
enum Next {
    End,
    Capture,
    SowOn,
}

/// Plays one move from its start to its end.
pub fn run<'a>(
    switches: &'a Switches,
    state: &State,
    start: Start,
    goes_on_safari: bool,
) -> (Turn<'a>, Ending) {
    let mut turn = Turn {
        switches,
        state: state.clone(),
        stage: stage(switches, state),
        capture_turn: start.capture_turn,
        direction: start.direction,
        goes_on_safari,
        safari_choice_arose: false,
        laps: 0,
    };
    let ending = turn.run(start.pit);
    (turn, ending)
}

/// Section 3: whether the nyumba of `side` has powers in a move of this stage.
pub fn nyumba_has_powers(switches: &Switches, state: &State, side: Side, stage: Stage) -> bool {
    // Reading: section 3 has no say in the pickup family (2.5 never refers to it).
    switches.nyumba
        && switches.capture == CaptureFamily::Kichwa
        && state.owns_nyumba(side)
        && state.seeds(side, NYUMBA) >= switches.nyumba_min
        && (stage == Stage::Namua || switches.nyumba_mtaji_special)
}

/// How many seeds a move of `side` that starts in mtaji lifts from `pit`: all,
/// or two from a nyumba with powers (section 3, "Starting in mtaji").
pub fn seeds_lifted_in_mtaji(switches: &Switches, state: &State, side: Side, pit: usize) -> u32 {
    let taxed = pit == NYUMBA
        && nyumba_has_powers(switches, state, side, Stage::Mtaji)
        && state.seeds(side, pit) >= 2;
    if taxed { 2 } else { state.seeds(side, pit) }
}

/// Takes `count` seeds out of a pit of `side`. Section 3: the nyumba is lost when
/// its seeds are all lifted.
fn lift(state: &mut State, side: Side, pit: usize, count: u32) {
    let left = state.seeds(side, pit) - count;
    state.set_seeds(side, pit, left);
    if pit == NYUMBA && left == 0 {
        state.lose_nyumba(side);
    }
}

/// Section 1: sows `count` seeds, the first one into `first_pit`.
fn sow(
    state: &mut State,
    side: Side,
    first_pit: usize,
    direction: Direction,
    count: u32,
) -> LapEnd {
    assert!(count > 0, "a lap needs a seed");
    let mut pit = first_pit;
    let mut in_the_hand = count;
    let mut inner_row_ran_dry = false;
    loop {
        let before = state.seeds(side, pit);
        state.set_seeds(side, pit, before + 1);
        in_the_hand -= 1;
        if state.inner_row_is_empty(side) {
            inner_row_ran_dry = true;
        }
        if in_the_hand == 0 {
            return LapEnd {
                pit,
                was_empty: before == 0,
                inner_row_ran_dry,
            };
        }
        pit = direction.next_pit(pit);
    }
}

/// The opponent's pit that the first lap of a start from a pit captures, or
/// `None` if the first lap does not capture: section 2.2 (mtaji, kichwa family)
/// and section 2.5 (pickup family). Only the first lap is looked at.
///
/// Reading: "already held seeds" means just before the last seed falls, so a
/// pit that the same lap has passed before counts. The check of 2.6 (own inner
/// row dry in mid-lap) plays no part here.
pub fn pit_captured_by_first_lap(
    switches: &Switches,
    state: &State,
    side: Side,
    pit: usize,
    direction: Direction,
) -> Option<usize> {
    let mut copy = state.clone();
    let count = seeds_lifted_in_mtaji(switches, state, side, pit);
    if count < 2 {
        return None;
    }
    // Reading: `capture_max` belongs to 2.2, the pickup family has no limit.
    if switches.capture == CaptureFamily::Kichwa
        && let Some(most) = switches.capture_max
        && count > most
    {
        return None;
    }
    lift(&mut copy, side, pit, count);
    let end = sow(&mut copy, side, direction.next_pit(pit), direction, count);
    let captures =
        is_inner(end.pit) && !end.was_empty && copy.seeds(side.other(), facing(end.pit)) > 0;
    captures.then(|| facing(end.pit))
}

impl Turn<'_> {
    fn me(&self) -> Side {
        self.state.mover
    }

    fn run(&mut self, start_pit: usize) -> Ending {
        let me = self.me();
        // The handful to sow and the pit that gets its first seed.
        let mut handful;
        let mut first_pit;

        // The beginning of the move.
        match self.stage {
            // 2.1, capture: place one seed, and capture.
            Stage::Namua if self.capture_turn => {
                self.place_a_seed(start_pit);
                handful = self.take_from_opponent(start_pit);
                if self.state.inner_row_is_empty(me.other()) {
                    return Ending::MoverWon;
                }
                first_pit = self.enter_at_a_kichwa(start_pit);
            }
            // 2.1, takata: place one seed, lift the pit, sow from the next pit.
            Stage::Namua => {
                // 3: powers are counted before placing; the tax is two seeds.
                let taxed = start_pit == NYUMBA
                    && nyumba_has_powers(self.switches, &self.state, me, Stage::Namua);
                self.place_a_seed(start_pit);
                handful = if taxed {
                    2
                } else {
                    self.state.seeds(me, start_pit)
                };
                lift(&mut self.state, me, start_pit, handful);
                first_pit = self.direction.next_pit(start_pit);
            }
            // 2.2 and 2.5: lift the pit, sow from the next pit.
            Stage::Mtaji => {
                handful = seeds_lifted_in_mtaji(self.switches, &self.state, me, start_pit);
                lift(&mut self.state, me, start_pit, handful);
                first_pit = self.direction.next_pit(start_pit);
            }
        }

        loop {
            let lap = sow(&mut self.state, me, first_pit, self.direction, handful);
            self.laps += 1;
            // 2.6: own inner row dry; the lap under way has been completed.
            if lap.inner_row_ran_dry && self.switches.empty_inner_mid_move_loss {
                return Ending::MoverLost;
            }
            let next = match self.switches.capture {
                CaptureFamily::Kichwa => self.after_lap_kichwa(&lap),
                CaptureFamily::Pickup => self.after_lap_pickup(&lap),
            };
            // 6: so many laps without ending. Reading: what would come next is
            // not done any more, be it a capture.
            if !matches!(next, Next::End) && self.laps >= self.switches.lap_limit {
                return Ending::Endless;
            }
            match next {
                Next::End => return Ending::Done,
                Next::Capture => {
                    handful = self.take_from_opponent(lap.pit);
                    // 2.6: won at once, the captured seeds are not sown.
                    if self.state.inner_row_is_empty(me.other()) {
                        return Ending::MoverWon;
                    }
                    match self.switches.capture {
                        CaptureFamily::Kichwa => first_pit = self.enter_at_a_kichwa(lap.pit),
                        // 2.5: with all seeds of one's own pit, from the next pit.
                        CaptureFamily::Pickup => {
                            let own = self.state.seeds(me, lap.pit);
                            lift(&mut self.state, me, lap.pit, own);
                            handful += own;
                            first_pit = self.direction.next_pit(lap.pit);
                        }
                    }
                }
                Next::SowOn => {
                    handful = self.state.seeds(me, lap.pit);
                    lift(&mut self.state, me, lap.pit, handful);
                    first_pit = self.direction.next_pit(lap.pit);
                }
            }
        }
    }

    /// 2.1: one seed from the hand into a pit.
    fn place_a_seed(&mut self, pit: usize) {
        let me = self.me();
        self.state.set_hand(me, self.state.hand(me) - 1);
        let seeds = self.state.seeds(me, pit);
        self.state.set_seeds(me, pit, seeds + 1);
    }

    /// 2.3: takes all seeds of the facing pit and returns their number.
    fn take_from_opponent(&mut self, own_pit: usize) -> u32 {
        let opponent = self.me().other();
        let taken = self.state.seeds(opponent, facing(own_pit));
        // 3: a nyumba captured by the opponent is lost.
        lift(&mut self.state, opponent, facing(own_pit), taken);
        // 3: lost when its owner first captures in the mtaji stage.
        if self.switches.nyumba_lost_by_mtaji_capture && self.stage == Stage::Mtaji {
            self.state.lose_nyumba(self.me());
        }
        taken
    }

    /// 2.3: the kichwa that captured seeds enter; sets the direction.
    fn enter_at_a_kichwa(&mut self, capturing_pit: usize) -> usize {
        match capturing_pit {
            // The left kimbi.
            0 | 1 => self.direction = Direction::Clockwise,
            // The right kimbi.
            6 | 7 => self.direction = Direction::Anticlockwise,
            // Keeps the current direction (namua's first capture: the choice).
            _ => {}
        }
        match self.direction {
            Direction::Clockwise => LEFT_KICHWA,
            Direction::Anticlockwise => RIGHT_KICHWA,
        }
    }

    /// 2.4: after each lap in the kichwa family.
    fn after_lap_kichwa(&mut self, lap: &LapEnd) -> Next {
        let me = self.me();
        // Case 1.
        if lap.was_empty {
            return Next::End;
        }
        let facing_filled = is_inner(lap.pit) && self.state.seeds(me.other(), facing(lap.pit)) > 0;
        // Case 2.
        if self.capture_turn && facing_filled {
            return Next::Capture;
        }
        // Case 3, decided by section 3; counted after the last seed.
        if lap.pit == NYUMBA && nyumba_has_powers(self.switches, &self.state, me, self.stage) {
            let may_choose =
                self.capture_turn || (self.switches.nyumba_takata_end_choice && !facing_filled);
            if !may_choose {
                return Next::End;
            }
            self.safari_choice_arose = true;
            return if self.goes_on_safari {
                Next::SowOn
            } else {
                Next::End
            };
        }
        // Case 4. Section 4: mtaji only, and only in rule sets with takasia.
        if !self.capture_turn
            && self.switches.takasia
            && self.stage == Stage::Mtaji
            && self.state.takasia == Some(lap.pit)
        {
            return Next::End;
        }
        // Case 5.
        Next::SowOn
    }

    /// 2.5: after each lap in the pickup family.
    fn after_lap_pickup(&self, lap: &LapEnd) -> Next {
        if lap.was_empty {
            return Next::End;
        }
        if is_inner(lap.pit) && self.state.seeds(self.me().other(), facing(lap.pit)) > 0 {
            return Next::Capture;
        }
        Next::SowOn
    }
}
