//! Tree search guided by the network: PUCT with implicit minimax backups and a
//! solver.
//!
//! A node is a position. Expanding it plays all its moves and evaluates all its
//! children in one batch, so every child has a value before it is first
//! visited. Each simulation walks down by `puct`, expands the leaf it comes to
//! and backs its value up, as a mean of visits, as the minimax value of the
//! tree, and as proven results (`solver`).

mod noise;
mod pick;
mod puct;
mod result;
mod solver;
mod tree;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator, Value};
use serde::{Deserialize, Serialize};

use crate::seeds::Random;
pub use noise::RootNoise;
pub use pick::{pick_best, pick_by_temperature, policy_target};
pub use result::{RootMove, SearchResult};
use tree::{Node, NodeId, Tree};

/// How the search weighs things.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// PUCT's exploration constant on the 0…1 scale of values. Much lower than
    /// in chess and Go programs: 1.0 loses three games in four to 0.2 here.
    pub exploration: f32,
    /// Weight of the minimax value against the mean of visits in selection,
    /// 0 to 1 (implicit minimax backups: Lanctot, Winands, Pepels, Sturtevant,
    /// "Monte Carlo Tree Search with Heuristic Evaluations using Implicit
    /// Minimax Backups", CIG 2014, section III).
    pub minimax_weight: f32,
    /// Softmax temperature of the priors: arrival logits are divided by it.
    pub prior_temperature: f32,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            exploration: 0.2,
            minimax_weight: 0.5,
            prior_temperature: 1.0,
        }
    }
}

/// A searcher with its evaluator and the memory of its tree, kept from search
/// to search.
#[derive(Debug)]
pub struct Search<E> {
    config: SearchConfig,
    evaluator: E,
    tree: Tree,
    positions: Vec<Position>,
    evaluations: Vec<Evaluation>,
    path: Vec<NodeId>,
}

impl<E: Evaluator> Search<E> {
    /// A searcher.
    pub fn new(config: SearchConfig, evaluator: E) -> Self {
        Self {
            config,
            evaluator,
            tree: Tree::default(),
            positions: Vec::new(),
            evaluations: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Searches a position with so many simulations, fewer once its result is
    /// proven. With `noise` the priors of the root are mixed with random ones.
    ///
    /// A position whose game is over gives a result without moves.
    pub fn run(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        simulations: u32,
        noise: Option<(&RootNoise, &mut Random)>,
    ) -> SearchResult {
        let network_value = self.start(rules, position);
        self.expand(rules, Tree::ROOT);
        if let Some((noise, random)) = noise {
            let priors = self.tree.children_mut(Tree::ROOT);
            noise.mix(priors.iter_mut().map(|child| &mut child.prior), random);
        }
        let mut made = 0;
        while made < simulations && !self.tree.node(Tree::ROOT).value.is_proven() {
            self.simulate(rules);
            made += 1;
        }
        self.result(made, network_value)
    }

    /// Puts the root into an empty tree and gives the network's value of it.
    fn start(&mut self, rules: &Ruleset, position: &Position) -> f32 {
        self.tree.clear();
        let over = rules.outcome(position);
        self.positions.clear();
        self.positions.push(*position);
        self.evaluate();
        let network_value = self.evaluations[0].value;
        let value = match over {
            Some(outcome) => solver::decided(outcome, position.mover()),
            None => Value::Estimate(network_value),
        };
        self.tree.push_root(*position, value);
        network_value
    }

    fn simulate(&mut self, rules: &Ruleset) {
        self.path.clear();
        self.path.push(Tree::ROOT);
        let mut leaf = Tree::ROOT;
        while self.tree.node(leaf).is_expanded() {
            leaf = puct::select(&self.tree, leaf, &self.config);
            self.path.push(leaf);
        }
        self.expand(rules, leaf);
        self.back_up();
    }

    /// Plays all moves of a leaf and evaluates the positions they lead to.
    fn expand(&mut self, rules: &Ruleset, leaf: NodeId) {
        if self.tree.node(leaf).value.is_proven() {
            return;
        }
        let position = *self.tree.position(leaf);
        let first = self.tree.open_children(leaf);
        self.positions.clear();
        let (tree, open) = (&mut self.tree, &mut self.positions);
        rules.children(&position, |mv, played| {
            let value = solver::decided_by(rules, &played);
            if value.is_none() {
                open.push(played.position);
            }
            tree.push_child(
                Node::new(mv, value.unwrap_or(Value::Estimate(0.5))),
                played.position,
            );
        });
        self.tree.close_children(leaf, first);
        self.evaluate();
        let mut evaluations = self.evaluations.iter();
        let temperature = self.config.prior_temperature;
        for child in self.tree.children_mut(leaf) {
            if child.value.is_proven() {
                child.prior = f32::NEG_INFINITY;
            } else if let Some(evaluation) = evaluations.next() {
                child.set_estimate(evaluation.value);
                child.prior = evaluation.arrival / temperature;
            }
        }
        puct::softmax_priors(self.tree.children_mut(leaf));
        solver::update(&mut self.tree, leaf);
    }

    fn evaluate(&mut self) {
        let blank = Evaluation {
            value: 0.5,
            arrival: 0.0,
        };
        self.evaluations.resize(self.positions.len(), blank);
        self.evaluator
            .evaluate(&self.positions, &mut self.evaluations);
    }

    /// Carries the value of the path's last node up to the root, turning it at
    /// every step.
    fn back_up(&mut self) {
        let Some(&leaf) = self.path.last() else {
            return;
        };
        let mut value = self.tree.node(leaf).best_known();
        for (i, &id) in self.path.iter().enumerate().rev() {
            if i + 1 < self.path.len() {
                solver::update(&mut self.tree, id);
                let node = self.tree.node(id);
                if node.value.is_proven() {
                    value = node.value.probability();
                }
            }
            self.tree.node_mut(id).add_visit(value);
            value = 1.0 - value;
        }
    }

    fn result(&self, simulations: u32, network_value: f32) -> SearchResult {
        let root = self.tree.node(Tree::ROOT);
        let moves = self
            .tree
            .children(Tree::ROOT)
            .iter()
            .map(|child| RootMove {
                mv: child.mv,
                visits: child.visits,
                prior: child.prior,
                value: if child.value.is_proven() {
                    child.value.one_move_earlier()
                } else {
                    Value::Estimate(1.0 - child.mean())
                },
                selection_value: 1.0 - child.mixed(self.config.minimax_weight),
            })
            .collect();
        let value = if root.value.is_proven() {
            root.value
        } else {
            Value::Estimate(root.mixed(self.config.minimax_weight))
        };
        SearchResult {
            moves,
            value,
            network_value,
            simulations,
            variation: self.tree.principal_variation(),
        }
    }
}

#[cfg(test)]
mod tests;
