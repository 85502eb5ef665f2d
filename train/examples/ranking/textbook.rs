//! The textbook search: PUCT with a policy head on the board (Silver et al.,
//! "Mastering the game of Go without human knowledge", Nature 550, 2017,
//! Methods). One evaluation per expanded node gives its value and the priors of
//! its moves; a child has no value before its first visit.

use core::time::Duration;

use bingwa_engine::{Move, Position, Ruleset};
use cpu_time::ThreadTime;

use crate::native::{Native, encode, policy_head};

/// Simulations between two looks at the clock, as in the project's search.
const LOOK: u32 = 16;

/// The numbers of the textbook search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constants {
    /// PUCT's c, on the 0…1 scale of values.
    pub exploration: f32,
    /// An unvisited child counts as its parent's mean less this times the root
    /// of the prior mass visited (first-play urgency as in KataGo and Leela).
    pub reduction: f32,
}

struct Node {
    mv: Move,
    prior: f32,
    visits: u32,
    /// Sum of the values of visits, for this node's mover.
    sum: f32,
    first: u32,
    children: u8,
    /// The score of a finished game, for this node's mover.
    ended: Option<f32>,
}

/// A searcher with the memory of its tree; every search begins with an empty one.
pub(crate) struct Textbook<'a> {
    rules: &'a Ruleset,
    network: &'a Native,
    constants: Constants,
    nodes: Vec<Node>,
    positions: Vec<Position>,
    path: Vec<u32>,
    rows: Vec<u16>,
    heads: Vec<u8>,
    out: Vec<f32>,
}

impl<'a> Textbook<'a> {
    pub(crate) fn new(rules: &'a Ruleset, network: &'a Native, constants: Constants) -> Self {
        Self {
            rules,
            network,
            constants,
            nodes: Vec::new(),
            positions: Vec::new(),
            path: Vec::new(),
            rows: Vec::new(),
            heads: Vec::new(),
            out: Vec::new(),
        }
    }

    /// Network evaluations of the last search: one per expanded node.
    pub(crate) fn evaluations(&self) -> u32 {
        self.nodes.iter().filter(|node| node.children > 0).count() as u32
    }

    /// The most visited move after so much CPU time, and the simulations made.
    pub(crate) fn run(&mut self, position: &Position, time: Duration) -> (Option<Move>, u32) {
        let start = ThreadTime::now();
        self.nodes.clear();
        self.nodes
            .extend(Move::from_index(0).map(|mv| node(mv, None)));
        self.positions.clear();
        self.positions.push(*position);
        let mut made = 0_u32;
        while !made.is_multiple_of(LOOK) || start.elapsed() < time {
            self.simulate();
            made += 1;
        }
        let best = self.children(0).max_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            a.visits.cmp(&b.visits).then(b.sum.total_cmp(&a.sum))
        });
        (best.map(|child| self.nodes[child].mv), made)
    }

    fn children(&self, id: usize) -> core::ops::Range<usize> {
        let node = &self.nodes[id];
        node.first as usize..node.first as usize + usize::from(node.children)
    }

    fn simulate(&mut self) {
        self.path.clear();
        let mut id = 0;
        self.path.push(0);
        while self.nodes[id].children > 0 {
            id = self.select(id);
            self.path.push(id as u32);
        }
        let mut value = match self.nodes[id].ended {
            Some(score) => score,
            None => self.expand(id),
        };
        for &id in self.path.iter().rev() {
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            node.sum += value;
            value = 1.0 - value;
        }
    }

    fn select(&self, parent: usize) -> usize {
        let node = &self.nodes[parent];
        let explore = self.constants.exploration * (node.visits as f32).sqrt();
        let children = &self.nodes[self.children(parent)];
        let reduction = self.constants.reduction;
        let mut urgency = node.sum / node.visits as f32;
        if reduction > 0.0 {
            let visited = children.iter().filter(|child| child.visits > 0);
            urgency -= reduction * visited.map(|child| child.prior).sum::<f32>().sqrt();
        }
        let mut best = (f32::NEG_INFINITY, 0);
        for (place, child) in children.iter().enumerate() {
            let q = match child.visits {
                0 => urgency,
                visits => 1.0 - child.sum / visits as f32,
            };
            let score = q + explore * child.prior / (child.visits + 1) as f32;
            if score > best.0 {
                best = (score, place);
            }
        }
        node.first as usize + best.1
    }

    /// Opens the children of a leaf and gives the network's value of it.
    fn expand(&mut self, id: usize) -> f32 {
        let position = self.positions[id];
        let first = self.nodes.len();
        self.heads.clear();
        // Which moves are legal (endless ones, safari) only playing them tells.
        let (rules, nodes, heads) = (self.rules, &mut self.nodes, &mut self.heads);
        let positions = &mut self.positions;
        rules.children(&position, |mv, played| {
            let mover = played.position.mover();
            let outcome = rules.outcome_after(&played);
            nodes.push(node(mv, outcome.map(|outcome| outcome.score(mover))));
            positions.push(played.position);
            heads.push(policy_head(mv));
        });
        self.rows.clear();
        encode(rules, &position, false, &mut self.rows);
        self.network.run(&self.rows, heads, &mut self.out);
        let logits = &self.out[1..];
        let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for (child, logit) in nodes[first..].iter_mut().zip(logits) {
            child.prior = (logit - top).exp();
            sum += child.prior;
        }
        nodes[first..]
            .iter_mut()
            .for_each(|child| child.prior /= sum);
        let children = nodes.len() - first;
        nodes[id].first = first as u32;
        nodes[id].children = children as u8;
        1.0 / (1.0 + (-self.out[0]).exp())
    }
}

fn node(mv: Move, ended: Option<f32>) -> Node {
    Node {
        mv,
        prior: 0.0,
        visits: 0,
        sum: 0.0,
        first: 0,
        children: 0,
        ended,
    }
}
