//! The network on a CPU, without any framework: table rows added, then two
//! small dense layers.
//!
//! Two forms of it. [`NativeNetwork`] computes in f32: every lane computes the
//! same sums in the same order whatever the vector width, and no product is
//! fused with its sum, so all batch sizes and vector widths give the same bits.
//! [`QuantisedNetwork`] computes in integers up to the two final sums, which
//! gives the same bits on every machine, and about twice as fast.

mod float;
mod integer;
mod scales;
mod sigmoid;
mod simd;
mod slots;

use std::sync::Arc;

use bingwa_engine::Position;

use crate::evaluator::{Evaluation, Evaluator};
use crate::weights::Weights;

pub use simd::vectors;

/// The native f32 inference of a set of weights.
///
/// Cheap to clone: the weights are shared.
#[derive(Clone, Debug)]
pub struct NativeNetwork {
    layers: Arc<float::Layers>,
    scratch: Vec<f32>,
}

impl NativeNetwork {
    /// Lays the weights out for inference.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        let layers = float::Layers::new(weights);
        Self {
            scratch: layers.scratch(),
            layers: Arc::new(layers),
        }
    }
}

impl Evaluator for NativeNetwork {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        simd::evaluate(&*self.layers, positions, out, &mut self.scratch);
    }
}

/// The native inference of a set of weights in integers: the same function up to
/// rounding, faster, and the same bits on every machine.
///
/// Table rows and activations have 16 bits, sums of products 32. Trained networks
/// give values within 0.001 of the f32 form.
///
/// Cheap to clone: the weights are shared.
#[derive(Clone, Debug)]
pub struct QuantisedNetwork {
    layers: Arc<integer::Layers>,
    scratch: Vec<i16>,
}

impl QuantisedNetwork {
    /// Scales and rounds the weights. Finite weights of any size are scaled,
    /// never clipped, so that no sum overflows whatever the position; weights
    /// that are not finite give evaluations that mean nothing.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        let layers = integer::Layers::new(weights);
        Self {
            scratch: layers.scratch(),
            layers: Arc::new(layers),
        }
    }
}

impl Evaluator for QuantisedNetwork {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        simd::evaluate(&*self.layers, positions, out, &mut self.scratch);
    }
}

#[cfg(test)]
mod tests;
