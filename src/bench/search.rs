//! `bingwa bench search`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator, NativeNetwork, QuantisedNetwork, Weights};
use bingwa_selfplay::search::{Request, RootMethod, SearchBatch, SearchConfig};

use super::{Common, Report, rates, sample, weights};
use crate::args;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa bench search
  bingwa bench search --ruleset kujifunza --model runs/quick/models/g006.bingwa --json")]
pub(super) struct Args {
    /// The rule set
    #[arg(long, value_parser = args::ruleset, default_value = "kiswahili")]
    ruleset: Ruleset,
    /// The model [default: random weights of the default widths]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &args.ruleset;
    let weights: Weights = weights(args.model.as_deref(), rules)?;
    let network = QuantisedNetwork::new(&weights);
    let positions: Vec<Position> = sample(rules, 4096).into_iter().map(|(p, _)| p).collect();
    let mut report = Report::default();
    let seconds = args.common.seconds;
    let float = NativeNetwork::new(&weights);
    report.row("network in f32", evaluations(float, &positions, seconds));
    let integer = network.clone();
    report.row(
        "network quantised",
        evaluations(integer, &positions, seconds),
    );
    let bench = Bench {
        rules,
        network: &network,
        positions: &positions,
        seconds,
    };
    for in_flight in [1, 8, 32] {
        report.row(
            format!("gumbel, 32 simulations, {in_flight} in flight"),
            bench.batch(RootMethod::Gumbel, 32, in_flight),
        );
    }
    for simulations in [32, 64, 800] {
        report.row(
            format!("puct, {simulations} simulations"),
            bench.batch(RootMethod::Puct, simulations, 1),
        );
    }
    report.print(args.common.json)?;
    Ok(())
}

fn evaluations(
    mut network: impl Evaluator,
    positions: &[Position],
    seconds: f64,
) -> Vec<(&'static str, f64)> {
    let mut out = vec![Evaluation::EVEN; positions.len()];
    [("batch 1", 1), ("batch 8", 8), ("batch 64", 64)]
        .map(|(name, batch)| {
            let [rate] = rates(seconds, || {
                for (positions, out) in positions.chunks(batch).zip(out.chunks_mut(batch)) {
                    network.evaluate(positions, out);
                }
                [positions.len() as u64]
            });
            (name, rate)
        })
        .to_vec()
}

struct Bench<'a> {
    rules: &'a Ruleset,
    network: &'a QuantisedNetwork,
    positions: &'a [Position],
    seconds: f64,
}

impl Bench<'_> {
    /// Searches of one kind, so many side by side, and the share of the time
    /// that their network takes.
    fn batch(
        &self,
        root: RootMethod,
        simulations: u32,
        in_flight: usize,
    ) -> Vec<(&'static str, f64)> {
        let mut next = self.positions.iter().cycle();
        let mut requests = || {
            let request = |&position| Request {
                position,
                config: SearchConfig {
                    root,
                    ..SearchConfig::default()
                },
                simulations,
                random: None,
            };
            next.by_ref()
                .take(in_flight)
                .map(request)
                .collect::<Vec<_>>()
        };
        let mut plain = SearchBatch::new(self.network.clone(), in_flight);
        let [simulations, searches] = rates(self.seconds, || {
            let found = plain.run(self.rules, requests());
            let simulations = found.iter().map(|found| u64::from(found.simulations)).sum();
            [simulations, found.len() as u64]
        });
        // What the network has to do with it is counted apart.
        let mut counted = Counted::new(self.network.clone());
        let mut batch = SearchBatch::new(&mut counted, in_flight);
        let started = Instant::now();
        let mut made = 0;
        while started.elapsed().as_secs_f64() < self.seconds / 2.0 {
            let found = batch.run(self.rules, requests());
            made += found.iter().map(|found| found.simulations).sum::<u32>();
        }
        let elapsed = started.elapsed();
        drop(batch);
        let each = counted.evaluations as f64 / f64::from(made.max(1));
        vec![
            ("simulations", simulations),
            ("evaluations", simulations * each),
            ("searches", searches),
            (
                "network, % of the time",
                100.0 * counted.time.as_secs_f64() / elapsed.as_secs_f64(),
            ),
        ]
    }
}

/// Counts and times what a search asks of its network.
struct Counted {
    network: QuantisedNetwork,
    evaluations: u64,
    time: Duration,
}

impl Counted {
    fn new(network: QuantisedNetwork) -> Self {
        Self {
            network,
            evaluations: 0,
            time: Duration::ZERO,
        }
    }
}

impl Evaluator for &mut Counted {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        let started = Instant::now();
        self.network.evaluate(positions, out);
        self.time += started.elapsed();
        self.evaluations += positions.len() as u64;
    }
}
