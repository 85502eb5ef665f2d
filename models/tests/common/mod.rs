//! Positions and networks the tests share.
#![allow(dead_code)]

use std::path::Path;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator, Model};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Every position of `games` random games of each rule set.
pub(crate) fn positions_of_every_ruleset(games: usize) -> Vec<(Ruleset, Position)> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    for (_, rules) in Ruleset::PRESETS {
        for _ in 0..games {
            let mut position = Position::start(&rules);
            loop {
                positions.push((rules, position));
                let moves = rules.legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                let chosen = moves[random.random_range(0..moves.len())];
                position = rules.play(&position, chosen).position;
            }
        }
    }
    positions
}

/// A trained model: kiswahili, 64→32, the sixth generation of `configs/quick.toml`.
pub(crate) fn trained() -> Model {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/kiswahili.bingwa"
    );
    Model::load(Path::new(path)).unwrap()
}

/// What an evaluator says of positions, in one batch.
pub(crate) fn evaluate(mut network: impl Evaluator, positions: &[Position]) -> Vec<Evaluation> {
    let mut out = vec![Evaluation::EVEN; positions.len()];
    network.evaluate(positions, &mut out);
    out
}
