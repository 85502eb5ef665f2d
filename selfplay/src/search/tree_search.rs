//! The search of one position without its evaluator: it says which positions it
//! wants evaluated, and takes their evaluations in.
//!
//! So one evaluator can serve a batch of leaves of one tree, or of many trees,
//! and each search is the same as if it were alone.

use core::ops::Range;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Value};

use super::config::{RootMethod, SearchConfig};
use super::gumbel::GumbelRoot;
use super::pick::{best_place, share};
use super::result::{RootMove, SearchResult};
use super::tree::{Node, NodeId, Tree};
use super::{forced, puct, solver};
use crate::decided::decided_by;
use crate::seeds::Random;

/// The most moves a position has: 16 pits, two directions, two choices.
const MOST_CHILDREN: u32 = 64;

/// A tree under search. The order of calls: [`begin`](Self::begin), evaluate,
/// [`absorb`](Self::absorb), [`prepare_root`](Self::prepare_root), then any
/// number of times [`gather`](Self::gather), evaluate, absorb.
#[derive(Debug)]
pub(super) struct TreeSearch {
    pub(super) config: SearchConfig,
    tree: Tree,
    root: Root,
    waiting: Vec<Waiting>,
    /// The paths of all that wait, one after another.
    paths: Vec<NodeId>,
    /// Simulations since the search began.
    made: u32,
    network_value: f32,
}

#[derive(Debug)]
enum Root {
    /// PUCT with so many forced playouts (k).
    Puct(f32),
    Gumbel(GumbelRoot),
}

/// A leaf whose children wait for their evaluations.
#[derive(Debug)]
struct Waiting {
    /// Its path in `paths`, from the root to it.
    path: Range<usize>,
    /// How many evaluations it waits for.
    evaluations: usize,
}

impl TreeSearch {
    pub(super) fn new(config: SearchConfig) -> Self {
        Self {
            config,
            tree: Tree::default(),
            root: Root::Puct(0.0),
            waiting: Vec::new(),
            paths: Vec::new(),
            made: 0,
            network_value: 0.5,
        }
    }

    /// Begins to search a position: adds it and its children to `batch`. With
    /// `keep`, goes on with what an earlier search of this tree knows of it.
    pub(super) fn begin(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        keep: bool,
        batch: &mut Vec<Position>,
    ) {
        self.made = 0;
        self.root = Root::Puct(0.0);
        self.waiting.clear();
        self.paths.clear();
        if let Some(known) = keep.then(|| self.tree.find(position)).flatten() {
            self.network_value = self.tree.node(known).value.probability();
            self.tree.keep(known);
            if !self.tree.node(Tree::ROOT).is_expanded() {
                self.expand_at(Tree::ROOT, 0..0, rules, batch);
            }
            return;
        }
        self.tree.clear();
        let value = match rules.outcome(position) {
            Some(outcome) => Value::of_outcome(outcome, position.mover()),
            None => Value::Estimate(0.5),
        };
        self.tree.push_root(*position, value);
        self.network_value = value.probability();
        batch.push(*position);
        self.expand_at(Tree::ROOT, 0..0, rules, batch);
        if let Some(root) = self.waiting.last_mut() {
            root.evaluations += 1;
        }
    }

    /// Makes the evaluated root ready: noise and the method's own state.
    /// `simulations` is the limit of the search, which Gumbel needs; `random`
    /// makes it an exploring search.
    pub(super) fn prepare_root(&mut self, simulations: Option<u32>, random: Option<&mut Random>) {
        let config = &self.config;
        self.root = match (config.root, simulations) {
            (RootMethod::Gumbel, Some(simulations)) => Root::Gumbel(GumbelRoot::new(
                config.gumbel,
                config.minimax_weight,
                &self.tree,
                self.network_value,
                simulations,
                random,
            )),
            _ => match random {
                Some(random) => {
                    let children = self.tree.children_mut(Tree::ROOT).iter_mut();
                    config
                        .noise
                        .mix(children.map(|child| &mut child.prior), random);
                    Root::Puct(config.noise.forced)
                }
                None => Root::Puct(0.0),
            },
        };
    }

