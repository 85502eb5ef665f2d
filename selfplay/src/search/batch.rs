//! Many positions searched side by side, their leaves evaluated together.

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator};

use super::config::SearchConfig;
use super::result::SearchResult;
use super::tree_search::TreeSearch;
use crate::seeds::Random;

/// Several searches, one in each slot, that share an evaluator and its batches.
/// Each finds what [`Search`](super::Search) finds alone: evaluations do not
/// depend on their batch.
#[derive(Debug)]
pub struct SearchBatch<E> {
    evaluator: E,
    slots: Vec<Slot>,
    positions: Vec<Position>,
    evaluations: Vec<Evaluation>,
}

/// One search to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// How to search it.
    pub config: SearchConfig,
    /// Simulations to make.
    pub simulations: u32,
    /// Makes it an exploring search.
    pub random: Option<Random>,
}

#[derive(Debug)]
struct Slot {
    search: TreeSearch,
    state: State,
    /// Positions in the batch under way.
    positions: usize,
}

#[derive(Debug)]
enum State {
    Free,
    Asked(Request),
    /// Its first evaluations are under way.
    Begun(Request),
    Searching(u32),
    Done,
}

impl<E: Evaluator> SearchBatch<E> {
    /// So many slots, all free.
    pub fn new(evaluator: E, slots: usize) -> Self {
        let slot = || Slot {
            search: TreeSearch::new(SearchConfig::default()),
            state: State::Free,
            positions: 0,
        };
        Self {
            evaluator,
            slots: core::iter::repeat_with(slot).take(slots).collect(),
            positions: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    /// Starts a search in a slot; what was there is forgotten.
    pub fn start(&mut self, slot: usize, request: Request) {
        self.slots[slot].state = State::Asked(request);
    }

    /// One step of every search that is not done: the evaluation of its root,
    /// or a simulation.
    pub fn step(&mut self, rules: &Ruleset) {
        for slot in &mut self.slots {
            let before = self.positions.len();
            slot.gather(rules, &mut self.positions);
            slot.positions = self.positions.len() - before;
        }
        evaluate(
            &mut self.evaluator,
            &mut self.positions,
            &mut self.evaluations,
        );
        let mut evaluations = &self.evaluations[..];
        for slot in &mut self.slots {
            let (mine, rest) = evaluations.split_at(slot.positions);
            slot.absorb(mine);
            evaluations = rest;
        }
    }

    /// What the search of a slot found, once it is done.
    #[must_use]
    pub fn result(&self, slot: usize) -> Option<SearchResult> {
        let slot = &self.slots[slot];
        matches!(slot.state, State::Done).then(|| slot.search.result())
    }

    /// Makes searches until all are done; results in the order of the requests,
    /// as many as there are slots at most.
    pub fn run(
        &mut self,
        rules: &Ruleset,
        requests: impl IntoIterator<Item = Request>,
    ) -> Vec<SearchResult> {
        let mut used = 0;
        for (slot, request) in self.slots.iter_mut().zip(requests) {
            slot.state = State::Asked(request);
            used += 1;
        }
        while self.slots.iter().any(Slot::is_at_work) {
            self.step(rules);
        }
        let done = self.slots.iter().take(used);
        done.map(|slot| slot.search.result()).collect()
    }
}

impl Slot {
    fn is_at_work(&self) -> bool {
        !matches!(self.state, State::Free | State::Done)
    }

    fn gather(&mut self, rules: &Ruleset, batch: &mut Vec<Position>) {
        match core::mem::replace(&mut self.state, State::Done) {
            State::Asked(request) => {
                self.search.config = request.config;
                self.search.begin(rules, &request.position, false, batch);
                self.state = State::Begun(request);
            }
            State::Searching(simulations) => {
                let mut gathered = 0;
                while gathered < self.search.config.leaves.max(1)
                    && self.search.simulations() < simulations
                    && self.search.gather(rules, batch)
                {
                    gathered += 1;
                }
                self.state = State::Searching(simulations);
            }
            state => self.state = state,
        }
    }

    fn absorb(&mut self, evaluations: &[Evaluation]) {
        match core::mem::replace(&mut self.state, State::Done) {
            State::Begun(mut request) => {
                self.search.absorb(evaluations);
                self.search
                    .prepare_root(Some(request.simulations), request.random.as_mut());
                self.go_on(request.simulations);
            }
            State::Searching(simulations) => {
                self.search.absorb(evaluations);
                self.go_on(simulations);
            }
            state => self.state = state,
        }
    }

    fn go_on(&mut self, simulations: u32) {
        if !self.search.is_done() && self.search.simulations() < simulations {
            self.state = State::Searching(simulations);
        }
    }
}

/// Empties `positions` into `evaluations`, one for one.
pub(crate) fn evaluate<E: Evaluator>(
    evaluator: &mut E,
    positions: &mut Vec<Position>,
    evaluations: &mut Vec<Evaluation>,
) {
    evaluations.resize(positions.len(), Evaluation::EVEN);
    evaluator.evaluate(positions, evaluations);
    positions.clear();
}
