//! How self-play games are played.

use serde::{Deserialize, Serialize};

use crate::search::RootMethod;

/// How self-play games are played.
///
/// A game is never given up or cut short on an estimate: it ends by the rules.
/// Once its result is proven the searches stop at once and the proven line is
/// played out. A game as long as the rule set's ply limit is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlayConfig {
    /// How simulations are shared among the moves of the root.
    pub root: RootMethod,
    /// Simulations of a full search, whose policy is learned from.
    pub simulations: u32,
    /// Simulations of a quick search, which only carries the game on.
    pub quick_simulations: u32,
    /// Share of moves that get a full search, 0 to 1 (playout cap
    /// randomisation: Wu 2019, arXiv 1902.10565, section 3.1).
    pub full_share: f32,
    /// Share of games that begin with random legal moves, 0 to 1: they show
    /// positions that good play avoids.
    pub random_share: f32,
    /// Most random moves such a game begins with; it draws 0 to this many.
    pub random_plies: u32,
    /// Most moves the other games begin with that are drawn from the network's
    /// policy, without search; each draws 0 to this many (Wu 2019, appendix D,
    /// "initialization of games").
    pub policy_plies: u32,
    /// Temperature of those draws, above 0: probability ∝ prior^(1/temperature).
    pub policy_temperature: f32,
    /// Temperature of the searched moves after the opening.
    pub temperature: f32,
    /// Moves played at that temperature before the best move is always taken
    /// (Silver et al., Nature 550, 2017, Methods, "Self-play").
    pub temperature_plies: u32,
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        Self {
            root: RootMethod::Gumbel,
            simulations: 64,
            quick_simulations: 16,
            full_share: 0.5,
            random_share: 0.5,
            random_plies: 12,
            policy_plies: 8,
            policy_temperature: 1.0,
            temperature: 1.0,
            temperature_plies: 12,
        }
    }
}
