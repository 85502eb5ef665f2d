//! Legal moves, move texts (section 8), the end of the game (section 5), perft.

use super::choices::{starts, takasia_after_takata};
use super::state::{Direction, Side, State, is_inner, pit_name};
use super::switches::{CaptureFamily, Endless, Switches};
use super::turn::{Ending, Stage, Start, run, stage};

/// All legal moves; none if the game is over.
pub fn legal_moves(switches: &Switches, state: &State) -> Vec<String> {
    if state.moves_played >= switches.ply_limit {
        return Vec::new();
    }
    legal_before_move_limit(switches, state)
        .into_iter()
        .map(|(text, _, _)| text)
        .collect()
}

/// Plays a legal move: the position after it, and the result of the game if the
/// move itself ends it (2.6, an empty inner row of section 5, `endless = loss`).
///
/// The case files show that the two last checks of section 5 (no legal move for
/// the player to move, the move limit) belong to the position after the move and
/// not to the move: ask [`result`] for them when this result is `None`.
pub fn play(
    switches: &Switches,
    state: &State,
    move_text: &str,
) -> Option<(State, Option<&'static str>)> {
    if !legal_moves(switches, state)
        .iter()
        .any(|text| text == move_text)
    {
        return None;
    }
    let (_, start, safari) = legal_before_move_limit(switches, state)
        .into_iter()
        .find(|(text, _, _)| text == move_text)?;

    let me = state.mover;
    let (turn, ending) = run(switches, state, start, safari);
    let capture_turn = turn.capture_turn;
    let mut after = turn.state;
    after.mover = me.other();
    after.moves_played += 1;
    after.takasia = None;

    // A result that arose in mid-move stands, whatever the board shows.
    let result_of_the_move = match ending {
        Ending::MoverWon => Some(me.letter()),
        Ending::MoverLost => Some(me.other().letter()),
        Ending::Endless if switches.endless == Endless::Loss => Some(me.other().letter()),
        Ending::Endless | Ending::Done => None,
    }
    .or_else(|| result_by_empty_rows(&after));
    if result_of_the_move.is_some() {
        return Some((after, result_of_the_move));
    }

    // Section 4: after a takata turn that began in mtaji.
    if switches.takasia
        && switches.capture == CaptureFamily::Kichwa
        && stage(switches, state) == Stage::Mtaji
        && !capture_turn
    {
        after.takasia = takasia_after_takata(switches, &after);
    }
    Some((after, None))
}

/// Section 5: the result of a position as it stands.
pub fn result(switches: &Switches, state: &State) -> Option<&'static str> {
    if let Some(winner) = result_by_empty_rows(state) {
        return Some(winner);
    }
    // The check for a missing move comes before the move limit.
    if legal_before_move_limit(switches, state).is_empty() {
        return Some(state.mover.other().letter());
    }
    if state.moves_played >= switches.ply_limit {
        return Some("draw");
    }
    None
}

/// Section 9: leaf positions at a depth; a game that is over has no moves.
pub fn perft(switches: &Switches, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for text in legal_moves(switches, state) {
        let (after, result) = play(switches, state, &text).expect("a legal move");
        if depth == 1 {
            leaves += 1;
        } else if result.is_none() {
            // A position without a legal move has no leaves below it.
            leaves += perft(switches, &after, depth - 1);
        }
    }
    leaves
}

/// Section 5: an empty inner row. The mover's is looked at first: it was emptied
/// by the player who has just moved, who then wins first.
fn result_by_empty_rows(state: &State) -> Option<&'static str> {
    let mover: Side = state.mover;
    if state.inner_row_is_empty(mover) {
        return Some(mover.other().letter());
    }
    if state.inner_row_is_empty(mover.other()) {
        return Some(mover.letter());
    }
    None
}

/// The legal moves (text, start, safari) if the move limit is left aside.
fn legal_before_move_limit(switches: &Switches, state: &State) -> Vec<(String, Start, bool)> {
    if result_by_empty_rows(state).is_some() {
        return Vec::new();
    }
    let mut legal = Vec::new();
    for start in starts(switches, state) {
        for safari in [false, true] {
            let (turn, ending) = run(switches, state, start, safari);
            // 8: a `+` where no choice arises is not a legal move.
            if safari && !turn.safari_choice_arose {
                continue;
            }
            // 6: an endless move may not be chosen.
            if ending == Ending::Endless && switches.endless == Endless::Illegal {
                continue;
            }
            legal.push((move_text(start, safari), start, safari));
        }
    }
    legal
}

/// Section 8: pit, the way the hand goes as its owner sees it, `+` for safari.
fn move_text(start: Start, safari: bool) -> String {
    let clockwise = start.direction == Direction::Clockwise;
    // `>` is clockwise in the inner row, anticlockwise in the outer row.
    let way = if clockwise == is_inner(start.pit) {
        ">"
    } else {
        "<"
    };
    let plus = if safari { "+" } else { "" };
    format!("{}{way}{plus}", pit_name(start.pit))
}
