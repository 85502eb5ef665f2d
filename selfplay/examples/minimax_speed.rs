//! How fast the two minimax searches look, on match openings, one thread.
//!
//! ```sh
//! cargo run --release -p bingwa-selfplay --example minimax_speed -- kiswahili 8
//! cargo run --release -p bingwa-selfplay --example minimax_speed -- kiswahili 8 FILE
//! ```
//!
//! Alpha-beta searches each opening to that depth, best-first minimax with as many
//! evaluations. On the handwritten evaluation, or on a model.

use std::error::Error;
use std::path::Path;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluator, Model};
use bingwa_selfplay::openings::distinct_openings;
use bingwa_selfplay::players::{AlphaBeta, BestFirst, Budget, DepthLimit, Handwritten, Verdict};
use cpu_time::ThreadTime;

const OPENINGS: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (rules, depth, file) = match args.as_slice() {
        [rules, depth] => (rules, depth, None),
        [rules, depth, file] => (rules, depth, Some(file)),
        _ => return Err("write: minimax_speed RULESET DEPTH [FILE]".into()),
    };
    let rules: Ruleset = rules.parse()?;
    let depth = depth.parse()?;
    match file {
        None => measure(&rules, depth, &Handwritten::new(&rules)),
        Some(file) => measure(
            &rules,
            depth,
            &Model::load_for(Path::new(file), &rules)?.network(),
        ),
    }
    Ok(())
}

fn measure<E: Evaluator + Clone>(rules: &Ruleset, depth: u8, evaluator: &E) {
    let openings = distinct_openings(rules, 1, OPENINGS);
    let mut alphabeta = AlphaBeta::new(DepthLimit::Depth(depth), evaluator.clone());
    let evaluations = tell(
        &format!("{rules} alphabeta:{depth}"),
        &openings,
        |position| alphabeta.search(rules, position),
    );
    let budget = Budget::Evaluations((evaluations / OPENINGS as u64).clamp(1, 1 << 30) as u32);
    let mut bestfirst = BestFirst::new(budget, evaluator.clone());
    tell(
        &format!("{rules} bestfirst:{budget}"),
        &openings,
        |position| bestfirst.search(rules, position),
    );
}

/// Searches all openings; gives the evaluations made.
fn tell(name: &str, openings: &[Position], mut search: impl FnMut(&Position) -> Verdict) -> u64 {
    let started = ThreadTime::now();
    let mut evaluations = 0;
    let mut depth = 0;
    let mut proven = 0;
    for position in openings {
        let verdict = search(position);
        evaluations += verdict.evaluations;
        depth += u64::from(verdict.depth);
        proven += u32::from(verdict.value.is_proven());
    }
    let seconds = started.elapsed().as_secs_f64();
    let positions = openings.len() as f64;
    println!(
        "{name}: {:.0} evaluations and {:.0} µs a position, {:.2} M evaluations/s, \
         mean depth {:.1}, {proven} proven",
        evaluations as f64 / positions,
        1e6 * seconds / positions,
        evaluations as f64 / seconds / 1e6,
        depth as f64 / positions,
    );
    evaluations
}
