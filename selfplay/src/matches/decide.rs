//! Playing a match until a test is decided.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use super::play::{Match, MatchGame, MatchResult};
use super::sprt::Sprt;

/// Pairs played between two looks of the test. Whatever it is, the same pair
/// decides: pairs played beyond that one are dropped.
const BATCH: usize = 16;

impl Match<'_> {
    /// Plays pairs in order until `test` is decided or all are played; gives the
    /// games up to the pair that decided, the same at every thread count. Tells
    /// `progress` the games so far and their log likelihood ratio; `None` when
    /// `stop` was set before the end.
    pub fn play_until_decided(
        &self,
        test: &Sprt,
        stop: &AtomicBool,
        mut progress: impl FnMut(&[MatchGame], f64),
    ) -> Option<Vec<MatchGame>> {
        let mut games = Vec::new();
        let mut result = MatchResult::default();
        self.play_batches(BATCH, stop, |batch| {
            let mut decided = ControlFlow::Continue(());
            for pair in batch.chunk_by(|a, b| a.opening == b.opening) {
                games.extend_from_slice(pair);
                result = result.plus(&MatchResult::of(pair));
                if test.verdict(&result).is_some() {
                    decided = ControlFlow::Break(());
                    break;
                }
            }
            progress(&games, test.llr(&result.pairs));
            decided
        })?;
        Some(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Verdict;
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
            .install(|| contest.play_until_decided(&test, &stop, |_, _| {}))
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
        }
    }

    #[test]
    fn a_test_no_match_so_short_decides_runs_out_of_pairs() {
        let games = decide("0,2", ["random", "random"], 17, 2);
        assert_eq!(games.len(), 34);
    }
}