    /// Simulations made or under way since the search began.
    pub(super) fn simulations(&self) -> u32 {
        self.made + self.waiting.len() as u32
    }

    pub(super) fn nodes(&self) -> u32 {
        self.tree.len()
    }

    /// Whether no further simulation can teach anything or find room.
    pub(super) fn is_done(&self) -> bool {
        self.tree.node(Tree::ROOT).value.is_proven() || self.is_full()
    }

    pub(super) fn is_full(&self) -> bool {
        self.tree.len() + MOST_CHILDREN > self.config.max_nodes
    }

    /// Walks down to a leaf and adds its children to `batch`. `false` when the
    /// search is done or the walk met a leaf that is waiting already: what
    /// waits has to be evaluated first.
    pub(super) fn gather(&mut self, rules: &Ruleset, batch: &mut Vec<Position>) -> bool {
        if self.is_done() {
            return false;
        }
        let first = self.paths.len();
        self.paths.push(Tree::ROOT);
        let mut leaf = self.choose_at_root();
        self.paths.push(leaf);
        while self.tree.node(leaf).is_expanded() && !self.tree.node(leaf).in_flight {
            leaf = puct::select(&self.tree, leaf, &self.config);
            self.paths.push(leaf);
        }
        if self.tree.node(leaf).in_flight {
            self.paths.truncate(first);
            return false;
        }
        let path = first..self.paths.len();
        if self.config.leaves > 1 {
            for &id in &self.paths[path.clone()] {
                self.tree.node_mut(id).add_virtual_loss();
            }
        }
        self.expand_at(leaf, path, rules, batch);
        true
    }

    fn choose_at_root(&mut self) -> NodeId {
        match &mut self.root {
            Root::Gumbel(root) => root.next(&self.tree),
            Root::Puct(k) => {
                let forced = (*k > 0.0).then(|| forced::choose(&self.tree, *k)).flatten();
                match forced {
                    Some(place) => self.tree.child_id(Tree::ROOT, place),
                    None => puct::select(&self.tree, Tree::ROOT, &self.config),
                }
            }
        }
    }

    /// Plays all moves of a leaf; those that do not end the game are to be
    /// evaluated.
    fn expand_at(
        &mut self,
        leaf: NodeId,
        path: Range<usize>,
        rules: &Ruleset,
        batch: &mut Vec<Position>,
    ) {
        let before = batch.len();
        if !self.tree.node(leaf).value.is_proven() {
            let position = *self.tree.position(leaf);
            let first = self.tree.open_children(leaf);
            let tree = &mut self.tree;
            rules.children(&position, |mv, played| {
                let value = decided_by(rules, &played);
                if value.is_none() {
                    batch.push(played.position);
                }
                tree.push_child(
                    Node::new(mv, value.unwrap_or(Value::Estimate(0.5))),
                    played.position,
                );
            });
            tree.close_children(leaf, first);
            tree.node_mut(leaf).in_flight = true;
        }
        self.waiting.push(Waiting {
            path,
            evaluations: batch.len() - before,
        });
    }

    /// Takes in the evaluations of everything gathered, in the same order.
    pub(super) fn absorb(&mut self, mut evaluations: &[Evaluation]) {
        let mut waiting = core::mem::take(&mut self.waiting);
        for Waiting {
            path,
            evaluations: count,
        } in waiting.drain(..)
        {
            let (mine, rest) = evaluations.split_at(count.min(evaluations.len()));
            evaluations = rest;
            match self.paths[path.clone()].last() {
                Some(&leaf) => {
                    self.evaluate_children(leaf, mine);
                    self.back_up(path);
                    self.made += 1;
                }
                None => self.absorb_root(mine),
            }
        }
        self.waiting = waiting;
        self.paths.clear();
    }

