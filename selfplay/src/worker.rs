//! Self-play: one game at a time on each thread.
//!
//! The network is small enough that a batch of one node's children keeps a core
//! busy, so a worker plays one game from start to end, with its own searcher.
//! Threads share nothing but the immutable weights. Game *i* of generation *g*
//! draws from its own generator (see [`crate::seeds`]), so the games do not
//! depend on how many threads there are or in what order they finish; they are
//! collected in the order of *i*. The caller stops self-play between calls of
//! [`SelfPlay::play_games`], each of which plays a small range of games.

use core::ops::Range;

use bingwa_engine::{Move, Outcome, Position, Ruleset};
use bingwa_models::Evaluator;
use rand::RngExt;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::openings::random_opening;
use crate::records::{GameRecord, MoveRecord, SearchedMove, pack};
use crate::search::{
    RootNoise, Search, SearchConfig, SearchResult, pick_best, pick_by_temperature, policy_target,
};
use crate::seeds::{Purpose, Random, stream};

/// How self-play games are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlayConfig {
    /// Simulations of a full search, whose policy is learned from.
    pub simulations: u32,
    /// Simulations of a quick search, which only carries the game on.
    pub quick_simulations: u32,
    /// Share of moves that get a full search, 0 to 1 (playout cap
    /// randomisation: Wu 2019, arXiv 1902.10565, section 3.1).
    pub full_share: f32,
    /// Most random moves a game begins with; each game draws 0 to this many.
    pub random_plies: u32,
    /// Temperature of the moves after them.
    pub temperature: f32,
    /// Moves played at that temperature before the best move is always taken.
    pub temperature_plies: u32,
    /// Random priors at the root of full searches.
    pub noise: RootNoise,
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        Self {
            simulations: 64,
            quick_simulations: 16,
            full_share: 0.5,
            random_plies: 12,
            temperature: 1.0,
            temperature_plies: 12,
            noise: RootNoise::default(),
        }
    }
}

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

impl SelfPlay<'_> {
    /// Plays the games with these numbers on the current rayon pool, in order.
    pub fn play_games<E>(&self, games: Range<u64>, evaluator: &E) -> Vec<GameRecord>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        games
            .into_par_iter()
            .map_init(
                || Search::new(self.search, evaluator.clone()),
                |search, index| self.play_game(index, search),
            )
            .collect()
    }

    /// Plays one game.
    pub fn play_game<E: Evaluator>(&self, index: u64, search: &mut Search<E>) -> GameRecord {
        let rules = self.rules;
        let mut random = stream(self.seed, Purpose::SelfPlay, self.generation, index);
        let opening_plies = random.random_range(0..=self.config.random_plies);
        let (opening, mut here) = random_opening(rules, opening_plies, &mut random);
        let mut moves: Vec<MoveRecord> = opening.iter().map(|&(_, mv)| unsearched(mv)).collect();
        let mut result = Outcome::Draw;
        for ply in 0.. {
            let Some((mv, record)) = self.choose(&here, ply, search, &mut random) else {
                break;
            };
            moves.push(record);
            let played = rules.play(&here, mv);
            if let Some(outcome) = rules.outcome_after(&played) {
                result = outcome;
                break;
            }
            here = played.position;
        }
        GameRecord {
            generation: self.generation,
            index,
            start: Position::start(rules).to_string(),
            moves,
            result: result.text().to_owned(),
        }
    }

    fn choose<E: Evaluator>(
        &self,
        position: &Position,
        ply: u32,
        search: &mut Search<E>,
        random: &mut Random,
    ) -> Option<(Move, MoveRecord)> {
        let config = &self.config;
        let full = random.random::<f32>() < config.full_share;
        let found = if full {
            let noise = Some((&config.noise, &mut *random));
            search.run(self.rules, position, config.simulations, noise)
        } else {
            search.run(self.rules, position, config.quick_simulations, None)
        };
        let mv = if ply < config.temperature_plies {
            pick_by_temperature(&found, config.temperature, random)?
        } else {
            pick_best(&found)?
        };
        Some((mv, searched(mv, full, &found)))
    }
}

fn unsearched(mv: Move) -> MoveRecord {
    MoveRecord {
        mv: mv.index(),
        simulations: 0,
        full: false,
        value: 0,
        network_value: 0,
        policy: Vec::new(),
    }
}

fn searched(mv: Move, full: bool, found: &SearchResult) -> MoveRecord {
    // Values are probabilities by construction; the writer of game files checks
    // every record again before it is kept.
    let packed = |p: f32| pack(p.clamp(0.0, 1.0)).unwrap_or_default();
    let policy = found
        .moves
        .iter()
        .zip(policy_target(found))
        .map(|(root_move, share)| SearchedMove {
            mv: root_move.mv.index(),
            share: packed(share),
            value: packed(root_move.value.probability()),
        })
        .collect();
    MoveRecord {
        mv: mv.index(),
        simulations: found.simulations,
        full,
        value: packed(found.value.probability()),
        network_value: packed(found.network_value),
        policy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_models::Uniform;

    fn games(rules: &Ruleset, threads: usize, range: Range<u64>) -> Vec<GameRecord> {
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
            .install(|| worker.play_games(range, &Uniform))
    }

    #[test]
    fn the_same_games_at_every_thread_count_and_in_every_cut() {
        let rules = Ruleset::KISWAHILI;
        let one = games(&rules, 1, 0..12);
        assert_eq!(one, games(&rules, 2, 0..12));
        let mut cut = games(&rules, 3, 0..5);
        cut.extend(games(&rules, 2, 5..12));
        assert_eq!(one, cut);
        assert_ne!(one[0].moves, one[1].moves);
    }

    #[test]
    fn every_record_replays_to_its_result_under_every_rule_set() {
        for (name, rules) in Ruleset::PRESETS {
            let mut searched = 0;
            for game in games(&rules, 2, 0..6) {
                let replayed = game.replay(&rules);
                assert!(replayed.is_ok(), "{name}: {replayed:?}");
                searched += game.moves.iter().filter(|mv| mv.full).count();
            }
            assert!(searched > 20, "{name}");
        }
    }
}
