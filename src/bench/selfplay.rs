//! `bingwa bench selfplay`: how many games in flight suit this machine, and
//! whether self-play keeps its speed and its memory over a long time.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use bingwa_engine::Ruleset;
use bingwa_models::{QuantisedNetwork, whole_file};
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::worker::{SelfPlay, SelfPlayConfig};
use bingwa_train::pipeline::RunConfig;
use cpu_time::ProcessTime;
use rayon::ThreadPool;
use serde_json::json;

use super::{Common, Report, weights};
use crate::args::{self, Threads};

/// What is tried to find the best.
const CANDIDATES: [usize; 6] = [1, 2, 4, 8, 16, 32];

/// Readings of a soak.
const READINGS: usize = 10;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa bench selfplay                            which --in-flight is fastest here
  bingwa bench selfplay --write configs/my.toml    and put it into a config
  bingwa bench selfplay --soak 3600                speed and memory over an hour")]
pub(super) struct Args {
    /// The rule set
    #[arg(long, value_parser = args::ruleset, default_value = "kiswahili")]
    ruleset: Ruleset,
    /// The model [default: random weights of the default widths]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Simulations of every move
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    simulations: u32,
    /// Games each thread has in flight [default: 1 to 32 are tried]
    #[arg(long, value_name = "N")]
    in_flight: Option<std::num::NonZeroUsize>,
    /// Play for so many seconds and print speed and memory ten times
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    soak: Option<u32>,
    /// Write the best number of games in flight into this config file
    #[arg(long, value_name = "CONFIG", conflicts_with = "soak")]
    write: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let network = QuantisedNetwork::new(&weights(args.model.as_deref(), &args.ruleset)?);
    let pool = args.threads.pool()?;
    let mut play = Playing {
        worker: SelfPlay {
            rules: &args.ruleset,
            search: SearchConfig::default(),
            config: SelfPlayConfig {
                simulations: args.simulations,
                full_share: 1.0,
                ..SelfPlayConfig::default()
            },
            seed: 1,
            generation: 0,
        },
        network: &network,
        pool: &pool,
        next: 0,
    };
    let given = args.in_flight.map(std::num::NonZeroUsize::get);
    if let Some(seconds) = args.soak {
        let in_flight = given.unwrap_or(bingwa_selfplay::worker::IN_FLIGHT);
        return play.soak(in_flight, f64::from(seconds), args.common.json);
    }
    let candidates = given.map_or_else(|| CANDIDATES.to_vec(), |only| vec![only]);
    let mut report = Report::default();
    let mut best = (0.0, 0);
    for in_flight in candidates {
        let played = play.during(in_flight, args.common.seconds)?;
        // Other work on the machine disturbs the CPU's seconds least.
        let rate = played.games as f64 / played.cpu_seconds;
        report.row(
            format!(
                "{} threads, {in_flight} games in flight on each",
                pool.current_num_threads()
            ),
            vec![
                ("games", played.games as f64 / played.seconds),
                ("games a CPU-second", rate),
                ("moves", played.moves as f64 / played.seconds),
                (
                    "moves a game",
                    played.moves as f64 / played.games.max(1) as f64,
                ),
            ],
        );
        if rate > best.0 {
            best = (rate, in_flight);
        }
    }
    report.row("best", vec![("in flight", best.1 as f64)]);
    report.print(args.common.json)?;
    match &args.write {
        Some(config) => write(config, best.1),
        None => Ok(()),
    }
}

struct Playing<'a> {
    worker: SelfPlay<'a>,
    network: &'a QuantisedNetwork,
    pool: &'a ThreadPool,
    /// Number of the next game: no game is played twice.
    next: u64,
}

struct Played {
    games: u64,
    moves: u64,
    seconds: f64,
    /// CPU time of all threads.
    cpu_seconds: f64,
}

