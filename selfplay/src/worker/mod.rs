//! Self-play: one or more games in flight on each thread.
//!
//! A worker evaluates the leaves of the games it has in flight in one batch: for
//! evaluators that want large ones. The default network is as fast on the
//! children of one node, and one game at a time keeps its tree in the nearest
//! cache. Threads share nothing but the immutable weights. Game
//! *i* of generation *g* draws from its own generator (see [`crate::seeds`]) and
//! evaluations do not depend on their batch, so the games do not depend on how
//! many threads there are, how many games are in flight or in what order they
//! finish. [`SelfPlay::play_each`] gives each game as soon as it is over, and can
//! be stopped there.

mod config;
mod lane;

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use bingwa_engine::Ruleset;
use bingwa_models::Evaluator;

use crate::records::{GameFault, GameRecord};
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
pub const IN_FLIGHT: usize = 1;

impl SelfPlay<'_> {
    /// Plays the games with these numbers on the current rayon pool, in order,
    /// with `in_flight` games (at least 1) at a time on each thread.
    ///
    /// # Errors
    /// As [`play_each`](Self::play_each).
    pub fn play_games<E>(
        &self,
        games: Range<u64>,
        in_flight: usize,
        evaluator: &E,
    ) -> Result<Vec<GameRecord>, GameFault>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let finished = Mutex::new(Vec::new());
        let keep = |game| {
            let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            finished.push(game);
            ControlFlow::Continue(())
        };
        self.play_each(games, in_flight, evaluator, keep)?;
        let mut games = finished
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        games.sort_unstable_by_key(|game| game.index);
        Ok(games)
    }

    /// Plays the games with these numbers on the current rayon pool, with
    /// `in_flight` games (at least 1) at a time on each thread, and gives each
    /// as soon as it is finished, in no order. Begins no further game once
    /// `give` breaks; those under way are finished and given.
    ///
    /// # Errors
    /// [`GameFault`] if a search came to a number that is no probability; the
    /// games under way on other threads are finished and given.
    pub fn play_each<E>(
        &self,
        games: Range<u64>,
        in_flight: usize,
        evaluator: &E,
        give: impl Fn(GameRecord) -> ControlFlow<()> + Sync,
    ) -> Result<(), GameFault>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let in_flight = in_flight.max(1);
        let next = AtomicU64::new(games.start);
        let ended = AtomicBool::new(false);
        let take = || {
            if ended.load(Ordering::Relaxed) {
                return None;
            }
            let index = next.fetch_add(1, Ordering::Relaxed);
            (index < games.end).then_some(index)
        };
        let give = |game| {
            if give(game).is_break() {
                ended.store(true, Ordering::Relaxed);
            }
        };
        let played = rayon::broadcast(|_| {
            let batch = SearchBatch::new(evaluator.clone(), in_flight);
            let played = self.play_lanes(in_flight, batch, take, give);
            if played.is_err() {
                ended.store(true, Ordering::Relaxed);
            }
            played
        });
        played.into_iter().collect()
    }

    fn play_lanes<E: Evaluator>(
        &self,
        in_flight: usize,
        mut batch: SearchBatch<E>,
        take: impl Fn() -> Option<u64>,
        give: impl Fn(GameRecord),
    ) -> Result<(), GameFault> {
        let mut lanes: Vec<Option<Lane>> = (0..in_flight).map(|_| None).collect();
        loop {
            for (slot, lane) in lanes.iter_mut().enumerate() {
                if let (Some(playing), Some(found)) = (&mut *lane, batch.result(slot)) {
                    match playing.answer(self, &found)? {
                        None => batch.start(slot, playing.ask(self)),
                        Some(game) => {
                            give(game);
                            *lane = None;
                        }
                    }
                }
                if lane.is_none()
                    && let Some(index) = take()
                {
                    let next = lane.insert(Lane::start(self, index));
                    batch.start(slot, next.ask(self));
                }
            }
            if lanes.iter().all(Option::is_none) {
                return Ok(());
            }
            batch.step(self.rules);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::Position;
    use bingwa_models::{Evaluation, Uniform};

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
            .unwrap()
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
    fn once_told_to_stop_it_begins_no_further_game() {
        let worker = SelfPlay {
            rules: &Ruleset::KUJIFUNZA,
            search: SearchConfig::default(),
            config: SelfPlayConfig {
                simulations: 4,
                quick_simulations: 2,
                ..SelfPlayConfig::default()
            },
            seed: 1,
            generation: 0,
        };
        let given = AtomicU64::new(0);
        let stop = |_| match given.fetch_add(1, Ordering::Relaxed) {
            0..4 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        worker.play_each(0..1_000_000, 3, &Uniform, stop).unwrap();
        let in_flight = 3 * rayon::current_num_threads() as u64;
        assert!((5..5 + in_flight).contains(&given.into_inner()));
    }

    /// What a broken model says.
    #[derive(Clone)]
    struct Broken;

    impl Evaluator for Broken {
        fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
            let nonsense = Evaluation {
                value: f32::NAN,
                arrival: 0.0,
            };
            out[..positions.len()].fill(nonsense);
        }
    }

    #[test]
    fn a_model_that_gives_no_numbers_is_named_and_not_believed() {
        let worker = SelfPlay {
            rules: &Ruleset::KUJIFUNZA,
            search: SearchConfig::default(),
            config: SelfPlayConfig::default(),
            seed: 1,
            generation: 0,
        };
        let fault = worker.play_games(3..5, 1, &Broken).unwrap_err();
        assert!((3..5).contains(&fault.index));
        assert!(fault.to_string().contains("NaN"), "{fault}");
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
