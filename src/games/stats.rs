//! `bingwa games stats`: figures about games.

use std::io::{self, Write};
use std::path::PathBuf;

use bingwa_selfplay::records::Collector;

use super::for_each;

/// Figures about the games.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa games stats runs/quick/games
  bingwa games stats runs/quick/games --json")]
pub(super) struct Args {
    /// A game file or a folder
    path: PathBuf,
    /// One JSON object, for programs
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut collector = Collector::default();
    let read = for_each(&args.path, |header, game| {
        collector.add(&header.ruleset, &game)?;
        Ok(())
    });
    let stats = collector.stats();
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&stats)?)?;
        return read;
    }
    let share = |n: u64| 100.0 * n as f64 / stats.games.max(1) as f64;
    writeln!(out, "games             {}", stats.games)?;
    writeln!(
        out,
        "results           South {:.1} %, North {:.1} %, draws {:.1} %",
        share(stats.south_wins),
        share(stats.north_wins),
        share(stats.draws)
    )?;
    writeln!(
        out,
        "moves a game      {:.1} ({} to {})",
        stats.mean_length, stats.shortest, stats.longest
    )?;
    writeln!(
        out,
        "searched moves    {} of {}, {} of them fully",
        stats.searched_moves, stats.plies, stats.full_searches
    )?;
    writeln!(out, "policy entropy    {:.3} nats", stats.policy_entropy)?;
    writeln!(
        out,
        "repeated          {} games, {} final boards",
        stats.repeated_games, stats.repeated_finals
    )?;
    drop(out);
    read
}
