//! Fits the weights of the handwritten evaluation and prints them as Rust.
//!
//! ```sh
//! cargo run --release -p bingwa-selfplay --example fit_handwritten -- 5000
//! ```
//!
//! Logistic regression of game results on the features, by Newton's method
//! (iteratively reweighted least squares; Hastie, Tibshirani, Friedman, *The
//! Elements of Statistical Learning*, 2009, section 4.4.1). The first games are
//! played by the greedy player, those of each further round by alpha-beta with the
//! weights of the round before; both play a random move now and then, so that the
//! positions differ. Every tenth game is held out: a table at the end says how well
//! the weights of each family serve the others.

use std::error::Error;

use bingwa_engine::{Position, Ruleset};
use bingwa_selfplay::players::handwritten::{FEATURES, StageWeights, features};
use bingwa_selfplay::players::{AlphaBeta, DepthLimit, Greedy, Handwritten, Player};
use bingwa_selfplay::seeds::{Purpose, stream};
use rand::RngExt;
use rayon::prelude::*;

const SEED: u64 = 1;
/// Rounds of games by alpha-beta after the first of greedy games.
const ROUNDS: u32 = 2;
/// One move in so many is random.
const RANDOM_MOVE: u32 = 6;
/// Depth of the players in the later rounds.
const DEPTH: u8 = 3;
/// Added to the diagonal: keeps weights of features that say the same finite.
const RIDGE: f64 = 10.0;

/// A position seen in a game, and how its mover fared.
struct Example {
    features: [f32; FEATURES],
    namua: bool,
    result: f32,
    held_out: bool,
}

/// Rule sets that share weights. With each in a family of its own the table at the
/// end says what sharing costs.
const FAMILIES: [(&str, &[Ruleset]); 3] = [
    (
        "WITH_HANDS",
        &[
            Ruleset::KISWAHILI,
            Ruleset::MALAWI,
            Ruleset::ENCYCLOPEDIA,
            Ruleset::ZANZIBAR,
        ],
    ),
    ("WITHOUT_HANDS", &[Ruleset::KUJIFUNZA]),
    ("PICKUP", &[Ruleset::EASY, Ruleset::LEAFLET]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 5_000,
    };
    let mut fitted = Vec::new();
    let mut held_out = Vec::new();
    for (name, family) in FAMILIES {
        let mut weights: Option<StageWeights> = None;
        let mut last = Vec::new();
        for round in 0..=ROUNDS {
            last.clear();
            for rules in family {
                last.push((rules, play(rules, round, games, weights.as_ref())));
            }
            let examples = last.iter().flat_map(|(_, examples)| examples);
            let examples = examples.filter(|example| !example.held_out);
            let of_stage = |namua| examples.clone().filter(move |e| e.namua == namua);
            weights = Some([fit(of_stage(true)), fit(of_stage(false))]);
        }
        if let Some(weights) = weights {
            println!("static {name}: StageWeights = {weights:.4?};");
            fitted.push(weights);
        }
        held_out.extend(last);
    }
    println!("\n// Log loss on held-out positions by the weights of each family.");
    for (rules, examples) in &held_out {
        for namua in [true, false] {
            let of_stage = |e: &&Example| e.held_out && e.namua == namua;
            let examples: Vec<&Example> = examples.iter().filter(of_stage).collect();
            if examples.is_empty() {
                continue;
            }
            let stage = if namua { "namua" } else { "mtaji" };
            print!("// {rules}, {stage}: {} positions:", examples.len());
            for weights in &fitted {
                print!(" {:.4}", log_loss(&examples, &weights[usize::from(!namua)]));
            }
            println!();
        }
    }
    Ok(())
}

/// All positions of so many games.
fn play(rules: &Ruleset, round: u32, games: u64, weights: Option<&StageWeights>) -> Vec<Example> {
    let player = || -> Box<dyn Player> {
        match weights {
            None => Box::new(Greedy),
            Some(weights) => {
                let evaluation = Handwritten::with_weights(*weights);
                Box::new(AlphaBeta::new(DepthLimit::Depth(DEPTH), evaluation))
            }
        }
    };
    (0..games)
        .into_par_iter()
        .map_init(player, |player, game| {
            play_one(rules, round, game, player.as_mut())
        })
        .flatten_iter()
        .collect()
}

fn play_one(rules: &Ruleset, round: u32, game: u64, player: &mut dyn Player) -> Vec<Example> {
    let mut random = stream(SEED, Purpose::Training, round, game);
    let mut here = Position::start(rules);
    let mut seen = Vec::new();
    let outcome = loop {
        let mv = if random.random_range(0..RANDOM_MOVE) == 0 {
            let moves = rules.legal_moves(&here);
            moves[random.random_range(0..moves.len())]
        } else {
            let Some(mv) = player.choose(rules, &here, &mut random) else {
                return Vec::new();
            };
            mv
        };
        seen.push(here);
        let played = rules.play(&here, mv);
        if let Some(outcome) = rules.outcome_after(&played) {
            break outcome;
        }
        here = played.position;
    };
    seen.iter()
        .map(|position| Example {
            features: features(position),
            namua: position.in_namua(),
            result: outcome.score(position.mover()),
            held_out: game.is_multiple_of(10),
        })
        .collect()
}

fn probability(features: &[f64; FEATURES], weights: &[f64; FEATURES]) -> f64 {
    let logit: f64 = features
        .iter()
        .zip(weights)
        .map(|(x, weight)| x * weight)
        .sum();
    1.0 / (1.0 + (-logit).exp())
}

fn log_loss(examples: &[&Example], weights: &[f32; FEATURES]) -> f64 {
    let weights = weights.map(f64::from);
    let loss = |example: &&Example| {
        let p = probability(&example.features.map(f64::from), &weights).clamp(1e-9, 1.0 - 1e-9);
        let result = f64::from(example.result);
        -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
    };
    examples.iter().map(loss).sum::<f64>() / examples.len() as f64
}

fn fit<'a>(examples: impl Iterator<Item = &'a Example> + Clone) -> [f32; FEATURES] {
    let mut weights = [0.0; FEATURES];
    for _ in 0..12 {
        let mut slope = [0.0; FEATURES];
        let mut curvature = [[0.0; FEATURES]; FEATURES];
        for example in examples.clone() {
            let x = example.features.map(f64::from);
            let p = probability(&x, &weights);
            for i in 0..FEATURES {
                slope[i] += (f64::from(example.result) - p) * x[i];
                for j in 0..=i {
                    curvature[i][j] += p * (1.0 - p) * x[i] * x[j];
                }
            }
        }
        for i in 0..FEATURES {
            slope[i] -= RIDGE * weights[i];
            curvature[i][i] += RIDGE;
        }
        let step = solve(curvature, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights.map(|weight| weight as f32)
}

/// Solves a symmetric positive definite system given by its lower half, by
/// Cholesky's decomposition.
fn solve(mut a: [[f64; FEATURES]; FEATURES], mut b: [f64; FEATURES]) -> [f64; FEATURES] {
    for i in 0..FEATURES {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            a[i][j] = if i == j {
                (a[i][i] - sum).sqrt()
            } else {
                (a[i][j] - sum) / a[j][j]
            };
        }
    }
    for i in 0..FEATURES {
        let sum: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    for i in (0..FEATURES).rev() {
        let sum: f64 = (i + 1..FEATURES).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    b
}
