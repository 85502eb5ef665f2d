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
    let blocks = width / BLOCK;
    let mut tables = vec![[0.0; BLOCK]; blocks * INPUTS];
    let mut bias = vec![0.0; width];
    // A task owns some columns and goes through all evaluations in order.
    tables
        .par_chunks_mut(INPUTS)
        .zip(bias.par_chunks_mut(BLOCK))
        .enumerate()
        .for_each(|(b, (table, bias))| {
            let mut sum = [0.0; BLOCK];
            let (gradient, _) = gradient.as_chunks::<BLOCK>();
            for (evaluation, from) in gradient.iter().skip(b).step_by(blocks).enumerate() {
                for lane in 0..BLOCK {
                    sum[lane] += from[lane];
                }
                for &row in batch.rows_of(evaluation) {
                    let row = &mut table[usize::from(row)];
                    for lane in 0..BLOCK {
                        row[lane] += from[lane];
                    }
                }
            }
            bias.copy_from_slice(&sum);
        });
    (from_blocks(&tables, width), bias)
}

/// A matrix `[INPUTS, width]` cut into columns of blocks: all rows of the first
/// 32 columns, then of the next.
fn to_blocks(matrix: &[f32], width: usize) -> Vec<Block> {
    let (matrix, _) = matrix.as_chunks::<BLOCK>();
    let blocks = width / BLOCK;
    let mut tables = vec![[0.0; BLOCK]; matrix.len()];
    for (b, table) in tables.chunks_exact_mut(INPUTS).enumerate() {
        for (to, from) in table.iter_mut().zip(matrix.iter().skip(b).step_by(blocks)) {
            *to = *from;
        }
    }
    tables
}

/// The matrix that [`to_blocks`] cut.
fn from_blocks(tables: &[Block], width: usize) -> Vec<f32> {
    let mut matrix = vec![0.0; tables.len() * BLOCK];
    for (b, table) in tables.chunks_exact(INPUTS).enumerate() {
        for (to, from) in matrix.chunks_exact_mut(width).zip(table) {
            to[b * BLOCK..(b + 1) * BLOCK].copy_from_slice(from);
        }
    }
    matrix
}
