//! The root by Gumbel noise and sequential halving.
//!
//! Danihelka, Guez, Schrittwieser, Silver, "Policy improvement by planning with
//! Gumbel", ICLR 2022. With g(a) drawn from Gumbel(0, 1) for every move, the m
//! moves of greatest g + logit are a sample without replacement from the prior
//! (section 3.2). Sequential halving shares the simulations among them, ranked
//! by g + logit + σ(q), and the last one standing is played: in expectation at
//! least as good as the prior (section 3.3). The policy learns softmax(logit +
//! σ(completed q)) over all moves (section 4).

use rand_distr::{Distribution, Gumbel};
use serde::{Deserialize, Serialize};

use super::halving::Halving;
use super::tree::{Node, NodeId, Tree};
use crate::seeds::Random;
use bingwa_models::Value;

/// The numbers of the method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GumbelConfig {
    /// The most moves that sequential halving begins with: m, 2 and up.
    pub considered: u32,
    /// `c_visit` of σ(q) = (`c_visit` + most visits) · `c_scale` · q (equation 8).
    pub visit_offset: f32,
    /// `c_scale`, for q on the 0…1 scale.
    pub value_scale: f32,
    /// The q of a move without visits.
    pub unvisited: Unvisited,
}

impl Default for GumbelConfig {
    fn default() -> Self {
        Self {
            considered: 16,
            visit_offset: 50.0,
            value_scale: 1.0,
            unvisited: Unvisited::Own,
        }
    }
}

/// The q of a move without visits, when q is completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unvisited {
    /// The network's value of the position after it, which is known here.
    Own,
    /// The paper's mixed value of the root (appendix D, equation 33), for
    /// networks that only look at the root.
    Mixed,
}

/// A root under search.
#[derive(Clone, Debug)]
pub(super) struct GumbelRoot {
    ranking: Ranking,
    /// Visits that every child had before: those of a kept tree.
    earlier: Vec<u32>,
    halving: Halving,
}

/// What ranks the moves of a root.
#[derive(Clone, Debug)]
struct Ranking {
    config: GumbelConfig,
    minimax_weight: f32,
    /// g of every child.
    gumbels: Vec<f32>,
    /// log prior of every child.
    logits: Vec<f32>,
    /// The network's value of the root.
    network_value: f32,
}

impl GumbelRoot {
    /// Begins with the expanded and evaluated root of a tree; without `random`
    /// all g are 0 and the same position always gets the same move.
    pub(super) fn new(
        config: GumbelConfig,
        minimax_weight: f32,
        tree: &Tree,
        network_value: f32,
        simulations: u32,
        random: Option<&mut Random>,
    ) -> Self {
        let children = tree.children(Tree::ROOT);
        let mut gumbels = vec![0.0; children.len()];
        if let (Some(random), Ok(standard)) = (random, Gumbel::new(0.0, 1.0)) {
            gumbels.fill_with(|| standard.sample(random));
        }
        let ranking = Ranking {
            config,
            minimax_weight,
            gumbels,
            logits: children.iter().map(|child| child.prior.ln()).collect(),
            network_value,
        };
        let mut order: Vec<u8> = (0..children.len() as u8).collect();
        order.retain(|&place| is_open(&children[usize::from(place)]));
        let key = |place: u8| {
            let place = usize::from(place);
            ranking.gumbels[place] + ranking.logits[place]
        };
        order.sort_by(|&a, &b| key(b).total_cmp(&key(a)));
        order.truncate(config.considered.max(2) as usize);
        Self {
            halving: Halving::new(order, simulations),
            earlier: children.iter().map(|child| child.visits).collect(),
            ranking,
        }
    }

    /// The child to visit next.
    pub(super) fn next(&mut self, tree: &Tree) -> NodeId {
        let children = tree.children(Tree::ROOT);
        let open = |place: u8| is_open(&children[usize::from(place)]);
        let earlier = &self.earlier;
        let visits = |place: u8| {
            let place = usize::from(place);
            children[place].visits - earlier[place]
        };
        // Only asked for when a phase ends: most simulations need no scores.
        let scores = || self.ranking.scores(children);
        let place = self.halving.next(open, visits, scores).or_else(|| {
            // Every move that was considered is lost: take the best of the rest.
            let scores = self.ranking.scores(children);
            let score = |place: u8| scores[usize::from(place)];
            let rest = (0..children.len() as u8).filter(|&place| open(place));
            rest.max_by(|&a, &b| score(a).total_cmp(&score(b)))
        });
        tree.child_id(Tree::ROOT, usize::from(place.unwrap_or(0)))
    }

