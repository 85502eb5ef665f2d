//! A larger network on the 4×8 board, in burn only: for graphics cards.
//!
//! Convolutions with residual connections (He et al., 2016, "Deep residual
//! learning for image recognition", figure 2), group normalisation in place of
//! batch normalisation (Wu and He, 2018), so that a position's evaluation does
//! not depend on its batch. Without a card it is some thousand times slower than
//! the table network and, trained on the same games, was no better; it is here
//! for those who have a card and far more games. The trainer does not train it
//! yet: it can be built, run, saved and loaded.

use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::{GroupNorm, GroupNormConfig, Linear, LinearConfig, PaddingConfig2d};
use burn::prelude::*;
use burn::tensor::activation::relu;
use serde::{Deserialize, Serialize};

use crate::network::column;
use crate::planes::{COLUMNS, PLANES, ROWS};

/// Channels that are normalised together.
const GROUP: usize = 8;
/// Channels of the narrow layer before the heads.
const NARROW: usize = 8;
/// Width of the hidden layer before the heads.
const HIDDEN: usize = 64;

/// The size of a residual network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResidualArchitecture {
    /// Channels of every block, a multiple of 8 up to 512.
    pub channels: u32,
    /// Residual blocks of two convolutions each, 1 to 40.
    pub blocks: u32,
}

impl ResidualArchitecture {
    /// Whether such a network can be built.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        matches!(self.channels, 8..=512)
            && self.channels.is_multiple_of(GROUP as u32)
            && matches!(self.blocks, 1..=40)
    }
}

impl Default for ResidualArchitecture {
    fn default() -> Self {
        Self {
            channels: 64,
            blocks: 4,
        }
    }
}

impl core::fmt::Display for ResidualArchitecture {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "residual {}×{}", self.blocks, self.channels)
    }
}

/// Planes → convolution → residual blocks → a narrow layer → hidden layer →
/// value and arrival logits.
#[derive(Module, Debug)]
pub struct ResidualNetwork {
    stem: Conv2d,
    norm: GroupNorm,
    blocks: Vec<Block>,
    narrow: Conv2d,
    hidden: Linear,
    heads: Linear,
}

#[derive(Module, Debug)]
struct Block {
    first: Conv2d,
    first_norm: GroupNorm,
    second: Conv2d,
    second_norm: GroupNorm,
}

impl ResidualNetwork {
    /// A network with random weights, drawn from the device's generator:
    /// `device.seed(n)` before makes it repeatable. `None` for a size that is not
    /// valid.
    #[must_use]
    pub fn new(architecture: ResidualArchitecture, device: &Device) -> Option<Self> {
        if !architecture.is_valid() {
            return None;
        }
        let channels = architecture.channels as usize;
        let blocks = 0..architecture.blocks;
        Some(Self {
            stem: convolution(PLANES, channels, device),
            norm: norm(channels, device),
            blocks: blocks.map(|_| Block::new(channels, device)).collect(),
            narrow: Conv2dConfig::new([channels, NARROW], [1, 1]).init(device),
            hidden: LinearConfig::new(NARROW * ROWS * COLUMNS, HIDDEN).init(device),
            heads: LinearConfig::new(HIDDEN, 2).init(device),
        })
    }

    /// Value logits and arrival logits, each `[batch]`, of planes
    /// `[batch, PLANES, ROWS, COLUMNS]`.
    pub fn forward(&self, planes: Tensor<4>) -> (Tensor<1>, Tensor<1>) {
        let x = relu(self.norm.forward(self.stem.forward(planes)));
        // [batch, channels, ROWS, COLUMNS] through all blocks
        let x = self.blocks.iter().fold(x, |x, block| block.forward(x));
        let x = relu(self.narrow.forward(x)); // [batch, NARROW, ROWS, COLUMNS]
        let x = relu(self.hidden.forward(x.flatten::<2>(1, 3))); // [batch, HIDDEN]
        let heads = self.heads.forward(x); // [batch, 2]
        (column(&heads, 0), column(&heads, 1))
    }

    /// Its size.
    #[must_use]
    pub fn architecture(&self) -> ResidualArchitecture {
        let [channels, ..] = self.stem.weight.dims();
        ResidualArchitecture {
            channels: channels as u32,
            blocks: self.blocks.len() as u32,
        }
    }
}

impl Block {
    fn new(channels: usize, device: &Device) -> Self {
        Self {
            first: convolution(channels, channels, device),
            first_norm: norm(channels, device),
            second: convolution(channels, channels, device),
            second_norm: norm(channels, device),
        }
    }

    fn forward(&self, input: Tensor<4>) -> Tensor<4> {
        let x = relu(self.first_norm.forward(self.first.forward(input.clone())));
        let x = self.second_norm.forward(self.second.forward(x));
        relu(input + x)
    }
}

/// 3×3, the board's size kept; the normalisation that follows has the bias.
fn convolution(from: usize, to: usize, device: &Device) -> Conv2d {
    Conv2dConfig::new([from, to], [3, 3])
        .with_padding(PaddingConfig2d::Same)
        .with_bias(false)
        .init(device)
}

fn norm(channels: usize, device: &Device) -> GroupNorm {
    GroupNormConfig::new(channels / GROUP, channels).init(device)
}
