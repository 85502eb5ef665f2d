//! One forward and backward pass: losses, and gradients clipped by their norm.

use bingwa_models::features::INPUTS;
use bingwa_models::network::Network;
use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::GradientsParams;
use burn::prelude::*;

use crate::batch::Batch;
use crate::config::FirstLayer;
use crate::error::TrainError;
use crate::loss::{LossTensors, LossWeights, Losses};
use crate::sparse;

/// Losses of a batch and the gradient of their total by every weight.
pub struct Gradients {
    /// The losses.
    pub losses: Losses,
    /// The gradients, by parameter.
    pub by_parameter: GradientsParams,
}

impl Gradients {
    /// Runs a network that lives on an autodiff device over a batch (not empty).
    ///
    /// # Errors
    /// [`TrainError::Device`].
    pub fn of(
        network: &Network,
        batch: &Batch,
        weights: LossWeights,
        first_layer: FirstLayer,
    ) -> Result<Self, TrainError> {
        match first_layer {
            FirstLayer::Dense => Ok(Self::dense(network, batch, weights)),
            FirstLayer::Sparse => Self::sparse(network, batch, weights),
        }
    }

    fn dense(network: &Network, batch: &Batch, weights: LossWeights) -> Self {
        let device = network.first_layer().weight.val().device();
        let inputs = Tensor::from_data(one_hot(batch), &device); // [evaluations, INPUTS]
        let sums = network.first_layer().forward(inputs);
        let outputs = network.outputs(sums, batch.positions, !batch.replies.is_empty());
        let losses = LossTensors::new(outputs, batch, weights);
        Self {
            losses: losses.values(),
            by_parameter: GradientsParams::from_grads(losses.total().backward(), network),
        }
    }

    /// The first layer by [`sparse`]; burn sees its sums as an input that wants
    /// a gradient, and is given the layer's own gradients in the end.
    fn sparse(network: &Network, batch: &Batch, weights: LossWeights) -> Result<Self, TrainError> {
        let first = network.first_layer();
        let device = first.weight.val().device();
        let shape = [batch.len(), first.weight.dims()[1]];
        let sums = Tensor::<2>::from_data(first_sums(network, batch)?, &device).require_grad();
        let outputs = network.outputs(sums.clone(), batch.positions, !batch.replies.is_empty());
        let losses = LossTensors::new(outputs, batch, weights);
        let mut gradients = losses.total().backward();
        let by_sums = sums
            .grad_remove(&mut gradients)
            .ok_or_else(|| TrainError::Device("no gradient of the first layer".to_owned()))?
            .into_data();
        let width = shape[1];
        let (matrix, bias) = sparse::backward(floats(&by_sums)?, width, batch);
        let mut by_parameter = GradientsParams::from_grads(gradients, network);
        let device = device.inner();
        let matrix = Tensor::<2>::from_data(TensorData::new(matrix, [INPUTS, width]), &device);
        by_parameter.register(first.weight.id, matrix);
        if let Some(parameter) = &first.bias {
            let bias = Tensor::<1>::from_data(TensorData::new(bias, [width]), &device);
            by_parameter.register(parameter.id, bias);
        }
        Ok(Self {
            losses: losses.values(),
            by_parameter,
        })
    }

    /// The norm over all weights together, and the gradients scaled down to
    /// `longest` if it is above (Pascanu, Mikolov, Bengio, arXiv 1211.5063,
    /// algorithm 1).
    ///
    /// burn's own clipping looks at each parameter alone and would change the
    /// gradient's direction.
    pub fn clip(&mut self, network: &Network, longest: f64) -> f64 {
        let mut squares = Squares {
            gradients: &self.by_parameter,
            sum: 0.0,
        };
        network.visit(&mut squares);
        let norm = squares.sum.sqrt();
        if norm > longest {
            network.visit(&mut Scale {
                gradients: &mut self.by_parameter,
                factor: longest / norm,
            });
        }
        norm
    }
}

/// What the first layer gives for a batch, `[evaluations, width]`.
///
/// # Errors
/// [`TrainError::Device`].
pub(crate) fn first_sums(network: &Network, batch: &Batch) -> Result<TensorData, TrainError> {
    let first = network.first_layer();
    let matrix = first.weight.val().into_data();
    let width = first.weight.dims()[1];
    let sums = match &first.bias {
        Some(bias) => {
            let bias = bias.val().into_data();
            sparse::forward(floats(&matrix)?, floats(&bias)?, batch)
        }
        None => sparse::forward(floats(&matrix)?, &vec![0.0; width], batch),
    };
    Ok(TensorData::new(sums, [batch.len(), width]))
}

fn floats(data: &TensorData) -> Result<&[f32], TrainError> {
    data.as_slice::<f32>()
        .map_err(|fault| TrainError::Device(format!("{fault:?}")))
}

/// The network's inputs as they are defined, `[evaluations, INPUTS]`.
fn one_hot(batch: &Batch) -> TensorData {
    let mut inputs = vec![0.0_f32; batch.len() * INPUTS];
    for (evaluation, inputs) in inputs.chunks_exact_mut(INPUTS).enumerate() {
        for &row in batch.rows_of(evaluation) {
            inputs[usize::from(row)] = 1.0;
        }
    }
    TensorData::new(inputs, [batch.len(), INPUTS])
}

struct Squares<'a> {
    gradients: &'a GradientsParams,
    sum: f64,
}

impl ModuleVisitor for Squares<'_> {
    fn visit_float<const D: usize>(&mut self, parameter: &Param<Tensor<D>>) {
        if let Some(gradient) = self.gradients.get::<D>(parameter.id) {
            let data = gradient.into_data();
            // What cannot be read counts as not finite.
            self.sum += data.as_slice::<f32>().map_or(f64::NAN, |numbers| {
                numbers.iter().map(|&x| f64::from(x) * f64::from(x)).sum()
            });
        }
    }
}

struct Scale<'a> {
    gradients: &'a mut GradientsParams,
    factor: f64,
}

impl ModuleVisitor for Scale<'_> {
    fn visit_float<const D: usize>(&mut self, parameter: &Param<Tensor<D>>) {
        if let Some(gradient) = self.gradients.remove::<D>(parameter.id) {
            let scaled = gradient.mul_scalar(self.factor);
            self.gradients.register(parameter.id, scaled);
        }
    }
}
