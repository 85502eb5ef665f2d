//! `bingwa bench search`.

use std::path::PathBuf;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator, NativeNetwork};
use bingwa_selfplay::search::{Search, SearchConfig};

use super::{Common, Report, network, rates, sample};
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
    let network = network(args.model.as_deref(), rules)?;
    let positions: Vec<Position> = sample(rules, 4096).into_iter().map(|(p, _)| p).collect();
    let mut report = Report::default();
    report.row(
        "evaluations",
        evaluations(&network, &positions, args.common.seconds),
    );
    for simulations in [32, 64, 800] {
        let figures = simulate(
            rules,
            &network,
            &positions,
            simulations,
            args.common.seconds,
        );
        report.row(format!("search, {simulations} simulations"), figures);
    }
    report.print(args.common.json)?;
    Ok(())
}

fn evaluations(
    network: &NativeNetwork,
    positions: &[Position],
    seconds: f64,
) -> Vec<(&'static str, f64)> {
    let mut network = network.clone();
    let blank = Evaluation {
        value: 0.5,
        arrival: 0.0,
    };
    let mut out = vec![blank; positions.len()];
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

/// Counts what the search asks its network.
struct Counting(NativeNetwork, u64);

impl Evaluator for &mut Counting {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        self.1 += positions.len() as u64;
        self.0.evaluate(positions, out);
    }
}

fn simulate(
    rules: &Ruleset,
    network: &NativeNetwork,
    positions: &[Position],
    simulations: u32,
    seconds: f64,
) -> Vec<(&'static str, f64)> {
    let mut counting = Counting(network.clone(), 0);
    let mut next = positions.iter().cycle();
    let [simulations, searches, evaluations] = {
        let mut search = Search::new(SearchConfig::default(), network.clone());
        let mut counted = Search::new(SearchConfig::default(), &mut counting);
        // How many evaluations a simulation takes is counted apart.
        let made: u32 = positions
            .iter()
            .take(64)
            .map(|position| counted.run(rules, position, simulations, None).simulations)
            .sum();
        drop(counted);
        let each = counting.1 as f64 / f64::from(made.max(1));
        let [simulations, searches] = rates(seconds, || {
            let Some(position) = next.next() else {
                return [0, 0];
            };
            let found = search.run(rules, position, simulations, None);
            [u64::from(found.simulations), 1]
        });
        [simulations, searches, simulations * each]
    };
    vec![
        ("simulations", simulations),
        ("evaluations", evaluations),
        ("searches", searches),
    ]
}
