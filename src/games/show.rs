//! `bingwa games show`: the games of a file, or one of them move by move.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bingwa_engine::{Drawing, Move};
use bingwa_selfplay::records::{GameRecord, MoveRecord, Proof, ShardHeader, unpack};

use super::for_each;

/// List the games, or draw one move by move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa games show runs/quick/games
  bingwa games show runs/quick/games/g001-0000000.games --game 7
  bingwa games show runs/quick/games --generation 3 --game 7")]
pub(super) struct Args {
    /// A game file or a folder
    path: PathBuf,
    /// Draw the game with this number
    #[arg(long, value_name = "INDEX")]
    game: Option<u64>,
    /// Only games of this generation
    #[arg(long, value_name = "N")]
    generation: Option<u32>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    match args.game {
        None => list(args),
        Some(index) => draw(args, index),
    }
}

fn list(args: &Args) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "generation  game      rule set     moves  searched  result"
    )?;
    let shown = for_each(&args.path, |header, game| {
        if args.generation.is_some_and(|only| only != game.generation) {
            return Ok(());
        }
        let searched = game.moves.iter().filter(|mv| !mv.policy.is_empty());
        writeln!(
            out,
            "{:<11} {:<9} {:<12} {:<6} {:<9} {}",
            game.generation,
            game.index,
            header.ruleset.to_string(),
            game.moves.len(),
            searched.count(),
            game.result
        )?;
        Ok(())
    });
    out.flush()?;
    shown
}

fn draw(args: &Args, index: u64) -> anyhow::Result<()> {
    let found = find(&args.path, args.generation, index);
    let Some((header, game)) = found? else {
        let of = args.generation.map(|of| format!(" of generation {of}"));
        bail!(
            "no game {index}{} in {}",
            of.unwrap_or_default(),
            args.path.display()
        );
    };
    let mut out = BufWriter::new(io::stdout().lock());
    draw_game(&mut out, &header, &game)?;
    out.flush()?;
    Ok(())
}

/// The first game with this number; damage elsewhere is named, and no reason not
/// to draw it.
fn find(
    path: &Path,
    generation: Option<u32>,
    index: u64,
) -> anyhow::Result<Option<(ShardHeader, GameRecord)>> {
    let mut found = None;
    let read = for_each(path, |header, game| {
        let is_meant = game.index == index && generation.is_none_or(|of| of == game.generation);
        if is_meant && found.is_none() {
            found = Some((header.clone(), game));
        }
        Ok(())
    });
    match found {
        Some(found) => Ok(Some(found)),
        None => read.map(|()| None),
    }
}

fn draw_game(out: &mut impl Write, header: &ShardHeader, game: &GameRecord) -> anyhow::Result<()> {
    let rules = &header.ruleset;
    let (mut positions, mut end) = (Vec::new(), None);
    let outcome = game.walk(rules, |position, played, _| {
        positions.push(*position);
        end = Some(played.position);
    })?;
    let player = match &*header.model {
        "" => "no model".to_owned(),
        hash => format!("model {hash}"),
    };
    writeln!(
        out,
        "game {} of generation {}, {}, played by {player}\n",
        game.index, game.generation, rules
    )?;
    for ((ply, position), record) in (1..).zip(&positions).zip(&game.moves) {
        let mv = Move::from_index(record.mv).context("a move above 63")?;
        writeln!(
            out,
            "{}",
            Drawing::new(position).mark(position.mover(), mv.pit())
        )?;
        writeln!(out, "{ply}. {mv}  {}", thought(record))?;
        if let Some(considered) = considered(record) {
            writeln!(out, "   {considered}")?;
        }
        for line in rules.narrate(position, mv) {
            writeln!(out, "   {line}")?;
        }
        writeln!(out)?;
    }
    if let Some(end) = end {
        writeln!(out, "{}", Drawing::new(&end))?;
    }
    writeln!(out, "{outcome} after {} moves", game.moves.len())?;
    Ok(())
}

/// What the search came to.
fn thought(record: &MoveRecord) -> String {
    if record.policy.is_empty() {
        return "an opening move, not searched".to_owned();
    }
    let kind = if record.full { "full" } else { "quick" };
    format!(
        "{kind} search, {} simulations, {} (network alone {:.0} %)",
        record.simulations,
        worth(record.proof, record.value),
        100.0 * unpack(record.network_value)
    )
}

fn worth(proof: Proof, value: u16) -> String {
    match proof {
        Proof::Open => format!("win probability {:.0} %", 100.0 * unpack(value)),
        Proof::Win(moves) => format!("a proven win in {moves}"),
        Proof::Loss(moves) => format!("a proven loss in {moves}"),
        Proof::Draw(moves) => format!("a proven draw in {moves}"),
    }
}

/// The moves that the policy prefers, at most four; `None` if there is no
/// choice.
fn considered(record: &MoveRecord) -> Option<String> {
    if record.policy.len() < 2 {
        return None;
    }
    let mut policy = record.policy.clone();
    policy.sort_by(|a, b| b.share.cmp(&a.share).then(a.mv.cmp(&b.mv)));
    let told = policy.iter().take(4).filter_map(|found| {
        let mv = Move::from_index(found.mv)?;
        let value = match found.proof {
            Proof::Open => format!("{:.0} %", 100.0 * unpack(found.value)),
            Proof::Win(_) => "wins".to_owned(),
            Proof::Loss(_) => "loses".to_owned(),
            Proof::Draw(_) => "draws".to_owned(),
        };
        Some(format!(
            "{mv} {:.0} % ({value})",
            100.0 * unpack(found.share)
        ))
    });
    let told: Vec<String> = told.collect();
    let more = record.policy.len().saturating_sub(told.len());
    let more = match more {
        0 => String::new(),
        more => format!(", {more} more"),
    };
    Some(format!("policy (value): {}{more}", told.join(", ")))
}
