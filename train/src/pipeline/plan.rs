//! What a run will take, reckoned from a short trial.

use serde::Serialize;

use super::config::RunConfig;
use super::promotion::Rule;
use super::step::{Standing, Step};
use super::trial::{Speed, Trial};
use crate::window;

/// Memory of the program with a network and its training, before any games, in
/// bytes.
const BASE_MEMORY: f64 = 80e6;

/// What a run, or the rest of it, will take. Times and sizes are estimates: games
/// change as the players do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// Where the run stands.
    pub from: Standing,
    /// What was measured.
    pub trial: Trial,
    /// Seconds from now at which each generation that is left ends.
    pub ends: Vec<f64>,
    /// Seconds from now at which the run ends, its hours not looked at.
    pub seconds: f64,
    /// Seconds that earlier sessions took.
    pub used_seconds: f64,
    /// Seconds that are left of the hours; `None` without a limit.
    pub seconds_left: Option<f64>,
    /// Bytes still to be written up to the last generation that begins within
    /// the hours: games and models.
    pub disk_bytes: u64,
    /// The most memory needed, in bytes.
    pub memory_bytes: u64,
    /// A sentence for each setting that is probably a mistake.
    pub notes: Vec<String>,
}

impl Plan {
    /// Reckons what is left of a run that stands so.
    #[must_use]
    pub fn new(
        config: &RunConfig,
        from: Standing,
        trial: Trial,
        used_seconds: f64,
        cores: usize,
    ) -> Self {
        let reckoning = Reckoning {
            config,
            trial: &trial,
        };
        let limit = (config.hours > 0.0).then_some(3600.0 * config.hours);
        let seconds_left = limit.map(|limit| (limit - used_seconds).max(0.0));
        let within = |seconds: f64| seconds_left.is_none_or(|left| seconds <= left);
        let mut now = 0.0;
        let mut last = from.generation;
        let mut ends = Vec::new();
        let mut disk = 0.0;
        let left = match from.step {
            Some(_) => from.generation..=config.generations,
            None => config.generations + 1..=config.generations,
        };
        for generation in left {
            let mut seconds = reckoning.generation(generation);
            if generation == from.generation {
                seconds -= reckoning.done(&from);
            } else if within(now) {
                disk += reckoning.disk(generation);
                last = generation;
            }
            now += seconds.max(0.0);
            ends.push(now);
        }
        if from.step == Some(Step::SelfPlay) {
            let missing = from.total.saturating_sub(from.done) as f64;
            disk += missing * reckoning.speed(from.generation - 1).disk_bytes;
        }
        if !from.is_finished() {
            now += reckoning.matches(&config.matches.final_anchors, config.matches.final_games, 0);
        }
        let mut notes = super::oddities(config, cores);
        notes.extend(reckoning.oddities());
        if let (Some(left), Some(first)) = (seconds_left, ends.first())
            && from.generation == 1
            && left < *first
        {
            notes.push(format!(
                "hours = {}: the first generation takes longer, there would be no model",
                config.hours
            ));
        }
        Self {
            from,
            trial,
            ends,
            seconds: now,
            used_seconds,
            seconds_left,
            disk_bytes: disk as u64,
            memory_bytes: reckoning.memory(last) as u64,
            notes,
        }
    }

    /// The last generation that ends within the hours; 0 if none does.
    #[must_use]
    pub fn reached(&self) -> u32 {
        let left = self.seconds_left.unwrap_or(f64::INFINITY);
        let ended = self.ends.iter().filter(|&&end| end <= left).count() as u32;
        self.from.generations - self.ends.len() as u32 + ended
    }
}

struct Reckoning<'a> {
    config: &'a RunConfig,
    trial: &'a Trial,
}

