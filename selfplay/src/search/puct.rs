//! Walking down: which child to look at next.
//!
//! PUCT (Silver et al., "Mastering the game of Go without human knowledge",
//! Nature 550, 2017, Methods, "Search algorithm"): the child with the greatest
//! Q + c · P · √N / (1 + n), where Q is seen from the parent and, here, mixes
//! the mean of visits with the minimax value.

use bingwa_models::Value;

use super::SearchConfig;
use super::tree::{Node, NodeId, Tree};

/// The child of an expanded, unproven node to walk to. Children that are proven
/// to be won for the opponent are passed over: some other child is not.
pub(super) fn select(tree: &Tree, parent: NodeId, config: &SearchConfig) -> NodeId {
    let visits = tree.node(parent).visits as f32;
    let explore = config.exploration * (visits + 1.0).sqrt();
    let mut best = (f32::NEG_INFINITY, 0);
    for (place, child) in tree.children(parent).iter().enumerate() {
        if child.value.is_proven() {
            // Draws stay in play at their value; a proven win for the parent
            // would have proven the parent.
            if !matches!(child.value, Value::Draw(_)) {
                continue;
            }
        }
        let q = 1.0 - child.mixed(config.minimax_weight);
        let score = q + explore * child.prior / (child.visits + 1) as f32;
        if score > best.0 {
            best = (score, place);
        }
    }
    tree.child_id(parent, best.1)
}

/// Turns arrival logits into priors; children at −∞ get none.
pub(super) fn softmax_priors(children: &mut [Node]) {
    let top = children
        .iter()
        .map(|child| child.prior)
        .fold(f32::NEG_INFINITY, f32::max);
    if top == f32::NEG_INFINITY {
        children.iter_mut().for_each(|child| child.prior = 0.0);
        return;
    }
    let mut sum = 0.0;
    for child in children.iter_mut() {
        child.prior = (child.prior - top).exp();
        sum += child.prior;
    }
    children.iter_mut().for_each(|child| child.prior /= sum);
}
