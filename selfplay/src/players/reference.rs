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
