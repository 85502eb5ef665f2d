//! Proven results: how they go up the tree.
//!
//! A node is won as soon as one child is lost for its mover, and lost when all
//! are won; the shortest win and the longest resistance count (Winands,
//! Björnsson, Saito, "Monte-Carlo Tree Search Solver", CG 2008, with distances).

use bingwa_models::Value;

use super::tree::{NodeId, Tree};

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
