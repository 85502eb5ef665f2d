//! The residual network as an evaluator, and its file.
#![cfg(feature = "burn")]

mod common;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::on_device::OnDevice;
use bingwa_models::planes::{COLUMNS, PLANES, ROWS};
use bingwa_models::residual::{ResidualArchitecture, ResidualNetwork};
use bingwa_models::residual_file::ResidualModel;
use bingwa_models::{Card, Evaluation};
use burn::prelude::*;
use common::{evaluate, positions_of_every_ruleset};

const SMALL: ResidualArchitecture = ResidualArchitecture {
    channels: 16,
    blocks: 2,
};

fn network(seed: u64) -> ResidualNetwork {
    let device = Device::flex();
    device.seed(seed);
    ResidualNetwork::new(SMALL, &device).unwrap()
}

fn evaluator(network: &ResidualNetwork) -> OnDevice<ResidualNetwork> {
    OnDevice::new(network.clone(), Device::flex())
}

/// Some positions of every rule set.
fn positions(count: usize) -> Vec<Position> {
    let all = positions_of_every_ruleset(2);
    let step = all.len() / count;
    all.iter()
        .step_by(step)
        .map(|(_, p)| *p)
        .take(count)
        .collect()
}

fn near(a: Evaluation, b: Evaluation) -> bool {
    (a.value - b.value).abs() < 1e-5 && (a.arrival - b.arrival).abs() < 1e-5
}

#[test]
fn logits_are_one_a_position() {
    let device = Device::flex();
    let planes = Tensor::zeros([3, PLANES, ROWS, COLUMNS], &device);
    let (value, arrival) = network(1).forward(planes);
    assert_eq!((value.dims(), arrival.dims()), ([3], [3]));
    assert_eq!(network(1).architecture(), SMALL);
}

#[test]
fn sizes_that_cannot_be_built_are_refused() {
    for (channels, blocks) in [(0, 2), (12, 2), (520, 2), (16, 0), (16, 41)] {
        let architecture = ResidualArchitecture { channels, blocks };
        assert!(ResidualNetwork::new(architecture, &Device::flex()).is_none());
    }
    assert!(ResidualArchitecture::default().is_valid());
}

#[test]
fn a_batch_is_its_positions_one_by_one() {
    let (network, positions) = (network(2), positions(40));
    let together = evaluate(evaluator(&network), &positions);
    let spread = together.iter().map(|e| e.arrival);
    assert!(spread.clone().fold(f32::MIN, f32::max) - spread.fold(f32::MAX, f32::min) > 0.01);
    for (position, &batch) in positions.iter().zip(&together) {
        let alone = evaluate(evaluator(&network), &[*position])[0];
        assert!(near(alone, batch), "{position}: {alone:?} {batch:?}");
    }
}

#[test]
fn more_positions_than_the_device_takes_at_once_are_all_evaluated() {
    let (network, few) = (network(2), positions(7));
    let many: Vec<Position> = few.iter().copied().cycle().take(1030).collect();
    let alone = evaluate(evaluator(&network), &few);
    let together = evaluate(evaluator(&network), &many);
    for (i, &got) in together.iter().enumerate() {
        assert!(near(got, alone[i % few.len()]), "{i}");
    }
}

#[test]
fn a_turned_board_gives_the_same_evaluation() {
    let (network, positions) = (network(3), positions(40));
    let turned: Vec<Position> = positions.iter().map(Position::turned).collect();
    let [plain, turned] = [positions, turned].map(|p| evaluate(evaluator(&network), &p));
    assert_eq!(plain, turned);
}

#[test]
fn the_table_network_runs_on_a_device_too() {
    let model = common::trained();
    let device = Device::flex();
    let network = bingwa_models::network::Network::from_weights(&model.weights, &device);
    let positions = positions(40);
    let on_device = evaluate(OnDevice::new(network, device), &positions);
    let native = evaluate(model.network(), &positions);
    for (a, b) in on_device.into_iter().zip(native) {
        assert!(near(a, b), "{a:?} {b:?}");
    }
}

#[test]
fn a_file_gives_the_network_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.bingwa");
    let model = ResidualModel {
        ruleset: Ruleset::LEAFLET,
        card: Card {
            generation: 3,
            ..Card::default()
        },
        network: network(4),
    };
    model.save(&path).unwrap();
    let again = ResidualModel::load(&path, &Device::flex()).unwrap();
    assert_eq!((again.ruleset, &again.card), (model.ruleset, &model.card));
    let [before, after] = [&model, &again].map(|m| evaluate(evaluator(&m.network), &positions(20)));
    assert_eq!(before, after);

    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let fault = ResidualModel::from_bytes(&bytes, &Device::flex()).unwrap_err();
    assert!(fault.to_string().contains("checksum"), "{fault}");
    let table = common::trained().to_bytes();
    let fault = ResidualModel::from_bytes(&table, &Device::flex()).unwrap_err();
    assert!(fault.to_string().contains("no residual network"), "{fault}");
}
