//! Losses against their definitions, and the two ways of the first layer against
//! each other.

mod support;

use bingwa_engine::Ruleset;
use bingwa_models::features::INPUTS;
use bingwa_models::network::{ACTIONS, Network, Outputs};
use bingwa_models::{Architecture, Weights};
use bingwa_train::batch::Batch;
use bingwa_train::config::{FirstLayer, TrainConfig};
use bingwa_train::gradients::Gradients;
use bingwa_train::initial::initial_weights;
use bingwa_train::loss::{LossTensors, LossWeights, Losses};
use bingwa_train::mirror::Mirror;
use burn::module::{Module, ModuleVisitor, Param};
use burn::prelude::*;

const WEIGHTS: LossWeights = LossWeights {
    child_value: 0.25,
    policy: 2.0,
    moves_left: 0.1,
    margin: 0.5,
    reply: 0.2,
};

/// What the auxiliary heads add to the total.
fn auxiliary(losses: &Losses) -> f64 {
    0.1 * f64::from(losses.moves_left)
        + 0.5 * f64::from(losses.margin)
        + 0.2 * f64::from(losses.reply)
}

fn near(a: f32, b: f64) {
    assert!((f64::from(a) - b).abs() < 1e-5, "{a} is not {b}");
}

/// Some positions of a window with their children, one in three mirrored.
fn batch(rules: &Ruleset, positions: u64) -> Batch {
    let config = TrainConfig {
        reply_weight: 0.2,
        ..TrainConfig::default()
    };
    let window = support::window(rules, &config, 20);
    let views = (0..positions).map(|i| (window.get(i * 7 % window.len()).unwrap(), i % 3 == 0));
    Batch::of(views, &Mirror::new())
}

fn network(seed: u64) -> Network {
    let weights = initial_weights(Architecture::default(), seed).unwrap();
    // Heads that are not 0, so that gradients flow.
    let mut arrays = weights.arrays().clone();
    for (i, weight) in arrays[4].iter_mut().enumerate() {
        *weight = (i as f32).sin() * 0.3;
    }
    let weights = Weights::new(weights.architecture(), arrays).unwrap();
    Network::from_weights(&weights, &Device::flex().autodiff())
}

#[test]
fn a_network_that_knows_nothing_loses_ln_2_and_the_mean_log_of_the_children() {
    let batch = batch(&Ruleset::KISWAHILI, 50);
    let weights = initial_weights(Architecture::default(), 1).unwrap();
    let network = Network::from_weights(&weights, &Device::flex().autodiff());
    let found = Gradients::of(&network, &batch, WEIGHTS, FirstLayer::Sparse).unwrap();
    let ln_2 = core::f64::consts::LN_2;
    near(found.losses.value, ln_2);
    near(found.losses.child_value, ln_2);
    let logs = batch
        .families
        .iter()
        .map(|family| (family.len() as f64).ln());
    let weighted = logs
        .zip(&batch.masses)
        .map(|(log, &mass)| log * f64::from(mass));
    let mass: f64 = batch.masses.iter().map(|&mass| f64::from(mass)).sum();
    let policy = weighted.sum::<f64>() / mass;
    near(found.losses.policy, policy);
    // Auxiliary heads that say 0 are wrong by all of their target.
    let mean_square = |targets: &[f32]| {
        let squares = targets.iter().map(|&t| f64::from(t) * f64::from(t));
        squares.sum::<f64>() / targets.len() as f64
    };
    assert!(batch.moves_left.iter().all(|&left| left > 0.0));
    assert!(batch.margins.iter().any(|&m| m > 0.0) && batch.margins.iter().any(|&m| m < 0.0));
    near(found.losses.moves_left, mean_square(&batch.moves_left));
    near(found.losses.margin, mean_square(&batch.margins));
    let total = 1.25 * ln_2 + 2.0 * policy + auxiliary(&found.losses);
    near(found.losses.total, total);
}

