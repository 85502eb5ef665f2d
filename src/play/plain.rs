//! Play in plain text: for pipes, and for terminals that can do no more.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use bingwa_engine::{Drawing, Game, Move, Outcome};
use bingwa_models::whole_file;

use super::Seat;
use super::opponent::{Opponent, Strength};
use super::table::Table;
use crate::analyze::study;
use crate::judge::Judge;
use crate::screen::wrap;

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
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "{}: {}. Type `help` for the commands.",
        judge.rules,
        match seat {
            Seat::South => "you play South (below)",
            Seat::North => "you play North (above)",
            Seat::Nobody => "the computer plays both sides",
            Seat::Both => "two people play",
        }
    )?;
    match seat {
        Seat::Both => writeln!(out, "Hints: {}\n", judge.name())?,
        _ => writeln!(
            out,
            "The computer: {}, {}\n",
            strength.name(judge),
            judge.name()
        )?,
    }
    Conversation {
        table: Table::new(game, seat),
        computer: Opponent::new(judge, strength, seed),
        prompt: io::stdin().is_terminal(),
        out,
    }
    .hold()
}

/// A game by commands, one a line.
struct Conversation<'a> {
    table: Table,
    computer: Opponent,
    prompt: bool,
    out: &'a mut dyn Write,
}

impl Conversation<'_> {
    fn hold(mut self) -> anyhow::Result<()> {
        self.draw()?;
        loop {
            if let Some(outcome) = self.table.game().outcome() {
                self.farewell(outcome)?;
                return Ok(());
            }
            if self.table.waits_for_person() {
                if !self.follow_command()? {
                    return Ok(());
                }
            } else if let Some(mv) = self.computer.choose(self.table.position(), &NEVER) {
                self.play(mv)?;
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", Drawing::new(self.table.position()))
    }

    /// Plays a move, or says why not.
    fn play(&mut self, mv: Move) -> io::Result<()> {
        let before = *self.table.position();
        match self.table.play(mv) {
            Ok(()) => {
                for line in self.table.game().rules().narrate(&before, mv) {
                    writeln!(self.out, "  {line}")?;
                }
                writeln!(self.out)?;
                self.draw()
            }
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    /// Reads a command and follows it; false when the person leaves.
    fn follow_command(&mut self) -> anyhow::Result<bool> {
        if self.prompt {
            write!(self.out, "your move> ")?;
            self.out.flush()?;
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
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "board" => self.draw()?,
            "moves" => self.list()?,
            "hint" => self.hint()?,
            "rules" => {
                for line in wrap::explained(self.table.game().rules()) {
                    writeln!(self.out, "{line}")?;
                }
            }
            "undo" => {
                if self.table.undo() {
                    self.draw()?;
                } else {
                    writeln!(self.out, "there is no move of yours to take back")?;
                }
            }
            "save" if argument.is_empty() => writeln!(self.out, "write: save FILE")?,
            "save" => {
                let text = self.table.game().to_string();
                match whole_file::write(Path::new(argument), text.as_bytes()) {
                    Ok(()) => writeln!(self.out, "saved in {argument}")?,
                    Err(error) => writeln!(self.out, "{argument}: {error}")?,
                }
            }
            mv => match mv.to_uppercase().parse() {
                Ok(mv) => self.play(mv)?,
                Err(error) => writeln!(self.out, "{error} (or type `help`)")?,
            },
        }
        Ok(true)
    }

    fn list(&mut self) -> io::Result<()> {
        let game = self.table.game();
        let (rules, position) = (game.rules(), game.position());
        for &mv in game.legal_moves().iter() {
            let played = rules.play(position, mv);
            let captured = played.turn.captured;
            let end = match rules.outcome_after(&played) {
                Some(Outcome::Win(side)) if side == position.mover() => ", and you win",
                Some(Outcome::Win(_)) => ", and you lose",
                Some(Outcome::Draw) => ", and the game is drawn",
                None => "",
            };
            writeln!(
                self.out,
                "  {mv:<4} laps {}, captures {captured}{end}",
                played.turn.laps
            )?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        let found = self.computer.advise(self.table.position(), HINT, &NEVER);
        let expected = found.variation.get(..6).unwrap_or(&found.variation);
        writeln!(
            self.out,
            "  {}: you win with {:.0} %; expected: {}",
            found.best.map_or_else(String::new, |mv| mv.to_string()),
            100.0 * found.value.probability(),
            study::text(expected)
        )
    }

    fn farewell(&mut self, outcome: Outcome) -> io::Result<()> {
        let you = match (outcome, self.table.seat().person()) {
            (Outcome::Win(side), Some(person)) if side == person => ": well played!",
            (Outcome::Win(_), Some(_)) => ": the computer has won",
            _ => "",
        };
        let moves = self.table.game().moves().len();
        writeln!(self.out, "{outcome} after {moves} moves{you}")
    }
}
