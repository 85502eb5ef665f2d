//! Which starts may be chosen: sections 2.1, 2.2, 2.5, 2.6, 3 and 4. Endless
//! moves are not looked at here; `game.rs` removes them afterwards.

use super::state::{Direction, LEFT_KICHWA, NYUMBA, RIGHT_KICHWA, Side, State, facing, is_inner};
use super::switches::{CaptureFamily, Switches};
use super::turn::{Stage, Start, nyumba_has_powers, pit_captured_by_first_lap, stage};

/// The starts that the mover may choose from.
pub fn starts(switches: &Switches, state: &State) -> Vec<Start> {
    match (switches.capture, stage(switches, state)) {
        (CaptureFamily::Pickup, _) => starts_pickup(switches, state),
        (CaptureFamily::Kichwa, Stage::Namua) => starts_namua(switches, state),
        (CaptureFamily::Kichwa, Stage::Mtaji) => starts_mtaji(switches, state),
    }
}

/// Section 2: "if a capture turn is possible the player must make one"
/// (`must_capture`); otherwise both kinds may be chosen.
fn capture_first(switches: &Switches, captures: Vec<Start>, takatas: Vec<Start>) -> Vec<Start> {
    if captures.is_empty() {
        takatas
    } else if switches.must_capture {
        captures
    } else {
        captures.into_iter().chain(takatas).collect()
    }
}

/// Section 2.1.
fn starts_namua(switches: &Switches, state: &State) -> Vec<Start> {
    let me = state.mover;
    // In namua a mover without a seed in hand has no legal move.
    if state.hand(me) == 0 {
        return Vec::new();
    }

    let mut captures = Vec::new();
    for pit in 0..8 {
        if state.seeds(me, pit) == 0 || state.seeds(me.other(), facing(pit)) == 0 {
            continue;
        }
        // From a kimbi only the kichwa of that side.
        let directions: &[Direction] = match pit {
            0 | 1 => &[Direction::Clockwise],
            6 | 7 => &[Direction::Anticlockwise],
            _ => &Direction::BOTH,
        };
        for &direction in directions {
            captures.push(Start {
                pit,
                direction,
                capture_turn: true,
            });
        }
    }

    let mut takatas = Vec::new();
    for pit in 0..8 {
        if state.seeds(me, pit) == 0 {
            continue;
        }
        // 3, nyumba_start = alone.
        if pit == NYUMBA
            && switches.nyumba_start_alone
            && nyumba_has_powers(switches, state, me, Stage::Namua)
            && !state.is_only_filled_inner_pit(me, pit)
        {
            continue;
        }
        for direction in Direction::BOTH {
            // Reading: without `must_capture` the text of a move (pit and
            // direction) that can capture names the capture turn.
            let is_a_capture = captures
                .iter()
                .any(|start| start.pit == pit && start.direction == direction);
            if !is_a_capture && !is_lone_kichwa_outwards(switches, state, pit, direction) {
                takatas.push(Start {
                    pit,
                    direction,
                    capture_turn: false,
                });
            }
        }
    }
    // 3, namua_prefer_two. Reading: a rule set without nyumba counts as "not
    // owned"; only the takata turns left after the rules above are looked at.
    let nyumba_is_owned = switches.nyumba && state.owns_nyumba(me);
    if switches.namua_prefer_two && !nyumba_is_owned {
        takatas = preferring(takatas, |start| state.seeds(me, start.pit) >= 2);
    }

    capture_first(switches, captures, takatas)
}

