//! What a search found.

use bingwa_engine::Move;
use bingwa_models::Value;

/// What a search found out about a position; all values are for its mover.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Every legal move, by action index.
    pub moves: Vec<RootMove>,
    /// The move to play for strength: the shortest proven win, else the choice
    /// of the root's method among moves not proven lost, else the longest loss.
    /// `None` when the game is over.
    pub best: Option<Move>,
    /// The worth of the position.
    pub value: Value,
    /// What the network alone says: probability of winning.
    pub network_value: f32,
    /// Simulations made; fewer than asked for once the result is proven.
    pub simulations: u32,
    /// Nodes in the tree.
    pub nodes: u32,
    /// The line both players are expected to follow, from `best` on.
    pub variation: Vec<Move>,
}

/// One move of the searched position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Its prior probability, with noise if there was any.
    pub prior: f32,
    /// Its share of the policy that the search recommends, to be learned: 0 to
    /// 1, all shares sum to 1. By PUCT the shares of visits, without forced
    /// ones; by Gumbel the improved policy. A proven win takes all, proven
    /// losses get nothing unless there is nothing else.
    pub policy: f32,
    /// Its worth for the player who makes it: proven, or the mean of visits.
    pub value: Value,
    /// The mixture of mean and minimax that selection looked at.
    pub selection_value: f32,
}
