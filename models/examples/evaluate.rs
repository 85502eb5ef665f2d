//! How many positions a CPU-second the native networks evaluate.
//!
//! ```sh
//! cargo run --release -p bingwa-models --example evaluate [-- MODEL.bingwa [SECONDS]]
//! ```
//!
//! Without a model, random weights of 64→32 and 256→32 are measured. Positions
//! come from random games: 4,096 of them, shuffled, so that neighbours have
//! nothing in common. Each figure is the best of five equal shares of the time.

use std::hint::black_box;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::features::Rows;
use bingwa_models::{
    Architecture, Evaluation, Evaluator, Model, NativeNetwork, QuantisedNetwork, Weights,
};
use cpu_time::ThreadTime;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let model = arguments.next();
    let seconds = arguments.next().map_or(Ok(1.0), |text| text.parse())?;
    if let Some(path) = model {
        let model = Model::load(path.as_ref())?;
        measure(&model.ruleset, &model.weights, seconds);
    } else {
        for hidden in [[64, 32], [256, 32]] {
            let weights = random_weights(Architecture { hidden });
            measure(&Ruleset::KISWAHILI, &weights, seconds);
        }
    }
    Ok(())
}

fn measure(rules: &Ruleset, weights: &Weights, seconds: f64) {
    let positions = positions(rules, 4096);
    println!("{} {}", rules.name(), weights.architecture());
    let rate = rate(seconds, positions.len(), || {
        for position in &positions {
            black_box(&*Rows::of(black_box(position)));
        }
    });
    println!("  {:<24} {rate:>7.2} M/s", "encoding, as rows");
    let network = NativeNetwork::new(weights);
    evaluate("f32", network, &positions, seconds);
    let network = QuantisedNetwork::new(weights);
    evaluate("quantised", network, &positions, seconds);
}

fn evaluate(name: &str, mut network: impl Evaluator, positions: &[Position], seconds: f64) {
    let mut out = vec![Evaluation::EVEN; positions.len()];
    for batch in [1, 2, 4, 8, 64] {
        let rate = rate(seconds, positions.len(), || {
            for (positions, out) in positions.chunks(batch).zip(out.chunks_mut(batch)) {
                network.evaluate(positions, out);
            }
            black_box(&out);
        });
        println!("  {:<24} {rate:>7.2} M/s", format!("{name}, batch {batch}"));
    }
}

/// Millions of positions a CPU-second.
fn rate(seconds: f64, positions: usize, mut work: impl FnMut()) -> f64 {
    let share = || {
        let start = ThreadTime::now();
        let mut done = 0;
        while start.elapsed().as_secs_f64() < seconds / 5.0 {
            work();
            done += positions;
        }
        done as f64 / start.elapsed().as_secs_f64() / 1e6
    };
    std::iter::repeat_with(share).take(5).fold(0.0, f64::max)
}

/// Positions with a move to make, from random games.
fn positions(rules: &Ruleset, count: usize) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < 4 * count {
        let mut position = Position::start(rules);
        loop {
            let moves = rules.legal_moves(&position);
            if moves.is_empty() || position.plies() >= 300 {
                break;
            }
            positions.push(position);
            let chosen = moves[random.random_range(0..moves.len())];
            position = rules.play(&position, chosen).position;
        }
    }
    positions.shuffle(&mut random);
    positions.truncate(count);
    positions
}

fn random_weights(architecture: Architecture) -> Weights {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let arrays = architecture.lengths().map(|length| {
        (0..length)
            .map(|_| random.random_range(-0.2..0.2))
            .collect()
    });
    Weights::new(architecture, arrays).expect("lengths are the architecture's")
}
