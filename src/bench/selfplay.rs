//! `bingwa bench selfplay`.

use std::path::PathBuf;
use std::time::Instant;

use bingwa_engine::Ruleset;
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::worker::{IN_FLIGHT, SelfPlay, SelfPlayConfig};

use super::{Common, Report, network};
use crate::args::{self, Threads};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa bench selfplay
  bingwa bench selfplay --model runs/quick/models/g006.bingwa --simulations 128 --seconds 60")]
pub(super) struct Args {
    /// The rule set
    #[arg(long, value_parser = args::ruleset, default_value = "kiswahili")]
    ruleset: Ruleset,
    /// The model [default: random weights of the default widths]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Simulations of every move
    #[arg(long, default_value_t = 64)]
    simulations: u32,
    /// Games each thread has in flight
    #[arg(long, default_value_t = IN_FLIGHT)]
    in_flight: usize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &args.ruleset;
    let network = network(args.model.as_deref(), rules)?;
    let worker = SelfPlay {
        rules,
        search: SearchConfig::default(),
        config: SelfPlayConfig {
            simulations: args.simulations,
            full_share: 1.0,
            ..SelfPlayConfig::default()
        },
        seed: 1,
        generation: 0,
    };
    let pool = args.threads.pool()?;
    let batch = (4 * args.in_flight * pool.current_num_threads()) as u64;
    let (mut games, mut moves) = (0, 0);
    let started = Instant::now();
    while started.elapsed().as_secs_f64() < args.common.seconds {
        let played =
            pool.install(|| worker.play_games(games..games + batch, args.in_flight, &network));
        games += played.len() as u64;
        moves += played
            .iter()
            .map(|game| game.moves.len() as u64)
            .sum::<u64>();
    }
    let seconds = started.elapsed().as_secs_f64();
    let mut report = Report::default();
    report.row(
        format!("self-play, {} threads", pool.current_num_threads()),
        vec![
            ("games", games as f64 / seconds),
            ("moves", moves as f64 / seconds),
            ("moves a game", moves as f64 / games.max(1) as f64),
        ],
    );
    report.print(args.common.json)?;
    Ok(())
}
