//! `bingwa rules`: the rule sets, side by side or one in plain words.

use std::io::{self, Write};

use bingwa_engine::{Drawing, Position, Ruleset};

use crate::args;
use crate::screen::wrap;

/// Show the table of all rule sets, or explain one in plain words.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa rules                 the switches of all rule sets, side by side
  bingwa rules kiswahili       one in plain words, with its start position")]
pub(crate) struct Args {
    /// The rule set to explain
    #[arg(value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.ruleset {
        Some(rules) => explain(rules)?,
        None => table()?,
    }
    Ok(())
}

fn explain(rules: &Ruleset) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{rules}\n")?;
    writeln!(out, "{}", Drawing::new(&Position::start(rules)))?;
    for line in wrap::explained(rules) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn table() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let rows = Ruleset::preset_table();
    let names: Vec<String> = Ruleset::PRESETS
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    let rows: Vec<(&str, Vec<String>)> = [("", names)].into_iter().chain(rows).collect();
    let first = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..Ruleset::PRESETS.len())
        .map(|column| {
            let cells = rows.iter().filter_map(|(_, values)| values.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    for (name, values) in &rows {
        write!(out, "{name:<first$}")?;
        for (value, width) in values.iter().zip(&widths) {
            write!(out, "  {value:<width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
