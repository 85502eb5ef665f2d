//! The network in burn, for training and as the reference of the native form.

use burn::module::Param;
use burn::nn::{Linear, LinearConfig};
use burn::prelude::*;
use burn::tensor::activation::relu;

use crate::features::INPUTS;
use crate::weights::{Architecture, Weights};

/// [`INPUTS`] → hidden → hidden → value and arrival logits, ReLU between.
///
/// Three auxiliary heads beside them teach the hidden layers more about each game
/// than who won it (Wu, "Accelerating Self-Play Learning in Go", 2019, arXiv
/// 1902.10565, sections 3.4 and 4). They serve training only: [`Weights`] leave
/// them out.
#[derive(Module, Debug)]
pub struct Network {
    first: Linear,
    second: Linear,
    heads: Linear,
    auxiliary: Linear,
    reply: Linear,
}

/// Actions that a reply can be: the action indices of the engine.
pub const ACTIONS: usize = 64;

/// What the network says in training of a batch whose first evaluations are
/// positions, the others their children.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// Logits of the mover's winning, `[batch]`.
    pub value: Tensor<1>,
    /// Logits of how good it was for the other player to move here, `[batch]`.
    pub arrival: Tensor<1>,
    /// Moves of both players until the game ends, in units of 64 moves,
    /// `[positions]`.
    pub moves_left: Tensor<1>,
    /// Seeds of the mover less those of the other player, on the board and in
    /// hand, when the game ends, in units of 64 seeds: −1 to 1, `[positions]`.
    pub margin: Tensor<1>,
    /// Logits of the other player's next move by its action index, `[positions,
    /// ACTIONS]`; only where asked for.
    pub reply: Option<Tensor<2>>,
}

impl Network {
    /// A network with random weights, drawn from the device's generator:
    /// `device.seed(n)` before makes it repeatable.
    #[must_use]
    pub fn new(architecture: Architecture, device: &Device) -> Self {
        let [first, second] = architecture.hidden.map(|width| width as usize);
        Self {
            first: LinearConfig::new(INPUTS, first).init(device),
            second: LinearConfig::new(first, second).init(device),
            heads: LinearConfig::new(second, 2).init(device),
            auxiliary: silent(second, 2, device),
            reply: silent(second, ACTIONS, device),
        }
    }

    /// Value logits and arrival logits, each `[batch]`, of one-hot inputs
    /// `[batch, INPUTS]`.
    pub fn forward(&self, inputs: Tensor<2>) -> (Tensor<1>, Tensor<1>) {
        self.forward_from_sums(self.first.forward(inputs))
    }

    /// The same from what the first layer gives before its activation,
    /// `[batch, first]`: for callers who add its table rows up themselves.
    pub fn forward_from_sums(&self, sums: Tensor<2>) -> (Tensor<1>, Tensor<1>) {
        let heads = self.heads.forward(self.hidden(sums)); // [batch, 2]
        (column(&heads, 0), column(&heads, 1))
    }

    /// All that training looks at, from the same sums; the auxiliary heads for
    /// the first `positions` rows alone, replies only if `replies`.
    pub fn outputs(&self, sums: Tensor<2>, positions: usize, replies: bool) -> Outputs {
        let hidden = self.hidden(sums);
        let heads = self.heads.forward(hidden.clone()); // [batch, 2]
        let hidden = hidden.narrow(0, 0, positions);
        let auxiliary = self.auxiliary.forward(hidden.clone()); // [positions, 2]
        Outputs {
            value: column(&heads, 0),
            arrival: column(&heads, 1),
            moves_left: column(&auxiliary, 0),
            margin: column(&auxiliary, 1),
            reply: replies.then(|| self.reply.forward(hidden)),
        }
    }

    /// What the second hidden layer gives, `[batch, second]`.
    fn hidden(&self, sums: Tensor<2>) -> Tensor<2> {
        relu(self.second.forward(relu(sums)))
    }

    /// The first layer; the rows of its weight are the table rows of
    /// [`crate::features`].
    #[must_use]
    pub const fn first_layer(&self) -> &Linear {
        &self.first
    }

    /// The widths.
    #[must_use]
    pub fn architecture(&self) -> Architecture {
        let [_, first] = self.first.weight.dims();
        let [_, second] = self.second.weight.dims();
        Architecture {
            hidden: [first as u32, second as u32],
        }
    }

    /// The weights as plain numbers; `None` if the device cannot give them.
    #[must_use]
    pub fn to_weights(&self) -> Option<Weights> {
        let matrix = |layer: &Linear| layer.weight.val().into_data().try_to_vec::<f32>().ok();
        let bias = |layer: &Linear| {
            layer
                .bias
                .as_ref()?
                .val()
                .into_data()
                .try_to_vec::<f32>()
                .ok()
        };
        let arrays = [
            matrix(&self.first)?,
            bias(&self.first)?,
            matrix(&self.second)?,
            bias(&self.second)?,
            matrix(&self.heads)?,
            bias(&self.heads)?,
        ];
        Weights::new(self.architecture(), arrays)
    }

    /// A network with given weights, its auxiliary heads untrained.
    #[must_use]
    pub fn from_weights(weights: &Weights, device: &Device) -> Self {
        let [first, first_bias, second, second_bias, heads, heads_bias] = weights.arrays();
        Self {
            first: linear(first, first_bias, device),
            second: linear(second, second_bias, device),
            heads: linear(heads, heads_bias, device),
            auxiliary: silent(second_bias.len(), 2, device),
            reply: silent(second_bias.len(), ACTIONS, device),
        }
    }
}

/// Auxiliary heads that say 0 until they are trained.
fn silent(inputs: usize, outputs: usize, device: &Device) -> Linear {
    linear(&vec![0.0; inputs * outputs], &vec![0.0; outputs], device)
}

/// One column of `[batch, columns]`, as `[batch]`.
pub(crate) fn column(heads: &Tensor<2>, c: usize) -> Tensor<1> {
    let rows = heads.dims()[0];
    heads.clone().slice([0..rows, c..c + 1]).squeeze_dim(1)
}

/// A layer of given weights, its matrix `[inputs, outputs]`.
pub(crate) fn linear(matrix: &[f32], bias: &[f32], device: &Device) -> Linear {
    let shape = [matrix.len() / bias.len(), bias.len()];
    Linear {
        weight: Param::from_data(TensorData::new(matrix.to_vec(), shape), device),
        bias: Some(Param::from_data(
            TensorData::new(bias.to_vec(), [bias.len()]),
            device,
        )),
    }
}
