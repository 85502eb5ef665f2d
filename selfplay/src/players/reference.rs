//! What the minimax searches are tested against: plain minimax, and an evaluator
//! that tells them nothing.

use bingwa_engine::{Move, Outcome, Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator, Value};
use rand::RngExt;

use super::score::Score;
use crate::seeds::{Purpose, stream};

/// Values without sense: no two searches agree by luck, and the order of moves
/// says nothing. Sixteen of them, so that many are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Senseless;

impl Senseless {
    fn value(position: &Position) -> f32 {
        // Both seats alike.
        let key = position.key() ^ position.turned().key();
        (key >> 32 & 15) as f32 / 15.0
    }
}

impl Evaluator for Senseless {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        for (position, evaluation) in positions.iter().zip(out) {
            *evaluation = Evaluation {
                value: Self::value(position),
                arrival: 0.0,
            };
        }
    }
}

/// The minimax value of a position whose game is not over, as its definition
/// says: every line, no cuts, no table. Leaves are [`Senseless`].
///
/// With `free` moves, so many in a row without an alternative cost no depth.
pub(super) fn minimax(rules: &Ruleset, here: &Position, depth: u8, free: u8) -> Value {
    let mut here = *here;
    let mut followed = 0;
    loop {
        let moves = rules.legal_moves(&here);
        let played = rules.play(&here, moves[0]);
        let goes_on = rules.outcome_after(&played).is_none();
        if moves.len() > 1 || !goes_on || followed == free {
            break;
        }
        here = played.position;
        followed += 1;
    }
    let mut best = Value::Loss(0);
    for &mv in rules.legal_moves(&here).iter() {
        let value = after(rules, &here, mv, depth, free);
        if value.preference(best).is_gt() {
            best = value;
        }
    }
    (0..followed).fold(best, |value, _| value.one_move_earlier())
}

/// What a move, searched to such a depth, is worth to who makes it.
pub(super) fn after(rules: &Ruleset, here: &Position, mv: Move, depth: u8, free: u8) -> Value {
    let played = rules.play(here, mv);
    let next = played.position;
    let value = match rules.outcome_after(&played) {
        Some(Outcome::Win(side)) if side == next.mover() => Value::Win(0),
        Some(Outcome::Win(_)) => Value::Loss(0),
        // The searches count a draw as even.
        Some(Outcome::Draw) => Value::Estimate(0.5),
        // In the searches' steps of half a millionth.
        None if depth == 1 => Score::estimate(Senseless::value(&next)).value(),
        None => minimax(rules, &next, depth - 1, free),
    };
    value.one_move_earlier()
}

/// The best move of a position whose game is not over, searched to such a depth.
pub(super) fn best(rules: &Ruleset, here: &Position, depth: u8, free: u8) -> Value {
    let moves = rules.legal_moves(here);
    let values = moves.iter().map(|&mv| after(rules, here, mv, depth, free));
    values.fold(Value::Loss(0), |best, value| {
        if value.preference(best).is_gt() {
            value
        } else {
            best
        }
    })
}

/// The same, but for the rounding of one minus an estimate.
pub(super) fn same(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Estimate(a), Value::Estimate(b)) => (a - b).abs() < 1e-6,
        _ => a == b,
    }
}

/// Positions of random games whose game goes on: from all of a game, and as many
/// from its last moves, where wins and losses are near.
pub(super) fn positions(rules: &Ruleset, count: u64) -> Vec<Position> {
    let position = |index| {
        let mut random = stream(11, Purpose::Openings, 0, index);
        let mut game = vec![Position::start(rules)];
        while let Some(here) = game.last() {
            let moves = rules.legal_moves(here);
            let played = rules.play(here, moves[random.random_range(0..moves.len())]);
            if rules.outcome_after(&played).is_some() {
                break;
            }
            game.push(played.position);
        }
        let last = if index % 2 == 0 { 8 } else { game.len() };
        game[game.len() - 1 - random.random_range(0..last.min(game.len()))]
    };
    (0..count).map(position).collect()
}

/// A game of kujifunza that is over: South, to move, has an empty inner row.
pub(super) const OVER: &str =
    "0,0,0,0,0,0,0,9/0,0,0,3,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,3,0,0 S 0,0 - - 10";

