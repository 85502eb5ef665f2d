//! From real weights to integers: the scales, chosen so that no sum of any
//! position overflows.
//!
//! Every output of a layer has a scale of its own (integers per unit), as large
//! as the worst case allows: the worst case over all positions in the first
//! layer, over all inputs the layer before can give in the next. The next
//! layer's weights are divided by the scales of their inputs, so the network
//! computes the same function up to rounding and nothing is ever clipped.

use core::ops::Range;

use super::integer::{BLOCK, First, Heads, Layers, Pair, Second, Table};
use super::slots::{HANDS_AT, OPTIONS, PIT_OPTIONS, STATE_AT, rows_of_option};
use crate::weights::Weights;

const WEIGHT_LIMIT: f64 = i16::MAX as f64;
const SUM_LIMIT: f64 = i32::MAX as f64;
/// The most times the second layer's sums are halved: 31 bits to 15.
const MOST_SHIFT: u32 = 16;

/// One output's integer weights.
struct Column {
    weights: Vec<i16>,
    bias: i32,
    /// The largest sum there can be.
    most: i64,
    /// Integers per unit.
    scale: f64,
}

/// What a layer gets from the one before: integers from 0 to `most`, `scale` of
/// them per unit.
struct Input {
    most: i64,
    scale: f64,
}

impl Layers {
    pub(super) fn new(weights: &Weights) -> Self {
        let [first, first_bias, second, second_bias, heads, heads_bias] = weights.arrays();
        let width = first_bias.len();
        let first: Vec<Column> = (0..width)
            .map(|o| first_column(|row| first[row * width + o].into(), first_bias[o].into()))
            .collect();
        let inputs: Vec<Input> = first.iter().map(|column| column.halved(0)).collect();

        let mut second = dense(second, second_bias, &inputs);
        let most = second.iter().map(|column| column.most).max().unwrap_or(0);
        let fits = |&shift: &u32| (most + half(shift)) >> shift <= i64::from(i16::MAX);
        let shift = (0..MOST_SHIFT).find(fits).unwrap_or(MOST_SHIFT);
        for column in &mut second {
            // Halving cuts off; with this it rounds to the nearest.
            column.bias += half(shift) as i32;
            column.most += half(shift);
        }
        let inputs: Vec<Input> = second.iter().map(|column| column.halved(shift)).collect();

        let heads = dense(heads, heads_bias, &inputs);
        Self {
            first: First::new(&first),
            second: Second::new(&second, shift),
            heads: Heads {
                weights: [heads[0].weights.clone(), heads[1].weights.clone()],
                bias: [heads[0].bias, heads[1].bias],
                // A finite unit, so that no weights make a NaN of a sum of 0.
                unit: [&heads[0], &heads[1]]
                    .map(|head| (1.0 / head.scale).min(f32::MAX.into()) as f32),
            },
        }
    }
}

/// Half of what one is after so many halvings.
const fn half(shift: u32) -> i64 {
    (1 << shift) >> 1
}

impl Column {
    /// The output as the next layer gets it: no less than 0, halved so often.
    fn halved(&self, shift: u32) -> Input {
        Input {
            most: self.most.max(0) >> shift,
            scale: self.scale / f64::from(1 << shift),
        }
    }
}

/// The slots' options, slot by slot.
pub(super) fn slots() -> impl Iterator<Item = Range<usize>> {
    let pits = (0..HANDS_AT).step_by(PIT_OPTIONS);
    pits.map(|from| from..from + PIT_OPTIONS)
        .chain([HANDS_AT..STATE_AT, STATE_AT..OPTIONS])
}

/// A column of the first layer: one weight an option, the bias in the last slot.
fn first_column(weight: impl Fn(usize) -> f64, bias: f64) -> Column {
    let real: Vec<f64> = (0..OPTIONS)
        .map(|option| {
            let bias = if option < STATE_AT { 0.0 } else { bias };
            bias + rows_of_option(option).map(&weight).sum::<f64>()
        })
        .collect();
    let reach: f64 = slots().map(|slot| largest(&real[slot])).sum();
    // Rounding adds at most ½ for each slot.
    let scale = usable((WEIGHT_LIMIT - slots().count() as f64 / 2.0) / reach);
    let weights: Vec<i16> = real.iter().map(|w| (w * scale).round() as i16).collect();
    let most = slots()
        .filter_map(|slot| weights[slot].iter().max())
        .map(|&weight| i64::from(weight))
        .sum();
    Column {
        weights,
        bias: 0,
        most,
        scale,
    }
}