    /// The move to play among those that are open: the one of greatest g +
    /// logit + σ(q) among the most visited.
    pub(super) fn best(&self, tree: &Tree) -> Option<usize> {
        let children = tree.children(Tree::ROOT);
        let scores = self.ranking.scores(children);
        let open = || children.iter().enumerate().filter(|(_, c)| is_open(c));
        let visits = |&(place, child): &(usize, &Node)| child.visits - self.earlier[place];
        let most = open().map(|child| visits(&child)).max()?;
        open()
            .filter(|child| visits(child) == most)
            .map(|(place, _)| place)
            .max_by(|&a, &b| scores[a].total_cmp(&scores[b]))
    }

    /// softmax(logit + σ(completed q)) over the children that are open.
    pub(super) fn improved_policy(&self, tree: &Tree) -> Vec<f32> {
        let children = tree.children(Tree::ROOT);
        let ranking = &self.ranking;
        let sigma = ranking.sigma(children);
        let logit = |(place, q): (usize, f32)| {
            if is_open(&children[place]) {
                ranking.logits[place] + sigma(q)
            } else {
                f32::NEG_INFINITY
            }
        };
        let completed = ranking.completed(children);
        softmax(completed.into_iter().enumerate().map(logit).collect())
    }
}

impl Ranking {
    /// g + logit + σ(q).
    fn scores(&self, children: &[Node]) -> Vec<f32> {
        let sigma = self.sigma(children);
        let fixed = self.gumbels.iter().zip(&self.logits);
        self.completed(children)
            .into_iter()
            .zip(fixed)
            .map(|(q, (gumbel, logit))| gumbel + logit + sigma(q))
            .collect()
    }

    fn sigma(&self, children: &[Node]) -> impl Fn(f32) -> f32 + use<> {
        let most = children.iter().map(|child| child.visits).max();
        let GumbelConfig {
            visit_offset,
            value_scale,
            ..
        } = self.config;
        let factor = (visit_offset + most.unwrap_or(0) as f32) * value_scale;
        move |q| factor * q
    }

    /// q of every child, for the player at the root.
    fn completed(&self, children: &[Node]) -> Vec<f32> {
        let q = |child: &Node| 1.0 - child.mixed(self.minimax_weight);
        match self.config.unvisited {
            Unvisited::Own => children.iter().map(q).collect(),
            Unvisited::Mixed => {
                let visited: Vec<Visited> = children
                    .iter()
                    .filter(|child| child.visits > 0)
                    .map(|child| Visited {
                        prior: child.prior,
                        visits: child.visits,
                        q: q(child),
                    })
                    .collect();
                let mixed = mixed_value(self.network_value, &visited);
                let complete = |child: &Node| match child.visits {
                    0 if !child.value.is_proven() => mixed,
                    _ => q(child),
                };
                children.iter().map(complete).collect()
            }
        }
    }
}

/// Whether a move may still be played for a win or a draw.
fn is_open(child: &Node) -> bool {
    !matches!(child.value, Value::Win(_))
}

struct Visited {
    prior: f32,
    visits: u32,
    q: f32,
}

/// The value of the root from its own estimate and its visited moves (appendix
/// D, equation 33): (v + N · Σ P·q / Σ P) / (1 + N), sums over visited moves, N
/// all visits.
fn mixed_value(network_value: f32, visited: &[Visited]) -> f32 {
    let visits: f32 = visited.iter().map(|child| child.visits as f32).sum();
    let mass: f32 = visited.iter().map(|child| child.prior).sum();
    if mass <= 0.0 {
        return network_value;
    }
    let mean: f32 = visited.iter().map(|c| c.prior * c.q).sum::<f32>() / mass;
    (network_value + visits * mean) / (1.0 + visits)
}

