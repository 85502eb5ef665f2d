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
use burn::tensor::activation::{log_sigmoid, log_softmax, relu};
use rand::RngExt;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use crate::labels::{Child, Family};
use crate::native::{ARRIVAL_HEAD, BLOCK, CAPTURE_ROWS, Native, encode, policy_head};

/// What an experiment gives, or why it cannot.
pub(crate) type Outcome<T> = Result<T, Box<dyn core::error::Error>>;

/// Policy targets are softmax(this × value of the move).
pub(crate) const SHARPNESS: f32 = 20.0;

/// Added to the logits of what is no move.
const FILLER: f32 = -1e9;

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
    fn heads(&self) -> usize {
        match self.reads {
            Reads::Board => 65,
            Reads::Children => 2,
        }
    }

    fn inputs(&self) -> usize {
        INPUTS + if self.captures { CAPTURE_ROWS } else { 0 }
    }

    /// The children a policy is about: a network is not asked for positions
    /// whose game is over.
    fn judged<'a>(&self, family: &'a Family) -> impl Iterator<Item = &'a Child> {
        let all = self.reads == Reads::Board;
        let children = family.children.iter();
        children.filter(move |child| all || !child.decided)
    }
}

/// softmax(SHARPNESS × value).
fn targets<'a>(children: impl Iterator<Item = &'a Child>) -> Vec<f32> {
    let mut shares: Vec<f32> = children
        .map(|child| (SHARPNESS * child.value).exp())
        .collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
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

/// One step's inputs and targets.
#[derive(Default)]
struct Batch {
    rows: Vec<u16>,
    ends: Vec<usize>,
    /// Value target of each evaluation, and whether it counts.
    values: Vec<f32>,
    valued: Vec<f32>,
    /// For each family that teaches a policy: evaluation and head of each
    /// judged child, with its target.
    policies: Vec<Vec<(usize, u8, f32)>>,
}

impl Batch {
    fn of<'a>(
        rules: &Ruleset,
        form: &Form,
        families: impl Iterator<Item = (&'a Family, bool)>,
    ) -> Self {
        let mut batch = Self::default();
        for (family, mirror) in families {
            let board = batch.ends.len();
            if form.reads == Reads::Board && form.policy {
                batch.push(rules, form, &family.position, mirror, None);
            }
            let mut policy = Vec::new();
            for (child, target) in form.judged(family).zip(targets(form.judged(family))) {
                let head = match (form.reads, mirror) {
                    (Reads::Children, _) => ARRIVAL_HEAD,
                    (Reads::Board, false) => policy_head(child.mv),
                    (Reads::Board, true) => policy_head(child.mv.mirrored()),
                };
                let reads_child = form.reads == Reads::Children || form.value;
                let here = match form.reads {
                    Reads::Board => board,
                    Reads::Children => batch.ends.len(),
                };
                policy.push((here, head, target));
                if reads_child && !child.decided {
                    let value = form.value.then_some(1.0 - child.value);
                    batch.push(rules, form, &child.position, mirror, value);
                }
            }
            if form.policy && policy.len() > 1 {
                batch.policies.push(policy);
            }
        }
        batch
    }

    fn push(
        &mut self,
        rules: &Ruleset,
        form: &Form,
        position: &Position,
        mirror: bool,
        value: Option<f32>,
    ) {
        let position = if mirror {
            position.mirrored()
        } else {
            *position
        };
        encode(rules, &position, form.captures, &mut self.rows);
        self.ends.push(self.rows.len());
        self.values.push(value.unwrap_or(0.5));
        self.valued.push(f32::from(u8::from(value.is_some())));
    }

    fn rows_of(&self, evaluation: usize) -> &[u16] {
        let start = evaluation
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.rows[start..self.ends[evaluation]]
    }

    /// The first layer as a sum of table rows, `[evaluations, width]`.
    fn first_sums(&self, matrix: &[f32], bias: &[f32]) -> Vec<f32> {
        let width = bias.len();
        let mut sums = vec![0.0; self.ends.len() * width];
        sums.par_chunks_mut(width)
            .with_min_len(64)
            .enumerate()
            .for_each(|(evaluation, sums)| {
                sums.copy_from_slice(bias);
                for &row in self.rows_of(evaluation) {
                    let row = &matrix[usize::from(row) * width..][..width];
                    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
                }
            });
        sums
    }

    /// The gradient of the first layer's matrix and bias, always added up in
    /// the same order.
    fn first_gradients(
        &self,
        gradient: &[f32],
        inputs: usize,
        width: usize,
    ) -> (Vec<f32>, Vec<f32>) {
        let halves: Vec<(Vec<f32>, Vec<f32>)> = (0..width / BLOCK)
            .into_par_iter()
            .map(|b| {
                let mut matrix = vec![0.0; inputs * BLOCK];
                let mut bias = vec![0.0; BLOCK];
                for (evaluation, gradient) in gradient.chunks_exact(width).enumerate() {
                    let gradient = &gradient[b * BLOCK..][..BLOCK];
                    bias.iter_mut().zip(gradient).for_each(|(sum, x)| *sum += x);
                    for &row in self.rows_of(evaluation) {
                        let row = &mut matrix[usize::from(row) * BLOCK..][..BLOCK];
                        row.iter_mut().zip(gradient).for_each(|(sum, x)| *sum += x);
                    }
                }
                (matrix, bias)
            })
            .collect();
        let mut matrix = vec![0.0; inputs * width];
        for (b, (block, _)) in halves.iter().enumerate() {
            for (to, from) in matrix
                .chunks_exact_mut(width)
                .zip(block.chunks_exact(BLOCK))
            {
                to[b * BLOCK..][..BLOCK].copy_from_slice(from);
            }
        }
        let bias = halves.into_iter().flat_map(|(_, bias)| bias).collect();
        (matrix, bias)
    }

    /// Binary cross-entropy of the values plus cross-entropy of the policies.
    fn loss(&self, heads: Tensor<2>) -> Tensor<1> {
        let device = heads.device();
        let vector = |numbers: &[f32]| Tensor::<1>::from_data(numbers, &device);
        let [evaluations, columns] = heads.dims();
        let mut loss = Tensor::zeros([1], &device);
        let valued: f32 = self.valued.iter().sum();
        if valued > 0.0 {
            let logit = heads
                .clone()
                .slice([0..evaluations, 0..1])
                .squeeze_dim::<1>(1);
            let rest: Vec<f32> = self.values.iter().map(|value| 1.0 - value).collect();
            let wrong = logit.clone() * vector(&rest) - log_sigmoid(logit);
            loss = loss + (wrong * vector(&self.valued)).sum() / valued;
        }
        if let Some(longest) = self.policies.iter().map(Vec::len).max() {
            let shape = [self.policies.len(), longest];
            let mut cells = vec![0_i64; shape[0] * longest];
            let mut filler = vec![FILLER; cells.len()];
            let mut target = vec![0.0_f32; cells.len()];
            for (row, policy) in self.policies.iter().enumerate() {
                for (cell, &(evaluation, head, share)) in (row * longest..).zip(policy) {
                    cells[cell] = (evaluation * columns + usize::from(head)) as i64;
                    filler[cell] = 0.0;
                    target[cell] = share / shape[0] as f32;
                }
            }
            let cells = Tensor::<1, Int>::from_data(cells.as_slice(), &device);
            let logits = heads
                .reshape([evaluations * columns])
                .select(0, cells)
                .reshape(shape);
            let logits = logits + Tensor::from_data(TensorData::new(filler, shape), &device);
            let target = Tensor::<2>::from_data(TensorData::new(target, shape), &device);
            loss = loss - (log_softmax(logits, 1) * target).sum();
        }
        loss
    }
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
        let loss = loss_of(rules, form, &Native::new(&arrays), kept_back);
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

/// The loss of [`Batch::loss`], without burn.
fn loss_of(rules: &Ruleset, form: &Form, network: &Native, families: &[Family]) -> f32 {
    let batch = Batch::of(rules, form, families.iter().map(|family| (family, false)));
    let all: Vec<u8> = (1..form.heads() as u8).collect();
    let mut out = Vec::new();
    let heads: Vec<Vec<f32>> = (0..batch.ends.len())
        .map(|evaluation| {
            network.run(batch.rows_of(evaluation), &all, &mut out);
            out.clone()
        })
        .collect();
    let mut value = 0.0;
    for ((heads, target), valued) in heads.iter().zip(&batch.values).zip(&batch.valued) {
        value += valued * ((1.0 - target) * heads[0] + (-heads[0]).exp().ln_1p());
    }
    let mut policy = 0.0;
    for family in &batch.policies {
        let logit =
            |&(evaluation, head, _): &(usize, u8, f32)| heads[evaluation][usize::from(head)];
        let sum: f32 = family.iter().map(|judged| logit(judged).exp()).sum();
        policy += family
            .iter()
            .map(|judged| judged.2 * (sum.ln() - logit(judged)))
            .sum::<f32>();
    }
    value / batch.valued.iter().sum::<f32>().max(1.0) + policy / batch.policies.len().max(1) as f32
}
