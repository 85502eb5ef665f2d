//! `bingwa selftest`: whether all parts agree on who wins.

use std::io::{self, Write};

use anyhow::bail;
use bingwa_engine::Ruleset;
use bingwa_train::selftest::{self, Check};
use serde_json::json;

use crate::args;

/// Check that rules, search, players, records, training and network agree on
/// who wins.
///
/// Won and lost positions are found by plain exhaustive search and shown from
/// both seats. Takes some seconds a rule set.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa selftest
  bingwa selftest --ruleset malawi --json")]
pub(crate) struct Args {
    /// The rule set [default: all presets]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    /// Print one JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let all: Vec<Ruleset> = match args.ruleset {
        Some(rules) => vec![rules],
        None => Ruleset::PRESETS.iter().map(|(_, rules)| *rules).collect(),
    };
    let mut failed = 0;
    let mut out = io::stdout().lock();
    for rules in &all {
        if !args.json {
            writeln!(out, "{rules}")?;
        }
        let mut told = Ok(());
        selftest::run(rules, &mut |check| {
            failed += usize::from(!check.is_passed());
            if told.is_ok() {
                told = tell(&mut out, rules, &check, args.json);
            }
        })?;
        told?;
    }
    if failed > 0 {
        bail!("{failed} checks failed");
    }
    Ok(())
}

fn tell(out: &mut impl Write, rules: &Ruleset, check: &Check, json: bool) -> io::Result<()> {
    let passed = check.is_passed();
    if json {
        let line = json!({
            "ruleset": rules.to_string(),
            "check": check.name,
            "passed": passed,
            "cases": check.cases,
            "faults": check.faults,
        });
        return writeln!(out, "{line}");
    }
    let mark = if passed { "ok" } else { "FAILED" };
    writeln!(out, "  {mark:<6} {:>5} cases  {}", check.cases, check.name)?;
    for fault in check.faults.iter().take(5) {
        writeln!(out, "                       {fault}")?;
    }
    Ok(())
}
