//! What the network is wrong about: value and policy losses of a batch.
//!
//! Value: binary cross-entropy, ln 2 for a network that says ½ everywhere.
//! Policy: cross-entropy of the softmax over a position's children, ln *n* for a
//! network that prefers none of *n* children.
//! Auxiliary: mean square errors of the moves left and the final margin,
//! cross-entropy of the other player's answer.

use bingwa_models::network::{ACTIONS, Outputs};
use burn::prelude::*;
use burn::tensor::activation::{log_sigmoid, log_softmax};

use crate::batch::Batch;
use crate::config::TrainConfig;

/// Added to the logits that only fill up a row: no weight after the softmax,
/// and still finite.
const FILLER: f32 = -1e9;

/// The losses of a batch, in nats.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Losses {
    /// What is minimised: the weighted sum of the others.
    pub total: f32,
    /// Mean over the positions.
    pub value: f32,
    /// Mean over the searched children; 0 if there are none.
    pub child_value: f32,
    /// Mean over the positions that teach the policy, by their mass; 0 if there
    /// are none.
    pub policy: f32,
    /// Mean square error of the moves left, in units of 64 moves; 0 if it has no
    /// weight.
    pub moves_left: f32,
    /// Mean square error of the final margin, in units of 64 seeds; 0 if it has
    /// no weight.
    pub margin: f32,
    /// Cross-entropy of the other player's answer, mean over the positions where
    /// it is known; 0 if it has no weight.
    pub reply: f32,
}

impl Losses {
    /// Whether all of them are finite.
    #[must_use]
    pub const fn is_finite(&self) -> bool {
        self.total.is_finite()
            && self.value.is_finite()
            && self.child_value.is_finite()
            && self.policy.is_finite()
            && self.moves_left.is_finite()
            && self.margin.is_finite()
            && self.reply.is_finite()
    }
}

/// How the losses are added up.
#[derive(Clone, Copy, Debug)]
pub struct LossWeights {
    /// Of the searched children's value loss.
    pub child_value: f32,
    /// Of the policy loss.
    pub policy: f32,
    /// Of the auxiliary loss of the moves left.
    pub moves_left: f32,
    /// Of the auxiliary loss of the final margin.
    pub margin: f32,
    /// Of the auxiliary loss of the other player's answer.
    pub reply: f32,
}

impl From<&TrainConfig> for LossWeights {
    fn from(config: &TrainConfig) -> Self {
        Self {
            child_value: config.child_value_weight as f32,
            policy: config.policy_weight as f32,
            moves_left: config.moves_left_weight as f32,
            margin: config.margin_weight as f32,
            reply: config.reply_weight as f32,
        }
    }
}

/// The losses as tensors of one number each, to go backward from.
pub struct LossTensors {
    total: Tensor<1>,
    value: Tensor<1>,
    child_value: Tensor<1>,
    policy: Option<Tensor<1>>,
    moves_left: Option<Tensor<1>>,
    margin: Option<Tensor<1>>,
    reply: Option<Tensor<1>>,
}

