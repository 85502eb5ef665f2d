//! The positions of one training step with their targets, the first layer's
//! sums and gradients, and the loss.

use bingwa_engine::{Position, Ruleset};
use burn::prelude::*;
use burn::tensor::activation::{log_sigmoid, log_softmax};
use rayon::prelude::*;

use crate::labels::{Child, Family};
use crate::native::{ARRIVAL_HEAD, BLOCK, Native, encode, policy_head};
use crate::training::{Form, Reads};

/// Policy targets are softmax(this × value of the move).
pub(crate) const SHARPNESS: f32 = 20.0;

/// Added to the logits of what is no move.
const FILLER: f32 = -1e9;

/// softmax(SHARPNESS × value).
fn targets<'a>(children: impl Iterator<Item = &'a Child>) -> Vec<f32> {
    let mut shares: Vec<f32> = children
        .map(|child| (SHARPNESS * child.value).exp())
        .collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// One step's inputs and targets.
#[derive(Default)]
pub(crate) struct Batch {
    rows: Vec<u16>,
    pub(crate) ends: Vec<usize>,
    /// Value target of each evaluation, and whether it counts.
    values: Vec<f32>,
    valued: Vec<f32>,
    /// For each family that teaches a policy: evaluation and head of each
    /// judged child, with its target.
    policies: Vec<Vec<(usize, u8, f32)>>,
}

impl Batch {
    pub(crate) fn of<'a>(
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
    pub(crate) fn first_sums(&self, matrix: &[f32], bias: &[f32]) -> Vec<f32> {
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
    pub(crate) fn first_gradients(
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
    pub(crate) fn loss(&self, heads: Tensor<2>) -> Tensor<1> {
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

    /// The same loss, without burn.
    pub(crate) fn loss_of(&self, form: &Form, network: &Native) -> f32 {
        let all: Vec<u8> = (1..form.heads() as u8).collect();
        let mut out = Vec::new();
        let heads: Vec<Vec<f32>> = (0..self.ends.len())
            .map(|evaluation| {
                network.run(self.rows_of(evaluation), &all, &mut out);
                out.clone()
            })
            .collect();
        let mut value = 0.0;
        for ((heads, target), valued) in heads.iter().zip(&self.values).zip(&self.valued) {
            value += valued * ((1.0 - target) * heads[0] + (-heads[0]).exp().ln_1p());
        }
        let mut policy = 0.0;
        for family in &self.policies {
            let logit =
                |&(evaluation, head, _): &(usize, u8, f32)| heads[evaluation][usize::from(head)];
            let sum: f32 = family.iter().map(|judged| logit(judged).exp()).sum();
            policy += family
                .iter()
                .map(|judged| judged.2 * (sum.ln() - logit(judged)))
                .sum::<f32>();
        }
        value / self.valued.iter().sum::<f32>().max(1.0)
            + policy / self.policies.len().max(1) as f32
    }
}
