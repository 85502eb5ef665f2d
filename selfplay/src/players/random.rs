//! The weakest anchor: any legal move.

use bingwa_engine::{Move, Position, Ruleset};
use rand::RngExt;

use super::Player;
use crate::seeds::Random;

/// Plays every legal move with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomMover;

impl Player for RandomMover {
    fn choose(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        random: &mut Random,
    ) -> Option<Move> {
        let moves = rules.legal_moves(position);
        (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
    }
}
