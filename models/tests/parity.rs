//! burn and the native inference give the same numbers for the same weights.
#![cfg(feature = "burn")]

use bingwa_engine::{Position, Ruleset};
use bingwa_models::features::{INPUTS, Rows};
use bingwa_models::network::Network;
use bingwa_models::{Architecture, Evaluation, Evaluator, NativeNetwork};
use burn::prelude::*;
use burn::tensor::activation::sigmoid;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Positions from random games of every rule set.
fn positions() -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    for (_, rules) in Ruleset::PRESETS {
        for _ in 0..5 {
            let mut position = Position::start(&rules);
            loop {
                positions.push(position);
                let moves = rules.legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = rules
                    .play(&position, moves[random.random_range(0..moves.len())])
                    .position;
            }
        }
    }
    positions
}

#[test]
fn native_inference_equals_burn_within_1e_5() {
    let device = Device::flex();
    device.seed(7);
    let positions = positions();
    assert!(positions.len() > 1000);
    for hidden in [[64, 32], [256, 32]] {
        let network = Network::new(Architecture { hidden }, &device);
        let mut one_hot = vec![0.0_f32; positions.len() * INPUTS];
        for (i, position) in positions.iter().enumerate() {
            for &row in Rows::of(position).iter() {
                one_hot[i * INPUTS + usize::from(row)] = 1.0;
            }
        }
        let inputs = TensorData::new(one_hot, [positions.len(), INPUTS]);
        let (value, arrival) = network.forward(Tensor::from_data(inputs, &device));
        let value = sigmoid(value).into_data().try_to_vec::<f32>().unwrap();
        let arrival = arrival.into_data().try_to_vec::<f32>().unwrap();

        let weights = network.to_weights().unwrap();
        let mut out = vec![
            Evaluation {
                value: 0.0,
                arrival: 0.0
            };
            positions.len()
        ];
        NativeNetwork::new(&weights).evaluate(&positions, &mut out);
        for (i, native) in out.iter().enumerate() {
            assert!((native.value - value[i]).abs() < 1e-5, "{}", positions[i]);
            assert!(
                (native.arrival - arrival[i]).abs() < 1e-5,
                "{}",
                positions[i]
            );
        }

        let again = Network::from_weights(&weights, &device).to_weights();
        assert_eq!(again, Some(weights));
    }
}
