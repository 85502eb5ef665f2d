//! How good a network is on games it has not learned from.

use bingwa_engine::Side;
use bingwa_models::Weights;
use bingwa_models::network::Network;
use burn::prelude::*;

use crate::batch::Batch;
use crate::error::TrainError;
use crate::examples::View;
use crate::gradients::first_sums;
use crate::mirror::Mirror;

/// Positions that go through the network together.
const CHUNK: usize = 512;
/// Bins of predicted probability for the calibration error.
const BINS: usize = 10;

/// What a validation found. Losses are in nats, as in training.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Validation {
    /// Positions looked at.
    pub positions: usize,
    /// Value loss: mean binary cross-entropy against the value targets.
    pub value_loss: f64,
    /// The part of it that the network can learn: the loss less the entropy of
    /// the targets.
    pub value_kl: f64,
    /// Expected calibration error against the results of the games, 0 to 1: the
    /// mean distance of predicted probability and winning share, over ten bins of
    /// predictions by their size (Guo and others, arXiv 1706.04599, section 2).
    pub calibration_error: Parts,
    /// Mean of prediction less result, −1 to 1: above 0 too hopeful.
    pub bias: Parts,
    /// Positions that have a policy target.
    pub policy_positions: usize,
    /// Policy loss: mean cross-entropy, by mass.
    pub policy_loss: f64,
    /// The loss less the entropy of the targets: how far the network's policy is
    /// from the search's.
    pub policy_kl: f64,
    /// Share of positions where the network prefers a move that the search
    /// prefers, 0 to 1.
    pub policy_accuracy: f64,
    /// What choosing at random would get there.
    pub chance_accuracy: f64,
}

/// A number of some positions, and of parts of them; 0 where there are none.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Parts {
    /// All positions.
    pub all: f64,
    /// Where South moves.
    pub south: f64,
    /// Where North moves.
    pub north: f64,
    /// With seeds in hand.
    pub namua: f64,
    /// Without.
    pub mtaji: f64,
}

impl Parts {
    const fn of([all, south, north, namua, mtaji]: [f64; 5]) -> Self {
        Self {
            all,
            south,
            north,
            namua,
            mtaji,
        }
    }
}

impl Validation {
    /// The figures a person looks at first, to stand behind others.
    #[must_use]
    pub fn summary(&self) -> String {
        format!(
            "; on unseen games: value loss {:.4}, policy accuracy {:.0} % (chance {:.0} %)",
            self.value_loss,
            100.0 * self.policy_accuracy,
            100.0 * self.chance_accuracy
        )
    }
}

/// Judges weights by some examples; `None` if there are none.
///
/// # Errors
/// [`TrainError::Device`].
pub fn validate<'a>(
    weights: &Weights,
    mut views: impl Iterator<Item = View<'a>>,
) -> Result<Option<Validation>, TrainError> {
    let network = Network::from_weights(weights, &Device::flex());
    let mirror = Mirror::new();
    let mut sums = Sums::default();
    loop {
        let chunk: Vec<View<'_>> = views.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            return Ok(sums.finish());
        }
        let batch = Batch::of(chunk.iter().map(|&view| (view, false)), &mirror);
        let inputs = Tensor::from_data(first_sums(&network, &batch)?, &Device::flex());
        let (value, arrival) = network.forward_from_sums(inputs);
        let numbers = |tensor: Tensor<1>| {
            tensor
                .into_data()
                .try_to_vec::<f32>()
                .map_err(|fault| TrainError::Device(format!("{fault:?}")))
        };
        let (value, arrival) = (numbers(value)?, numbers(arrival)?);
        for (view, (&target, &logit)) in chunk.iter().zip(batch.values.iter().zip(&value)) {
            sums.value(view, f64::from(target), f64::from(logit));
        }
        for (family, &mass) in batch.families.iter().zip(&batch.masses) {
            sums.policy(
                &batch.shares[family.clone()],
                &arrival[family.clone()],
                f64::from(mass),
            );
        }
    }
}

#[derive(Default)]
struct Sums {
    positions: usize,
    value_loss: f64,
    value_entropy: f64,
    parts: [Calibration; 5],
    policies: usize,
    mass: f64,
    policy_loss: f64,
    policy_entropy: f64,
    hits: f64,
    chance: f64,
}

/// Predictions less results, by the size of the prediction.
#[derive(Clone, Copy, Default)]
struct Calibration {
    bins: [f64; BINS],
    count: f64,
}

impl Calibration {
    fn add(&mut self, predicted: f64, won: f64) {
        self.bins[((predicted * BINS as f64) as usize).min(BINS - 1)] += predicted - won;
        self.count += 1.0;
    }

    fn bias(self) -> f64 {
        self.bins.iter().sum::<f64>() / self.count.max(1.0)
    }

    fn error(self) -> f64 {
        self.bins.iter().map(|off| off.abs()).sum::<f64>() / self.count.max(1.0)
    }
}

