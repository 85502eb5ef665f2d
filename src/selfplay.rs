//! `bingwa selfplay`: games to learn from, without the rest of the loop.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use bingwa_engine::Ruleset;
use bingwa_models::{Model, Uniform};
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::worker::{IN_FLIGHT, SelfPlay, SelfPlayConfig};
use bingwa_train::pipeline::games::Collection;

use crate::args::{self, Threads};
use crate::interrupt::{self, Interrupted};
use crate::run::Screen;

/// Play games against itself and write them to a folder.
///
/// The games depend on rule set, model, simulations and seed, not on the number
/// of threads. Stopped or killed, the same command plays only what is missing.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa selfplay --ruleset kujifunza --games 1000 --out games
  bingwa selfplay --ruleset kiswahili --model g006.bingwa --games 500 --simulations 200 \\
    --seed 7 --threads 2 --out games7
  bingwa games show games7")]
pub(crate) struct Args {
    /// The rule set
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Ruleset,
    /// Games to play
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Simulations of each search
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    simulations: u32,
    /// Seed of all random draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// The model that plays [default: none, every position counts as even]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Folder for the game files
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &args.ruleset;
    let model = args
        .model
        .as_ref()
        .map(|path| Model::load_for(path, rules))
        .transpose()?;
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("making the folder {}", args.out.display()))?;
    let config = SelfPlayConfig {
        simulations: args.simulations,
        full_share: 1.0,
        ..SelfPlayConfig::default()
    };
    let hash = model.as_ref().map_or_else(String::new, Model::short_hash);
    let collection = Collection {
        worker: SelfPlay {
            rules,
            search: SearchConfig::default(),
            config,
            seed: args.seed,
            generation: model.as_ref().map_or(0, |model| model.card.generation),
        },
        games: args.games,
        in_flight: IN_FLIGHT,
        folder: &args.out,
        model: &hash,
        config: &format!("simulations {}", args.simulations),
    };
    let stop = interrupt::listen()?;
    let mut screen = Screen::default();
    let games = args.threads.pool()?.install(|| match &model {
        Some(model) => collection.collect(&model.quantised(), stop, &mut screen),
        None => collection.collect(&Uniform, stop, &mut screen),
    })?;
    match games {
        Some(games) => {
            let (games, out) = (games.len(), args.out.display());
            writeln!(io::stdout(), "{games} games in {out}").context("writing the last line")?;
            Ok(())
        }
        None => Err(Interrupted("the same command plays the rest".to_owned()).into()),
    }
}
