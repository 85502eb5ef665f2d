//! Self-play: several games in flight on each thread.
//!
//! A worker keeps a few games in flight and evaluates the leaves of their
//! searches in one batch. Threads share nothing but the immutable weights. Game
//! *i* of generation *g* draws from its own generator (see [`crate::seeds`]) and
//! evaluations do not depend on their batch, so the games do not depend on how
//! many threads there are, how many games are in flight or in what order they
//! finish; they are collected in the order of *i*. The caller stops self-play
//! between calls of [`SelfPlay::play_games`], each of which plays a small range
//! of games.

mod config;
mod lane;

use core::ops::Range;

use bingwa_engine::Ruleset;
use bingwa_models::Evaluator;
use rayon::prelude::*;

use crate::records::GameRecord;
use crate::search::{SearchBatch, SearchConfig};
pub use config::SelfPlayConfig;
use lane::Lane;

/// Everything that decides which games are played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// How the search weighs things.
    pub search: SearchConfig,
    /// How games are played.
    pub config: SelfPlayConfig,
    /// Seed of the run.
    pub seed: u64,
    /// Generation of the evaluator; 0 before anything was learned.
    pub generation: u32,
}

/// Games that each thread has in flight unless it is told otherwise.
pub const IN_FLIGHT: usize = 8;

impl SelfPlay<'_> {
    /// Plays the games with these numbers on the current rayon pool, in order,
    /// with `in_flight` games (at least 1) at a time on each thread.
    pub fn play_games<E>(
        &self,
        games: Range<u64>,
        in_flight: usize,
        evaluator: &E,
    ) -> Vec<GameRecord>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let in_flight = in_flight.max(1);
        // Long enough that the lanes of a chunk are mostly full.
        let chunk = 4 * in_flight as u64;
        let chunks = games.end.saturating_sub(games.start).div_ceil(chunk);
        (0..chunks)
            .into_par_iter()
            .map_init(
                || SearchBatch::new(evaluator.clone(), in_flight),
                |batch, i| {
                    let first = games.start + i * chunk;
                    self.play_chunk(first..games.end.min(first + chunk), in_flight, batch)
                },
            )
            .flatten_iter()
            .collect()
    }

    fn play_chunk<E: Evaluator>(
        &self,
        games: Range<u64>,
        in_flight: usize,
        batch: &mut SearchBatch<E>,
    ) -> Vec<GameRecord> {
        let mut to_start = games;
        let mut finished = Vec::new();
        let mut lanes: Vec<Option<Lane>> = (0..in_flight).map(|_| None).collect();
        loop {
            for (slot, lane) in lanes.iter_mut().enumerate() {
                if let (Some(playing), Some(found)) = (&mut *lane, batch.result(slot)) {
                    match playing.answer(self, &found) {
                        None => batch.start(slot, playing.ask(self)),
                        Some(game) => {
                            finished.push(game);
                            *lane = None;
                        }
                    }
                }
                if lane.is_none()
                    && let Some(index) = to_start.next()
                {
                    let next = lane.insert(Lane::start(self, index));
                    batch.start(slot, next.ask(self));
                }
            }
            if lanes.iter().all(Option::is_none) {
                break;
            }
            batch.step(self.rules);
        }
        finished.sort_by_key(|game| game.index);
        finished
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_models::Uniform;

    fn games(
        rules: &Ruleset,
        threads: usize,
        in_flight: usize,
        range: Range<u64>,
    ) -> Vec<GameRecord> {
        let worker = SelfPlay {
            rules,
            search: SearchConfig::default(),
            config: SelfPlayConfig {
                simulations: 24,
                quick_simulations: 8,
                ..SelfPlayConfig::default()
            },
            seed: 11,
            generation: 0,
        };
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
            .install(|| worker.play_games(range, in_flight, &Uniform))
    }

    #[test]
    fn the_same_games_at_every_thread_count_in_every_cut_and_batch() {
        let rules = Ruleset::KISWAHILI;
        let one = games(&rules, 1, 1, 0..12);
        assert_eq!(one, games(&rules, 2, 2, 0..12));
        let mut cut = games(&rules, 3, 1, 0..5);
        cut.extend(games(&rules, 2, 7, 5..12));
        assert_eq!(one, cut);
        assert_ne!(one[0].moves, one[1].moves);
    }

    #[test]
    fn every_record_replays_to_its_result_under_every_rule_set() {
        for (name, rules) in Ruleset::PRESETS {
            let mut searched = 0;
            for game in games(&rules, 2, 3, 0..6) {
                let replayed = game.replay(&rules);
                assert!(replayed.is_ok(), "{name}: {replayed:?}");
                searched += game.moves.iter().filter(|mv| mv.full).count();
            }
            assert!(searched > 20, "{name}");
        }
    }
}
