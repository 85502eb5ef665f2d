//! `bingwa games replay`: recorded games again.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bingwa_models::{Model, Uniform};
use bingwa_selfplay::records::{GameRecord, Shard};
use bingwa_selfplay::replay::{Difference, Replay, ReplayError};

use super::files;
use crate::args::Threads;

/// Play recorded games again, which must come out the same.
///
/// The files say how their games were searched and from which seed; with the
/// model that played them the same program comes to the same moves, policies and
/// values, whatever the number of threads. Exit code 1 if a game differs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa games replay runs/quick/games --model untrained       generation 0
  bingwa games replay runs/quick/games --model runs/quick/models/g003.bingwa --games 50
  bingwa games replay games/g001-0000000.games --model g001.bingwa --threads 2")]
pub(super) struct Args {
    /// A game file, or a folder, of which the files of this model are taken
    path: PathBuf,
    /// The model that played: a file, or `untrained` for none
    #[arg(long, value_name = "FILE")]
    model: String,
    /// Most games to play, the first ones [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[command(flatten)]
    threads: Threads,
}

/// Games that differ from their records.
#[derive(Debug, thiserror::Error)]
#[error("{differing} of {games} games differ; the first: {first}")]
pub(crate) struct Differs {
    differing: usize,
    games: u64,
    first: Difference,
}

/// Games that are read and played together.
const BATCH: usize = 64;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let model = match &*args.model {
        "untrained" => None,
        file => Some(Model::load(Path::new(file))?),
    };
    let hash = model.as_ref().map_or_else(String::new, Model::short_hash);
    let network = model.as_ref().map(Model::quantised);
    let pool = args.threads.pool()?;
    let mut count = 0;
    let mut differences: Vec<Difference> = Vec::new();
    let mut others = Vec::new();
    for file in files(&args.path)? {
        let left = args.games.map_or(u64::MAX, |most| most - count);
        if left == 0 {
            break;
        }
        let shard = Shard::open(&file)?;
        let replay = match Replay::new(shard.header(), &hash) {
            Ok(replay) => replay,
            Err(error @ ReplayError::OtherModel { .. }) => {
                others.push((file, error));
                continue;
            }
            Err(error) => return Err(error).with_context(|| file.display().to_string()),
        };
        let games = sound_games(&shard, left)?;
        for batch in games.chunks(BATCH) {
            let found = pool.install(|| match &network {
                Some(network) => replay.differences(batch, network),
                None => replay.differences(batch, &Uniform),
            });
            differences.extend(found.with_context(|| file.display().to_string())?);
        }
        count += games.len() as u64;
    }
    tell(count, &differences, others)
}

/// At most so many games of a file, which must not be damaged.
fn sound_games(shard: &Shard, most: u64) -> anyhow::Result<Vec<GameRecord>> {
    let games = shard
        .games()
        .take(usize::try_from(most).unwrap_or(usize::MAX));
    games
        .collect::<Result<_, _>>()
        .context("only undamaged files are replayed: see `bingwa games salvage`")
}

fn tell(
    count: u64,
    differences: &[Difference],
    others: Vec<(PathBuf, ReplayError)>,
) -> anyhow::Result<()> {
    let skipped = others.len();
    if count == 0
        && let Some((file, error)) = others.into_iter().next()
    {
        return Err(error).with_context(|| file.display().to_string());
    }
    if skipped > 0 {
        eprintln!("{skipped} files of games by other models are left out");
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} of {count} games identical",
        count - differences.len() as u64
    )?;
    match differences.first() {
        None => Ok(()),
        Some(first) => Err(Differs {
            differing: differences.len(),
            games: count,
            first: first.clone(),
        }
        .into()),
    }
}
