//! Tree search guided by the network.
//!
//! A node is a position. Expanding it plays all its moves and evaluates all its
//! children in one batch, so every child has a value before it is first
//! visited. Each simulation walks down by PUCT (`puct`), expands the leaf it
//! comes to and backs its value up, as a mean of visits, as the minimax value of
//! the tree, and as proven results (`solver`). The moves of the root share the
//! simulations by the same rule or by sequential halving (`gumbel`,
//! `halving`).

mod batch;
mod config;
mod forced;
mod gumbel;
mod halving;
mod limits;
mod noise;
mod pick;
mod puct;
mod result;
mod solver;
mod tree;
mod tree_search;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator};

use crate::seeds::Random;
pub(crate) use batch::evaluate;
pub use batch::{Request, SearchBatch};
pub use config::{RootMethod, SearchConfig, SearchConfigError};
pub use gumbel::{GumbelConfig, Unvisited};
pub use limits::{Limits, Time};
pub use noise::RootNoise;
pub use pick::pick_by_temperature;
pub use result::{RootMove, SearchResult};

use limits::Watch;
use tree_search::TreeSearch;

/// A searcher with its evaluator and the memory of its tree, kept from search
/// to search.
#[derive(Debug)]
pub struct Search<E> {
    evaluator: E,
    search: TreeSearch,
    keeps_tree: bool,
    positions: Vec<Position>,
    evaluations: Vec<Evaluation>,
}

impl<E: Evaluator> Search<E> {
    /// A searcher that begins every search with an empty tree: what it finds
    /// depends on the position alone.
    pub fn new(config: SearchConfig, evaluator: E) -> Self {
        Self {
            evaluator,
            search: TreeSearch::new(config),
            keeps_tree: false,
            positions: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    /// A searcher for one game: a position at most two moves after the last one
    /// goes on with what the tree knows of it already.
    #[must_use]
    pub fn keeping_its_tree(self) -> Self {
        Self {
            keeps_tree: true,
            ..self
        }
    }

    /// Searches a position within limits (a number means simulations). With
    /// `random` it is an exploring search, as in self-play.
    ///
    /// A position whose game is over gives a result without moves.
    pub fn run<'a>(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        limits: impl Into<Limits<'a>>,
        random: Option<&mut Random>,
    ) -> SearchResult {
        let limits = limits.into();
        let watch = Watch::start(limits);
        self.start(rules, position, limits.simulations, random);
        self.advance(rules, &watch);
        self.result()
    }

    /// Begins to search a position: its moves have their values, no simulation
    /// is made yet. `simulations` is how many there will be, if that is known.
    pub fn start(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        simulations: Option<u32>,
        random: Option<&mut Random>,
    ) {
        let search = &mut self.search;
        search.begin(rules, position, self.keeps_tree, &mut self.positions);
        self.evaluate();
        self.search.prepare_root(simulations, random);
    }

    /// Goes on with the search that was started, until its simulations since
    /// then or another limit is reached; times count from this call. `false`
    /// when there is nothing left to search.
    pub fn go_on<'a>(&mut self, rules: &Ruleset, limits: impl Into<Limits<'a>>) -> bool {
        self.advance(rules, &Watch::start(limits.into()));
        !self.search.is_done()
    }

    fn advance(&mut self, rules: &Ruleset, watch: &Watch<'_>) {
        loop {
            let mut gathered = 0;
            while gathered < self.search.config.leaves.max(1)
                && watch.allows(self.search.simulations(), self.search.nodes())
                && self.search.gather(rules, &mut self.positions)
            {
                gathered += 1;
            }
            if gathered == 0 {
                return;
            }
            self.evaluate();
        }
    }

    /// What the search knows at this moment.
    #[must_use]
    pub fn result(&self) -> SearchResult {
        self.search.result()
    }

    fn evaluate(&mut self) {
        evaluate(
            &mut self.evaluator,
            &mut self.positions,
            &mut self.evaluations,
        );
        self.search.absorb(&self.evaluations);
    }
}

#[cfg(test)]
mod tests;
