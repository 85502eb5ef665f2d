//! `bingwa moves`: legal moves for other programs.

use std::io::{self, BufRead, BufWriter, Write};

use anyhow::Context;
use bingwa_engine::{Outcome, Position, Ruleset};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::args;

/// Read positions from standard input, one JSON object a line, and answer each
/// with its result, its legal moves, and the position and result after each.
///
/// A result is null while the game goes on, "S", "N" or "draw". The result
/// after a move is what the move itself decides; that the next player has no
/// move is the result of that next position.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  echo '{\"position\": \"0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 0\"}' \\
    | bingwa moves --ruleset kiswahili --jsonl")]
pub(crate) struct Args {
    /// The rule set
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Ruleset,
    /// Read and write JSON lines (the only form there is)
    #[arg(long, required = true)]
    jsonl: bool,
}

#[derive(Deserialize)]
struct Request {
    position: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("reading standard input")?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = answer(&args.ruleset, &line);
        if answer.is_err() {
            // What was answered so far stays answered.
            out.flush()?;
        }
        writeln!(out, "{}", answer.with_context(|| format!("line {number}"))?)?;
    }
    out.flush()?;
    Ok(())
}

fn answer(rules: &Ruleset, line: &str) -> anyhow::Result<Value> {
    let request: Request =
        serde_json::from_str(line).context("not a JSON object like {\"position\": \"…\"}")?;
    let position: Position = request.position.parse()?;
    position.check(rules)?;
    let mut moves = Map::new();
    for &mv in rules.legal_moves(&position).iter() {
        let played = rules.play(&position, mv);
        let result = result(rules.decided_by_move(&played));
        moves.insert(mv.to_string(), json!([played.position.to_string(), result]));
    }
    Ok(json!({
        "position": position.to_string(),
        "result": result(rules.outcome(&position)),
        "moves": moves,
    }))
}

fn result(outcome: Option<Outcome>) -> Option<&'static str> {
    outcome.map(Outcome::text)
}
