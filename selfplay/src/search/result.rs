//! What a search found.

use bingwa_engine::Move;
use bingwa_models::Value;

/// What a search found out about a position; all values are for its mover.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Every legal move, by action index.
    pub moves: Vec<RootMove>,
    /// The worth of the position.
    pub value: Value,
    /// What the network alone says: probability of winning.
    pub network_value: f32,
    /// Simulations made; fewer than asked for once the result is proven.
    pub simulations: u32,
    /// The line both players are expected to follow.
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
    /// Its worth for the player who makes it: proven, or the mean of visits.
    pub value: Value,
    /// The mixture of mean and minimax that selection looked at.
    pub selection_value: f32,
}
