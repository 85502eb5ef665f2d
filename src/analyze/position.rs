//! What is best in one position.

use std::io::Write;

use anyhow::Context;
use bingwa_engine::{Drawing, Move, Position, Side};
use bingwa_selfplay::prover::{self, Stopped, Verdict};
use serde_json::{Value as Json, json};

use super::study::{Line, Study, certain, line_json, text, unfinished, value_json, worth};
use super::{Args, percent};
use crate::interrupt;
use crate::judge::Judge;

/// Bytes for the search for a proof.
const PROOF_MEMORY: usize = 64 << 20;

/// A forced win that the prover found and the rules confirmed.
struct Forced {
    winner: Side,
    /// Its first move, if the winner is to move.
    first: Option<Move>,
    /// Moves of both players in the longest game.
    longest: u32,
}

pub(super) fn analyze(
    args: &Args,
    judge: &Judge,
    study: &mut Study,
    position: &Position,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if let Some(outcome) = judge.rules.outcome(position) {
        if args.json {
            let object = json!({
                "ruleset": judge.rules.to_string(), "position": position.to_string(),
                "result": outcome.text(), "lines": [],
            });
            writeln!(out, "{object}")?;
        } else {
            writeln!(
                out,
                "{}\nthe game is over: {outcome}",
                Drawing::new(position)
            )?;
        }
        return Ok(());
    }
    let lines = study.lines(position, args.lines.into())?;
    let best = lines.first().context("a game that goes on has a move")?;
    let forced = if best.value.is_proven() || args.prove == 0 {
        None
    } else {
        force(args, judge, position)?
    };
    if args.json {
        writeln!(
            out,
            "{}",
            object(args, judge, position, &lines, forced.as_ref())
        )?;
        return Ok(());
    }
    let count = judge.rules.legal_moves(position).len();
    writeln!(
        out,
        "{}: {}, {} simulations for each line\n",
        judge.rules,
        judge.name(),
        args.simulations
    )?;
    writeln!(
        out,
        "{}",
        Drawing::new(position).mark(position.mover(), best.mv.pit())
    )?;
    writeln!(out, "{}", verdict(position, best, forced.as_ref()))?;
    writeln!(
        out,
        "\n{}",
        if lines.len() == count {
            format!("all {count} moves, the best first:")
        } else {
            format!("the best {} of {count} moves:", lines.len())
        }
    )?;
    writeln!(out, "\n  move  chance      expected")?;
    for line in &lines {
        let lead = format!("  {:<5} {:<11}", line.mv.to_string(), worth(line));
        for row in crate::screen::wrap::lines(&shown(&line.variation), &lead) {
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

/// Moves of an expected line that are worth reading: far ahead it is a guess.
const SHOWN: usize = 10;

fn shown(variation: &[Move]) -> String {
    match variation.get(..SHOWN) {
        Some(first) if variation.len() > SHOWN => format!("{} …", text(first)),
        _ => text(variation),
    }
}

fn verdict(position: &Position, best: &Line, forced: Option<&Forced>) -> String {
    let mover = position.mover();
    if let Some(forced) = forced {
        let with = forced.first.map_or_else(
            || "whatever is played".to_owned(),
            |mv| format!("with {mv}"),
        );
        return format!(
            "{} wins {with}, within {} moves: proved;\nthe search without proof gave {mover} {}",
            forced.winner,
            forced.longest,
            percent(best.value.probability())
        );
    }
    match certain(best.value) {
        Some(certain) => format!(
            "{mover} {} moves of both players: proved by the search",
            certain.replace(" in ", " within ")
        ),
        None => format!(
            "{mover}'s chance to win: {} (not proved either way)",
            percent(best.value.probability())
        ),
    }
}

/// A small search for a forced win of either player.
fn force(args: &Args, judge: &Judge, position: &Position) -> anyhow::Result<Option<Forced>> {
    let limits = prover::Limits {
        expansions: Some(args.prove),
        stop: Some(interrupt::listen()?),
        ..prover::Limits::default()
    };
    let mover = position.mover();
    for attacker in [mover, mover.opponent()] {
        let rules = &judge.rules;
        let verdict = prover::prove(rules, position, attacker, PROOF_MEMORY, limits, &mut |_| {});
        match verdict {
            Ok(Verdict::Proved(proof, checked)) => {
                return Ok(Some(Forced {
                    winner: proof.winner,
                    first: proof.first_move(),
                    longest: checked.depth,
                }));
            }
            Ok(Verdict::Undecided(Stopped::Interrupted)) => return Err(unfinished()),
            // A proof that fails for want of memory is none: the small budget is
            // not worth an error.
            _ => {}
        }
    }
    Ok(None)
}

fn object(
    args: &Args,
    judge: &Judge,
    position: &Position,
    lines: &[Line],
    forced: Option<&Forced>,
) -> Json {
    let mover = position.mover();
    json!({
        "ruleset": judge.rules.to_string(),
        "position": position.to_string(),
        "result": null,
        "evaluator": judge.name(),
        "simulations": args.simulations,
        "mover": mover.letter().to_string(),
        "value": lines.first().map(|line| value_json(line.value)),
        "proof": forced.map(|forced| json!({
            "winner": forced.winner.letter().to_string(),
            "move": forced.first.map(|mv| mv.to_string()),
            "moves": forced.longest,
        })),
        "lines": lines.iter().map(line_json).collect::<Vec<_>>(),
    })
}