impl Reckoning<'_> {
    /// The self-play of a generation.
    fn speed(&self, generation: u32) -> &Speed {
        match generation {
            0 => &self.trial.first,
            _ => &self.trial.later,
        }
    }

    fn positions(&self, generation: u32) -> u64 {
        let games = self.config.games_of(generation) as f64;
        (games * self.speed(generation).positions_per_game) as u64
    }

    /// Of the games of so many generations.
    fn all_positions(&self, generations: u32) -> Vec<u64> {
        (0..generations).map(|of| self.positions(of)).collect()
    }

    fn self_play(&self, generation: u32) -> f64 {
        let speed = self.speed(generation).games_per_second;
        self.config.games_of(generation) as f64 / speed.max(1e-9)
    }

    fn train(&self, generation: u32) -> f64 {
        let steps = window::steps(&self.config.train, self.positions(generation - 1));
        steps as f64 / self.trial.steps_per_second
    }

    /// Seconds of a generation's steps.
    fn generation(&self, generation: u32) -> f64 {
        let matches = &self.config.matches;
        let predecessor = u32::from(generation > 1);
        let gate = self.config.promotion;
        let gate = match gate.rule {
            Rule::Gated if generation > 1 => self.games(gate.games, gate.simulations, 2.0),
            _ => 0.0,
        };
        self.self_play(generation - 1)
            + self.train(generation)
            + self.matches(&matches.anchors, matches.games, predecessor)
            + gate
    }

    /// Seconds of matches against anchors and so many models.
    fn matches(&self, anchors: &[String], games: u32, models: u32) -> f64 {
        let simulations = self.config.matches.simulations;
        let quick = |anchor: &&String| ["random", "greedy"].contains(&anchor.as_str());
        let easy = anchors.iter().filter(quick).count() as f64;
        let searching = anchors.len() as f64 - easy;
        // An anchor that searches is taken to need as long as the model.
        let searchers = easy + 2.0 * (searching + f64::from(models));
        searchers * self.games(games, simulations, 1.0)
    }

    /// Seconds of so many games in which so many of the two players search.
    fn games(&self, games: u32, simulations: u32, searchers: f64) -> f64 {
        let speed = &self.trial.later;
        let simulations_a_second = speed.games_per_second * speed.simulations_per_game;
        let searched = 0.5 * searchers * speed.moves_per_game * f64::from(simulations);
        f64::from(games) * searched / simulations_a_second.max(1e-9)
    }

    /// Seconds of the generation in progress that are behind.
    fn done(&self, from: &Standing) -> f64 {
        let share = from.done as f64 / from.total.max(1) as f64;
        let (play, train) = (
            self.self_play(from.generation - 1),
            self.train(from.generation),
        );
        match from.step {
            Some(Step::SelfPlay) => share * play,
            Some(Step::Train) => play + share * train,
            Some(Step::Match) => {
                let all = self.generation(from.generation);
                play + train + share * (all - play - train)
            }
            Some(Step::Promote) | None => self.generation(from.generation),
        }
    }

    fn disk(&self, generation: u32) -> f64 {
        let speed = self.speed(generation - 1);
        let parameters = self.config.train.architecture().parameters() as f64;
        self.config.games_of(generation - 1) as f64 * speed.disk_bytes + 4.0 * parameters
    }

    /// The window at its largest up to generation `last`, with a generation on
    /// its way in, as positions and as games.
    fn memory(&self, last: u32) -> f64 {
        let positions = self.all_positions(last);
        let kept = window::window_generations(&self.config.train, &positions);
        let held: u64 = positions[positions.len() - kept..].iter().sum();
        let newest = positions.iter().max().copied().unwrap_or_default();
        let games = |of: u32| self.config.games_of(of) as f64 * self.speed(of).memory_bytes;
        let games = (0..last).map(games).fold(0.0, f64::max);
        BASE_MEMORY + (held + newest) as f64 * self.trial.position_bytes + games
    }

    /// Settings that are odd together with what was measured.
    fn oddities(&self) -> Vec<String> {
        let mut odd = Vec::new();
        let train = &self.config.train;
        let positions = self.positions(1);
        let all = self.all_positions(self.config.generations);
        if all.len() > 2 && window::window_generations(train, &all) < 2 {
            odd.push(format!(
                "train.window_positions = {}: a generation has about {positions}, so that only the \
                 newest is ever learned from",
                train.window_positions
            ));
        }
        if (train.batch as u64) > positions.max(1) {
            odd.push(format!(
                "train.batch = {}: a generation has about {positions} positions",
                train.batch
            ));
        }
        odd
    }
}
