//! Best-first minimax: always look deeper where both players would go (Korf and
//! Chickering, "Best-first minimax search", Artificial Intelligence 84, 1996).
//!
//! Each step walks down the line of best moves to its end, evaluates all moves
//! there in one batch, and carries the best of them back up. So the line that
//! looks best is doubted until another looks better. Wins, losses and draws are
//! carried up as proven, and a proven line is not looked at again.

#[cfg(test)]
mod tests;
mod tree;

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::{Evaluator, Value};

use super::alphabeta::Verdict;
use super::effort::{Budget, Meter};
use super::expansion::{Child, Expander, Family, play_all};
use super::score::Score;
use super::{Player, only_move_or};
use crate::seeds::Random;
use tree::Tree;

/// Nodes of one search, at 64 bytes each: what a gibibyte holds.
const MOST_NODES: usize = 1 << 24;

/// A player who searches best-first. It draws nothing, and remembers nothing from
/// move to move: the same position always gets the same move, unless the budget
/// is CPU time.
#[derive(Debug)]
pub struct BestFirst<E> {
    budget: Budget,
    expander: Expander<E>,
    children: Vec<Child>,
    tree: Tree,
}

impl<E: Evaluator> BestFirst<E> {
    /// A player with a budget for each move.
    pub const fn new(budget: Budget, evaluator: E) -> Self {
        Self {
            budget,
            expander: Expander::new(evaluator),
            children: Vec::new(),
            tree: Tree::new(),
        }
    }

    /// Searches a position. All its moves are evaluated, whatever the budget.
    /// Stops early once the result is proven, or at sixteen million positions.
    pub fn search(&mut self, rules: &Ruleset, position: &Position) -> Verdict {
        self.tree.begin(*position);
        if let Some(outcome) = rules.outcome(position) {
            return Verdict {
                mv: None,
                value: Score::from(Value::of_outcome(outcome, position.mover())).value(),
                depth: 0,
                evaluations: 0,
            };
        }
        let mut meter = Meter::start(Some(self.budget));
        loop {
            self.step(rules, &mut meter);
            if self.tree.is_proven() || meter.is_spent() || self.tree.len() >= MOST_NODES {
                break;
            }
        }
        let (mv, score) = self.tree.best_move();
        Verdict {
            mv,
            value: score.value(),
            depth: self.tree.depth_of_best_line(),
            evaluations: meter.evaluations,
        }
    }

    /// Looks one move deeper at the end of the best line.
    fn step(&mut self, rules: &Ruleset, meter: &mut Meter) {
        let leaf = self.tree.walk_down();
        self.children.clear();
        let position = *self.tree.position(leaf);
        match play_all(rules, &position, &mut self.children) {
            Family::Won(_) => {
                // The winning move came last; the others are not needed.
                let wins = self.children.len() - 1;
                self.children.drain(..wins);
                meter.count(0);
            }
            Family::Forced(_) | Family::Open => {
                meter.count(self.expander.judge(&mut self.children));
            }
        }
        self.tree.grow(leaf, &self.children);
        self.tree.carry_up();
    }
}

impl<E: Evaluator + Send> Player for BestFirst<E> {
    fn choose(&mut self, rules: &Ruleset, position: &Position, _: &mut Random) -> Option<Move> {
        only_move_or(rules, position, || self.search(rules, position).mv)
    }
}
