//! The first layer without its zeros: of about 800 inputs forty are one, so its
//! product with a one-hot matrix is a sum of table rows, and its gradient adds
//! the same few rows up.
//!
//! Every number is summed in an order that does not depend on the number of
//! cores, so that training is repeatable to the bit.

use bingwa_models::features::INPUTS;
use rayon::prelude::*;

use crate::batch::Batch;

/// Columns worked on together: their sums stay in vector registers, and their
/// part of the table in the nearest cache. The widths of a network are multiples
/// of it.
const BLOCK: usize = 32;

type Block = [f32; BLOCK];

/// What the first layer gives for each evaluation before its activation,
/// `[evaluations, width]` row by row, of its matrix `[INPUTS, width]` and bias
/// `[width]`.
#[must_use]
pub fn forward(matrix: &[f32], bias: &[f32], batch: &Batch) -> Vec<f32> {
    /// Evaluations a task.
    const TASK: usize = 128;
    let width = bias.len();
    let mut sums = vec![0.0; batch.len() * width];
    if width == 0 {
        return sums;
    }
    let (bias, _) = bias.as_chunks::<BLOCK>();
    let tables = to_blocks(matrix, width);
    sums.par_chunks_mut(TASK * width)
        .enumerate()
        .for_each(|(task, sums)| {
            for (b, (table, bias)) in tables.chunks_exact(INPUTS).zip(bias).enumerate() {
                for (i, sums) in sums.chunks_exact_mut(width).enumerate() {
                    let mut sum = *bias;
                    for &row in batch.rows_of(task * TASK + i) {
                        let row = &table[usize::from(row)];
                        for lane in 0..BLOCK {
                            sum[lane] += row[lane];
                        }
                    }
                    sums[b * BLOCK..(b + 1) * BLOCK].copy_from_slice(&sum);
                }
            }
        });
    sums
}

/// The gradient of the matrix `[INPUTS, width]` and of the bias `[width]`, from
/// the gradient of what [`forward`] gave, `[evaluations, width]`.
#[must_use]
pub fn backward(gradient: &[f32], width: usize, batch: &Batch) -> (Vec<f32>, Vec<f32>) {
    let mut tables = vec![[0.0; BLOCK]; width / BLOCK * INPUTS];
    let mut bias = vec![0.0; width];
    if batch.is_empty() {
        return (from_blocks(&tables, width), bias);
    }
    let users = Users::of(batch);
    let gradient = to_blocks(gradient, width);
    // The forward pass turned round: a row's gradient is the sum of those of the
    // evaluations that use it.
    tables
        .par_chunks_mut(INPUTS)
        .zip(bias.par_chunks_mut(BLOCK))
        .zip(gradient.par_chunks(batch.len()))
        .for_each(|((table, bias), gradient)| {
            for (row, out) in table.iter_mut().enumerate() {
                *out = sum(users
                    .of_row(row)
                    .iter()
                    .map(|&user| &gradient[user as usize]));
            }
            bias.copy_from_slice(&sum(gradient.iter()));
        });
    (from_blocks(&tables, width), bias)
}

#[inline(always)]
fn sum<'a>(blocks: impl Iterator<Item = &'a Block>) -> Block {
    let mut sum = [0.0; BLOCK];
    for block in blocks {
        for lane in 0..BLOCK {
            sum[lane] += block[lane];
        }
    }
    sum
}

/// Which evaluations of a batch use each row, in order.
struct Users {
    evaluations: Vec<u32>,
    /// Where the users of each row begin; one more for the end.
    starts: Vec<usize>,
}

impl Users {
    fn of(batch: &Batch) -> Self {
        let mut starts = vec![0; INPUTS + 1];
        for &row in &batch.rows {
            starts[usize::from(row) + 1] += 1;
        }
        for row in 0..INPUTS {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut evaluations = vec![0; batch.rows.len()];
        for evaluation in 0..batch.len() {
            for &row in batch.rows_of(evaluation) {
                let place = &mut next[usize::from(row)];
                evaluations[*place] = evaluation as u32;
                *place += 1;
            }
        }
        Self {
            evaluations,
            starts,
        }
    }

    fn of_row(&self, row: usize) -> &[u32] {
        &self.evaluations[self.starts[row]..self.starts[row + 1]]
    }
}

/// A matrix `[rows, width]` cut into columns of blocks: all rows of the first 32
/// columns, then of the next.
fn to_blocks(matrix: &[f32], width: usize) -> Vec<Block> {
    let (matrix, _) = matrix.as_chunks::<BLOCK>();
    let blocks = width / BLOCK;
    (0..blocks)
        .flat_map(|b| matrix.iter().skip(b).step_by(blocks).copied())
        .collect()
}

/// The matrix `[INPUTS, width]` that [`to_blocks`] would cut so.
fn from_blocks(tables: &[Block], width: usize) -> Vec<f32> {
    let mut matrix = vec![0.0; tables.len() * BLOCK];
    for (b, table) in tables.chunks_exact(INPUTS).enumerate() {
        for (to, from) in matrix.chunks_exact_mut(width).zip(table) {
            to[b * BLOCK..(b + 1) * BLOCK].copy_from_slice(from);
        }
    }
    matrix
}
