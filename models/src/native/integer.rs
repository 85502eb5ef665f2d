//! The integer forward pass, written once in plain Rust so that the compiler
//! turns its fixed-length blocks into vector code for whatever features it is
//! given.
//!
//! Sums never overflow, whatever the position: [`super::scales`] chooses the
//! weights so. They are written as wrapping sums only so that builds with
//! overflow checks stay vector code.

use bingwa_engine::Position;

use super::sigmoid::sigmoid;
use super::slots::{PIT_OPTIONS, PITS, Slots};
use crate::evaluator::Evaluation;
use crate::weights::Architecture;

/// Outputs of one block of the second layer.
pub(super) const BLOCK: usize = Architecture::STEP as usize;

/// Weights of two inputs to a block's outputs: `[output][input]`, so that one
/// multiply-and-add instruction takes both inputs of an output.
pub(super) type Pair = [[i16; 2]; BLOCK];

/// The weights, laid out for inference.
#[derive(Debug)]
pub(super) struct Layers {
    pub(super) first: First,
    pub(super) second: Second,
    pub(super) heads: Heads,
}

/// The first layer: a table of `N` outputs a row for each block of outputs.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    /// For each block, the rows of all options; biases are in the last slot's.
    pub(super) blocks: Vec<Vec<[i16; N]>>,
}

/// The first layer in blocks as wide as its width allows: fewer index
/// computations the wider.
#[derive(Debug)]
pub(super) enum First {
    Narrow(Table<32>),
    Middle(Table<64>),
    Wide(Table<128>),
}

/// The second layer.
#[derive(Debug)]
pub(super) struct Second {
    /// `blocks × inputs / 2`: all pairs of inputs of the first block, then the
    /// next.
    pub(super) pairs: Vec<Pair>,
    pub(super) bias: Vec<[i32; BLOCK]>,
    /// Half the inputs.
    pub(super) length: usize,
    /// Sums are halved so many times, to fit 16 bits.
    pub(super) shift: u32,
}

/// The two heads, value and arrival.
#[derive(Debug)]
pub(super) struct Heads {
    pub(super) weights: [Vec<i16>; 2],
    pub(super) bias: [i32; 2],
    /// What one of the sum is worth as a logit.
    pub(super) unit: [f32; 2],
}

/// Positions that go through a layer together.
const TOGETHER: usize = 8;

impl Layers {
    /// Room for the outputs of both hidden layers.
    pub(super) fn scratch(&self) -> Vec<i16> {
        vec![0; TOGETHER * self.first_width() + BLOCK * self.second.bias.len()]
    }

    const fn first_width(&self) -> usize {
        2 * self.second.length
    }

    /// Evaluates each position on its own; inlined into every vector width's
    /// entry.
    #[inline(always)]
    pub(super) fn evaluate(
        &self,
        positions: &[Position],
        out: &mut [Evaluation],
        scratch: &mut [i16],
        products: impl Products,
    ) {
        let count = positions.len().min(out.len());
        let (positions, out) = (&positions[..count], &mut out[..count]);
        let width = self.first_width();
        let (hidden, last) = scratch.split_at_mut(TOGETHER * width);
        for (positions, out) in positions.chunks(TOGETHER).zip(out.chunks_mut(TOGETHER)) {
            match &self.first {
                First::Narrow(table) => table.apply(positions, hidden, width),
                First::Middle(table) => table.apply(positions, hidden, width),
                First::Wide(table) => table.apply(positions, hidden, width),
            }
            for (i, out) in out.iter_mut().enumerate() {
                self.second
                    .apply(&hidden[i * width..][..width], last, products);
                *out = Evaluation {
                    value: self.heads.logit(0, last),
                    arrival: self.heads.logit(1, last),
                };
            }
            for out in out {
                out.value = sigmoid(out.value);
            }
        }
    }
}

impl<const N: usize> Table<N> {
    /// Block by block, so that the rows of one block stay in the nearest cache
    /// while all positions need them.
    #[inline(always)]
    fn apply(&self, positions: &[Position], outputs: &mut [i16], width: usize) {
        for (b, block) in self.blocks.iter().enumerate() {
            for (i, position) in positions.iter().enumerate() {
                let sum = table_sum(block, &Slots::of(position));
                let outputs = &mut outputs[i * width + b * N..][..N];
                for (output, sum) in outputs.iter_mut().zip(sum) {
                    *output = sum.max(0);
                }
            }
        }
    }
}

#[inline(always)]
fn table_sum<const N: usize>(rows: &[[i16; N]], slots: &Slots) -> [i16; N] {
    let mut sum = rows[slots.state];
    let mut add = |row: &[i16; N]| {
        for lane in 0..N {
            sum[lane] = sum[lane].wrapping_add(row[lane]);
        }
    };
    add(&rows[slots.hands]);
    for pit in 0..PITS {
        add(&rows[pit * PIT_OPTIONS + usize::from(slots.pits[pit])]);
    }
    sum
}

impl Second {
    #[inline(always)]
    fn apply(&self, inputs: &[i16], outputs: &mut [i16], products: impl Products) {
        let (outputs, _) = outputs.as_chunks_mut::<BLOCK>();
        for (b, (bias, outputs)) in self.bias.iter().zip(outputs).enumerate() {
            let pairs = &self.pairs[b * self.length..][..self.length];
            let sum = products.sum(bias, pairs, inputs.as_chunks().0);
            for (output, sum) in outputs.iter_mut().zip(sum) {
                *output = (sum.max(0) >> self.shift) as i16;
            }
        }
    }
}

/// The sum of products of one block of the second layer: what the compiler does
/// not find the right instructions for by itself.
pub(super) trait Products: Copy {
    /// `bias` and, for each output, the products of all inputs.
    fn sum(self, bias: &[i32; BLOCK], pairs: &[Pair], inputs: &[[i16; 2]]) -> [i32; BLOCK];
}

/// [`Products`] by the definition.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Products for Portable {
    #[inline(always)]
    fn sum(self, bias: &[i32; BLOCK], pairs: &[Pair], inputs: &[[i16; 2]]) -> [i32; BLOCK] {
        let mut sum = *bias;
        for (pair, x) in pairs.iter().zip(inputs) {
            for lane in 0..BLOCK {
                let [a, b] = [0, 1].map(|k| i32::from(pair[lane][k]) * i32::from(x[k]));
                sum[lane] = sum[lane].wrapping_add(a.wrapping_add(b));
            }
        }
        sum
    }
}

impl Heads {
    #[inline(always)]
    fn logit(&self, head: usize, inputs: &[i16]) -> f32 {
        let products = self.weights[head].iter().zip(inputs);
        let sum = products.fold(self.bias[head], |sum, (&w, &x)| {
            sum.wrapping_add(i32::from(w) * i32::from(x))
        });
        sum as f32 * self.unit[head]
    }
}
