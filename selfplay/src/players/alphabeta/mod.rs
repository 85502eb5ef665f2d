//! Alpha-beta: a full-width search of every line to the same depth, one move
//! deeper each time.
//!
//! `descent` holds the search of one depth, `table` what it remembers. Here are
//! iterative deepening (Slate and Atkin, "CHESS 4.5", in *Chess Skill in Man and
//! Machine*, 1977), the moves of the root, and the player.

mod descent;
mod table;
#[cfg(test)]
mod tests;

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::{Evaluator, Value};

use super::effort::{DepthLimit, MAX_DEPTH, Meter};
use super::score::Score;
use super::{Player, only_move_or};
use crate::seeds::Random;
use descent::Descent;

/// 2^16 places of 24 bytes, 1.5 MiB: of six sizes the fastest at depth 14; at depth
/// 8 a smaller one is up to 15 % faster (`docs/performance/players.md`).
const TABLE_BITS: u32 = 16;

/// What a minimax search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The best move; `None` when the game is over.
    pub mv: Option<Move>,
    /// The worth of the position for its mover: proven, or estimated. A win or a
    /// loss comes within the moves it names, perhaps sooner. A proven draw counts
    /// as an even estimate.
    pub value: Value,
    /// Depth that was searched to its end, in moves, those without an alternative
    /// not counted; for best-first search the length of the line it believes in.
    pub depth: u16,
    /// Positions evaluated.
    pub evaluations: u64,
}

/// A player who searches by alpha-beta. It draws nothing, and remembers nothing
/// from move to move: the same position always gets the same move, unless the
/// limit is CPU time.
#[derive(Debug)]
pub struct AlphaBeta<E> {
    limit: DepthLimit,
    descent: Descent<E>,
}

impl<E: Evaluator> AlphaBeta<E> {
    /// A player with a limit for each move.
    pub fn new(limit: DepthLimit, evaluator: E) -> Self {
        Self {
            limit,
            descent: Descent::new(evaluator, TABLE_BITS),
        }
    }

    /// Searches a position. Depth 1 is always searched, whatever the budget.
    /// Stops early once the result is proven or nothing is left to look at.
    pub fn search(&mut self, rules: &Ruleset, position: &Position) -> Verdict {
        let (deepest, budget) = match self.limit {
            DepthLimit::Depth(depth) => (depth.clamp(1, MAX_DEPTH), None),
            DepthLimit::Within(budget) => (MAX_DEPTH, Some(budget)),
        };
        let mut verdict = Verdict {
            mv: None,
            value: Value::Loss(0),
            depth: 0,
            evaluations: 0,
        };
        if let Some(outcome) = rules.outcome(position) {
            verdict.value = Score::from(Value::of_outcome(outcome, position.mover())).value();
            return verdict;
        }
        let descent = &mut self.descent;
        let mut best = descent.begin(rules, position, Meter::start(budget));
        verdict.depth = 1;
        for depth in 2..=deepest {
            let before = descent.meter.evaluations;
            if best.0.is_decisive() || !descent.deepen(rules, depth, &mut best) {
                break;
            }
            verdict.depth = u16::from(depth);
            if descent.meter.evaluations == before {
                break;
            }
        }
        verdict.mv = best.1;
        verdict.value = best.0.value();
        verdict.evaluations = descent.meter.evaluations;
        verdict
    }
}

impl<E: Evaluator + Send> Player for AlphaBeta<E> {
    fn choose(&mut self, rules: &Ruleset, position: &Position, _: &mut Random) -> Option<Move> {
        only_move_or(rules, position, || self.search(rules, position).mv)
    }
}
