//! Another program as a player: it speaks UGI (docs/PROTOCOL.md) over its
//! standard input and output.
//!
//! `process` holds the two pipes and never waits without end; here is what is
//! said: the introduction, positions, and the moves that come back.

mod process;
#[cfg(all(test, unix))]
mod tests;

use core::fmt;
use core::time::Duration;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bingwa_engine::{Move, Position, Ruleset};

use super::{Budget, Player, SearchLimit, only_move_or};
use crate::seeds::Random;
use process::Process;

/// The longest name of an engine, in characters: it stands in tables.
const LONGEST_NAME: usize = 60;

/// A program to play with.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it may use for a move; time is time on the clock.
    pub limit: SearchLimit,
    /// How long to wait for any answer, beyond the limit if that is a time.
    pub patience: Duration,
}

/// Why an engine does not play, or not on.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// There is nothing to start.
    #[error("the command of an engine is empty: write a program and its arguments")]
    NoCommand,
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(#[source] io::Error),
    /// It has ended, or closed its output.
    #[error("ended when `{0}` was awaited")]
    Ended(&'static str),
    /// It does not answer.
    #[error("gave no `{awaited}` in {waited:?}")]
    Silent {
        /// The answer that should have come.
        awaited: &'static str,
        /// How long was waited for it.
        waited: Duration,
    },
    /// It answered with an error.
    #[error("answered `{0}`")]
    Refused(String),
    /// Its move is none, or none here.
    #[error("played `{mv}`, which is not legal in {position}")]
    Illegal {
        /// What it wrote.
        mv: String,
        /// Where.
        position: String,
    },
}

/// An engine that has introduced itself, and its processes that wait for a game:
/// no more are started than games are played at once.
pub(super) struct Engine {
    spec: EngineSpec,
    rules: Ruleset,
    idle: Mutex<Vec<Process>>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

impl Engine {
    /// Starts a first process, so that what does not work is known before a
    /// match; gives what the engine calls itself.
    pub(super) fn start(
        spec: EngineSpec,
        rules: &Ruleset,
    ) -> Result<(Arc<Self>, String), EngineError> {
        let engine = Self {
            spec,
            rules: *rules,
            idle: Mutex::default(),
        };
        let (process, name) = engine.introduce()?;
        engine.rest(process);
        Ok((Arc::new(engine), name))
    }

    /// The program and its arguments.
    pub(super) fn command(&self) -> &[String] {
        &self.spec.command
    }

    /// Starts a process and tells it the rules.
    fn introduce(&self) -> Result<(Process, String), EngineError> {
        let mut process = Process::start(&self.spec.command)?;
        let (mut name, mut chooses_rules) = (None, false);
        process.say("ugi");
        process.hear("ugiok", self.spec.patience, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = Some(told.chars().filter(|c| !c.is_control()).collect::<String>());
            }
            let option = line.to_lowercase();
            chooses_rules |= option.starts_with("option name ruleset ");
        })?;
        if chooses_rules {
            process.say(&format!("setoption name RuleSet value {}", self.rules));
        }
        self.sync(&mut process)?;
        let name = name.unwrap_or_else(|| self.spec.command[0].clone());
        Ok((process, name.chars().take(LONGEST_NAME).collect()))
    }

    /// Waits until everything said has been followed.
    fn sync(&self, process: &mut Process) -> Result<(), EngineError> {
        process.say("isready");
        process.hear("readyok", self.spec.patience, |_| {})?;
        Ok(())
    }

    fn take(&self) -> Result<Process, EngineError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        match idle {
            Some(process) => Ok(process),
            None => Ok(self.introduce()?.0),
        }
    }

    fn rest(&self, process: Process) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(process);
    }

    /// Asks for a move.
    fn think(&self, process: &mut Process, position: &Position) -> Result<Move, EngineError> {
        process.say(&format!("position pos {position}"));
        // Also passes over what is left of an earlier answer.
        self.sync(process)?;
        let (go, time) = match self.spec.limit {
            SearchLimit::Simulations(n) => (format!("go simulations {n}"), Duration::ZERO),
            SearchLimit::Within(Budget::Evaluations(n)) => {
                (format!("go nodes {n}"), Duration::ZERO)
            }
            SearchLimit::Within(Budget::CpuTime(time)) => {
                (format!("go movetime {}", time.as_millis()), time)
            }
        };
        process.say(&go);
        let answer = process.hear("bestmove", time + self.spec.patience, |_| {})?;
        let word = answer.split_whitespace().nth(1).unwrap_or_default();
        word.to_uppercase()
            .parse()
            .ok()
            .filter(|mv| self.rules.legal_moves(position).contains(mv))
            .ok_or_else(|| EngineError::Illegal {
                mv: word.chars().take(LONGEST_NAME).collect(),
                position: position.to_string(),
            })
    }
}

/// An engine at the board.
///
/// A process that failed is ended; the next game gets another one.
pub(super) struct EnginePlayer {
    engine: Arc<Engine>,
    process: Option<Process>,
    /// The process does not know yet that another game has begun.
    is_new_game: bool,
    fault: Option<EngineError>,
}

impl EnginePlayer {
    pub(super) const fn new(engine: Arc<Engine>) -> Self {
        Self {
            engine,
            process: None,
            is_new_game: true,
            fault: None,
        }
    }

    fn think(&mut self, position: &Position) -> Result<Move, EngineError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.engine.take()?,
        };
        if self.is_new_game {
            process.say("newgame");
        }
        let mv = self.engine.think(&mut process, position)?;
        self.is_new_game = false;
        self.process = Some(process);
        Ok(mv)
    }
}

impl Player for EnginePlayer {
    fn choose(&mut self, rules: &Ruleset, position: &Position, _: &mut Random) -> Option<Move> {
        only_move_or(rules, position, || match self.think(position) {
            Ok(mv) => Some(mv),
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        })
    }

    fn begin_game(&mut self) {
        self.is_new_game = true;
        self.fault = None;
    }

    fn fault(&mut self) -> Option<String> {
        self.fault.take().map(|fault| fault.to_string())
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.engine.rest(process);
        }
    }
}
