//! `bingwa play`: a person against the computer, in plain text.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use bingwa_engine::{Drawing, Game, Move, Outcome, Position, Ruleset, Side};
use bingwa_models::Uniform;
use bingwa_selfplay::players::{Player, RolloutMcts};
use bingwa_selfplay::search::{Search, SearchConfig, SearchResult};
use bingwa_selfplay::seeds::{Purpose, Random, stream};

use crate::args;
use crate::judge::{BoxedEvaluator, Judge};

/// Play against the computer in the terminal.
///
/// Without a model it plays by random games (MCTS, 2,000 a move). Type `help`
/// during a game for the commands.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa play                                       kiswahili against MCTS
  bingwa play --model runs/quick/models/g006.bingwa
  bingwa play --ruleset kujifunza --side north --simulations 400")]
pub(crate) struct Args {
    /// The rule set [default: that of the model, else kiswahili]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    /// The model to play against
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Simulations the computer makes for each move: more play better
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    simulations: Option<u32>,
    /// Your side; South moves first
    #[arg(long, value_enum, default_value_t = Seat::South)]
    side: Seat,
    /// Begin from this position
    #[arg(long, value_name = "TEXT")]
    position: Option<Position>,
    /// Seed of the computer's draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    /// The lower side
    South,
    /// The upper side
    North,
    /// The computer plays both
    Nobody,
}

impl Seat {
    fn is(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Self::South, Side::South) | (Self::North, Side::North)
        )
    }
}

/// Simulations of a model that is told nothing else: about a hundredth of a
/// second.
const SIMULATIONS: u32 = 2000;

const HELP: &str = "\
  A5>       play: pit, then > or < for the way the hand goes as you see it
            (A = your inner row, B = your outer row, 1-8 from your left);
            + at the end goes on safari when your nyumba offers the choice
  moves     the legal moves and what each does
  hint      what the computer would play for you, and its judgement
  undo      take back your last move and the answer
  rules     the rules of this game
  board     draw the board again
  save FILE write the game as text
  quit      stop";

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let judge = Judge::new(args.ruleset, args.model.as_deref())?;
    let rules = judge.rules;
    let start = args.position.unwrap_or_else(|| Position::start(&rules));
    let game = Game::from_position(rules, start)?;
    let simulations = args.simulations.unwrap_or(SIMULATIONS);
    let computer = Computer::new(&judge, simulations, args.seed);
    println!(
        "{rules}: you play {}. Type `help` for the commands.",
        match args.side {
            Seat::South => "South (below)",
            Seat::North => "North (above)",
            Seat::Nobody => "nobody: the computer plays both sides",
        }
    );
    println!("The computer: {}\n", computer.name);
    Table {
        game,
        rules,
        computer,
        seat: args.side,
        prompt: io::stdin().is_terminal(),
    }
    .sit()
}

/// The computer's player: network search, or random games without a model.
struct Computer {
    name: String,
    search: Search<BoxedEvaluator>,
    rollouts: Option<RolloutMcts>,
    simulations: u32,
    random: Random,
}

impl Computer {
    fn new(judge: &Judge, simulations: u32, seed: u64) -> Self {
        let (name, evaluator): (String, BoxedEvaluator) = if judge.has_model() {
            (
                format!("{}, {simulations} simulations a move", judge.name()),
                judge.evaluator(),
            )
        } else {
            (
                format!("no model (give one with --model), {simulations} random games a move"),
                Box::new(Uniform),
            )
        };
        Self {
            name,
            search: Search::new(SearchConfig::default(), evaluator).keeping_its_tree(),
            rollouts: (!judge.has_model()).then(|| RolloutMcts::new(simulations)),
            simulations,
            random: stream(seed, Purpose::Play, 0, 0),
        }
    }

    fn choose(&mut self, rules: &Ruleset, position: &Position) -> Option<Move> {
        match &mut self.rollouts {
            Some(rollouts) => rollouts.choose(rules, position, &mut self.random),
            None => self.judge(rules, position).best,
        }
    }

    fn judge(&mut self, rules: &Ruleset, position: &Position) -> SearchResult {
        self.search.run(rules, position, self.simulations, None)
    }
}

