//! The computer at the board: how it plays, and what it thinks of a position.

use std::sync::atomic::AtomicBool;

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_selfplay::players::{Restraint, Weakened};
use bingwa_selfplay::search::{Limits, Search, SearchConfig, SearchResult};
use bingwa_selfplay::seeds::{Purpose, stream};

use crate::judge::{BoxedEvaluator, Judge};
use crate::levels::Level;

/// How strong it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Strength {
    Level(Level),
    /// The best move of so many simulations.
    Simulations(u32),
}

impl Strength {
    fn restraint(self) -> Restraint {
        match self {
            Self::Level(level) => level.restraint(),
            Self::Simulations(simulations) => Restraint {
                simulations,
                temperature: 0.0,
                blunders: 0.0,
            },
        }
    }

    /// `level medium`, with its rating where that was measured, or its
    /// simulations.
    pub(super) fn name(self, judge: &Judge) -> String {
        match self {
            Self::Level(level) => match level.rated(judge) {
                Some(rated) => format!("level {} (Elo {})", level.name(), rated.elo),
                None => format!("level {}", level.name()),
            },
            Self::Simulations(n) => format!("{n} simulations a move"),
        }
    }
}

/// A player of some strength, and an adviser of full strength beside it.
pub(super) struct Opponent {
    rules: Ruleset,
    player: Weakened<BoxedEvaluator>,
    adviser: Search<BoxedEvaluator>,
    seed: u64,
}

impl Opponent {
    pub(super) fn new(judge: &Judge, strength: Strength, seed: u64) -> Self {
        let config = SearchConfig::default();
        Self {
            rules: judge.rules,
            player: Weakened::new(config, judge.evaluator(), strength.restraint()),
            adviser: Search::new(config, judge.evaluator()),
            seed,
        }
    }

    /// Its move. The draws hang on the number of moves played alone: taken back
    /// and played again, a game goes the same way.
    pub(super) fn choose(&mut self, position: &Position, stop: &AtomicBool) -> Option<Move> {
        let mut random = stream(self.seed, Purpose::Play, 0, u64::from(position.plies()));
        self.player
            .think(&self.rules, position, Some(stop), &mut random)
    }

    /// What a search without restraint finds.
    pub(super) fn advise(
        &mut self,
        position: &Position,
        simulations: u32,
        stop: &AtomicBool,
    ) -> SearchResult {
        let limits = Limits {
            simulations: Some(simulations),
            stop: Some(stop),
            ..Limits::default()
        };
        self.adviser.run(&self.rules, position, limits, None)
    }
}
