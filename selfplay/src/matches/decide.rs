//! Where in a match a test is decided.

use super::play::{MatchGame, MatchResult};
use super::sprt::Sprt;

/// A test that is shown the pairs of a match in order.
#[derive(Debug)]
pub(super) struct Sequence<'a> {
    test: &'a Sprt,
    /// Of the games it has seen.
    result: MatchResult,
    seen: usize,
}

impl<'a> Sequence<'a> {
    pub(super) fn new(test: &'a Sprt) -> Self {
        Self {
            test,
            result: MatchResult::default(),
            seen: 0,
        }
    }

    /// Looks at the pairs among all games so far that it has not seen; tells how
    /// many games there are up to the pair that decides.
    pub(super) fn decided(&mut self, games: &[MatchGame]) -> Option<usize> {
        for pair in games[self.seen..].chunk_by(|a, b| a.opening == b.opening) {
            self.seen += pair.len();
            self.result = self.result.plus(&MatchResult::of(pair));
            if self.test.verdict(&self.result).is_some() {
                return Some(self.seen);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::matches::{Match, Verdict};
    use crate::openings::distinct_openings;
    use crate::players::{PlayerFactory, PlayerSpec};
    use crate::search::SearchConfig;
    use bingwa_engine::Ruleset;

    fn player(spec: &str) -> PlayerFactory {
        let spec: PlayerSpec = spec.parse().unwrap();
        spec.load(&Ruleset::KUJIFUNZA, SearchConfig::default(), 10)
            .unwrap()
    }

    fn decide(test: &str, players: [&str; 2], pairs: usize, threads: usize) -> Vec<MatchGame> {
        decide_after(Vec::new(), test, players, pairs, threads)
    }

    fn decide_after(
        kept: Vec<MatchGame>,
        test: &str,
        players: [&str; 2],
        pairs: usize,
        threads: usize,
    ) -> Vec<MatchGame> {
        let rules = &Ruleset::KUJIFUNZA;
        let [a, b] = players.map(player);
        let openings = distinct_openings(rules, 4, pairs);
        let contest = Match {
            rules,
            players: [&a, &b],
            openings: &openings,
            seed: 9,
        };
        let test = test.parse().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let stop = AtomicBool::new(false);
        pool.unwrap()
            .install(|| contest.go_on(kept, Some(&test), &stop, |_| Ok::<(), Infallible>(())))
            .unwrap()
            .unwrap()
    }

    #[test]
    fn a_decided_match_ends_at_the_deciding_pair_at_every_thread_count() {
        let test: Sprt = "0,80".parse().unwrap();
        for (players, verdict) in [
            (["greedy", "random"], Verdict::H1),
            (["random", "greedy"], Verdict::H0),
        ] {
            let games = decide("0,80", players, 200, 2);
            let result = MatchResult::of(&games);
            assert_eq!(test.verdict(&result), Some(verdict), "{result:?}");
            assert!(games.len() < 400);
            // The pair before, nothing was decided.
            let before = MatchResult::of(&games[..games.len() - 2]);
            assert_eq!(test.verdict(&before), None);
            assert_eq!(decide("0,80", players, 200, 1), games);
            // Gone on with after some of them, it ends there too.
            for kept in [6, games.len()] {
                let kept = games[..kept].to_vec();
                assert_eq!(decide_after(kept, "0,80", players, 200, 2), games);
            }
        }
    }

    #[test]
    fn a_test_no_match_so_short_decides_runs_out_of_pairs() {
        let games = decide("0,2", ["random", "random"], 17, 2);
        assert_eq!(games.len(), 34);
    }
}