/// Probabilities ∝ exp(logit); entries at −∞ get none.
fn softmax(mut logits: Vec<f32>) -> Vec<f32> {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if top == f32::NEG_INFINITY {
        logits.fill(0.0);
        return logits;
    }
    let mut sum = 0.0;
    for logit in &mut logits {
        *logit = (*logit - top).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|share| *share /= sum);
    logits
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::{Move, Position, Ruleset};

    use crate::seeds::{Purpose, stream};

    /// A root with children of these priors, visits and values for the root's
    /// mover.
    fn root(children: &[(f32, u32, f32)]) -> Tree {
        let mut tree = Tree::default();
        let position = Position::start(&Ruleset::KISWAHILI);
        tree.push_root(position, Value::Estimate(0.5));
        let first = tree.open_children(Tree::ROOT);
        for (place, &(prior, visits, q)) in children.iter().enumerate() {
            let mv = Move::from_index(place as u8).unwrap();
            let mut child = Node::new(mv, Value::Estimate(1.0 - q));
            child.prior = prior;
            (0..visits).for_each(|_| child.add_visit(1.0 - q));
            tree.push_child(child, position);
        }
        tree.close_children(Tree::ROOT, first);
        tree
    }

    fn config(unvisited: Unvisited) -> GumbelConfig {
        GumbelConfig {
            considered: 16,
            visit_offset: 50.0,
            value_scale: 0.1,
            unvisited,
        }
    }

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-5
    }

    #[test]
    fn the_mixed_value_is_that_of_equation_33() {
        let visited = |prior, visits, q| Visited { prior, visits, q };
        // (0.5 + 4 · (0.5·0.8 + 0.25·0.2) / 0.75) / 5
        let two = [visited(0.5, 3, 0.8), visited(0.25, 1, 0.2)];
        assert!(close(mixed_value(0.5, &two), 0.58));
        // One visit of one move: the middle between it and the network.
        assert!(close(mixed_value(0.3, &[visited(0.1, 1, 0.9)]), 0.6));
        assert_eq!(mixed_value(0.3, &[]), 0.3);
    }

    #[test]
    fn the_improved_policy_is_the_prior_raised_by_the_completed_q() {
        // σ's factor is (50 + 10) · 0.1 = 6: logits differ by 6 · 0.2.
        let tree = root(&[(0.5, 10, 0.6), (0.5, 4, 0.4)]);
        let new =
            |unvisited, tree: &Tree| GumbelRoot::new(config(unvisited), 0.5, tree, 0.5, 16, None);
        let policy = new(Unvisited::Own, &tree).improved_policy(&tree);
        assert!(close(policy[0], 1.0 / (1.0 + (-1.2_f32).exp())));
        assert!(close(policy[0] + policy[1], 1.0));
        // An unvisited move has its own value, or the mixed one:
        // (0.5 + 10 · 0.6) / 11.
        let tree = root(&[(0.5, 10, 0.6), (0.5, 0, 0.9)]);
        let policy = new(Unvisited::Own, &tree).improved_policy(&tree);
        assert!(close(policy[1], 1.0 / (1.0 + (-1.8_f32).exp())));
        let policy = new(Unvisited::Mixed, &tree).improved_policy(&tree);
        let mixed = 6.5_f32 / 11.0;
        assert!(close(policy[1], 1.0 / (1.0 + (6.0 * (0.6 - mixed)).exp())));
    }

    #[test]
    fn the_first_candidate_is_a_draw_from_the_prior() {
        let tree = root(&[(0.7, 0, 0.1), (0.2, 0, 0.5), (0.1, 0, 0.9)]);
        let mut random = stream(1, Purpose::SelfPlay, 0, 0);
        let mut counts = [0_u32; 3];
        for _ in 0..4000 {
            let mut root = GumbelRoot::new(
                config(Unvisited::Own),
                0.5,
                &tree,
                0.5,
                16,
                Some(&mut random),
            );
            counts[(root.next(&tree) - 1) as usize] += 1;
        }
        for (count, prior) in counts.into_iter().zip([0.7, 0.2, 0.1]) {
            // Four standard deviations of a share of 4,000 are 0.032 at most.
            assert!((f64::from(count) / 4000.0 - prior).abs() < 0.032);
        }
    }

    #[test]
    fn a_move_that_is_lost_is_neither_visited_nor_played_nor_learned() {
        let mut tree = root(&[(0.9, 0, 0.9), (0.1, 0, 0.1)]);
        let mut root = GumbelRoot::new(config(Unvisited::Own), 0.5, &tree, 0.5, 8, None);
        assert_eq!(root.next(&tree), 1);
        tree.node_mut(1).value = Value::Win(2);
        assert_eq!(root.next(&tree), 2);
        assert_eq!(root.best(&tree), Some(1));
        assert_eq!(root.improved_policy(&tree), [0.0, 1.0]);
    }
}
