//! `bingwa bench engine`.

use std::hint::black_box;

use bingwa_engine::{Event, Observer, Position, Ruleset};

use super::{Common, Report, rates, sample};
use crate::args;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa bench engine
  bingwa bench engine --ruleset kujifunza --json")]
pub(super) struct Args {
    /// The rule set [default: all]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    #[command(flatten)]
    common: Common,
}

/// Leaves of the perft that is timed: enough to leave the caches of a bench.
const LEAVES: u64 = 80_000;

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut report = Report::default();
    for (name, rules) in Ruleset::PRESETS {
        if args.ruleset.is_none_or(|only| only == rules) {
            report.row(name, figures(&rules, args.common.seconds));
        }
    }
    report.print(args.common.json)?;
    Ok(())
}

#[derive(Default)]
struct Sown {
    laps: u64,
    seeds: u64,
}

impl Observer for Sown {
    fn event(&mut self, event: Event) {
        if let Event::Sown { seeds, .. } = event {
            self.laps += 1;
            self.seeds += u64::from(seeds);
        }
    }
}

fn figures(rules: &Ruleset, seconds: f64) -> Vec<(&'static str, f64)> {
    let start = Position::start(rules);
    let depth = (1..)
        .find(|&depth| rules.perft(&start, depth) > LEAVES)
        .unwrap_or(1);
    let [perft] = rates(seconds, || [rules.perft(black_box(&start), depth)]);
    let mut dice = fastrand::Rng::with_seed(2);
    let [games, game_moves] = rates(seconds, || {
        let game = rules.playout(black_box(&start), &mut |n| dice.usize(..n.max(1)));
        [1, u64::from(game.plies)]
    });
    let sample = sample(rules, 4096);
    let positions = sample.len() as u64;
    let [starts] = rates(seconds, || {
        for (position, _) in &sample {
            black_box(rules.starts(black_box(position)));
        }
        [positions]
    });
    let mut sown = Sown::default();
    for (position, mv) in &sample {
        black_box(rules.play_observed(position, *mv, &mut sown));
    }
    let [moves, laps, seeds] = rates(seconds, || {
        for (position, mv) in &sample {
            black_box(rules.play(black_box(position), *mv));
        }
        [positions, sown.laps, sown.seeds]
    });
    vec![
        ("perft moves", perft),
        ("random games", games),
        ("moves in random games", game_moves),
        ("positions generated", starts),
        ("moves played", moves),
        ("laps", laps),
        ("seeds sown", seeds),
    ]
}
