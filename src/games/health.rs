//! `bingwa games health`: whether self-play is healthy.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use bingwa_selfplay::health::{Checkup, Health};

use super::for_each;

/// Whether self-play is healthy, generation by generation.
///
/// Every figure has limits; one that is crossed is told in a sentence.
/// docs/HEALTH.md explains them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa games health runs/quick/games
  bingwa games health runs/quick/games --generation 3
  bingwa games health runs/quick/games --json | jq '.figures[] | select(.warning)'")]
pub(super) struct Args {
    /// A game file or a folder
    path: PathBuf,
    /// Only this generation
    #[arg(long, value_name = "N")]
    generation: Option<u32>,
    /// One JSON object a line for each generation, for programs
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    // By rule set, too: a folder may hold games of several.
    let mut checkups: BTreeMap<(u32, String), Checkup> = BTreeMap::new();
    let read = for_each(&args.path, |header, game| {
        if args.generation.is_some_and(|only| only != game.generation) {
            return Ok(());
        }
        let rules = header.ruleset.to_string();
        let checkup = checkups
            .entry((game.generation, rules))
            .or_insert_with(|| Checkup::new(header.ruleset, game.generation));
        if let Err(fault) = checkup.add(&game) {
            eprintln!("left out: game {}: {fault}", game.index);
        }
        Ok(())
    });
    let mut out = io::stdout().lock();
    for checkup in checkups.values() {
        let health = checkup.health();
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&health)?)?;
        } else {
            tell(&mut out, &health)?;
        }
    }
    drop(out);
    read
}

fn tell(out: &mut impl Write, health: &Health) -> io::Result<()> {
    writeln!(
        out,
        "generation {}, {}: {} games, {} moves, {} searched",
        health.generation, health.ruleset, health.games, health.moves, health.searched
    )?;
    for figure in &health.figures {
        let text = |value| figure.unit.text(value);
        let limits = match (figure.low.map(text), figure.high.map(text)) {
            (Some(low), Some(high)) => format!("  {low} to {high}"),
            (Some(low), None) => format!("  at least {low}"),
            (None, Some(high)) => format!("  at most {high}"),
            (None, None) => String::new(),
        };
        let value = figure.value.map_or_else(|| "–".to_owned(), text);
        let mark = if figure.warning.is_some() { "!" } else { " " };
        let line = format!("{mark} {:<20} {value:<16}{limits}", figure.name);
        writeln!(out, "{}", line.trim_end())?;
    }
    if !health.judged {
        writeln!(out, "too few games to be judged by the limits")?;
    }
    for warning in health.warnings() {
        writeln!(out, "! {warning}")?;
    }
    writeln!(out)
}