/// Section 2.2.
fn starts_mtaji(switches: &Switches, state: &State) -> Vec<Start> {
    let me = state.mover;
    let mut captures = Vec::new();
    let mut takatas = Vec::new();
    for pit in 0..16 {
        if state.seeds(me, pit) < 2 {
            continue;
        }
        // 4: may not start from the pit under takasia.
        if switches.takasia && state.takasia == Some(pit) {
            continue;
        }
        for direction in Direction::BOTH {
            if pit_captured_by_first_lap(switches, state, me, pit, direction).is_some() {
                captures.push(Start {
                    pit,
                    direction,
                    capture_turn: true,
                });
            } else if !is_lone_kichwa_outwards(switches, state, pit, direction) {
                takatas.push(Start {
                    pit,
                    direction,
                    capture_turn: false,
                });
            }
        }
    }
    // Reading: an inner pit "may be used" if some takata turn can start from it.
    if switches.takata_inner_first {
        takatas = preferring(takatas, |start| is_inner(start.pit));
    }
    capture_first(switches, captures, takatas)
}

/// Section 2.5. Reading: only `must_capture` narrows the choice; the rules about
/// takata turns (inner row first, lone kichwa, takasia) are of the other family.
fn starts_pickup(switches: &Switches, state: &State) -> Vec<Start> {
    let me = state.mover;
    let mut captures = Vec::new();
    let mut others = Vec::new();
    for pit in 0..16 {
        if state.seeds(me, pit) < 2 {
            continue;
        }
        for direction in Direction::BOTH {
            let capture_turn =
                pit_captured_by_first_lap(switches, state, me, pit, direction).is_some();
            let start = Start {
                pit,
                direction,
                capture_turn,
            };
            if capture_turn {
                captures.push(start);
            } else {
                others.push(start);
            }
        }
    }
    capture_first(switches, captures, others)
}

/// Those starts that have a quality if any has it, else all.
fn preferring(starts: Vec<Start>, quality: impl Fn(&Start) -> bool) -> Vec<Start> {
    if starts.iter().any(&quality) {
        starts.into_iter().filter(quality).collect()
    } else {
        starts
    }
}

/// Section 2.6, `lone_kichwa`: a takata turn may not start from a kichwa that is
/// the only filled inner pit towards the outer row.
fn is_lone_kichwa_outwards(
    switches: &Switches,
    state: &State,
    pit: usize,
    direction: Direction,
) -> bool {
    let outwards = (pit == LEFT_KICHWA && direction == Direction::Anticlockwise)
        || (pit == RIGHT_KICHWA && direction == Direction::Clockwise);
    switches.lone_kichwa_forbidden && outwards && state.is_only_filled_inner_pit(state.mover, pit)
}

/// Section 4: the pit of `state.mover` (Y) that comes under takasia when the
/// other player (X) has just made a takata turn in mtaji that led to `state`.
pub fn takasia_after_takata(switches: &Switches, state: &State) -> Option<usize> {
    let y = state.mover;
    let x = y.other();
    if !pits_with_capture_turns(switches, state, y).is_empty() {
        return None;
    }
    let captured = pits_with_capture_turns(switches, state, x);
    let &pit = captured.first()?;
    if captured.iter().any(|&other| other != pit) {
        return None;
    }
    let still_owned_nyumba = switches.nyumba && pit == NYUMBA && state.owns_nyumba(y);
    let single_seed = state.seeds(y, pit) == 1;
    let only_filled = state.is_only_filled_inner_pit(y, pit);
    let only_with_two =
        (0..8).all(|other| other == pit || state.seeds(y, other) < 2) && state.seeds(y, pit) >= 2;
    if still_owned_nyumba || single_seed || only_filled || only_with_two {
        return None;
    }
    Some(pit)
}

/// The opponent's pits that capture turns of `side` in mtaji capture first, one
/// entry for each capture turn. No pit of `side` is under takasia here.
fn pits_with_capture_turns(switches: &Switches, state: &State, side: Side) -> Vec<usize> {
    let mut captured = Vec::new();
    for pit in 0..16 {
        if state.seeds(side, pit) < 2 {
            continue;
        }
        for direction in Direction::BOTH {
            captured.extend(pit_captured_by_first_lap(
                switches, state, side, pit, direction,
            ));
        }
    }
    captured
}
