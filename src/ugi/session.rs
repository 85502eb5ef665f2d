//! What a conversation has come to: the options, the game and the search, and
//! the answer to each command.

use std::io;
use std::path::Path;

use bingwa_engine::{Game, Move, Outcome, Position, Ruleset, Side};
use bingwa_models::ModelError;
use bingwa_selfplay::search::{Search, SearchConfig};

use super::command::{Command, Go, Query};
use super::plan::Plan;
use super::thinking::{Searcher, Thinking, best_move, refuse, say};
use crate::analyze::study;
use crate::args;
use crate::judge::Judge;

/// Positions evaluated for a `go` without limits: a hundredth of a second.
const NODES: u32 = 10_000;

/// Memory of the tree in MiB: least, by default, most.
const HASH: [u32; 3] = [16, 512, 65_536];

/// Bytes that a node of the tree takes, about.
const NODE: u32 = 100;

/// A conversation.
pub(super) struct Session {
    judge: Judge,
    game: Game,
    nodes: u32,
    hash: u32,
    /// Not there while it thinks, nor before it first does.
    searcher: Option<Searcher>,
    thinking: Option<Thinking>,
}

/// Why a command was not followed.
enum Refusal {
    /// Said to the other program, and the conversation goes on.
    Told(String),
    /// There is nobody to talk to.
    Gone(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Gone(error)
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Self::Told(text)
    }
}

impl Session {
    pub(super) fn new(judge: Judge) -> Self {
        Self {
            game: Game::new(judge.rules),
            judge,
            nodes: NODES,
            hash: HASH[1],
            searcher: None,
            thinking: None,
        }
    }

    /// Answers a command, or says why it cannot. `false` ends the conversation.
    pub(super) fn answer(&mut self, command: Command) -> io::Result<bool> {
        let quits = command == Command::Quit;
        match self.follow(command) {
            Ok(()) => Ok(!quits),
            Err(Refusal::Gone(error)) => Err(error),
            Err(Refusal::Told(text)) => {
                refuse(&text)?;
                Ok(true)
            }
        }
    }

