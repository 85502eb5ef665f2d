//! `bingwa perft`: counting positions.

use std::io::{self, Write};

use bingwa_engine::{Position, Ruleset};

use crate::args;

/// Count the positions exactly so many moves ahead; the total is the last line.
///
/// A game that is over has no moves. docs/RULES.md, section 9, lists known
/// values.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa perft kiswahili 9                 105704
  bingwa perft kujifunza 4 --divide        a count for each first move
  bingwa perft easy 2 --position \"2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 N 0,0 - - 0\"")]
pub(crate) struct Args {
    /// The rule set
    #[arg(value_parser = args::ruleset)]
    ruleset: Ruleset,
    /// Moves to look ahead
    depth: u32,
    /// Count from this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<Position>,
    /// Print a count for each first move
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &args.ruleset;
    let position = args.position.unwrap_or_else(|| Position::start(rules));
    position.check(rules)?;
    let mut out = io::stdout().lock();
    if args.divide {
        for (mv, count) in rules.perft_divide(&position, args.depth) {
            writeln!(out, "{mv} {count}")?;
        }
    }
    writeln!(out, "{}", rules.perft(&position, args.depth))?;
    Ok(())
}
