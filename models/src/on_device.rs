//! Networks in burn as evaluators: on a graphics card, or as a reference.

use bingwa_engine::Position;
use burn::prelude::*;
use burn::tensor::activation::sigmoid;

use crate::evaluator::{Evaluation, Evaluator};
use crate::features::{INPUTS, Rows};
use crate::network::Network;
use crate::planes;
use crate::residual::ResidualNetwork;

/// A network in burn that can judge positions: what it sees of them, and its
/// forward pass. What trains a network needs no more than this.
pub trait Judge {
    /// Value logits and arrival logits, each `[batch]`, of a batch of positions.
    fn judge(&self, positions: &[Position], device: &Device) -> (Tensor<1>, Tensor<1>);
}

impl Judge for Network {
    fn judge(&self, positions: &[Position], device: &Device) -> (Tensor<1>, Tensor<1>) {
        let mut one_hot = vec![0.0_f32; positions.len() * INPUTS];
        for (position, inputs) in positions.iter().zip(one_hot.chunks_exact_mut(INPUTS)) {
            for &row in Rows::of(position).iter() {
                inputs[usize::from(row)] = 1.0;
            }
        }
        let inputs = TensorData::new(one_hot, [positions.len(), INPUTS]);
        self.forward(Tensor::from_data(inputs, device))
    }
}

impl Judge for ResidualNetwork {
    fn judge(&self, positions: &[Position], device: &Device) -> (Tensor<1>, Tensor<1>) {
        let numbers: Vec<f32> = positions.iter().flat_map(planes::of).collect();
        let shape = [
            positions.len(),
            planes::PLANES,
            planes::ROWS,
            planes::COLUMNS,
        ];
        self.forward(Tensor::from_data(TensorData::new(numbers, shape), device))
    }
}

/// A network in burn on a device, as an evaluator.
///
/// Large batches pay: a card takes about as long for one position as for a
/// hundred. The same position gets the same evaluation within 10⁻⁵ whatever its
/// batch, not the same bits: devices choose how to add up by shape.
#[derive(Clone, Debug)]
pub struct OnDevice<N> {
    network: N,
    device: Device,
}

impl<N: Judge> OnDevice<N> {
    /// Positions that go to the device at once: the residual network's widest
    /// layers then take some 100 MB.
    pub const BATCH: usize = 1024;

    /// The network must lie on that device.
    pub const fn new(network: N, device: Device) -> Self {
        Self { network, device }
    }
}

impl<N: Judge> Evaluator for OnDevice<N> {
    /// # Panics
    /// If the device cannot give its numbers back, as when it was lost.
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        for (positions, out) in positions
            .chunks(Self::BATCH)
            .zip(out.chunks_mut(Self::BATCH))
        {
            let (value, arrival) = self.network.judge(positions, &self.device);
            let numbers = |tensor: Tensor<1>| -> Vec<f32> {
                let data = tensor.into_data().convert::<f32>();
                data.try_to_vec()
                    .unwrap_or_else(|fault| panic!("the device gave no numbers back: {fault:?}"))
            };
            let (value, arrival) = (numbers(sigmoid(value)), numbers(arrival));
            for ((out, value), arrival) in out.iter_mut().zip(value).zip(arrival) {
                *out = Evaluation { value, arrival };
            }
        }
    }
}
