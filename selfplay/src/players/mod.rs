//! Who plays: fixed anchors and the network, behind one trait.

mod alphabeta;
mod bestfirst;
mod effort;
mod engine;
mod expansion;
mod factory;
mod greedy;
pub mod handwritten;
mod network;
mod random;
#[cfg(test)]
mod reference;
mod rollout;
mod score;
mod settings;
mod spec;
mod weakened;

use bingwa_engine::{Move, Position, Ruleset};

use crate::seeds::Random;
pub use alphabeta::{AlphaBeta, Verdict};
pub use bestfirst::BestFirst;
pub use effort::{Budget, DepthLimit, EffortError, MAX_DEPTH, SearchLimit};
pub use engine::{EngineError, EngineSpec};
pub use factory::PlayerFactory;
pub use greedy::Greedy;
pub use handwritten::Handwritten;
pub use network::NetworkPlayer;
pub use random::RandomMover;
pub use rollout::RolloutMcts;
pub use settings::{SettingError, Settings};
pub use spec::{PlayerSpec, SpecError};
pub use weakened::{Restraint, Weakened};

/// Someone who chooses moves.
pub trait Player: Send {
    /// Chooses a legal move of a position whose game goes on.
    ///
    /// Draws only from `random`: the same draws give the same move. `None`
    /// only when the game is over, or with a [`fault`](Self::fault).
    fn choose(&mut self, rules: &Ruleset, position: &Position, random: &mut Random)
    -> Option<Move>;

    /// Another game begins: what is remembered of the last one is forgotten.
    fn begin_game(&mut self) {}

    /// Why it could not choose a move, in words that follow its name.
    fn fault(&mut self) -> Option<String> {
        None
    }
}

/// The move of a position without an alternative, else what a search chooses.
fn only_move_or(
    rules: &Ruleset,
    position: &Position,
    search: impl FnOnce() -> Option<Move>,
) -> Option<Move> {
    let moves = rules.legal_moves(position);
    match moves.len() {
        0 => None,
        1 => Some(moves[0]),
        _ => search(),
    }
}