#[test]
fn losses_of_a_hand_made_batch() {
    // Two positions; the first has two children, the second three, of which the
    // last was not searched.
    let mut answers = vec![0.0; 2 * ACTIONS];
    (answers[3], answers[60]) = (0.5, 0.5);
    let batch = Batch {
        rows: Vec::new(),
        ends: vec![0; 7],
        values: vec![1.0, 0.25, 0.5, 0.0, 1.0, 0.5, 0.0],
        valued: vec![true, true, true, true, true, true, false],
        shares: vec![0.0, 0.0, 0.5, 0.5, 0.2, 0.8, 0.0],
        moves_left: vec![1.0, 0.5],
        margins: vec![0.25, -0.25],
        replies: answers,
        positions: 2,
        families: vec![2..4, 4..7],
        masses: vec![1.0, 0.5],
    };
    let value = [0.7, -1.2, 0.1, -30.0, 40.0, 0.0, 5.0_f32];
    let arrival = [9.0, 9.0, 0.5, -0.5, 1.0, 2.0, -100.0_f32];
    let device = Device::flex();
    // The answer to the first position is known: half action 3, half action 60.
    let mut said = vec![0.0; 2 * ACTIONS];
    (said[3], said[60], said[ACTIONS]) = (1.0, -1.0, 50.0);
    let outputs = |numbers: [f32; 7]| Tensor::from_floats(numbers, &device);
    let outputs = Outputs {
        value: outputs(value),
        arrival: outputs(arrival),
        moves_left: Tensor::from_floats([0.5, 1.5], &device),
        margin: Tensor::from_floats([0.0, -0.5], &device),
        reply: Some(Tensor::from_data(
            TensorData::new(said, [2, ACTIONS]),
            &device,
        )),
    };
    let losses = LossTensors::new(outputs, &batch, WEIGHTS).values();

    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    let wrong = |x: f64, t: f64| -t * sigmoid(x).ln() - (1.0 - t) * sigmoid(-x).ln();
    near(losses.value, (wrong(0.7, 1.0) + wrong(-1.2, 0.25)) / 2.0);
    let children = wrong(0.1, 0.5) + wrong(-30.0, 0.0) + wrong(40.0, 1.0) + wrong(0.0, 0.5);
    near(losses.child_value, children / 4.0);
    let log_sum = |logits: &[f64]| logits.iter().map(|x| x.exp()).sum::<f64>().ln();
    let first = log_sum(&[0.5, -0.5]); // the shares of 0.5 and -0.5 cancel
    let second = log_sum(&[1.0, 2.0, -100.0]) - 0.2 - 0.8 * 2.0;
    near(losses.policy, (first + 0.5 * second) / 1.5);
    near(losses.moves_left, (0.25 + 1.0) / 2.0);
    near(losses.margin, 0.0625);
    let e = core::f64::consts::E;
    near(losses.reply, (62.0 + e + 1.0 / e).ln());
    let total = f64::from(losses.value + 0.25 * losses.child_value + 2.0 * losses.policy);
    near(losses.total, total + auxiliary(&losses));
}

struct Collect<'a>(&'a Gradients, Vec<Vec<f32>>);

impl ModuleVisitor for Collect<'_> {
    fn visit_float<const D: usize>(&mut self, parameter: &Param<Tensor<D>>) {
        let gradient = self.0.by_parameter.get::<D>(parameter.id).unwrap();
        assert_eq!(gradient.dims(), parameter.val().dims());
        self.1.push(gradient.into_data().try_to_vec().unwrap());
    }
}

fn gradients(network: &Network, batch: &Batch, first: FirstLayer) -> (Gradients, Vec<Vec<f32>>) {
    let found = Gradients::of(network, batch, WEIGHTS, first).unwrap();
    let mut collect = Collect(&found, Vec::new());
    network.visit(&mut collect);
    let collected = collect.1;
    (found, collected)
}

#[test]
fn the_sparse_first_layer_is_the_dense_one() {
    for rules in [Ruleset::KISWAHILI, Ruleset::LEAFLET] {
        let batch = batch(&rules, 100);
        let network = network(3);
        let (dense, by_dense) = gradients(&network, &batch, FirstLayer::Dense);
        let (sparse, by_sparse) = gradients(&network, &batch, FirstLayer::Sparse);
        near(sparse.losses.total, f64::from(dense.losses.total));
        // Matrix and bias of two layers, the heads, the auxiliary heads and the
        // answers.
        assert_eq!(by_sparse.len(), 10);
        for matrix in [6, 8] {
            assert!(by_sparse[matrix].iter().any(|x| *x != 0.0));
        }
        assert_eq!(by_sparse[0].len(), INPUTS * 64);
        for (a, b) in by_sparse.iter().flatten().zip(by_dense.iter().flatten()) {
            assert!((a - b).abs() < 1e-6 + 1e-4 * b.abs(), "{a} {b}");
        }
        let nonzero = by_sparse[0].iter().filter(|x| **x != 0.0).count();
        assert!(nonzero > 5000, "{nonzero}");
    }
}

#[test]
fn a_long_gradient_is_scaled_to_the_length_allowed() {
    let batch = batch(&Ruleset::KISWAHILI, 100);
    let network = network(4);
    let (mut found, before) = gradients(&network, &batch, FirstLayer::Sparse);
    let length = |gradients: &[Vec<f32>]| {
        let squares = gradients.iter().flatten().map(|&x| f64::from(x).powi(2));
        squares.sum::<f64>().sqrt()
    };
    let norm = found.clip(&network, 1e9);
    assert!((norm - length(&before)).abs() < 1e-9);
    assert!(norm > 0.1);
    assert!((found.clip(&network, 0.05) - norm).abs() < 1e-9);
    let mut collect = Collect(&found, Vec::new());
    network.visit(&mut collect);
    assert!((length(&collect.1) - 0.05).abs() < 1e-6);
    let ratio = collect.1[2][5] / before[2][5];
    assert!((f64::from(ratio) - 0.05 / norm).abs() < 1e-5);
}
