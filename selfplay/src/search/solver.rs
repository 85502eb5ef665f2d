//! Proven results: where they come from and how they go up the tree.
//!
//! A node is won as soon as one child is lost for its mover, and lost when all
//! are won; the shortest win and the longest resistance count (Winands,
//! Björnsson, Saito, "Monte-Carlo Tree Search Solver", CG 2008, with distances).

use bingwa_engine::{Outcome, Played, Ruleset, Side};
use bingwa_models::Value;

use super::tree::{NodeId, Tree};

/// The value, for `mover`, of a game that is over.
pub(super) fn decided(outcome: Outcome, mover: Side) -> Value {
    match outcome {
        Outcome::Win(side) if side == mover => Value::Win(0),
        Outcome::Win(_) => Value::Loss(0),
        Outcome::Draw => Value::Draw(0),
    }
}

/// The value, for the player now to move, of a position just reached, if its
/// game is over. A reply that exists but never ends is found when the position
/// is expanded.
#[inline]
pub(super) fn decided_by(rules: &Ruleset, played: &Played) -> Option<Value> {
    let position = &played.position;
    if let Some(outcome) = rules.decided_by_move(played) {
        Some(decided(outcome, position.mover()))
    } else if rules.starts(position).is_empty() {
        Some(Value::Loss(0))
    } else if position.plies() >= rules.ply_limit {
        Some(Value::Draw(0))
    } else {
        None
    }
}

/// Renews the minimax value of an expanded node from its children and, if
/// `proofs` are wanted, its proof.
pub(super) fn update(tree: &mut Tree, id: NodeId, proofs: bool) {
    let children = tree.children(id);
    let mut best = Value::Loss(0);
    let mut minimax = 0.0_f32;
    let mut all_proven = true;
    for child in children {
        minimax = minimax.max(1.0 - child.minimax);
        if child.value.is_proven() {
            let here = child.value.one_move_earlier();
            if here.preference(best).is_gt() {
                best = here;
            }
        } else {
            all_proven = false;
        }
    }
    // Without children the mover has no move that ends: that is lost by rule.
    let proven = children.is_empty() || (proofs && (matches!(best, Value::Win(_)) || all_proven));
    let node = tree.node_mut(id);
    if proven {
        node.value = best;
        node.minimax = best.probability();
    } else {
        node.minimax = minimax;
    }
}