impl Sums {
    fn value(&mut self, view: &View<'_>, target: f64, logit: f64) {
        let predicted = 1.0 / (1.0 + (-logit).exp());
        // ln(1 + e^x) − t x, written so that nothing overflows.
        self.value_loss += logit.max(0.0) - target * logit + (-logit.abs()).exp().ln_1p();
        self.value_entropy += surprise(target) + surprise(1.0 - target);
        let won = f64::from(view.result);
        let by_mover = 1 + usize::from(view.mover == Side::North);
        let by_stage = 3 + usize::from(!view.namua);
        for part in [0, by_mover, by_stage] {
            self.parts[part].add(predicted, won);
        }
        self.positions += 1;
    }

    fn policy(&mut self, shares: &[f32], logits: &[f32], mass: f64) {
        let best = |numbers: &[f32]| numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let (share, logit) = (best(shares), best(logits));
        let total: f64 = logits.iter().map(|x| f64::from(x - logit).exp()).sum();
        let cross: f64 = shares
            .iter()
            .zip(logits)
            .map(|(p, x)| f64::from(*p) * (total.ln() - f64::from(x - logit)))
            .sum();
        self.policy_loss += mass * cross;
        self.policy_entropy += mass * shares.iter().map(|&p| surprise(f64::from(p))).sum::<f64>();
        self.mass += mass;
        self.policies += 1;
        // Where the network prefers several alike, it would choose one of them.
        let chosen = || logits.iter().zip(shares).filter(|(x, _)| **x == logit);
        let hits = chosen().filter(|(_, p)| **p == share).count();
        self.hits += hits as f64 / chosen().count().max(1) as f64;
        let right = shares.iter().filter(|p| **p == share).count();
        self.chance += right as f64 / shares.len() as f64;
    }

    fn finish(self) -> Option<Validation> {
        if self.positions == 0 {
            return None;
        }
        let positions = self.positions as f64;
        let policies = self.policies.max(1) as f64;
        let mass = if self.mass > 0.0 { self.mass } else { 1.0 };
        Some(Validation {
            positions: self.positions,
            value_loss: self.value_loss / positions,
            value_kl: (self.value_loss - self.value_entropy) / positions,
            calibration_error: Parts::of(self.parts.map(Calibration::error)),
            bias: Parts::of(self.parts.map(Calibration::bias)),
            policy_positions: self.policies,
            policy_loss: self.policy_loss / mass,
            policy_kl: (self.policy_loss - self.policy_entropy) / mass,
            policy_accuracy: self.hits / policies,
            chance_accuracy: self.chance / policies,
        })
    }
}

/// −p ln p.
fn surprise(p: f64) -> f64 {
    if p > 0.0 { -p * p.ln() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(result: f32, mover: Side, namua: bool) -> View<'static> {
        View {
            rows: &[],
            lengths: &[],
            values: &[],
            valued: &[],
            shares: &[],
            replies: &[],
            mass: 0.0,
            result,
            mirrorable: false,
            namua,
            mover,
            moves_left: 0.5,
            margin: 0.0,
        }
    }

    #[test]
    fn losses_accuracy_and_calibration_of_a_hand_made_case() {
        let mut sums = Sums::default();
        // Two predictions of 3/4 (logit ln 3), one game won.
        let logit = 3.0_f64.ln();
        sums.value(&view(1.0, Side::South, true), 1.0, logit);
        sums.value(&view(0.0, Side::North, true), 0.5, logit);
        // Softmax 1/4, 3/4 against a target of ½, ½; then a sure and right one.
        sums.policy(&[0.5, 0.5], &[0.0, 3.0_f32.ln()], 1.0);
        sums.policy(&[0.0, 1.0, 0.0], &[-50.0, 50.0, -50.0], 1.0);
        sums.policy(&[0.2, 0.8], &[0.0, 0.0], 0.0);
        let found = sums.finish().unwrap();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
        let ln = f64::ln;
        let second = -0.5 * (ln(0.75) + ln(0.25));
        near(found.value_loss, (second - ln(0.75)) / 2.0);
        near(found.value_kl, (second - ln(0.75) - ln(2.0)) / 2.0);
        near(found.calibration_error.all, 0.25);
        near(found.calibration_error.south, 0.25);
        near(found.calibration_error.north, 0.75);
        near(found.bias.all, 0.25);
        near(found.bias.south, -0.25);
        near(found.bias.north, 0.75);
        near(found.bias.namua, 0.25);
        near(found.bias.mtaji, 0.0);
        near(found.policy_loss, second / 2.0);
        near(found.policy_kl, (second - ln(2.0)) / 2.0);
        near(found.policy_accuracy, (1.0 + 1.0 + 0.5) / 3.0);
        near(found.chance_accuracy, (1.0 + 1.0 / 3.0 + 0.5) / 3.0);
    }

    #[test]
    fn nothing_to_look_at_is_said_so() {
        assert_eq!(Sums::default().finish(), None);
    }
}
