//! The network on a CPU, without any framework: table rows added, then two
//! small dense layers.
//!
//! Every lane computes the same sums in the same order whatever the vector
//! width, and no product is fused with its sum, so that all x86-64 machines and
//! all batch sizes give the same bits.

mod forward;
mod simd;

use bingwa_engine::Position;

use crate::evaluator::{Evaluation, Evaluator};
use crate::weights::Weights;
use forward::Layers;

/// The native f32 inference of a set of weights.
///
/// Cheap to clone: the weights are shared.
#[derive(Clone, Debug)]
pub struct NativeNetwork {
    layers: std::sync::Arc<Layers>,
}

impl NativeNetwork {
    /// Lays the weights out for inference.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        Self {
            layers: std::sync::Arc::new(Layers::new(weights)),
        }
    }
}

impl Evaluator for NativeNetwork {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        simd::evaluate(&self.layers, positions, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Architecture;
    use bingwa_engine::Ruleset;

    fn weights(architecture: Architecture) -> Weights {
        let mut state = 1_u32;
        let arrays = architecture.lengths().map(|length| {
            (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 8) as f32 / (1 << 24) as f32 - 0.5
                })
                .collect()
        });
        Weights::new(architecture, arrays).unwrap()
    }

    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for (_, rules) in Ruleset::PRESETS {
            let start = Position::start(&rules);
            positions.push(start);
            rules.children(&start, |_, played| positions.push(played.position));
        }
        positions
    }

    /// The network written as its definition says, in f64.
    fn by_definition(weights: &Weights, position: &Position) -> (f64, f64) {
        let [first, first_bias, second, second_bias, heads, heads_bias] = weights.arrays();
        let mut input = vec![0.0; crate::features::INPUTS];
        for &row in crate::features::Rows::of(position).iter() {
            input[usize::from(row)] = 1.0;
        }
        let dense = |x: &[f64], matrix: &[f32], bias: &[f32]| -> Vec<f64> {
            (0..bias.len())
                .map(|o| {
                    let sum: f64 = (0..x.len())
                        .map(|i| x[i] * f64::from(matrix[i * bias.len() + o]))
                        .sum();
                    sum + f64::from(bias[o])
                })
                .collect()
        };
        let relu = |x: Vec<f64>| -> Vec<f64> { x.into_iter().map(|v| v.max(0.0)).collect() };
        let hidden = relu(dense(&input, first, first_bias));
        let hidden = relu(dense(&hidden, second, second_bias));
        let out = dense(&hidden, heads, heads_bias);
        (1.0 / (1.0 + (-out[0]).exp()), out[1])
    }

    #[test]
    fn it_computes_the_network_it_claims_to() {
        for hidden in [[64, 32], [32, 64], [256, 32]] {
            let weights = weights(Architecture { hidden });
            let mut network = NativeNetwork::new(&weights);
            let positions = positions();
            let mut out = vec![
                Evaluation {
                    value: 0.0,
                    arrival: 0.0
                };
                positions.len()
            ];
            network.evaluate(&positions, &mut out);
            for (position, got) in positions.iter().zip(out) {
                let (value, arrival) = by_definition(&weights, position);
                assert!((f64::from(got.value) - value).abs() < 1e-5, "{position}");
                assert!(
                    (f64::from(got.arrival) - arrival).abs() < 1e-4,
                    "{position}"
                );
            }
        }
    }

    #[test]
    fn a_batch_gives_the_bits_of_each_alone_at_every_vector_width() {
        let weights = weights(Architecture::default());
        let layers = Layers::new(&weights);
        let positions = positions();
        let blank = Evaluation {
            value: 0.0,
            arrival: 0.0,
        };
        let mut together = vec![blank; positions.len()];
        simd::evaluate(&layers, &positions, &mut together);
        let mut portable = vec![blank; positions.len()];
        forward::evaluate(&layers, &positions, &mut portable);
        assert_eq!(together, portable);
        for (position, batch) in positions.iter().zip(together) {
            let mut alone = [blank];
            simd::evaluate(&layers, core::slice::from_ref(position), &mut alone);
            assert_eq!(alone[0], batch);
        }
    }
}
