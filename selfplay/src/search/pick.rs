//! Choosing a move from what a search found, and what the policy should learn
//! from it.

use bingwa_engine::Move;
use bingwa_models::Value;
use rand::RngExt;

use super::result::{RootMove, SearchResult};
use crate::seeds::Random;

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

/// The place of the move to play: the shortest proven win, else `open`, the
/// choice of the root's method among moves not proven lost, else the most
/// visited of those (ties: the better value), else the longest loss.
pub(super) fn best_place(moves: &[RootMove], open: Option<usize>) -> Option<usize> {
    let best = moves.iter().enumerate().max_by(|(_, a), (_, b)| {
        class(a)
            .cmp(&class(b))
            .then_with(|| match class(a) {
                Class::Open => a.visits.cmp(&b.visits),
                _ => a.value.preference(b.value),
            })
            .then_with(|| a.selection_value.total_cmp(&b.selection_value))
    });
    let (place, best) = best?;
    match class(best) {
        Class::Open => open.or(Some(place)),
        _ => Some(place),
    }
}

/// Writes the shares a policy should learn into `moves`: a distribution. A
/// proven win takes all, proven losses get nothing unless there is nothing
/// else, the rest is shared by `weights`.
pub(super) fn share(moves: &mut [RootMove], best: Option<usize>, weights: &[f32]) {
    let won = best.is_some_and(|place| class(&moves[place]) == Class::Won);
    for (place, (root_move, &weight)) in moves.iter_mut().zip(weights).enumerate() {
        root_move.policy = match class(root_move) {
            Class::Lost => 0.0,
            _ if won => f32::from(u8::from(Some(place) == best)),
            _ => weight,
        };
    }
    let mut sum: f32 = moves.iter().map(|root_move| root_move.policy).sum();
    if sum <= 0.0 {
        // Nothing was visited: what is proven at the first look decides.
        let best = best.map(|place| class(&moves[place]));
        for root_move in moves.iter_mut() {
            root_move.policy = f32::from(u8::from(Some(class(root_move)) == best));
        }
        sum = moves.iter().map(|root_move| root_move.policy).sum();
    }
    moves
        .iter_mut()
        .for_each(|root_move| root_move.policy /= sum);
}

/// A move drawn with probability ∝ policy^(1/temperature); temperature 0 is the
/// best one.
#[must_use]
pub fn pick_by_temperature(
    result: &SearchResult,
    temperature: f32,
    random: &mut Random,
) -> Option<Move> {
    if temperature <= 0.0 {
        return result.best;
    }
    let moves = &result.moves;
    let weights: Vec<f32> = moves
        .iter()
        .map(|root_move| root_move.policy.powf(1.0 / temperature))
        .collect();
    let mut draw = random.random::<f32>() * weights.iter().sum::<f32>();
    for (root_move, weight) in moves.iter().zip(&weights) {
        draw -= weight;
        if draw < 0.0 {
            return Some(root_move.mv);
        }
    }
    result.best
}
