//! `bingwa play`: people and the computer at one board.
//!
//! [`session`] is what goes on, [`keys`] what the keys do to it, [`draw`] how it
//! looks, [`screen`] puts them together on a terminal; [`plain`] is the form for
//! pipes.

mod animation;
mod choice;
mod draw;
mod form;
mod keys;
mod opponent;
mod plain;
mod prompt;
mod screen;
mod session;
mod table;
#[cfg(test)]
mod tests;
mod thinker;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bingwa_engine::{Game, Position, Ruleset, Side};

use crate::args;
use crate::judge::Judge;
use crate::levels::Level;
use opponent::Strength;

/// Play in the terminal: against the computer, or two people at one board.
///
/// The computer plays with the model released for the rule set, or where there
/// is none with a handwritten evaluation; `bingwa levels` shows how strong each
/// level is. Over a pipe it reads commands, one a line: type `help`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa play                                       kiswahili, you are South
  bingwa play --level beginner --as north
  bingwa play --ruleset kujifunza --two             two people at one board
  bingwa play --load evening.txt                    go on with a saved game
  bingwa play --model runs/quick/models/g006.bingwa --simulations 5000
  printf 'A6>\\nsave game.txt\\n' | bingwa play      without a screen")]
pub(crate) struct Args {
    /// The rule set [default: that of the game or model, else kiswahili]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    /// How strong the computer plays
    #[arg(long, value_enum, default_value_t = Level::Medium)]
    level: Level,
    /// Instead of a level: the best move of so many simulations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "level")]
    simulations: Option<u32>,
    /// The model that the computer plays with
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Your side; South moves first
    #[arg(long = "as", alias = "side", value_enum, value_name = "SIDE", default_value_t = Seat::South)]
    seat: Seat,
    /// Two people play, the computer only judges
    #[arg(long, conflicts_with = "seat")]
    two: bool,
    /// Begin from this position
    #[arg(long, value_name = "TEXT", conflicts_with = "load")]
    position: Option<Position>,
    /// Go on with the game in this file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Read commands and print boards, as over a pipe, also on a terminal
    #[arg(long)]
    plain: bool,
    /// Seed of the computer's draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Whom the keyboard plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    /// The lower side
    South,
    /// The upper side
    North,
    /// The computer plays both
    Nobody,
    /// Two people play
    #[value(skip)]
    Both,
}

impl Seat {
    /// The side of the one person at the board, where it is one.
    fn person(self) -> Option<Side> {
        match self {
            Self::South => Some(Side::South),
            Self::North => Some(Side::North),
            Self::Nobody | Self::Both => None,
        }
    }

    /// Whether a person moves for this side.
    fn is(self, side: Side) -> bool {
        self == Self::Both || self.person() == Some(side)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let game = args.load.as_deref().map(load).transpose()?;
    if let (Some(game), Some(path)) = (&game, &args.load) {
        args::fits(args.ruleset, game, path.display())?;
    }
    let rules = args.ruleset.or(game.as_ref().map(|game| *game.rules()));
    let judge = Judge::new(rules, args.model.as_deref())?;
    let rules = judge.rules;
    let game = match game {
        Some(game) => game,
        None => {
            let start = args.position.unwrap_or_else(|| Position::start(&rules));
            Game::from_position(rules, start)?
        }
    };
    let strength = args
        .simulations
        .map_or(Strength::Level(args.level), Strength::Simulations);
    let seat = if args.two { Seat::Both } else { args.seat };
    if args.plain || !can_draw() {
        let mut out = io::stdout().lock();
        return plain::play(game, &judge, strength, seat, args.seed, &mut out);
    }
    screen::play(session::Session::new(
        game, judge, strength, seat, args.seed,
    ))
}

/// Whether this is a terminal whose cursor can be moved.
fn can_draw() -> bool {
    io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Reads the one game of a file.
fn load(path: &Path) -> anyhow::Result<Game> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.parse().with_context(|| path.display().to_string())
}
