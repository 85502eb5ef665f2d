//! The learned player: network and search.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Evaluator;

use super::{Player, SearchLimit};
use crate::search::{Search, SearchConfig};
use crate::seeds::Random;

/// Plays the best move of a search. It draws nothing and begins every search
/// anew: but for a limit of time, the same position always gets the same move.
#[derive(Debug)]
pub struct NetworkPlayer<E> {
    search: Search<E>,
    limit: SearchLimit,
}

impl<E: Evaluator> NetworkPlayer<E> {
    /// A player who searches every move within a limit.
    pub fn new(config: SearchConfig, evaluator: E, limit: SearchLimit) -> Self {
        Self {
            search: Search::new(config, evaluator),
            limit,
        }
    }
}

impl<E: Evaluator + Send> Player for NetworkPlayer<E> {
    fn choose(&mut self, rules: &Ruleset, position: &Position, _: &mut Random) -> Option<Move> {
        self.search.run(rules, position, self.limit, None).best
    }
}
