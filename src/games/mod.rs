//! `bingwa games`: what game files hold.

mod check;
mod export;
mod health;
mod replay;
mod show;
mod stats;

pub(crate) use replay::Differs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use bingwa_selfplay::records::{GameRecord, Shard, ShardHeader, shard_paths};

/// Look at game files. PATH is one file or a folder of them.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the games, or draw one move by move
    Show(show::Args),
    /// Write the games for other programs
    Export(export::Args),
    /// Read everything, replay every game, name all damage
    Check(check::CheckArgs),
    /// Write what is sound in a damaged file to a new one
    Salvage(check::SalvageArgs),
    /// Figures about the games
    Stats(stats::Args),
    /// Whether self-play is healthy, generation by generation
    Health(health::Args),
    /// Play recorded games again, which must come out the same
    Replay(replay::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::Show(args) => show::run(args),
        Command::Export(args) => export::run(args),
        Command::Check(args) => check::check(args),
        Command::Salvage(args) => check::salvage(args),
        Command::Stats(args) => stats::run(args),
        Command::Health(args) => health::run(args),
        Command::Replay(args) => replay::run(args),
    }
}

/// The files a path means.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let files = shard_paths(path)?;
    if files.is_empty() {
        bail!("no game files (*.games) in {}", path.display());
    }
    Ok(files)
}

/// Tells `each` every sound game of a path; damage is named on standard error
/// as it is met, and an error in the end.
fn for_each(
    path: &Path,
    mut each: impl FnMut(&ShardHeader, GameRecord) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (mut damaged, mut lost) = (0, 0_u64);
    for file in files(path)? {
        let shard = match Shard::open(&file) {
            Ok(shard) => shard,
            Err(error) => {
                eprintln!("skipped: {error}");
                damaged += 1;
                continue;
            }
        };
        for game in shard.games() {
            match game {
                Ok(game) => each(shard.header(), game)?,
                Err(damage) => {
                    eprintln!("damaged: {damage}");
                    damaged += 1;
                    lost = lost.saturating_add(damage.lost);
                }
            }
        }
    }
    if damaged > 0 {
        bail!(
            "{}: {damaged} damaged parts, {lost} games known to be lost; all sound games were \
             read: `bingwa games salvage` keeps them in a new file",
            path.display()
        );
    }
    Ok(())
}
