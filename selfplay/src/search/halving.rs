//! Sequential halving: which of the considered moves to visit next.
//!
//! Karnin, Koren, Somekh, "Almost Optimal Exploration in Multi-Armed Bandits",
//! ICML 2013, as Danihelka et al. (ICLR 2022, section 3.3 and figure 1) use it:
//! n simulations are cut into ⌈log₂ m⌉ phases of equal size; in each every
//! candidate is visited equally often, then the better half goes on. The last
//! two share what is left.

/// The candidates of a root and how far their visits have come.
#[derive(Clone, Debug, Default)]
pub(super) struct Halving {
    /// Places of the candidates still in play, the best first.
    candidates: Vec<u8>,
    /// How many candidates this phase began with.
    considered: u32,
    phases: u32,
    simulations: u32,
    /// Visits every candidate has at the end of the phase.
    goal: u32,
}

impl Halving {
    /// Begins with candidates, the best first, and all simulations to come.
    pub(super) fn new(candidates: Vec<u8>, simulations: u32) -> Self {
        let considered = candidates.len() as u32;
        let mut halving = Self {
            candidates,
            considered,
            phases: considered.max(2).next_power_of_two().ilog2(),
            simulations,
            goal: 0,
        };
        halving.goal = halving.visits_of_a_phase();
        halving
    }

    /// Visits every candidate gets in the phase that begins.
    fn visits_of_a_phase(&self) -> u32 {
        (self.simulations / (self.phases * self.considered.max(1))).max(1)
    }

    /// The candidate to visit next; `None` when none is open any more. A
    /// candidate that is not open is dropped at once. `scores`, one for each
    /// place, rank the candidates when a phase ends.
    pub(super) fn next(
        &mut self,
        open: impl Fn(u8) -> bool,
        visits: impl Fn(u8) -> u32,
        scores: impl Fn() -> Vec<f32>,
    ) -> Option<u8> {
        self.candidates.retain(|&place| open(place));
        loop {
            let due = self
                .candidates
                .iter()
                .copied()
                .min_by_key(|&place| visits(place))?;
            if visits(due) < self.goal {
                return Some(due);
            }
            let scores = scores();
            let score = |place: u8| scores[usize::from(place)];
            self.candidates
                .sort_by(|&a, &b| score(b).total_cmp(&score(a)));
            self.considered = (self.considered / 2).max(2);
            self.candidates.truncate(self.considered as usize);
            self.goal += self.visits_of_a_phase();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The visits that candidates of falling worth have after so many
    /// simulations.
    fn visits(candidates: usize, simulations: u32) -> Vec<u32> {
        let mut visits = vec![0; candidates];
        let mut halving = Halving::new((0..candidates as u8).collect(), simulations);
        for _ in 0..simulations {
            let place = halving
                .next(
                    |_| true,
                    |place| visits[usize::from(place)],
                    || (0..candidates).map(|place| -(place as f32)).collect(),
                )
                .unwrap();
            visits[usize::from(place)] += 1;
        }
        visits
    }

    #[test]
    fn visits_follow_the_papers_schedule() {
        // Worked out by hand: phases of n / ⌈log₂ m⌉ simulations.
        // m = 2: one phase, then the last two share the rest.
        assert_eq!(visits(2, 16), [8, 8]);
        // m = 4, n = 16: 2 each, then 4 each of two.
        assert_eq!(visits(4, 16), [6, 6, 2, 2]);
        // m = 4, n = 64: 8 each, then 16 each of two.
        assert_eq!(visits(4, 64), [24, 24, 8, 8]);
        // m = 16, n = 32: 1 each of 16, 1 each of 8, 2 each of 4.
        assert_eq!(
            visits(16, 32),
            [4, 4, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]
        );
        // m = 16, n = 64: 1 each of 16, 2 of 8, 4 of 4, 8 of 2.
        assert_eq!(
            visits(16, 64),
            [15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
        );
        // m = 5, n = 30: 2 each of 5, 5 each of 2, and again.
        assert_eq!(visits(5, 30), [12, 12, 2, 2, 2]);
        // Fewer simulations than candidates: the best once each.
        assert_eq!(visits(4, 3), [1, 1, 1, 0]);
        assert_eq!(visits(1, 5), [5]);
    }

    #[test]
    fn a_candidate_that_closes_is_dropped_and_none_is_left_at_last() {
        let mut halving = Halving::new(vec![0, 1, 2], 12);
        let next = halving.next(|place| place != 0, |_| 0, || vec![0.0; 3]);
        assert_eq!(next, Some(1));
        assert_eq!(halving.next(|_| false, |_| 0, || vec![0.0; 3]), None);
    }
}