    /// Waits for a search that ends by itself; one without end is stopped.
    pub(super) fn finish(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.searcher = thinking.finish();
        }
    }

    /// Ends a search now; `false` if none was under way.
    fn cut(&mut self) -> bool {
        let Some(thinking) = self.thinking.take() else {
            return false;
        };
        let was_under_way = !thinking.is_done();
        thinking.stop();
        self.searcher = thinking.finish();
        was_under_way
    }

    fn follow(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Ugi => Ok(self.introduce()?),
            Command::IsReady => Ok(say("readyok")?),
            Command::Stop => {
                if !self.cut() {
                    say(IDLE)?;
                }
                Ok(())
            }
            Command::Quit => {
                self.cut();
                Ok(())
            }
            Command::Query(query) => Ok(say(&format!("response {}", self.query(query)))?),
            Command::SetOption { name, value } => {
                self.rest()?;
                self.set(&name, &value)
            }
            Command::NewGame => {
                self.rest()?;
                self.new_game();
                Ok(())
            }
            Command::Position(start, moves) => {
                self.rest()?;
                self.game = self.set_up(start, &moves)?;
                Ok(())
            }
            Command::Go(go) => {
                self.rest()?;
                self.go(&go)
            }
        }
    }

    /// Makes sure that no search is under way.
    fn rest(&mut self) -> Result<(), String> {
        if self
            .thinking
            .as_ref()
            .is_some_and(|thinking| !thinking.is_done())
        {
            return Err("a search is under way: send stop and wait for bestmove".to_owned());
        }
        self.finish();
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        let presets: Vec<String> = Ruleset::PRESETS
            .iter()
            .map(|(name, _)| format!(" var {name}"))
            .collect();
        let [least, usual, most] = HASH;
        say(concat!("id name Bingwa ", env!("CARGO_PKG_VERSION")))?;
        say("id author the Bingwa authors")?;
        let presets = presets.concat();
        say(&format!(
            "option name RuleSet type combo default kiswahili{presets}"
        ))?;
        say("option name Model type string default <empty>")?;
        say(&format!(
            "option name Nodes type spin default {NODES} min 1 max {}",
            u32::MAX
        ))?;
        say(&format!(
            "option name Hash type spin default {usual} min {least} max {most}"
        ))?;
        say("ugiok")
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match name.to_lowercase().as_str() {
            "ruleset" => {
                let rules = args::ruleset(value)?;
                if rules == self.judge.rules {
                    return Ok(());
                }
                let had_model = self.judge.is_of_file();
                self.judge = Judge::released(rules);
                self.new_game();
                if had_model {
                    say(
                        "info string the model was for other rules and is put aside: set Model again",
                    )?;
                }
            }
            "model" => {
                let rules = self.judge.rules;
                self.judge = match value {
                    "" | "<empty>" => Judge::released(rules),
                    "none" => Judge::handwritten(rules),
                    path => Judge::new(Some(rules), Some(Path::new(path)))
                        .map_err(|error| unfit(&error))?,
                };
                self.searcher = None;
                say(&format!("info string {}", self.judge.name()))?;
            }
            "nodes" => self.nodes = number(name, value, 1, u32::MAX)?,
            "hash" => {
                self.hash = number(name, value, HASH[0], HASH[2])?;
                self.searcher = None;
            }
            _ => {
                return Err(format!(
                    "`{name}` is no option: there are RuleSet, Model, Nodes, Hash"
                )
                .into());
            }
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.game = Game::new(self.judge.rules);
        self.searcher = None;
    }

    fn set_up(&self, start: Option<Position>, moves: &[Move]) -> Result<Game, String> {
        let rules = self.judge.rules;
        let start = start.unwrap_or_else(|| Position::start(&rules));
        let mut game = Game::from_position(rules, start).map_err(|error| error.to_string())?;
        for (number, &mv) in (1..).zip(moves) {
            game.push(mv)
                .map_err(|error| format!("move {number}: {error}"))?;
        }
        Ok(game)
    }

    fn go(&mut self, go: &Go) -> Result<(), Refusal> {
        let position = *self.game.position();
        let plan = Plan::new(go, position.mover(), self.nodes)?;
        if let Some(outcome) = self.game.outcome() {
            say(&format!("info string the game is over: {outcome}"))?;
            return Ok(say(&best_move(None))?);
        }
        let searcher = self.searcher.take().unwrap_or_else(|| {
            let config = SearchConfig {
                max_nodes: (u64::from(self.hash) * (1 << 20) / u64::from(NODE)) as u32,
                ..SearchConfig::default()
            };
            Search::new(config, self.judge.evaluator()).keeping_its_tree()
        });
        self.thinking = Some(Thinking::begin(searcher, self.judge.rules, position, plan));
        Ok(())
    }

    fn query(&self, query: Query) -> String {
        let outcome = self.game.outcome();
        match query {
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Win(Side::South)) => "p1win",
                Some(Outcome::Win(Side::North)) => "p2win",
                Some(Outcome::Draw) => "draw",
            }
            .to_owned(),
            Query::FirstPlayersTurn => (self.game.position().mover() == Side::South).to_string(),
            Query::Position => self.game.position().to_string(),
            Query::Moves => {
                let moves = self.game.legal_moves();
                if moves.is_empty() {
                    "none".to_owned()
                } else {
                    study::text(&moves)
                }
            }
        }
    }
}

/// No fault: the move and the `stop` may have crossed.
const IDLE: &str = "info string no search is under way: there is nothing to stop";

fn unfit(error: &ModelError) -> String {
    match error {
        ModelError::Ruleset { model, wanted, .. } => format!(
            "that model is for {model}, the rule set is {wanted}: first setoption name RuleSet \
             value {model}"
        ),
        error => error.to_string(),
    }
}

fn number(name: &str, value: &str, least: u32, most: u32) -> Result<u32, String> {
    value
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("`{value}` for {name}: it is a whole number, {least} to {most}"))
}
