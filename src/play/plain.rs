//! Play in plain text: for pipes, and for terminals that can do no more.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use bingwa_engine::{Drawing, Game, Move, Outcome, Ruleset};
use bingwa_models::whole_file;

use super::Seat;
use super::opponent::{Opponent, Strength};
use crate::judge::Judge;

/// Simulations of a hint: about a hundredth of a second.
const HINT: u32 = 2000;

/// Nothing stops a search here: Ctrl-C ends the program.
static NEVER: AtomicBool = AtomicBool::new(false);

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

/// Plays until the game is over or the input ends.
pub(super) fn play(
    game: Game,
    judge: &Judge,
    strength: Strength,
    seat: Seat,
    seed: u64,
) -> anyhow::Result<()> {
    let rules = judge.rules;
    println!(
        "{rules}: {}. Type `help` for the commands.",
        match seat {
            Seat::South => "you play South (below)",
            Seat::North => "you play North (above)",
            Seat::Nobody => "the computer plays both sides",
            Seat::Both => "two people play",
        }
    );
    match seat {
        Seat::Both => println!("Hints: {}\n", judge.name()),
        _ => println!("The computer: {}, {}\n", strength.name(judge), judge.name()),
    }
    Table {
        game,
        rules,
        computer: Opponent::new(judge, strength, seed),
        seat,
        prompt: io::stdin().is_terminal(),
    }
    .sit()
}

struct Table {
    game: Game,
    rules: Ruleset,
    computer: Opponent,
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
            } else if let Some(mv) = self.computer.choose(self.game.position(), &NEVER) {
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
                    let back = if self.seat == Seat::Both { 1 } else { 2 };
                    if plies < back {
                        println!("there is no move of yours to take back");
                    } else {
                        for _ in 0..back {
                            self.game.undo();
                        }
                        self.draw();
                        return Ok(true);
                    }
                }
                "save" if argument.is_empty() => println!("write: save FILE"),
                "save" => {
                    match whole_file::write(Path::new(argument), self.game.to_string().as_bytes()) {
                        Ok(()) => println!("saved in {argument}"),
                        Err(error) => println!("{argument}: {error}"),
                    }
                }
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
        let found = self.computer.advise(&position, HINT, &NEVER);
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
            _ if self.seat == Seat::Both => "",
            Outcome::Win(side) if self.seat.is(side) => ": well played!",
            Outcome::Win(side) if self.seat.is(side.opponent()) => ": the computer has won",
            _ => "",
        };
        println!("{outcome} after {} moves{you}", self.game.moves().len());
    }
}
