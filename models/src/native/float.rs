//! The f32 forward pass, written once in plain Rust so that the compiler turns its
//! fixed-length blocks into vector code for whatever features it is given.

use bingwa_engine::Position;

use super::sigmoid::sigmoid;
use crate::evaluator::Evaluation;
use crate::features::Rows;
use crate::weights::{Architecture, Weights};

/// Lanes of one block: accumulators that fit in four AVX2 registers.
const BLOCK: usize = Architecture::STEP as usize;

type Block = [f32; BLOCK];

/// Weights cut into blocks of output columns, so that a block's accumulators
/// stay in registers while its rows stream by.
#[derive(Debug)]
pub(super) struct Layers {
    first: Dense,
    second: Dense,
    /// Value and arrival weights of each hidden unit.
    heads: [Vec<f32>; 2],
    heads_bias: [f32; 2],
}

#[derive(Debug)]
struct Dense {
    /// `blocks × inputs` rows: all inputs of the first block, then the next.
    rows: Vec<Block>,
    bias: Vec<Block>,
    inputs: usize,
}

impl Dense {
    fn new(matrix: &[f32], bias: &[f32]) -> Self {
        let outputs = bias.len();
        let block =
            |row: &[f32], b: usize| -> Block { core::array::from_fn(|lane| row[b * BLOCK + lane]) };
        let rows = (0..outputs / BLOCK)
            .flat_map(|b| matrix.chunks_exact(outputs).map(move |row| block(row, b)))
            .collect();
        Self {
            rows,
            bias: (0..outputs / BLOCK).map(|b| block(bias, b)).collect(),
            inputs: matrix.len() / outputs,
        }
    }
}

impl Layers {
    pub(super) fn new(weights: &Weights) -> Self {
        let [first, first_bias, second, second_bias, heads, heads_bias] = weights.arrays();
        let head = |which| heads.iter().skip(which).step_by(2).copied().collect();
        Self {
            first: Dense::new(first, first_bias),
            second: Dense::new(second, second_bias),
            heads: [head(0), head(1)],
            heads_bias: [heads_bias[0], heads_bias[1]],
        }
    }
}

#[inline(always)]
fn relu(block: Block, out: &mut [f32]) {
    for (out, lane) in out.iter_mut().zip(block) {
        *out = lane.max(0.0);
    }
}

impl Layers {
    /// Room for the outputs of both hidden layers.
    pub(super) fn scratch(&self) -> Vec<f32> {
        vec![0.0; self.second.inputs + self.heads[0].len()]
    }

    /// Evaluates each position on its own; inlined into every vector width's
    /// entry.
    #[inline(always)]
    pub(super) fn evaluate(
        &self,
        positions: &[Position],
        out: &mut [Evaluation],
        scratch: &mut [f32],
    ) {
        let (hidden, last) = scratch.split_at_mut(self.second.inputs);
        for (position, out) in positions.iter().zip(out) {
            let active = Rows::of(position);
            let first = &self.first;
            let tables = first.rows.chunks_exact(first.inputs);
            for ((table, bias), hidden) in
                tables.zip(&first.bias).zip(hidden.chunks_exact_mut(BLOCK))
            {
                let mut sum = *bias;
                for &row in active.iter() {
                    let row = &table[usize::from(row)];
                    for lane in 0..BLOCK {
                        sum[lane] += row[lane];
                    }
                }
                relu(sum, hidden);
            }
            let second = &self.second;
            let tables = second.rows.chunks_exact(second.inputs);
            for ((table, bias), last) in tables.zip(&second.bias).zip(last.chunks_exact_mut(BLOCK))
            {
                let mut sum = *bias;
                for (row, &x) in table.iter().zip(&*hidden) {
                    for lane in 0..BLOCK {
                        sum[lane] += x * row[lane];
                    }
                }
                relu(sum, last);
            }
            let logit = |head: usize| self.heads_bias[head] + dot(&self.heads[head], last);
            *out = Evaluation {
                value: sigmoid(logit(0)),
                arrival: logit(1),
            };
        }
    }
}

/// A dot product in eight fixed lanes, folded in a fixed order.
#[inline(always)]
fn dot(weights: &[f32], x: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    for (weights, x) in weights.chunks_exact(8).zip(x.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += weights[lane] * x[lane];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}
