//! Weights kept in the range that integers round finely enough.
//!
//! The integer network divides each column of a layer by its largest weight and
//! rounds to 16 bits: a weight of 8 makes steps of 8 / 32,767 for the whole
//! column. Weights near 1 are the rule; in a long run a few grow until the limit
//! holds them.

use bingwa_models::Weights;
use bingwa_models::network::Network;
use burn::module::{Module, ModuleMapper, Param};
use burn::prelude::*;

/// Whether a weight lies beyond ± `limit`.
pub(crate) fn exceeds(weights: &Weights, limit: f64) -> bool {
    let limit = limit as f32;
    let arrays = weights.arrays().iter();
    arrays.flatten().any(|weight| weight.abs() > limit)
}

/// The network with all weights within ± `limit`.
pub(crate) fn clamp(network: Network, limit: f64) -> Network {
    network.map(&mut Clamp(limit))
}

struct Clamp(f64);

impl ModuleMapper for Clamp {
    fn map_float<const D: usize>(&mut self, parameter: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let clamp = |tensor: Tensor<D>| tensor.inner().clamp(-self.0, self.0);
        parameter.map(|tensor| Tensor::from_inner(clamp(tensor)).require_grad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::initial::initial_weights;
    use crate::trainer::device;
    use bingwa_models::Architecture;

    #[test]
    fn weights_beyond_the_limit_come_back_to_it_and_others_stay() {
        let architecture = Architecture { hidden: [32, 32] };
        let weights = initial_weights(architecture, 1).unwrap();
        let mut arrays = weights.arrays().clone();
        (arrays[0][7], arrays[3][0]) = (9.5, -20.0);
        let wild = Weights::new(architecture, arrays.clone()).unwrap();
        assert!(exceeds(&wild, 8.0) && !exceeds(&weights, 8.0));
        let tamed = clamp(Network::from_weights(&wild, &device()), 8.0);
        (arrays[0][7], arrays[3][0]) = (8.0, -8.0);
        assert_eq!(tamed.to_weights(), Weights::new(architecture, arrays));
    }
}
