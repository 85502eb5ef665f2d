//! The learned player: network and search.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Evaluator;

use super::Player;
use crate::search::{Search, SearchConfig};
use crate::seeds::Random;

/// Plays the best move of a search of fixed size. It draws nothing: the same
/// position always gets the same move.
#[derive(Debug)]
pub struct NetworkPlayer<E> {
    search: Search<E>,
    simulations: u32,
}

impl<E: Evaluator> NetworkPlayer<E> {
    /// A player who makes so many simulations a move. With none it plays the
    /// move with the best value after it.
    pub fn new(config: SearchConfig, evaluator: E, simulations: u32) -> Self {
        Self {
            search: Search::new(config, evaluator),
            simulations,
        }
    }
}

impl<E: Evaluator + Send> Player for NetworkPlayer<E> {
    fn choose(&mut self, rules: &Ruleset, position: &Position, _: &mut Random) -> Option<Move> {
        self.search
            .run(rules, position, self.simulations, None)
            .best
    }
}
