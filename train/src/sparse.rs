//! The first layer without its zeros: of about 800 inputs forty are one, so its
//! product with a one-hot matrix is a sum of table rows, and its gradient adds
//! the same few rows up.
//!
//! Every number is summed in an order that does not depend on the number of
//! cores, so that training is repeatable to the bit.

use bingwa_models::features::INPUTS;
use rayon::prelude::*;

use crate::batch::Batch;

/// Columns worked on together: their sums stay in vector registers. The widths
/// of a network are multiples of it.
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
    sums.par_chunks_mut(TASK * width)
        .enumerate()
        .for_each(|(task, sums)| {
            for (i, sums) in sums.chunks_exact_mut(width).enumerate() {
                let rows = batch.rows_of(task * TASK + i);
                for (b, out) in sums.chunks_exact_mut(BLOCK).enumerate() {
                    let block = |row: &[f32]| -> Option<Block> {
                        row.get(b * BLOCK..(b + 1) * BLOCK)?.try_into().ok()
                    };
                    let mut sum = block(bias).unwrap_or([0.0; BLOCK]);
                    for &row in rows {
                        let start = usize::from(row) * width;
                        if let Some(row) = block(&matrix[start..start + width]) {
                            for lane in 0..BLOCK {
                                sum[lane] += row[lane];
                            }
                        }
                    }
                    out.copy_from_slice(&sum);
                }
            }
        });
    sums
}

/// The gradient of the matrix `[INPUTS, width]` and of the bias `[width]`, from
/// the gradient of what [`forward`] gave, `[evaluations, width]`.
#[must_use]
pub fn backward(gradient: &[f32], width: usize, batch: &Batch) -> (Vec<f32>, Vec<f32>) {
    // A task owns some columns and goes through all evaluations in order.
    let columns: Vec<(Vec<Block>, Block)> = (0..width / BLOCK)
        .into_par_iter()
        .map(|b| {
            let mut table = vec![[0.0; BLOCK]; INPUTS];
            let mut bias = [0.0; BLOCK];
            for (evaluation, gradient) in gradient.chunks_exact(width).enumerate() {
                let from = &gradient[b * BLOCK..(b + 1) * BLOCK];
                for lane in 0..BLOCK {
                    bias[lane] += from[lane];
                }
                for &row in batch.rows_of(evaluation) {
                    let row = &mut table[usize::from(row)];
                    for lane in 0..BLOCK {
                        row[lane] += from[lane];
                    }
                }
            }
            (table, bias)
        })
        .collect();
    let matrix = (0..INPUTS)
        .flat_map(|row| columns.iter().flat_map(move |(table, _)| table[row]))
        .collect();
    let bias = columns.iter().flat_map(|(_, bias)| *bias).collect();
    (matrix, bias)
}
