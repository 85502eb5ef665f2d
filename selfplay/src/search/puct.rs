//! Walking down: which child to look at next.
//!
//! PUCT (Silver et al., "Mastering the game of Go without human knowledge",
//! Nature 550, 2017, Methods, "Search algorithm"): the child with the greatest
//! Q + c · P · √N / (1 + n), where Q is seen from the parent and, here, mixes
//! the mean of visits with the minimax value.

use bingwa_models::Value;

use super::config::SearchConfig;
use super::tree::{Node, NodeId, Tree};

/// The child of an expanded, unproven node to walk to. Children that are proven
/// to be won for the opponent are passed over: some other child is not.
pub(super) fn select(tree: &Tree, parent: NodeId, config: &SearchConfig) -> NodeId {
    let explore = exploration(tree.node(parent), config);
    let mut best = (f32::NEG_INFINITY, 0);
    for (place, child) in tree.children(parent).iter().enumerate() {
        if matches!(child.value, Value::Win(_)) {
            continue;
        }
        let score = score(child, child.visits, explore, config);
        if score > best.0 {
            best = (score, place);
        }
    }
    tree.child_id(parent, best.1)
}

/// c · √N of a parent.
#[inline]
pub(super) fn exploration(parent: &Node, config: &SearchConfig) -> f32 {
    config.exploration * (parent.visits as f32 + 1.0).sqrt()
}

/// What selection maximises, as if the child had been visited so often.
#[inline]
pub(super) fn score(child: &Node, visits: u32, explore: f32, config: &SearchConfig) -> f32 {
    let q = 1.0 - child.mixed(config.minimax_weight);
    q + explore * child.prior / (visits + 1) as f32
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
