//! `bingwa analyze`: what is best in a position, what went wrong in a game.
//!
//! [`study`] searches, [`position`] and [`game`] say what it found.

mod game;
mod position;
pub(crate) mod study;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bingwa_engine::{Game, Position, Ruleset};

use crate::args;
use crate::interrupt;
use crate::judge::Judge;
use study::Study;

/// Study a position, or a game as `save` of `bingwa play` writes it.
///
/// A position: its best moves with the lines expected after them, the chance of
/// winning, and who wins for certain if that can be found out. A game: the
/// chance of winning that each move gave away, and the biggest mistakes drawn.
///
/// Compared moves get equal searches: each of the position that it leads to.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa analyze start                               the first move of kiswahili
  bingwa analyze start --ruleset kujifunza           South wins: proved
  bingwa analyze game.txt --model runs/quick/models/g006.bingwa
  bingwa analyze --lines 5 --simulations 100000 \\
    \"0,2,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 N 22,22 SN - 1\"
  bingwa analyze game.txt --json                     for programs")]
pub(crate) struct Args {
    /// `start`, a position as one line of text, or a file with a game
    #[arg(value_name = "POSITION|start|FILE")]
    what: String,
    /// The rule set [default: that of the game or model, else kiswahili]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    /// The model that judges positions [default: the released one of the rule set,
    /// where there is none the handwritten evaluation]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Simulations of each search: more see further
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    simulations: u32,
    /// Lines to show for a position, mistakes to draw for a game
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(1..))]
    lines: u8,
    /// Positions to expand for each player in search of a proof of a position; 0:
    /// none
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    prove: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let game = read(args)?;
    let rules = args.ruleset.or(game.as_ref().map(|game| *game.rules()));
    let judge = Judge::new(rules, args.model.as_deref())?;
    let mut study = Study::new(&judge, args.simulations, interrupt::listen()?);
    let mut out = io::stdout().lock();
    if let Some(game) = game {
        return game::analyze(args, &judge, &mut study, &game, &mut out);
    }
    let position = match args.what.as_str() {
        "start" => Position::start(&judge.rules),
        text => text.parse()?,
    };
    position.check(&judge.rules)?;
    position::analyze(args, &judge, &mut study, &position, &mut out)
}

/// The game, where it is a file.
fn read(args: &Args) -> anyhow::Result<Option<Game>> {
    let path = Path::new(&args.what);
    if args.what == "start" || !path.is_file() {
        // A position has six fields: whoever writes one word means a file.
        if args.what != "start" && args.what.split_whitespace().count() < 2 {
            bail!(
                "`{}` is no file: give a game file, a position in \"…\" or start",
                args.what
            );
        }
        return Ok(None);
    }
    let bytes = std::fs::read(path).with_context(|| args.what.clone())?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!(
            "{} is no text of a game, as `save` of `bingwa play` writes it; \
             for files of self-play there is `bingwa games show`",
            args.what
        );
    };
    let mut games = Game::read_all(&text).with_context(|| args.what.clone())?;
    let Some(game) = games.pop().filter(|_| games.is_empty()) else {
        let count = match games.len() {
            0 => "no game".to_owned(),
            more => format!("{} games", more + 1),
        };
        bail!("{} holds {count}: it takes a file with one", args.what);
    };
    args::fits(args.ruleset, &game, &args.what)?;
    Ok(Some(game))
}

/// Percent with one digit.
fn percent(probability: f32) -> String {
    format!("{:.1} %", 100.0 * probability)
}
