//! The forms compared, and how each is trained in burn.

use bingwa_engine::{Position, Ruleset};
use bingwa_models::features::{INPUTS, MAX_ACTIVE};
use bingwa_selfplay::seeds::{Purpose, stream};
use bingwa_train::TrainConfig;
use bingwa_train::schedule::learning_rate;
use burn::module::Param;
use burn::nn::{Linear, LinearConfig};
use burn::optim::{AdamWConfig, GradientsParams};
use burn::prelude::*;
use burn::tensor::activation::relu;
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::batch::Batch;
use crate::labels::{Child, Family};
use crate::native::{BLOCK, CAPTURE_ROWS, Native};

/// What an experiment gives, or why it cannot.
pub(crate) type Outcome<T> = Result<T, Box<dyn core::error::Error>>;

/// What a network looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// The position before the move: value, and a logit for each of 64 moves.
    Board,
    /// The position after each move: value and arrival.
    Children,
}

/// One form of network.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub reads: Reads,
    pub value: bool,
    pub policy: bool,
    pub captures: bool,
}

impl Form {
    pub(crate) fn heads(&self) -> usize {
        match self.reads {
            Reads::Board => 65,
            Reads::Children => 2,
        }
    }

    pub(crate) fn inputs(&self) -> usize {
        INPUTS + if self.captures { CAPTURE_ROWS } else { 0 }
    }

    /// The children a policy is about: a network is not asked for positions
    /// whose game is over.
    pub(crate) fn judged<'a>(&self, family: &'a Family) -> impl Iterator<Item = &'a Child> {
        let all = self.reads == Reads::Board;
        let children = family.children.iter();
        children.filter(move |child| all || !child.decided)
    }
}

#[derive(Module, Debug)]
struct Network {
    first: Linear,
    second: Linear,
    heads: Linear,
}

impl Network {
    /// Uniform between ±1/√n, n the inputs active at once; heads 0.
    fn new(form: &Form, width: usize, seed: u64, device: &Device) -> Self {
        let mut random = stream(seed, Purpose::Training, 2, 0);
        let mut layer = |inputs: usize, outputs: usize, bound: f32| {
            let mut linear = LinearConfig::new(inputs, outputs).init(device);
            let weights = (0..inputs * outputs).map(|_| bound * random.random_range(-1.0..1.0_f32));
            let data = TensorData::new(weights.collect::<Vec<_>>(), [inputs, outputs]);
            linear.weight = Param::from_data(data, device);
            linear.bias = Some(Param::from_data(
                TensorData::new(vec![0.0_f32; outputs], [outputs]),
                device,
            ));
            linear
        };
        Self {
            first: layer(form.inputs(), width, 1.0 / (MAX_ACTIVE as f32).sqrt()),
            second: layer(width, BLOCK, 1.0 / (width as f32).sqrt()),
            heads: layer(BLOCK, form.heads(), 0.0),
        }
    }

    fn arrays(&self) -> Outcome<[Vec<f32>; 6]> {
        let mut arrays: [Vec<f32>; 6] = Default::default();
        for (i, layer) in [&self.first, &self.second, &self.heads]
            .into_iter()
            .enumerate()
        {
            arrays[2 * i] = floats(layer.weight.val().into_data())?;
            let bias = layer.bias.as_ref().ok_or("a layer without bias")?;
            arrays[2 * i + 1] = floats(bias.val().into_data())?;
        }
        Ok(arrays)
    }
}

fn floats(data: TensorData) -> Outcome<Vec<f32>> {
    data.try_to_vec::<f32>()
        .map_err(|fault| format!("{fault:?}").into())
}

/// How long and how fast to train.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub width: usize,
    pub epochs: u32,
    pub seed: u64,
}

/// Families a step.
const BATCH: usize = 256;

/// One family in so many is kept back to choose the epoch by.
const KEPT_BACK: usize = 20;

/// Trains a form and gives the weights of the epoch with the least loss on
/// families kept back, as matrix and bias of each layer.
pub(crate) fn train(
    rules: &Ruleset,
    form: &Form,
    plan: Plan,
    families: &[Family],
) -> Outcome<[Vec<f32>; 6]> {
    let device = Device::flex().autodiff();
    let mut network = Network::new(form, plan.width, plan.seed, &device);
    let config = TrainConfig {
        learning_rate: 2e-3,
        final_rate: 0.02,
        warm_up: 0.02,
        ..TrainConfig::default()
    };
    let mut optimiser = AdamWConfig::new().with_weight_decay(WEIGHT_DECAY).init();
    let (kept_back, taught) = families.split_at(families.len() / KEPT_BACK);
    let kept_back = Batch::of(rules, form, kept_back.iter().map(|family| (family, false)));
    let steps = u64::from(plan.epochs) * taught.len().div_ceil(BATCH) as u64;
    let mut step = 0;
    let mut best = (f32::INFINITY, 0, network.arrays()?);
    let mut order: Vec<usize> = (0..taught.len()).collect();
    for epoch in 0..plan.epochs {
        let mut random = stream(plan.seed, Purpose::Training, 3, u64::from(epoch));
        order.shuffle(&mut random);
        for picks in order.chunks(BATCH) {
            let picks = picks.iter().map(|&pick| {
                let family = &taught[pick];
                (
                    family,
                    random.random_bool(0.5) && mirrors(rules, &family.position),
                )
            });
            let batch = Batch::of(rules, form, picks);
            let arrays = network.arrays()?;
            let shape = [batch.ends.len(), plan.width];
            let sums = batch.first_sums(&arrays[0], &arrays[1]);
            let sums = Tensor::<2>::from_data(TensorData::new(sums, shape), &device).require_grad();
            let hidden = relu(network.second.forward(relu(sums.clone()))); // [evaluations, 32]
            let loss = batch.loss(network.heads.forward(hidden));
            let mut gradients = loss.backward();
            let by_sums = sums
                .grad_remove(&mut gradients)
                .ok_or("no gradient of the first layer")?;
            let (matrix, bias) =
                batch.first_gradients(&floats(by_sums.into_data())?, form.inputs(), plan.width);
            let mut by_parameter = GradientsParams::from_grads(gradients, &network);
            let plain = device.clone().inner();
            let matrix = TensorData::new(matrix, [form.inputs(), plan.width]);
            by_parameter.register(
                network.first.weight.id,
                Tensor::<2>::from_data(matrix, &plain),
            );
            if let Some(parameter) = &network.first.bias {
                let bias = TensorData::new(bias, [plan.width]);
                by_parameter.register(parameter.id, Tensor::<1>::from_data(bias, &plain));
            }
            network = optimiser.step(learning_rate(&config, step, steps), network, by_parameter);
            step += 1;
        }
        let arrays = network.arrays()?;
        let loss = kept_back.loss_of(form, &Native::new(&arrays));
        if loss < best.0 {
            best = (loss, epoch, arrays);
        }
    }
    eprintln!(
        "{form:?} {}: epoch {} of {}, loss {:.4}",
        plan.width,
        best.1 + 1,
        plan.epochs,
        best.0
    );
    Ok(best.2)
}

/// AdamW's, on all weights.
const WEIGHT_DECAY: f32 = 1e-2;

/// Whether left and right may be exchanged.
fn mirrors(rules: &Ruleset, position: &Position) -> bool {
    let other = position.mover().opponent();
    rules.is_mirror_symmetric()
        || !(position.owns_nyumba(position.mover()) || position.owns_nyumba(other))
}
