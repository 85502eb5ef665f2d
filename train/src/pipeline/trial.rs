//! A short trial of a run: how fast this machine plays and trains, and how much
//! room games take. Nothing of it is kept.

use core::ops::ControlFlow;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bingwa_engine::Ruleset;
use bingwa_models::{Evaluator, Model, QuantisedNetwork, Uniform};
use bingwa_selfplay::records::{GameRecord, MoveRecord, SearchedMove, ShardHeader, shard_size};
use bingwa_selfplay::worker::SelfPlay;
use serde::Serialize;

use super::config::RunConfig;
use super::error::RunError;
use crate::error::TrainError;
use crate::examples::{Examples, Split};
use crate::initial::initial_weights;
use crate::trainer::Trainer;
use crate::window::Window;

/// How long each kind of self-play is tried, and training. The games under way
/// are finished, so that it may take longer where games are long.
const PLAY: Duration = Duration::from_millis(800);
const TRAIN: Duration = Duration::from_millis(400);

/// The most games and steps tried.
const MOST_GAMES: u64 = 2000;
const MOST_STEPS: u64 = 500;

/// Keeps the draws of the trial apart from those of the run.
const TRIAL: u64 = 1 << 62;

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// Self-play without a network, as in generation 0.
    pub first: Speed,
    /// Self-play with a network: the run's newest, else one of random weights.
    pub later: Speed,
    /// Steps of training a second.
    pub steps_per_second: f64,
    /// Memory of a position to train on, with its children, in bytes.
    pub position_bytes: f64,
}

/// A kind of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// Games a second.
    pub games_per_second: f64,
    /// Moves of a game.
    pub moves_per_game: f64,
    /// Simulations of all searches of a game.
    pub simulations_per_game: f64,
    /// Positions of a game to train on.
    pub positions_per_game: f64,
    /// Bytes of a game on disk.
    pub disk_bytes: f64,
    /// Bytes of a game in memory.
    pub memory_bytes: f64,
}

impl Trial {
    /// Tries a config out for about two seconds; `None` when `stop` was set.
    ///
    /// # Errors
    /// [`RunError`] if games or training fail: they would in the run.
    pub fn run(
        config: &RunConfig,
        newest: Option<&Model>,
        stop: &AtomicBool,
    ) -> Result<Option<Self>, RunError> {
        let rules = config.rules();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(config.threads)
            .build()?;
        let weights = match newest {
            Some(model) => Some(model.weights.clone()),
            None => initial_weights(config.train.architecture(), config.seed),
        };
        let try_out = TryOut {
            config,
            rules: &rules,
            stop,
        };
        let (first, later) = pool.install(|| -> Result<_, RunError> {
            let first = try_out.play(0, &Uniform)?;
            let later = match &weights {
                Some(weights) => try_out.play(1, &QuantisedNetwork::new(weights))?,
                None => first.clone(),
            };
            Ok((first, later))
        })?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let of_first = pool.install(|| try_out.examples(&first.games));
        let of_first = of_first.len(Split::Train);
        let examples = pool.install(|| try_out.examples(&later.games));
        let of_later = examples.len(Split::Train);
        let position_bytes = examples.bytes() as f64 / of_later.max(1) as f64;
        Ok(Some(Self {
            first: try_out.speed(&first, of_first)?,
            later: try_out.speed(&later, of_later)?,
            steps_per_second: try_out.train(examples)?,
            position_bytes,
        }))
    }
}

#[derive(Clone)]
struct Played {
    games: Vec<GameRecord>,
    seconds: f64,
}

struct TryOut<'a> {
    config: &'a RunConfig,
    rules: &'a Ruleset,
    stop: &'a AtomicBool,
}

impl TryOut<'_> {
    fn play<E>(&self, generation: u32, evaluator: &E) -> Result<Played, RunError>
    where
        E: Evaluator + Clone + Send + Sync,
    {
        let worker = SelfPlay {
            rules: self.rules,
            search: self.config.search,
            config: self.config.selfplay,
            seed: self.config.seed.wrapping_add(TRIAL),
            generation,
        };
        let most = self.config.games_of(generation).min(MOST_GAMES);
        let games = Mutex::new(Vec::new());
        let started = Instant::now();
        let give = |game| {
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            games.push(game);
            if started.elapsed() >= PLAY || self.stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        worker.play_each(0..most, self.config.in_flight, evaluator, give)?;
        let seconds = started.elapsed().as_secs_f64().max(1e-6);
        let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
        games.sort_unstable_by_key(|game: &GameRecord| game.index);
        Ok(Played { games, seconds })
    }

    fn examples(&self, games: &[GameRecord]) -> Examples {
        let config = crate::TrainConfig {
            // Every game counts here.
            validation_share: 0.0,
            ..self.config.train.clone()
        };
        Examples::of_games(games, self.rules, &config, self.config.seed).0
    }

    /// What games that teach so many positions tell.
    fn speed(&self, played: &Played, positions: usize) -> Result<Speed, RunError> {
        let games = &played.games;
        let a_game = |sum: f64| sum / games.len().max(1) as f64;
        let moves = || games.iter().flat_map(|game| &game.moves);
        let simulations: f64 = moves().map(|mv| f64::from(mv.simulations)).sum();
        let found: usize = moves().map(|mv| mv.policy.capacity()).sum();
        let memory = moves().count() * size_of::<MoveRecord>() + found * size_of::<SearchedMove>();
        let kept = 1.0 - self.config.train.validation_share;
        Ok(Speed {
            games_per_second: games.len() as f64 / played.seconds,
            moves_per_game: a_game(moves().count() as f64),
            simulations_per_game: a_game(simulations),
            positions_per_game: kept * a_game(positions as f64),
            disk_bytes: a_game(self.disk_bytes(games)? as f64),
            memory_bytes: a_game(memory as f64),
        })
    }

    fn disk_bytes(&self, games: &[GameRecord]) -> Result<u64, RunError> {
        let Some(first) = games.first() else {
            return Ok(0);
        };
        let header = ShardHeader {
            ruleset: *self.rules,
            engine: String::new(),
            model: String::new(),
            config: String::new(),
            settings: String::new(),
            seed: self.config.seed,
            generation: first.generation,
            first_index: first.index,
        };
        Ok(shard_size(&header, games)?)
    }

    /// Steps a second.
    fn train(&self, examples: Examples) -> Result<f64, RunError> {
        let config = &self.config.train;
        let window = Window::new(1, vec![Arc::new(examples)]);
        let mut trainer = Trainer::new(config.clone(), *self.rules, None, self.config.seed)?;
        // The first steps are slower: memory is taken, code is fetched.
        let mut warm = (Instant::now(), 0);
        let began = Instant::now();
        let mut made = 0;
        let trained = trainer.train(&window, MOST_STEPS, &mut |step| {
            made = step.step + 1;
            if made == 2 {
                warm = (Instant::now(), made);
            }
            if began.elapsed() >= TRAIN || self.stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match trained {
            Ok(_) if made > warm.1 => {
                Ok((made - warm.1) as f64 / warm.0.elapsed().as_secs_f64().max(1e-6))
            }
            Ok(_) => Ok(made as f64 / began.elapsed().as_secs_f64().max(1e-6)),
            // So few games, or none to learn from: the run will tell.
            Err(TrainError::NoPositions { .. }) => Ok(f64::INFINITY),
            Err(error) => Err(error.into()),
        }
    }
}