impl LossTensors {
    /// Compares what the network says with the batch (not empty) it is for.
    #[must_use]
    pub fn new(outputs: Outputs, batch: &Batch, weights: LossWeights) -> Self {
        let Outputs {
            value,
            arrival,
            moves_left,
            margin,
            reply,
        } = outputs;
        let device = value.device();
        let (evaluations, positions) = (batch.len(), batch.positions);
        let children = batch.valued.iter().skip(positions).filter(|v| **v).count();
        let shares: Vec<f32> = (0..evaluations)
            .map(|i| match (batch.valued[i], i < positions) {
                (true, true) => 1.0 / positions as f32,
                (true, false) => 1.0 / children as f32,
                (false, _) => 0.0,
            })
            .collect();
        let vector = |numbers: &[f32]| Tensor::<1>::from_data(numbers, &device);
        // −t ln σ(x) − (1 − t) ln(1 − σ(x)) = (1 − t) x − ln σ(x)
        let wrong = value.clone() * vector(&complements(&batch.values)) - log_sigmoid(value);
        let wrong = wrong * vector(&shares); // [evaluations]
        let value = wrong.clone().narrow(0, 0, positions).sum();
        let mut total = value.clone();
        let mut child_value = Tensor::zeros([1], &device);
        if children > 0 {
            child_value = wrong.narrow(0, positions, evaluations - positions).sum();
            total = total + child_value.clone() * weights.child_value;
        }
        let policy = policy(arrival, batch);
        if let Some(policy) = &policy {
            total = total + policy.clone() * weights.policy;
        }
        let mut auxiliary = |weight: f32, said: Tensor<1>, targets: &[f32]| {
            (weight > 0.0).then(|| {
                let loss = (said - vector(targets)).square().mean();
                total = total.clone() + loss.clone() * weight;
                loss
            })
        };
        let moves_left = auxiliary(weights.moves_left, moves_left, &batch.moves_left);
        let margin = auxiliary(weights.margin, margin, &batch.margins);
        let reply = reply.and_then(|said| answer(said, batch));
        if let Some(reply) = &reply {
            total = total + reply.clone() * weights.reply;
        }
        Self {
            total,
            value,
            child_value,
            policy,
            moves_left,
            margin,
            reply,
        }
    }

    /// What to go backward from: `[1]`.
    #[must_use]
    pub const fn total(&self) -> &Tensor<1> {
        &self.total
    }

    /// The losses as numbers.
    #[must_use]
    pub fn values(&self) -> Losses {
        // A device that cannot give its numbers counts as not finite.
        let number = |tensor: &Tensor<1>| {
            let data = tensor.clone().inner().into_data();
            data.as_slice::<f32>()
                .ok()
                .and_then(|numbers| numbers.first().copied())
                .unwrap_or(f32::NAN)
        };
        Losses {
            total: number(&self.total),
            value: number(&self.value),
            child_value: number(&self.child_value),
            policy: self.policy.as_ref().map_or(0.0, number),
            moves_left: self.moves_left.as_ref().map_or(0.0, number),
            margin: self.margin.as_ref().map_or(0.0, number),
            reply: self.reply.as_ref().map_or(0.0, number),
        }
    }
}

fn complements(values: &[f32]) -> Vec<f32> {
    values.iter().map(|value| 1.0 - value).collect()
}

/// Cross-entropy over each family's arrival logits, averaged by mass; `None`
/// without families.
fn policy(arrival: Tensor<1>, batch: &Batch) -> Option<Tensor<1>> {
    let device = arrival.device();
    let rows = batch.families.len();
    let columns = batch.families.iter().map(ExactSizeIterator::len).max()?;
    let mass: f32 = batch.masses.iter().sum();
    let mut children = vec![0_i64; rows * columns];
    let mut filler = vec![FILLER; rows * columns];
    let mut target = vec![0.0_f32; rows * columns];
    for (row, (family, family_mass)) in batch.families.iter().zip(&batch.masses).enumerate() {
        for (cell, child) in (row * columns..).zip(family.clone()) {
            children[cell] = child as i64;
            filler[cell] = 0.0;
            target[cell] = batch.shares[child] * family_mass / mass;
        }
    }
    let shape = [rows, columns];
    let children = Tensor::<1, Int>::from_data(children.as_slice(), &device);
    let logits = arrival.select(0, children).reshape(shape); // [rows, columns]
    let logits = logits + Tensor::from_data(TensorData::new(filler, shape), &device);
    let target = Tensor::<2>::from_data(TensorData::new(target, shape), &device);
    Some((log_softmax(logits, 1) * target).sum().neg())
}

/// Cross-entropy of the other player's answer, averaged over the positions where
/// it is known; `None` where it never is.
fn answer(said: Tensor<2>, batch: &Batch) -> Option<Tensor<1>> {
    let known: f32 = batch.replies.iter().sum();
    if known <= 0.0 {
        return None;
    }
    let device = said.device();
    let targets = TensorData::new(batch.replies.clone(), [batch.positions, ACTIONS]);
    let targets = Tensor::<2>::from_data(targets, &device);
    Some((log_softmax(said, 1) * targets).sum().neg() / known)
}
