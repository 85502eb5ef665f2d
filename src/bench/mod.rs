//! `bingwa bench`: how fast this machine is, per CPU-second.

mod engine;
mod search;
mod selfplay;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::{Architecture, Model, Weights};
use bingwa_train::initial::initial_weights;
use cpu_time::ThreadTime;
use serde_json::{Map, Value};

/// Measure the speed of rules, network search or self-play on this machine.
///
/// Figures are per second of CPU time of one thread (self-play: per second of
/// the clock), so that other work on the machine disturbs them less.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Rules: perft, random games, generation alone, play alone, laps, seeds
    Engine(engine::Args),
    /// Network and tree search: evaluations and simulations
    Search(search::Args),
    /// Self-play: games on all threads
    Selfplay(selfplay::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::Engine(args) => engine::run(args),
        Command::Search(args) => search::run(args),
        Command::Selfplay(args) => selfplay::run(args),
    }
}

/// What every bench asks.
#[derive(clap::Args)]
struct Common {
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Seconds to spend on each figure
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
}

/// Repeats `work`, which says how much it did of each thing, for so much CPU
/// time; gives the rates.
fn rates<const N: usize>(seconds: f64, mut work: impl FnMut() -> [u64; N]) -> [f64; N] {
    let enough = Duration::from_secs_f64(seconds.clamp(0.001, 3600.0));
    // Once for caches and branch predictors.
    work();
    let started = ThreadTime::now();
    let mut done = [0; N];
    while started.elapsed() < enough {
        for (sum, more) in done.iter_mut().zip(work()) {
            *sum += more;
        }
    }
    let spent = started.elapsed().as_secs_f64();
    done.map(|n| n as f64 / spent)
}

/// The weights of a model file, or random ones of the default widths.
fn weights(model: Option<&Path>, rules: &Ruleset) -> anyhow::Result<Weights> {
    match model {
        Some(path) => Ok(Model::load_for(path, rules)?.weights),
        None => {
            let weights = initial_weights(Architecture::default(), 1);
            weights.context("making random weights")
        }
    }
}

/// Positions of random games, each with a legal move.
fn sample(rules: &Ruleset, count: usize) -> Vec<(Position, Move)> {
    let mut dice = fastrand::Rng::with_seed(1);
    let mut sample = Vec::with_capacity(count);
    while sample.len() < count {
        let mut position = Position::start(rules);
        loop {
            let moves = rules.legal_moves(&position);
            if moves.is_empty() || sample.len() == count {
                break;
            }
            let mv = moves[dice.usize(..moves.len())];
            sample.push((position, mv));
            let played = rules.play(&position, mv);
            if rules.decided_by_move(&played).is_some() {
                break;
            }
            position = played.position;
        }
    }
    sample
}

/// Rows of named figures, as a table or as JSON.
#[derive(Default)]
struct Report {
    rows: Vec<(String, Vec<(&'static str, f64)>)>,
}

impl Report {
    fn row(&mut self, name: impl Into<String>, figures: Vec<(&'static str, f64)>) {
        self.rows.push((name.into(), figures));
    }

    fn print(&self, json: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if json {
            let object: Map<String, Value> = self
                .rows
                .iter()
                .map(|(name, figures)| {
                    let figures: Map<String, Value> = figures
                        .iter()
                        .map(|&(figure, value)| (figure.replace(' ', "_"), value.into()))
                        .collect();
                    (name.clone(), Value::Object(figures))
                })
                .collect();
            return writeln!(out, "{}", Value::Object(object));
        }
        for (name, figures) in &self.rows {
            writeln!(out, "{name}")?;
            for (figure, value) in figures {
                writeln!(out, "  {figure:<24} {:>12}", readable(*value))?;
            }
        }
        Ok(())
    }
}

/// Three or four digits and a letter for the size.
fn readable(value: f64) -> String {
    match value {
        v if v >= 1e9 => format!("{:.2} G", v / 1e9),
        v if v >= 1e6 => format!("{:.2} M", v / 1e6),
        v if v >= 1e4 => format!("{:.1} k", v / 1e3),
        v => format!("{v:.1}  "),
    }
}
