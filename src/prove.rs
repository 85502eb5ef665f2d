//! `bingwa prove`: who wins a position, with a proof that can be checked.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use bingwa_engine::{Position, PositionError, Ruleset, Side};
use bingwa_selfplay::prover::{
    self, Checked, Limits, Proof, ProofFileError, Status, Stopped, Verdict,
};

use crate::args;
use crate::interrupt::{self, Interrupted};
use crate::screen::searching::Searching;

/// Prove who wins a position, whatever the other player does; check such a
/// proof.
///
/// The search looks for a forced win of South, then for one of North. What it
/// finds is played through by the rules engine alone before it is called proved.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa prove --ruleset kujifunza --out kujifunza.proof      South wins: in a moment
  bingwa prove --ruleset easy --out easy.proof                North wins: in seconds
  bingwa prove --check easy.proof                             every answer, move by move
  bingwa prove --winner S --seconds 600 --memory 4096 \\
    \"1,0,5,0,1,4,0,4/0,0,0,11,1,1,1,0/1,4,2,1,1,6,0,0/2,4,4,2,3,2,1,2 S 0,0 - - 46\"

Exit code 0: proved, or the checked proof holds; 1: not so; 2: an error.
docs/PROOFS.md says what has been proved, docs/FORMATS.md what is in a proof file.")]
pub(crate) struct Args {
    /// `start`, or a position as one line of text
    #[arg(default_value = "start", value_name = "POSITION")]
    root: Root,
    /// The rule set
    #[arg(long, value_parser = args::ruleset, default_value = "kiswahili")]
    ruleset: Ruleset,
    /// Look for a win of this player only: S or N [default: South, then North]
    #[arg(long, value_name = "S|N", value_parser = side)]
    winner: Option<Side>,
    /// Seconds to search at most, for each player
    #[arg(long, value_name = "N", default_value_t = 60.0, value_parser = seconds)]
    seconds: f64,
    /// Memory for the search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512,
          value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Check a proof file instead
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["root", "ruleset", "winner", "seconds", "memory", "out"])]
    check: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Nothing went wrong, but nothing was proved: exit code 1.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NotProved(String);

/// Where the proof begins.
#[derive(Clone, Copy, Debug)]
enum Root {
    Start,
    At(Position),
}

impl FromStr for Root {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        match text {
            "start" => Ok(Self::Start),
            text => text.parse().map(Self::At),
        }
    }
}

fn side(text: &str) -> Result<Side, String> {
    match text {
        "S" => Ok(Side::South),
        "N" => Ok(Side::North),
        _ => Err("it is S or N".to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.0..=1e9).contains(seconds))
        .ok_or_else(|| "it is a number of seconds, 0 to 1e9".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.check {
        Some(path) => check(path, args.json),
        None => prove(args),
    }
}

fn prove(args: &Args) -> anyhow::Result<()> {
    let rules = &args.ruleset;
    let root = match args.root {
        Root::Start => Position::start(rules),
        Root::At(position) => position,
    };
    let stop = interrupt::listen()?;
    let sides = args.winner.map_or(Side::ALL.to_vec(), |side| vec![side]);
    let started = Instant::now();
    let mut not_won = Vec::new();
    for side in sides {
        let (verdict, status) = search(args, &root, side, stop)?;
        match verdict {
            Verdict::Proved(proof, checked) => {
                if let Some(path) = &args.out {
                    proof.save(path)?;
                }
                let effort = Effort {
                    seconds: started.elapsed().as_secs_f64(),
                    status,
                };
                return print(args, &proof, &checked, &effort);
            }
            Verdict::NotWon => not_won.push(side),
            Verdict::Undecided(Stopped::Interrupted) => {
                return Err(Interrupted("nothing was proved".to_owned()).into());
            }
            Verdict::Undecided(stopped) => {
                return undecided(args, &root, side, stopped, &status);
            }
        }
    }
    let who = match not_won.as_slice() {
        [side] => format!("{side} cannot"),
        _ => "neither South nor North can".to_owned(),
    };
    let text = format!("{who} force a win, as far as the search sees: that is no proof");
    if args.json {
        print_json(&serde_json::json!({
            "ruleset": rules.to_string(), "position": root.to_string(), "verdict": "not_won",
        }))?;
    }
    Err(NotProved(text).into())
}

fn search(
    args: &Args,
    root: &Position,
    side: Side,
    stop: &AtomicBool,
) -> anyhow::Result<(Verdict, Status)> {
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_secs_f64(args.seconds)),
        stop: Some(stop),
        ..Limits::default()
    };
    let mut searching = Searching::new(format!("looking for a win of {side}"));
    let started = Instant::now();
    let mut last = Status::default();
    let memory = (args.memory as usize).saturating_mul(1 << 20);
    let verdict = prover::prove(&args.ruleset, root, side, memory, limits, &mut |status| {
        last = *status;
        searching.say(|| {
            let rate = status.expansions as f64 / started.elapsed().as_secs_f64().max(1e-3);
            format!(
                "{} positions, {rate:.0}/s, {:.0} s; to prove {}, to refute {}",
                status.expansions,
                started.elapsed().as_secs_f64(),
                status.proof,
                status.disproof
            )
        });
    });
    searching.finish();
    Ok((verdict?, last))
}