/// The columns of a dense layer.
fn dense(matrix: &[f32], bias: &[f32], inputs: &[Input]) -> Vec<Column> {
    let row = |i: usize| &matrix[i * bias.len()..][..bias.len()];
    let column = |o: usize| (0..inputs.len()).map(|i| row(i)[o].into()).collect();
    (0..bias.len())
        .map(|o| dense_column(column(o), bias[o].into(), inputs))
        .collect()
}

fn dense_column(mut real: Vec<f64>, bias: f64, inputs: &[Input]) -> Column {
    for (weight, input) in real.iter_mut().zip(inputs) {
        // An input that is always 0 must not cost the others their precision.
        *weight = if input.most == 0 {
            0.0
        } else {
            *weight / input.scale
        };
    }
    let products = || {
        real.iter()
            .zip(inputs)
            .map(|(w, input)| w * input.most as f64)
    };
    let up = bias.max(0.0) + products().map(|p| p.max(0.0)).sum::<f64>();
    let down = bias.min(0.0) + products().map(|p| p.min(0.0)).sum::<f64>();
    // Rounding adds at most ½ for each unit of each input and of the bias; half
    // of what is cut off later is added too.
    let all: f64 = inputs.iter().map(|input| input.most as f64).sum();
    let rounding = all / 2.0 + 1.0 + half(MOST_SHIFT) as f64;
    let scale = usable((WEIGHT_LIMIT / largest(&real)).min((SUM_LIMIT - rounding) / up.max(-down)));
    let weights: Vec<i16> = real.iter().map(|w| (w * scale).round() as i16).collect();
    let bias = (bias * scale).round() as i32;
    let products = weights.iter().zip(inputs);
    let most = products.map(|(&w, input)| i64::from(w.max(0)) * input.most);
    Column {
        most: i64::from(bias) + most.sum::<i64>(),
        weights,
        bias,
        scale,
    }
}

fn largest(numbers: &[f64]) -> f64 {
    numbers
        .iter()
        .fold(0.0, |most, number| most.max(number.abs()))
}

/// A scale that can be divided by: a column of zeros takes any.
fn usable(scale: f64) -> f64 {
    if scale.is_finite() && scale > 0.0 {
        scale
    } else {
        1.0
    }
}

impl First {
    fn new(columns: &[Column]) -> Self {
        match columns.len() {
            width if width % 128 == 0 => Self::Wide(Table::new(columns)),
            width if width % 64 == 0 => Self::Middle(Table::new(columns)),
            _ => Self::Narrow(Table::new(columns)),
        }
    }
}

impl<const N: usize> Table<N> {
    fn new(columns: &[Column]) -> Self {
        let row = |block: &[Column], option: usize| -> [i16; N] {
            core::array::from_fn(|lane| block[lane].weights[option])
        };
        Self {
            blocks: columns
                .chunks_exact(N)
                .map(|block| (0..OPTIONS).map(|option| row(block, option)).collect())
                .collect(),
        }
    }
}

impl Second {
    fn new(columns: &[Column], shift: u32) -> Self {
        let length = columns[0].weights.len() / 2;
        let pair = |block: &[Column], i: usize| -> Pair {
            core::array::from_fn(|lane| [0, 1].map(|k| block[lane].weights[2 * i + k]))
        };
        let blocks = || columns.chunks_exact(BLOCK);
        Self {
            pairs: blocks()
                .flat_map(|block| (0..length).map(move |i| pair(block, i)))
                .collect(),
            bias: blocks()
                .map(|block| core::array::from_fn(|lane| block[lane].bias))
                .collect(),
            length,
            shift,
        }
    }
}
