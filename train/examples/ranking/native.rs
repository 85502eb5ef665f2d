//! Inference without a framework, written like `bingwa-models`' own, for any
//! inputs and heads: so that no form pays for a slower loop.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::features::{INPUTS, Rows};

/// The widest first layer.
const WIDEST: usize = 256;

/// Width of the second layer, and of the blocks that stay in registers.
pub(crate) const BLOCK: usize = 32;

/// Rows that say which starts capture, after the usual [`INPUTS`]: for the
/// mover, then for the other player, one per start (pit and direction) and one
/// per number of them.
pub(crate) const CAPTURE_ROWS: usize = 2 * (STARTS + COUNTS);
const STARTS: usize = 32;
const COUNTS: usize = 12;

/// Appends the active rows of a position.
#[inline]
pub(crate) fn encode(rules: &Ruleset, position: &Position, captures: bool, rows: &mut Vec<u16>) {
    rows.extend_from_slice(&Rows::of(position));
    if captures {
        encode_captures(rules, position, rows);
    }
}

/// Appends the active capture rows of a position.
#[inline]
pub(crate) fn encode_captures(rules: &Ruleset, position: &Position, rows: &mut Vec<u16>) {
    for (side, position) in [*position, position.passed()].iter().enumerate() {
        let base = INPUTS + side * (STARTS + COUNTS);
        let starts = rules.capture_starts(position);
        let count = starts.len().min(COUNTS);
        rows.extend(starts.map(|mv| (base + usize::from(mv.index() / 2)) as u16));
        if count > 0 {
            rows.push((base + STARTS + count - 1) as u16);
        }
    }
}

type Block = [f32; BLOCK];

#[inline(always)]
fn relu(block: Block, out: &mut [f32]) {
    for (out, x) in out.iter_mut().zip(block) {
        *out = x.max(0.0);
    }
}

/// A trained network: rows → width → 32 → heads, ReLU between.
pub(crate) struct Native {
    first: Vec<Block>,
    first_bias: Vec<Block>,
    inputs: usize,
    second: Vec<Block>,
    second_bias: Block,
    /// The weights of each head.
    heads: Vec<Block>,
    heads_bias: Vec<f32>,
}

impl Native {
    /// From matrix and bias of each layer, matrices `[inputs, outputs]` by row.
    pub(crate) fn new(
        [first, first_bias, second, second_bias, heads, heads_bias]: &[Vec<f32>; 6],
    ) -> Self {
        let width = first_bias.len();
        let block =
            |row: &[f32], b: usize| -> Block { core::array::from_fn(|lane| row[b * BLOCK + lane]) };
        let blocks = 0..width / BLOCK;
        let column =
            |head: usize| core::array::from_fn(|unit| heads[unit * heads_bias.len() + head]);
        Self {
            first: blocks
                .clone()
                .flat_map(|b| first.chunks_exact(width).map(move |row| block(row, b)))
                .collect(),
            first_bias: blocks.map(|b| block(first_bias, b)).collect(),
            inputs: first.len() / width,
            second: second.as_chunks().0.to_vec(),
            second_bias: block(second_bias, 0),
            heads: (0..heads_bias.len()).map(column).collect(),
            heads_bias: heads_bias.clone(),
        }
    }

    /// The outputs of head 0 and of those asked for by `wanted`, into `out`.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn run(&self, rows: &[u16], wanted: &[u8], out: &mut Vec<f32>) {
        #[target_feature(enable = "avx2")]
        fn avx2(network: &Native, rows: &[u16], wanted: &[u8], out: &mut Vec<f32>) {
            network.forward(rows, wanted, out);
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "vectors as wide as the product's own")]
            // SAFETY: the machine has just said that it has AVX2.
            unsafe {
                avx2(self, rows, wanted, out);
            }
        } else {
            self.forward(rows, wanted, out);
        }
    }

    /// The outputs of head 0 and of those asked for by `wanted`, into `out`.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn run(&self, rows: &[u16], wanted: &[u8], out: &mut Vec<f32>) {
        self.forward(rows, wanted, out);
    }

    #[inline(always)]
    fn forward(&self, rows: &[u16], wanted: &[u8], out: &mut Vec<f32>) {
        let mut hidden = [0.0_f32; WIDEST];
        let tables = self.first.chunks_exact(self.inputs);
        let blocks = hidden.chunks_exact_mut(BLOCK);
        for ((table, bias), hidden) in tables.zip(&self.first_bias).zip(blocks) {
            let mut sum = *bias;
            for &row in rows {
                let row = &table[usize::from(row)];
                for lane in 0..BLOCK {
                    sum[lane] += row[lane];
                }
            }
            relu(sum, hidden);
        }
        let mut sum = self.second_bias;
        for (row, &x) in self.second.iter().zip(&hidden) {
            for lane in 0..BLOCK {
                sum[lane] += x * row[lane];
            }
        }
        let mut last = [0.0; BLOCK];
        relu(sum, &mut last);
        out.clear();
        out.push(self.head(0, &last));
        for &head in wanted {
            out.push(self.head(usize::from(head), &last));
        }
    }

    #[inline(always)]
    fn head(&self, head: usize, last: &Block) -> f32 {
        let mut sums = [0.0_f32; 8];
        for (weights, x) in self.heads[head].chunks_exact(8).zip(last.chunks_exact(8)) {
            for lane in 0..8 {
                sums[lane] += weights[lane] * x[lane];
            }
        }
        let [a, b, c, d, e, f, g, h] = sums;
        self.heads_bias[head] + (((a + e) + (c + g)) + ((b + f) + (d + h)))
    }
}

/// The head that stands for a move in a policy head on the board.
pub(crate) const fn policy_head(mv: Move) -> u8 {
    1 + mv.index()
}

/// The head of the arrival logit in a network that looks at positions after
/// moves.
pub(crate) const ARRIVAL_HEAD: u8 = 1;