/// What a proof has cost.
struct Effort {
    seconds: f64,
    status: Status,
}

fn print(args: &Args, proof: &Proof, checked: &Checked, effort: &Effort) -> anyhow::Result<()> {
    let first = proof.first_move();
    let seconds = effort.seconds;
    if args.json {
        return print_json(&serde_json::json!({
            "ruleset": proof.rules.to_string(),
            "position": proof.root.to_string(),
            "verdict": "proved",
            "winner": proof.winner.letter().to_string(),
            "winner_positions": checked.winner_positions,
            "other_positions": checked.other_positions,
            "depth": checked.depth,
            "first_move": first.map(|mv| mv.to_string()),
            "seconds": seconds,
            "expansions": effort.status.expansions,
            "file": args.out,
        }));
    }
    let from = match args.root {
        Root::Start => format!("from the start of {}", proof.rules),
        Root::At(_) => format!("this position of {}", proof.rules),
    };
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} wins {from}: proof of {} positions, longest line {} moves, found in {seconds:.1} s",
        proof.winner,
        checked.winner_positions + checked.other_positions,
        checked.depth
    )?;
    if let Some(mv) = first {
        writeln!(out, "first move {mv}")?;
    }
    if let Some(path) = &args.out {
        writeln!(
            out,
            "written to {}: `bingwa prove --check` plays it through",
            path.display()
        )?;
    }
    Ok(())
}

fn undecided(
    args: &Args,
    root: &Position,
    side: Side,
    stopped: Stopped,
    status: &Status,
) -> anyhow::Result<()> {
    if args.json {
        print_json(&serde_json::json!({
            "ruleset": args.ruleset.to_string(),
            "position": root.to_string(),
            "verdict": "undecided",
            "sought": side.letter().to_string(),
            "expansions": status.expansions,
            "proof_number": status.proof,
            "disproof_number": status.disproof,
        }))?;
    }
    Err(NotProved(format!(
        "undecided: {stopped} after {} positions; to prove a win of {side} {}, to refute it {} \
         (--seconds and --memory allow more)",
        status.expansions, status.proof, status.disproof
    ))
    .into())
}

fn check(path: &Path, json: bool) -> anyhow::Result<()> {
    let started = Instant::now();
    let proof = match Proof::load(path) {
        Ok(proof) => proof,
        Err(error @ ProofFileError::Damaged { .. }) => return refuse(json, error.to_string()),
        Err(error) => return Err(error.into()),
    };
    let checked = match prover::check(&proof) {
        Ok(checked) => checked,
        Err(flaw) => {
            let text = format!(
                "proof file {}: the proof does not hold: {flaw}",
                path.display()
            );
            return refuse(json, text);
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    if json {
        return print_json(&serde_json::json!({
            "holds": true,
            "ruleset": proof.rules.to_string(),
            "position": proof.root.to_string(),
            "winner": proof.winner.letter().to_string(),
            "winner_positions": checked.winner_positions,
            "other_positions": checked.other_positions,
            "depth": checked.depth,
            "seconds": seconds,
        }));
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "the proof holds: {} wins {} from",
        proof.winner, proof.rules
    )?;
    writeln!(out, "{}", proof.root)?;
    writeln!(
        out,
        "{} positions of {} with one move each, {} of {} with every move; longest line {} moves; \
         checked in {seconds:.1} s",
        checked.winner_positions,
        proof.winner,
        checked.other_positions,
        proof.winner.opponent(),
        checked.depth
    )?;
    Ok(())
}

fn refuse(json: bool, text: String) -> anyhow::Result<()> {
    if json {
        print_json(&serde_json::json!({ "holds": false, "why": text }))?;
    }
    Err(NotProved(text).into())
}

fn print_json(value: &serde_json::Value) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{value}").context("printing")?;
    Ok(())
}
