//! A run: self-play, training, matches and promotion, generation after
//! generation, in one folder.
//!
//! A state machine on disk. For each generation *g* from 1 it takes the steps of
//! [`Step`] in order: play the games of generation *g* − 1 with the model
//! promoted last (generation 0 has none), train the model of *g* on the window,
//! play its matches, decide whether it plays the next games. What a step has
//! finished lies in the folder (game files, checkpoint, model, match results,
//! gate, health), and each step first looks there: so a run that was stopped or
//! killed at any moment goes on where it was, and a finished one has nothing to
//! do. [`Standing::of`] reads the next step off the same files.
//!
//! The clock decides only after which generation a run with a limit of hours
//! ends, never what is played or learned.

mod config;
mod contest;
mod error;
mod folder;
pub mod games;
mod json;
mod keeper;
mod kept;
mod learn;
mod odd;
mod panel;
mod plan;
mod promotion;
mod session;
mod state;
mod step;
mod trial;
mod watcher;

use std::sync::atomic::{AtomicBool, Ordering};

use bingwa_engine::Ruleset;
use bingwa_models::{Model, Uniform};
use bingwa_selfplay::records::GameRecord;
use bingwa_selfplay::worker::SelfPlay;

pub use config::{MatchConfig, RunConfig, RunConfigError};
pub use contest::MatchReport;
pub use error::RunError;
pub use folder::{FolderError, RunFolder, RunPaths, config_hash};
pub use odd::oddities;
pub use panel::RunHealth;
pub use plan::Plan;
pub use promotion::{GateReport, PromotionConfig, Rule};
pub use state::RunState;
pub use step::{Standing, Step};
pub use trial::{Speed, Trial};
pub use watcher::{Stage, Watcher};

use contest::{Contest, Series};
use games::Collection;
use learn::Learner;
use panel::LookOver;
use promotion::Gate;
use session::Session;
use state::Clock;

/// How a session of a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All generations are there; the results of all matches, in order.
    Finished(Vec<MatchReport>),
    /// The hours are used up. The same call with more of them goes on.
    TimeUp {
        /// The last generation that is there; 0 if none is.
        generation: u32,
        /// The results of all matches up to it, its final ones last.
        reports: Vec<MatchReport>,
    },
    /// `stop` was set; the same call goes on.
    Stopped,
}

/// Does a run, or what is left of it, in its folder.
///
/// When the hours of the config are used up, self-play ends with the games under
/// way, training and matches under way are finished, and the last model plays
/// its final matches.
///
/// # Errors
/// [`RunError`]; whatever was finished stays.
pub fn run(
    config: &RunConfig,
    folder: &RunFolder,
    stop: &AtomicBool,
    watcher: &mut dyn Watcher,
) -> Result<Ended, RunError> {
    crate::memory::keep_freed_memory();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(config.threads)
        .build()?;
    let rules = config.rules();
    let halt = AtomicBool::new(false);
    let clock = Clock::begin(folder, config.generations, config.hours)?;
    let run = Run {
        config,
        config_hash: config_hash(config),
        rules: &rules,
        folder,
        pool: &pool,
        stop,
        halt: &halt,
    };
    let mut session = Session::new(clock, watcher, stop, &halt);
    let ended = run.generations(&mut session);
    // Before what ended it: the time was spent in any case.
    session.clock.save()?;
    ended
}

struct Run<'a> {
    config: &'a RunConfig,
    config_hash: String,
    rules: &'a Ruleset,
    folder: &'a RunFolder,
    pool: &'a rayon::ThreadPool,
    stop: &'a AtomicBool,
    halt: &'a AtomicBool,
}

/// What the steps hand on to each other.
struct Hands {
    learner: Learner,
    /// The generation whose model plays, and the model; 0 and none at first.
    playing: (u32, Option<Model>),
    /// The model trained last.
    newest: Option<Model>,
    reports: Vec<MatchReport>,
}

/// How a step ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepEnd {
    Done,
    Stopped,
    TimeUp,
}

