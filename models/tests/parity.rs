//! burn and the native inference give the same numbers for the same weights.
#![cfg(feature = "burn")]

mod common;

use bingwa_engine::Position;
use bingwa_models::features::{INPUTS, Rows};
use bingwa_models::network::Network;
use bingwa_models::{Architecture, NativeNetwork, QuantisedNetwork};
use burn::prelude::*;
use burn::tensor::activation::sigmoid;
use common::{evaluate, positions_of_every_ruleset, trained};

/// Value and arrival of each position, by burn.
fn by_burn(network: &Network, positions: &[Position], device: &Device) -> [Vec<f32>; 2] {
    let mut one_hot = vec![0.0_f32; positions.len() * INPUTS];
    for (i, position) in positions.iter().enumerate() {
        for &row in Rows::of(position).iter() {
            one_hot[i * INPUTS + usize::from(row)] = 1.0;
        }
    }
    let inputs = TensorData::new(one_hot, [positions.len(), INPUTS]);
    let (value, arrival) = network.forward(Tensor::from_data(inputs, device));
    [sigmoid(value), arrival].map(|t| t.into_data().try_to_vec::<f32>().unwrap())
}

#[test]
fn native_inference_equals_burn_within_1e_5_and_quantised_within_1e_3() {
    let device = Device::flex();
    device.seed(7);
    let games = positions_of_every_ruleset(5);
    let positions: Vec<Position> = games.iter().map(|(_, position)| *position).collect();
    assert!(positions.len() > 1000);
    let random = |hidden| Network::new(Architecture { hidden }, &device);
    let trained = Network::from_weights(&trained().weights, &device);
    for network in [random([64, 32]), random([256, 32]), trained] {
        let [value, arrival] = by_burn(&network, &positions, &device);
        let weights = network.to_weights().unwrap();
        let native = evaluate(NativeNetwork::new(&weights), &positions);
        let quantised = evaluate(QuantisedNetwork::new(&weights), &positions);
        for (i, position) in positions.iter().enumerate() {
            assert!((native[i].value - value[i]).abs() < 1e-5, "{position}");
            assert!((native[i].arrival - arrival[i]).abs() < 1e-5, "{position}");
            assert!((quantised[i].value - value[i]).abs() < 1e-3, "{position}");
            assert!(
                (quantised[i].arrival - arrival[i]).abs() < 5e-3,
                "{position}"
            );
        }

        let again = Network::from_weights(&weights, &device).to_weights();
        assert_eq!(again, Some(weights));
    }
}