    /// The root has an evaluation of its own, unless its tree was kept, and
    /// then come its children's.
    fn absorb_root(&mut self, evaluations: &[Evaluation]) {
        let children = self.tree.children(Tree::ROOT);
        let open = children.iter().filter(|c| !c.value.is_proven()).count();
        let (own, children) = evaluations.split_at(evaluations.len().saturating_sub(open));
        if let [own, ..] = own {
            self.network_value = own.value;
            let root = self.tree.node_mut(Tree::ROOT);
            if !root.value.is_proven() {
                root.set_estimate(own.value);
            }
        }
        self.evaluate_children(Tree::ROOT, children);
    }

    fn evaluate_children(&mut self, parent: NodeId, evaluations: &[Evaluation]) {
        if !self.tree.node(parent).in_flight {
            return;
        }
        let mut evaluations = evaluations.iter();
        let temperature = self.config.prior_temperature;
        for child in self.tree.children_mut(parent) {
            if child.value.is_proven() {
                child.prior = f32::NEG_INFINITY;
            } else if let Some(evaluation) = evaluations.next() {
                child.set_estimate(evaluation.value);
                child.prior = evaluation.arrival / temperature;
            }
        }
        puct::softmax_priors(self.tree.children_mut(parent));
        self.tree.node_mut(parent).in_flight = false;
        solver::update(&mut self.tree, parent, self.config.solver);
    }

    /// Carries the value of a path's last node up to the root, turning it at
    /// every step.
    fn back_up(&mut self, path: Range<usize>) {
        let path = &self.paths[path];
        let Some((&leaf, above)) = path.split_last() else {
            return;
        };
        if self.config.leaves > 1 {
            for &id in path {
                self.tree.node_mut(id).remove_virtual_loss();
            }
        }
        let mut value = self.tree.node(leaf).best_known();
        self.tree.node_mut(leaf).add_visit(value);
        for &id in above.iter().rev() {
            value = 1.0 - value;
            solver::update(&mut self.tree, id, self.config.solver);
            let node = self.tree.node_mut(id);
            if node.value.is_proven() {
                value = node.value.probability();
            }
            node.add_visit(value);
        }
    }

    /// What is known at this moment, with nothing waiting.
    pub(super) fn result(&self) -> SearchResult {
        let root = self.tree.node(Tree::ROOT);
        let children = self.tree.children(Tree::ROOT);
        let mut moves: Vec<RootMove> = children
            .iter()
            .map(|child| RootMove {
                mv: child.mv,
                visits: child.visits,
                prior: child.prior,
                policy: 0.0,
                value: if child.value.is_proven() {
                    child.value.one_move_earlier()
                } else {
                    Value::Estimate(1.0 - child.mean())
                },
                selection_value: 1.0 - child.mixed(self.config.minimax_weight),
            })
            .collect();
        let by_method = match &self.root {
            Root::Gumbel(root) => root.best(&self.tree),
            Root::Puct(_) => None,
        };
        let best = best_place(&moves, by_method);
        let weights = match &self.root {
            Root::Gumbel(root) => root.improved_policy(&self.tree),
            Root::Puct(k) if *k > 0.0 => forced::pruned_visits(&self.tree, &self.config)
                .into_iter()
                .map(|visits| visits as f32)
                .collect(),
            Root::Puct(_) => children.iter().map(|child| child.visits as f32).collect(),
        };
        share(&mut moves, best, &weights);
        let variation = best.map_or_else(Vec::new, |place| self.tree.principal_variation(place));
        let best = best.map(|place| children[place].mv);
        SearchResult {
            moves,
            best,
            value: if root.value.is_proven() {
                root.value
            } else {
                Value::Estimate(root.mixed(self.config.minimax_weight))
            },
            network_value: self.network_value,
            simulations: self.made,
            nodes: self.tree.len(),
            variation,
        }
    }
}
