//! Forced playouts at a noisy root, and their removal from the policy target.
//!
//! Wu, "Accelerating Self-Play Learning in Go", 2019, arXiv 1902.10565, section
//! 3.2: noise only teaches if the moves it raised are looked at often enough to
//! show their worth, and only does not spoil the target if visits that search
//! alone would not have made are taken out again.

use bingwa_models::Value;

use super::config::SearchConfig;
use super::puct;
use super::tree::{Node, Tree};

/// √(k·P·N): the visits a child must get.
fn forced_visits(child: &Node, parent_visits: u32, k: f32) -> f32 {
    (k * child.prior * parent_visits as f32).sqrt()
}

/// The place of a child of the root that has been visited, but not as often as
/// it must be.
pub(super) fn choose(tree: &Tree, k: f32) -> Option<usize> {
    let visits = tree.node(Tree::ROOT).visits;
    tree.children(Tree::ROOT).iter().position(|child| {
        child.visits > 0
            && !matches!(child.value, Value::Win(_))
            && (child.visits as f32) < forced_visits(child, visits, k)
    })
}

/// The visits that count in the policy target: those of the most visited child,
/// and of the others as many as keep their PUCT score below that child's.
pub(super) fn pruned_visits(tree: &Tree, config: &SearchConfig) -> Vec<u32> {
    let root = tree.node(Tree::ROOT);
    let children = tree.children(Tree::ROOT);
    let explore = puct::exploration(root, config);
    let score = |child: &Node, visits| puct::score(child, visits, explore, config);
    let most = children.iter().map(|child| child.visits).max().unwrap_or(0);
    let best = children
        .iter()
        .filter(|child| child.visits == most)
        .map(|child| score(child, most))
        .fold(f32::NEG_INFINITY, f32::max);
    children
        .iter()
        .map(|child| {
            if child.visits == most {
                return most;
            }
            let forced = forced_visits(child, root.visits, config.noise.forced) as u32;
            let least = child.visits.saturating_sub(forced);
            let mut visits = child.visits;
            while visits > least && score(child, visits - 1) < best {
                visits -= 1;
            }
            let reduced = visits < child.visits;
            if reduced && visits == 1 { 0 } else { visits }
        })
        .collect()
}
