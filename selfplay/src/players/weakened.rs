//! A searcher held back on purpose: people want opponents of their strength.

use std::sync::atomic::AtomicBool;

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Evaluator;
use rand::RngExt;

use super::{Player, RandomMover, only_move_or};
use crate::search::{Limits, Search, SearchConfig, pick_by_temperature};
use crate::seeds::Random;

/// What a [`Weakened`] player is held to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Restraint {
    /// Simulations a move, at least 1.
    pub simulations: u32,
    /// Temperature of the draw from the search's shares, 0 or above: 0 plays the
    /// best move, 1 each move as often as its share says.
    pub temperature: f32,
    /// How often it does not think at all and plays any legal move, 0 to 1.
    pub blunders: f32,
}

/// Searches within its restraint. The same draws give the same move.
#[derive(Debug)]
pub struct Weakened<E> {
    search: Search<E>,
    restraint: Restraint,
}

impl<E: Evaluator> Weakened<E> {
    /// A player who begins every search anew.
    pub fn new(config: SearchConfig, evaluator: E, restraint: Restraint) -> Self {
        Self {
            search: Search::new(config, evaluator),
            restraint,
        }
    }

    /// Chooses a move; `stop` ends the search early, with what it knows then.
    /// `None` only when the game is over.
    pub fn think(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        stop: Option<&AtomicBool>,
        random: &mut Random,
    ) -> Option<Move> {
        let restraint = self.restraint;
        if random.random::<f32>() < restraint.blunders {
            return RandomMover.choose(rules, position, random);
        }
        only_move_or(rules, position, || {
            let limits = Limits {
                simulations: Some(restraint.simulations),
                stop,
                ..Limits::default()
            };
            let found = self.search.run(rules, position, limits, None);
            pick_by_temperature(&found, restraint.temperature, random)
        })
    }
}

impl<E: Evaluator + Send> Player for Weakened<E> {
    fn choose(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        random: &mut Random,
    ) -> Option<Move> {
        self.think(rules, position, None, random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Handwritten, NetworkPlayer, SearchLimit};
    use crate::seeds::{Purpose, stream};

    const RULES: Ruleset = Ruleset::KUJIFUNZA;

    /// Its moves from the start position by a hundred streams.
    fn choices(temperature: f32, blunders: f32) -> Vec<Option<Move>> {
        let restraint = Restraint {
            simulations: 16,
            temperature,
            blunders,
        };
        let config = SearchConfig::default();
        let mut player = Weakened::new(config, Handwritten::new(&RULES), restraint);
        let start = Position::start(&RULES);
        (0..100)
            .map(|index| {
                let mut random = stream(1, Purpose::Play, 0, index);
                player.choose(&RULES, &start, &mut random)
            })
            .collect()
    }

    fn distinct(mut moves: Vec<Option<Move>>) -> usize {
        moves.sort_by_key(|mv| mv.map(Move::index));
        moves.dedup();
        moves.len()
    }

    #[test]
    fn without_weakness_it_plays_as_the_network_player() {
        let limit = SearchLimit::Simulations(16);
        let config = SearchConfig::default();
        let mut strong = NetworkPlayer::new(config, Handwritten::new(&RULES), limit);
        let start = Position::start(&RULES);
        let mut random = stream(1, Purpose::Play, 0, 0);
        let best = strong.choose(&RULES, &start, &mut random);
        assert_eq!(choices(0.0, 0.0), vec![best; 100]);
    }

    #[test]
    fn blunders_and_temperature_spread_the_moves_and_repeat() {
        let legal = RULES.legal_moves(&Position::start(&RULES)).len();
        // 100 draws of 16 moves miss about one in 600 of them.
        assert!(distinct(choices(0.0, 1.0)) > legal - 3);
        let sometimes = choices(0.0, 0.3);
        let best = choices(0.0, 0.0)[0];
        let as_best = sometimes.iter().filter(|&&mv| mv == best).count();
        assert!((55..90).contains(&as_best), "{as_best}");
        assert_eq!(sometimes, choices(0.0, 0.3));
        assert!(distinct(choices(1.0, 0.0)) > 1);
    }

    #[test]
    fn a_game_that_is_over_has_no_move_and_a_stop_still_gives_one() {
        let restraint = Restraint {
            simulations: 1_000_000,
            temperature: 0.0,
            blunders: 0.0,
        };
        let config = SearchConfig::default();
        let mut player = Weakened::new(config, Handwritten::new(&RULES), restraint);
        let mut random = stream(1, Purpose::Play, 0, 0);
        let start = Position::start(&RULES);
        let stop = AtomicBool::new(true);
        let mv = player.think(&RULES, &start, Some(&stop), &mut random);
        assert!(mv.is_some_and(|mv| RULES.is_legal(&start, mv)));
        let over = "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4 S 0,0 - - 20";
        let over: Position = over.parse().unwrap();
        assert_eq!(player.think(&RULES, &over, None, &mut random), None);
    }
}