impl Run<'_> {
    fn generations(&self, session: &mut Session<'_>) -> Result<Ended, RunError> {
        let mut hands = Hands {
            learner: Learner::open(self.folder, self.config, self.rules, session)?,
            playing: (0, None),
            newest: None,
            reports: Vec::new(),
        };
        for generation in 1..=self.config.generations {
            for step in Step::ALL {
                let end = self.step(generation, step, &mut hands, session)?;
                session.clock.save()?;
                match end {
                    StepEnd::Done => {}
                    StepEnd::Stopped => return Ok(Ended::Stopped),
                    StepEnd::TimeUp => return self.time_up(generation - 1, hands, session),
                }
            }
        }
        let finals = self.contest(self.config.generations).finals();
        let end = self.matches(self.config.generations, &finals, &mut hands, session)?;
        Ok(match end {
            StepEnd::Done => Ended::Finished(hands.reports),
            StepEnd::Stopped | StepEnd::TimeUp => Ended::Stopped,
        })
    }

    /// The final matches of the last generation that is there.
    fn time_up(
        &self,
        generation: u32,
        mut hands: Hands,
        session: &mut Session<'_>,
    ) -> Result<Ended, RunError> {
        if generation > 0 {
            let finals = self.contest(generation).finals();
            if self.matches(generation, &finals, &mut hands, session)? != StepEnd::Done {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::TimeUp {
            generation,
            reports: hands.reports,
        })
    }

    fn step(
        &self,
        generation: u32,
        step: Step,
        hands: &mut Hands,
        session: &mut Session<'_>,
    ) -> Result<StepEnd, RunError> {
        match step {
            Step::SelfPlay => self.self_play(generation - 1, hands, session),
            Step::Train => self.train(generation, hands, session),
            Step::Match => {
                let plan = self.contest(generation).plan();
                self.matches(generation, &plan, hands, session)
            }
            Step::Promote => self.promote(generation, hands, session),
        }
    }

    /// Plays the games of a generation and gives them to the learner.
    fn self_play(
        &self,
        generation: u32,
        hands: &mut Hands,
        session: &mut Session<'_>,
    ) -> Result<StepEnd, RunError> {
        session.must_halt();
        let model = hands.playing.1.as_ref();
        let hash = model.map_or_else(String::new, Model::short_hash);
        let folder = self.folder.games();
        let collection = Collection {
            worker: SelfPlay {
                rules: self.rules,
                search: self.config.search,
                config: self.config.selfplay,
                seed: self.config.seed,
                generation,
            },
            games: self.config.games_of(generation),
            in_flight: self.config.in_flight,
            folder: &folder,
            model: &hash,
            config: &self.config_hash,
        };
        let games = self.pool.install(|| match model {
            Some(model) => collection.collect(&model.quantised(), self.halt, session),
            None => collection.collect(&Uniform, self.halt, session),
        })?;
        let pace = session.pace();
        if pace.done > 0 {
            let (games, seconds) = (pace.done as f64, pace.seconds.max(1e-3));
            hands.learner.tell(&[
                ("selfplay/generation", f64::from(generation)),
                ("selfplay/games", games),
                ("selfplay/seconds", seconds),
                ("selfplay/games_per_second", games / seconds),
            ])?;
        }
        match games {
            Some(games) => {
                self.learn_from(&games, hands, session);
                Ok(StepEnd::Done)
            }
            None if self.stop.load(Ordering::Relaxed) => Ok(StepEnd::Stopped),
            None => Ok(StepEnd::TimeUp),
        }
    }

    fn learn_from(&self, games: &[GameRecord], hands: &mut Hands, session: &mut Session<'_>) {
        let learner = &mut hands.learner;
        let add = || learner.add(games, self.rules, self.config, session);
        self.pool.install(add);
    }

    fn train(
        &self,
        generation: u32,
        hands: &mut Hands,
        session: &mut Session<'_>,
    ) -> Result<StepEnd, RunError> {
        let path = self.folder.model(generation);
        let model = if path.exists() {
            Some(Model::load_for(&path, self.rules)?)
        } else {
            hands.learner.train(
                generation,
                self.folder,
                self.config,
                &self.config_hash,
                self.stop,
                session,
            )?
        };
        hands.newest = model;
        Ok(match hands.newest {
            Some(_) => StepEnd::Done,
            None => StepEnd::Stopped,
        })
    }

    fn contest(&self, generation: u32) -> Contest<'_> {
        Contest {
            rules: self.rules,
            config: self.config,
            folder: self.folder,
            generation,
        }
    }

    fn matches(
        &self,
        generation: u32,
        series: &Series,
        hands: &mut Hands,
        session: &mut Session<'_>,
    ) -> Result<StepEnd, RunError> {
        let contest = self.contest(generation);
        for planned in &series.matches {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(StepEnd::Stopped);
            }
            let play = || contest.play(series, planned, self.stop, session);
            match self.pool.install(play)? {
                Some(report) => hands.reports.push(report),
                None => return Ok(StepEnd::Stopped),
            }
        }
        Ok(StepEnd::Done)
    }

    /// Decides which model plays the next games, and looks the generation over.
    fn promote(
        &self,
        generation: u32,
        hands: &mut Hands,
        session: &mut Session<'_>,
    ) -> Result<StepEnd, RunError> {
        let (against, _) = hands.playing;
        let is_gated = self.config.promotion.rule == Rule::Gated && against > 0;
        let is_promoted = if is_gated {
            let gate = Gate {
                rules: self.rules,
                config: self.config,
                paths: self.folder,
                generation,
                against,
            };
            let play = || gate.play(self.stop, session);
            let Some(passed) = self.pool.install(play)? else {
                return Ok(StepEnd::Stopped);
            };
            if passed.is_new {
                hands.learner.tell(&passed.report.metrics())?;
            }
            passed.report.promoted
        } else {
            true
        };
        let newest = hands.newest.take();
        if is_promoted {
            hands.playing = (generation, newest);
        }
        self.look_over(generation, hands, session)?;
        Ok(StepEnd::Done)
    }

    /// Tells and keeps the health of a generation, once.
    fn look_over(
        &self,
        generation: u32,
        hands: &mut Hands,
        session: &mut Session<'_>,
    ) -> Result<(), RunError> {
        if RunHealth::read(self.folder, generation).is_some() {
            return Ok(());
        }
        let look_over = LookOver {
            paths: self.folder,
            config: self.config,
            generation,
        };
        let health = look_over.health();
        for line in health.lines() {
            session.say(&line);
        }
        hands.learner.tell(&health.numbers())?;
        health.write(self.folder)
    }
}
