//! Choosing a move from a search, and what the policy should learn from it.

use bingwa_engine::Move;
use bingwa_models::Value;
use rand::RngExt;

use super::result::{RootMove, SearchResult};
use crate::seeds::Random;

/// The move to play for strength: the shortest proven win, else the most visits
/// among moves not proven lost (ties: the better value), else the longest loss.
#[must_use]
pub fn pick_best(result: &SearchResult) -> Option<Move> {
    result
        .moves
        .iter()
        .max_by(|a, b| {
            class(a)
                .cmp(&class(b))
                .then_with(|| match class(a) {
                    Class::Open => a.visits.cmp(&b.visits),
                    _ => a.value.preference(b.value),
                })
                .then_with(|| a.selection_value.total_cmp(&b.selection_value))
        })
        .map(|best| best.mv)
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Lost,
    Open,
    Won,
}

fn class(root_move: &RootMove) -> Class {
    match root_move.value {
        Value::Win(_) => Class::Won,
        Value::Loss(_) => Class::Lost,
        Value::Estimate(_) | Value::Draw(_) => Class::Open,
    }
}

/// The shares a policy should learn, in the order of `result.moves`: a
/// distribution. A proven win takes all, proven losses get nothing unless there
/// is nothing else, the rest is shared by visits.
#[must_use]
pub fn policy_target(result: &SearchResult) -> Vec<f32> {
    let best = pick_best(result);
    let wins = matches!(result.value, Value::Win(_));
    let weights: Vec<f32> = result
        .moves
        .iter()
        .map(|root_move| match class(root_move) {
            Class::Lost => 0.0,
            _ if wins => f32::from(u8::from(Some(root_move.mv) == best)),
            _ => root_move.visits as f32,
        })
        .collect();
    let sum: f32 = weights.iter().sum();
    if sum > 0.0 {
        weights.into_iter().map(|weight| weight / sum).collect()
    } else {
        let even = 1.0 / result.moves.len().max(1) as f32;
        vec![even; result.moves.len()]
    }
}

/// A move drawn with probability ∝ share^(1/temperature); temperature 0 is
/// [`pick_best`].
#[must_use]
pub fn pick_by_temperature(
    result: &SearchResult,
    temperature: f32,
    random: &mut Random,
) -> Option<Move> {
    if temperature <= 0.0 {
        return pick_best(result);
    }
    let weights: Vec<f32> = policy_target(result)
        .into_iter()
        .map(|share| share.powf(1.0 / temperature))
        .collect();
    let mut draw = random.random::<f32>() * weights.iter().sum::<f32>();
    for (root_move, weight) in result.moves.iter().zip(&weights) {
        draw -= weight;
        if draw < 0.0 {
            return Some(root_move.mv);
        }
    }
    pick_best(result)
}