impl Playing<'_> {
    /// Plays games for so many seconds of the clock.
    fn during(&mut self, in_flight: usize, seconds: f64) -> anyhow::Result<Played> {
        let batch = (4 * in_flight * self.pool.current_num_threads()) as u64;
        let (mut games, mut moves) = (0, 0);
        let started = Instant::now();
        let cpu = ProcessTime::now();
        loop {
            let range = self.next..self.next + batch;
            self.next = range.end;
            let played = self
                .pool
                .install(|| self.worker.play_games(range, in_flight, self.network))?;
            games += played.len() as u64;
            moves += played
                .iter()
                .map(|game| game.moves.len() as u64)
                .sum::<u64>();
            let elapsed = started.elapsed().as_secs_f64();
            if elapsed >= seconds {
                return Ok(Played {
                    games,
                    moves,
                    seconds: elapsed,
                    cpu_seconds: cpu.elapsed().as_secs_f64(),
                });
            }
        }
    }

    fn soak(&mut self, in_flight: usize, seconds: f64, json: bool) -> anyhow::Result<()> {
        // Caches, allocator and branch predictors first.
        self.during(in_flight, (seconds / 50.0).min(5.0))?;
        let mut out = io::stdout().lock();
        let mut readings = Vec::new();
        for i in 1..=READINGS {
            let played = self.during(in_flight, seconds / READINGS as f64)?;
            let rate = played.games as f64 / played.seconds;
            let cpu_rate = played.games as f64 / played.cpu_seconds;
            let memory = memory_stats::memory_stats()
                .context("this system does not say how much memory a program has")?
                .physical_mem as f64
                / f64::from(1 << 20);
            if !json {
                writeln!(
                    out,
                    "{i:>3}/{READINGS}  {rate:>8.1} games/s  {cpu_rate:>8.1} games a CPU-second  \
                     {memory:>8.1} MiB"
                )?;
            }
            readings.push((rate, cpu_rate, memory));
        }
        let [first, .., last] = readings[..] else {
            return Ok(());
        };
        if json {
            let readings: Vec<_> = readings
                .iter()
                .map(|(rate, cpu_rate, memory)| {
                    json!({
                        "games_per_second": rate,
                        "games_per_cpu_second": cpu_rate,
                        "memory_mib": memory,
                    })
                })
                .collect();
            writeln!(out, "{}", json!({"readings": readings}))?;
        } else {
            writeln!(
                out,
                "last against first: games a CPU-second {:+.1} %, memory {:+.1} MiB",
                100.0 * (last.1 / first.1 - 1.0),
                last.2 - first.2
            )?;
        }
        Ok(())
    }
}

/// Sets `in_flight` in a config, leaving its other lines as they are.
fn write(path: &Path, in_flight: usize) -> anyhow::Result<()> {
    let (_, text) = RunConfig::load(path)?;
    let text = with_in_flight(&text, in_flight);
    let changed = RunConfig::parse(path, &text)?;
    if changed.in_flight != in_flight {
        bail!(
            "{}: found no place for `in_flight = {in_flight}`: write it there by hand",
            path.display()
        );
    }
    whole_file::write(path, text.as_bytes())
        .with_context(|| format!("writing {}", path.display()))?;
    writeln!(
        io::stdout(),
        "in_flight = {in_flight} written into {}",
        path.display()
    )?;
    Ok(())
}

/// The text with the key changed, or set before the first table.
fn with_in_flight(text: &str, in_flight: usize) -> String {
    let wanted = format!("in_flight = {in_flight}");
    let is_key = |line: &str| {
        line.trim_start()
            .strip_prefix("in_flight")
            .is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let mut lines: Vec<&str> = text.lines().collect();
    let tables = lines
        .iter()
        .position(|line| line.trim_start().starts_with('['))
        .unwrap_or(lines.len());
    match lines[..tables].iter().position(|line| is_key(line)) {
        Some(place) => lines[place] = &wanted,
        None => lines.insert(tables, &wanted),
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_changed_where_it_is_and_set_where_it_is_not() {
        let text = "a = 1 # x\nin_flight = 8\n\n[b]\nin_flight = 3\n";
        assert_eq!(
            with_in_flight(text, 16),
            "a = 1 # x\nin_flight = 16\n\n[b]\nin_flight = 3\n"
        );
        assert_eq!(
            with_in_flight("a = 1\n[b]\nc = 2", 4),
            "a = 1\nin_flight = 4\n[b]\nc = 2\n"
        );
    }
}
