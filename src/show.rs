//! `bingwa show`: one position, one move in words.

use std::io::{self, Write};

use bingwa_engine::{Drawing, Move, Position, Ruleset};

use crate::analyze::study;
use crate::args;

/// Draw a position; with a move, tell its laps in words and draw what it leads
/// to.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa show \"0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 0\"
  bingwa show --ruleset kujifunza --move \"A1>\"       from the start position")]
pub(crate) struct Args {
    /// The position [default: the start of the rule set]
    position: Option<Position>,
    /// The rule set
    #[arg(long, value_parser = args::ruleset, default_value = "kiswahili")]
    ruleset: Ruleset,
    /// The move to play
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<Move>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &args.ruleset;
    let position = args.position.unwrap_or_else(|| Position::start(rules));
    position.check(rules)?;
    let mut out = io::stdout().lock();
    let mut drawing = Drawing::new(&position);
    if let Some(mv) = args.mv {
        drawing = drawing.mark(position.mover(), mv.pit());
    }
    writeln!(out, "{drawing}")?;
    if let Some(mv) = args.mv {
        let played = rules.try_play(&position, mv)?;
        for line in rules.narrate(&position, mv) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "\n{}", Drawing::new(&played.position))?;
        writeln!(out, "{}", played.position)?;
        if let Some(outcome) = rules.outcome_after(&played) {
            writeln!(out, "{outcome}")?;
        }
        return Ok(());
    }
    writeln!(out, "{position}")?;
    match rules.outcome(&position) {
        Some(outcome) => writeln!(out, "{outcome}")?,
        None => {
            let moves = rules.legal_moves(&position);
            writeln!(out, "legal moves: {}", study::text(&moves))?;
        }
    }
    Ok(())
}
