//! An anchor without any learning: Monte Carlo tree search with random games.
//!
//! UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", ECML 2006):
//! each iteration walks down by UCB1, adds one position, plays one random game
//! from it and backs the result up.

use bingwa_engine::{Move, Outcome, Position, Ruleset};
use rand::RngExt;

use super::Player;
use crate::seeds::Random;

/// Exploration constant c of the bound mean + c·√(ln N / n), rewards 0…1. The
/// paper's 2·C_p = √2 looks around too much here, as in DESIGN's table for PUCT.
const EXPLORATION: f32 = 0.7;

/// Plays the most visited move after a fixed number of random games.
#[derive(Debug)]
pub struct RolloutMcts {
    rollouts: u32,
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    position: Position,
    mv: Option<Move>,
    outcome: Option<Outcome>,
    /// Moves not yet tried, in random order.
    untried: Vec<Move>,
    children: Vec<usize>,
    visits: u32,
    /// Results for the player who moved here, added.
    score: f32,
}

impl RolloutMcts {
    /// A player who plays so many random games a move, at least one.
    #[must_use]
    pub fn new(rollouts: u32) -> Self {
        Self {
            rollouts: rollouts.max(1),
            nodes: Vec::new(),
        }
    }

    fn push(
        &mut self,
        rules: &Ruleset,
        position: Position,
        mv: Option<Move>,
        outcome: Option<Outcome>,
        random: &mut Random,
    ) -> usize {
        let mut untried = if outcome.is_some() {
            Vec::new()
        } else {
            rules.legal_moves(&position).to_vec()
        };
        // Fisher–Yates; the last one is tried first.
        for i in (1..untried.len()).rev() {
            untried.swap(i, random.random_range(0..=i));
        }
        self.nodes.push(Node {
            position,
            mv,
            outcome,
            untried,
            children: Vec::new(),
            visits: 0,
            score: 0.0,
        });
        self.nodes.len() - 1
    }

    /// The child with the greatest upper confidence bound.
    fn select(&self, parent: usize) -> Option<usize> {
        let parent = &self.nodes[parent];
        let total = (parent.visits as f32).ln();
        let bound = |&child: &usize| {
            let node = &self.nodes[child];
            let visits = node.visits as f32;
            node.score / visits + EXPLORATION * (total / visits).sqrt()
        };
        let children = parent.children.iter().copied();
        children.max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }

    /// Walks down from the root and adds one position: the path to it.
    fn grow(&mut self, rules: &Ruleset, random: &mut Random) -> Vec<usize> {
        let mut path = vec![0];
        let mut here = 0;
        loop {
            if let Some(mv) = self.nodes[here].untried.pop() {
                let played = rules.play(&self.nodes[here].position, mv);
                let outcome = rules.outcome_after(&played);
                let child = self.push(rules, played.position, Some(mv), outcome, random);
                self.nodes[here].children.push(child);
                path.push(child);
                return path;
            }
            match self.select(here) {
                Some(child) => here = child,
                None => return path,
            }
            path.push(here);
        }
    }
}

impl Player for RolloutMcts {
    fn choose(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        random: &mut Random,
    ) -> Option<Move> {
        self.nodes.clear();
        let outcome = rules.outcome(position);
        self.push(rules, *position, None, outcome, random);
        for _ in 0..self.rollouts {
            let path = self.grow(rules, random);
            let leaf = path.last().map(|&leaf| &self.nodes[leaf])?;
            let outcome = leaf.outcome.unwrap_or_else(|| {
                rules
                    .playout(&leaf.position, &mut |n| random.random_range(0..n.max(1)))
                    .outcome
            });
            for id in path {
                let node = &mut self.nodes[id];
                node.visits += 1;
                node.score += outcome.score(node.position.mover().opponent());
            }
        }
        let best = self.nodes[0].children.iter().max_by(|&&a, &&b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            let mean = |node: &Node| node.score / node.visits as f32;
            a.visits.cmp(&b.visits).then(mean(a).total_cmp(&mean(b)))
        })?;
        self.nodes[*best].mv
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeds::{Purpose, stream};

    #[test]
    fn it_finds_a_win_in_one_for_both_seats_and_repeats_itself() {
        let rules = Ruleset::KUJIFUNZA;
        let text = "0,0,0,0,0,0,0,9/0,0,0,3,0,0,0,0/0,2,0,1,0,0,0,2/0,0,0,0,0,3,0,0 S 0,0 - - 10";
        let south: Position = text.parse().unwrap();
        for position in [south, south.turned()] {
            let choose = || {
                let mut random = stream(5, Purpose::Play, 0, 0);
                RolloutMcts::new(200).choose(&rules, &position, &mut random)
            };
            assert_eq!(choose().map(|mv| mv.to_string()).as_deref(), Some("A2>"));
            assert_eq!(choose(), choose());
        }
    }
}
