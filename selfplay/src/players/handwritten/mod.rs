//! A position judged by counting: features that Bao players look at, weighted.
//!
//! The weights are logistic regressions on the results of games, made by
//! `selfplay/examples/fit_handwritten.rs`; see `weights`.

mod features;
mod weights;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator};

pub use features::{FEATURES, NAMES, features};

/// Weights in the order of [`NAMES`], each in logits per unit of its feature: for
/// the namua stage, for the mtaji stage.
pub type StageWeights = [[f32; FEATURES]; 2];

/// The handwritten evaluation, as an [`Evaluator`]: the minimax searches run on it
/// or on a network alike.
///
/// The value is the probability of winning that the weighted features mean; the
/// arrival logit is that of the player who moved here.
#[derive(Clone, Debug)]
pub struct Handwritten {
    weights: StageWeights,
}

impl Handwritten {
    /// With the weights that were fitted for such rules.
    #[must_use]
    pub fn new(rules: &Ruleset) -> Self {
        Self::with_weights(*weights::of(rules))
    }

    /// With weights of one's own.
    #[must_use]
    pub const fn with_weights(weights: StageWeights) -> Self {
        Self { weights }
    }

    /// The logit of the mover's probability to win.
    #[must_use]
    pub fn logit(&self, position: &Position) -> f32 {
        let weights = &self.weights[usize::from(!position.in_namua())];
        features(position)
            .iter()
            .zip(weights)
            .map(|(feature, weight)| feature * weight)
            .sum()
    }
}

impl Evaluator for Handwritten {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        for (position, evaluation) in positions.iter().zip(out) {
            let logit = self.logit(position);
            *evaluation = Evaluation {
                value: 1.0 / (1.0 + (-logit).exp()),
                arrival: -logit,
            };
        }
    }
}
