//! Positions with known results: random games, judged by plain exhaustive
//! search with nothing but the engine.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Value;
use bingwa_selfplay::seeds::{Purpose, stream};
use rand::RngExt;

/// Won and lost positions of each kind, for each seat.
pub(super) const EACH: usize = 8;

/// Moves that plain search looks ahead.
const DEPTH: u16 = 3;

/// A position whose result is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) position: Position,
    /// For its mover: a win or a loss within [`DEPTH`] moves.
    pub(super) value: Value,
}

impl Known {
    pub(super) const fn is_won(&self) -> bool {
        matches!(self.value, Value::Win(_))
    }
}

/// As many won as lost positions, each seen from both seats.
pub(super) fn positions(rules: &Ruleset) -> Vec<Known> {
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    for game in 0..10_000 {
        if won.len() >= EACH && lost.len() >= EACH {
            break;
        }
        let mut random = stream(1, Purpose::Play, 0, game);
        let mut played = Vec::new();
        let mut here = Position::start(rules);
        while rules.outcome(&here).is_none() {
            played.push(here);
            let moves = rules.legal_moves(&here);
            here = rules
                .play(&here, moves[random.random_range(0..moves.len())])
                .position;
        }
        // One of each kind from a game: its positions are much alike.
        let last = played.iter().rev().take(6);
        let values: Vec<(Position, Option<Value>)> = last
            .map(|&position| (position, solve(rules, &position, DEPTH)))
            .collect();
        let keep = |found: &mut Vec<Known>, kind: fn(&Value) -> bool| {
            let first = values.iter().find_map(|&(position, value)| {
                value.filter(kind).map(|value| Known { position, value })
            });
            if found.len() < EACH {
                found.extend(first);
            }
        };
        // Two moves or more: a win that the last move alone does not show.
        keep(&mut won, |value| matches!(value, Value::Win(1 | 3)));
        keep(&mut lost, |value| matches!(value, Value::Loss(2..)));
    }
    let turned = |known: &Known| Known {
        position: known.position.turned(),
        value: known.value,
    };
    won.iter()
        .chain(&lost)
        .flat_map(|known| [*known, turned(known)])
        .collect()
}

/// The value of a position for its mover if it is decided within `depth` moves.
pub(super) fn solve(rules: &Ruleset, position: &Position, depth: u16) -> Option<Value> {
    if let Some(outcome) = rules.outcome(position) {
        return Some(Value::of_outcome(outcome, position.mover()));
    }
    if depth == 0 {
        return None;
    }
    let mut best: Option<Value> = None;
    let mut all_known = true;
    for &mv in rules.legal_moves(position).iter() {
        match after(rules, position, mv, depth) {
            Some(value) if best.is_none_or(|best| value.preference(best).is_gt()) => {
                best = Some(value);
            }
            Some(_) => {}
            None => all_known = false,
        }
    }
    best.filter(|best| all_known || matches!(best, Value::Win(_)))
}

/// What a move is worth to its player, looking `depth` moves ahead with it.
pub(super) fn after(rules: &Ruleset, position: &Position, mv: Move, depth: u16) -> Option<Value> {
    let played = rules.play(position, mv);
    let next = played.position;
    let value = match rules.outcome_after(&played) {
        Some(outcome) => Some(Value::of_outcome(outcome, next.mover())),
        None => solve(rules, &next, depth - 1),
    };
    value.map(Value::one_move_earlier)
}