struct Table {
    game: Game,
    rules: Ruleset,
    computer: Computer,
    seat: Seat,
    prompt: bool,
}

impl Table {
    fn sit(mut self) -> anyhow::Result<()> {
        self.draw();
        loop {
            if let Some(outcome) = self.game.outcome() {
                self.farewell(outcome);
                return Ok(());
            }
            let mover = self.game.position().mover();
            if self.seat.is(mover) {
                if !self.persons_turn()? {
                    return Ok(());
                }
            } else if let Some(mv) = self.computer.choose(&self.rules, self.game.position()) {
                self.play(mv);
            }
        }
    }

    fn draw(&self) {
        println!("{}", Drawing::new(self.game.position()));
    }

    /// Plays a move, or says why not.
    fn play(&mut self, mv: Move) {
        let before = *self.game.position();
        match self.game.push(mv) {
            Ok(_) => {
                for line in self.rules.narrate(&before, mv) {
                    println!("  {line}");
                }
                println!();
                self.draw();
            }
            Err(error) => println!("{error}"),
        }
    }

    /// Reads commands until a move is made; false when the person leaves.
    fn persons_turn(&mut self) -> anyhow::Result<bool> {
        let plies = self.game.moves().len();
        while self.game.moves().len() == plies {
            if self.prompt {
                print!("your move> ");
                io::stdout().flush()?;
            }
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                return Ok(false);
            }
            let line = line.trim();
            let (command, argument) = line.split_once(' ').unwrap_or((line, ""));
            match command {
                "" => {}
                "quit" | "exit" => return Ok(false),
                "help" | "?" => println!("{HELP}"),
                "board" => self.draw(),
                "moves" => self.list(),
                "hint" => self.hint(),
                "rules" => {
                    for (topic, text) in self.rules.explain() {
                        let lead = format!("{topic}: ");
                        for line in crate::screen::wrap::lines(&text, &lead) {
                            println!("{line}");
                        }
                    }
                }
                "undo" => {
                    if plies < 2 {
                        println!("there is no move of yours to take back");
                    } else {
                        self.game.undo();
                        self.game.undo();
                        self.draw();
                        return Ok(true);
                    }
                }
                "save" if argument.is_empty() => println!("write: save FILE"),
                "save" => match std::fs::write(argument, self.game.to_string()) {
                    Ok(()) => println!("saved in {argument}"),
                    Err(error) => println!("{argument}: {error}"),
                },
                mv => match mv.to_uppercase().parse() {
                    Ok(mv) => self.play(mv),
                    Err(error) => println!("{error} (or type `help`)"),
                },
            }
        }
        Ok(true)
    }

    fn list(&self) {
        let position = self.game.position();
        for &mv in self.game.legal_moves().iter() {
            let played = self.rules.play(position, mv);
            let captured = played.turn.captured;
            let end = match self.rules.outcome_after(&played) {
                Some(Outcome::Win(side)) if side == position.mover() => ", and you win",
                Some(Outcome::Win(_)) => ", and you lose",
                Some(Outcome::Draw) => ", and the game is drawn",
                None => "",
            };
            println!(
                "  {mv:<4} laps {}, captures {captured}{end}",
                played.turn.laps
            );
        }
    }

    fn hint(&mut self) {
        let position = *self.game.position();
        let found = self.computer.judge(&self.rules, &position);
        let line: Vec<String> = found
            .variation
            .iter()
            .take(6)
            .map(Move::to_string)
            .collect();
        println!(
            "  {}: you win with {:.0} %; expected: {}",
            found.best.map_or_else(String::new, |mv| mv.to_string()),
            100.0 * found.value.probability(),
            line.join(" ")
        );
    }

    fn farewell(&self, outcome: Outcome) {
        let you = match outcome {
            Outcome::Win(side) if self.seat.is(side) => ": well played!",
            Outcome::Win(side) if self.seat.is(side.opponent()) => ": the computer has won",
            _ => "",
        };
        println!("{outcome} after {} moves{you}", self.game.moves().len());
    }
}