/// Positions with forced results, found by search: the rule set, the position,
/// and its worth.
pub(super) const FORCED: [(Ruleset, &str, Value); 12] = [
    (
        Ruleset::KISWAHILI,
        "2,0,1,1,0,0,0,0/1,9,1,0,0,0,0,0/1,0,2,3,1,6,14,1/1,0,1,1,2,2,1,3 S 5,5 - - 34",
        Value::Win(5),
    ),
    (
        Ruleset::KISWAHILI,
        "2,1,0,0,3,1,2,0/3,1,1,0,2,2,0,0/0,1,3,2,10,0,0,1/3,2,4,3,1,3,4,9 S 0,0 - - 108",
        Value::Win(7),
    ),
    (
        Ruleset::KISWAHILI,
        "3,0,3,1,0,1,1,9/0,1,4,0,14,15,3,1/0,0,1,0,1,0,0,0/1,0,2,0,1,0,2,0 S 0,0 - - 76",
        Value::Loss(4),
    ),
    (
        Ruleset::MALAWI,
        "1,4,2,3,2,5,5,3/1,6,5,3,0,1,0,2/0,1,1,1,1,1,0,6/0,7,0,1,1,1,0,0 N 0,0 - - 161",
        Value::Win(5),
    ),
    (
        Ruleset::ENCYCLOPEDIA,
        "5,2,5,0,1,3,8,4/1,1,0,7,0,8,2,1/0,0,0,0,2,1,2,4/0,0,0,0,0,1,1,0 N 2,3 - - 39",
        Value::Win(7),
    ),
    (
        Ruleset::ZANZIBAR,
        "0,1,0,1,0,1,0,1/0,1,1,1,6,1,3,3/3,3,15,3,3,2,0,1/1,0,1,1,4,1,1,5 S 0,0 - - 48",
        Value::Win(5),
    ),
    (
        Ruleset::ZANZIBAR,
        "1,1,3,4,0,7,0,1/1,3,2,5,0,7,4,13/0,0,0,0,0,1,1,1/4,0,2,1,1,0,1,0 S 0,0 - - 54",
        Value::Loss(6),
    ),
    (
        Ruleset::KUJIFUNZA,
        "3,1,0,2,5,3,0,0/1,0,0,0,2,4,0,0/2,7,3,3,4,0,3,2/2,2,3,2,5,2,2,1 S 0,0 - - 28",
        Value::Win(5),
    ),
    (
        Ruleset::KUJIFUNZA,
        "4,1,0,4,1,4,0,1/6,1,0,3,2,0,4,6/2,2,6,1,1,0,0,0/0,3,0,3,3,0,3,3 N 0,0 - - 3",
        Value::Win(9),
    ),
    (
        Ruleset::KUJIFUNZA,
        "0,2,0,1,0,1,0,0/1,1,0,0,0,0,0,0/0,9,10,1,2,6,0,1/6,8,0,1,7,2,4,1 N 0,0 - - 43",
        Value::Loss(4),
    ),
    (
        Ruleset::EASY,
        "5,1,19,1,4,2,1,0/1,0,2,1,1,2,2,0/1,0,2,1,1,2,1,0/2,1,1,2,1,5,0,2 N 0,0 - - 81",
        Value::Win(5),
    ),
    (
        Ruleset::LEAFLET,
        "1,0,0,1,0,8,0,5/8,2,0,7,0,0,3,0/7,4,1,1,0,1,3,0/1,2,0,4,1,2,1,1 N 0,0 - - 13",
        Value::Win(5),
    ),
];

/// Whether the mover wins within so many moves of both players by the moves that
/// `choose` gives, whatever the other player does.
pub(super) fn wins(
    rules: &Ruleset,
    here: &Position,
    moves: u16,
    choose: &mut dyn FnMut(&Position) -> Option<Move>,
) -> bool {
    let Some(mv) = choose(here) else {
        return false;
    };
    let played = rules.play(here, mv);
    if let Some(outcome) = rules.outcome_after(&played) {
        return outcome == Outcome::Win(here.mover());
    }
    moves > 2
        && rules.legal_moves(&played.position).iter().all(|&reply| {
            let answered = rules.play(&played.position, reply);
            match rules.outcome_after(&answered) {
                Some(outcome) => outcome == Outcome::Win(here.mover()),
                None => wins(rules, &answered.position, moves - 2, choose),
            }
        })
}
