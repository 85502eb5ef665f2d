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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::reference::positions;

    #[test]
    fn capturing_starts_are_those_of_the_engine() {
        let mut compared = 0;
        for (name, rules) in Ruleset::PRESETS {
            // Without tax and takasia, and with captures that must be made.
            let plain = Ruleset {
                nyumba: None,
                takasia: false,
                must_capture: true,
                ..rules
            };
            for position in positions(&plain, 60) {
                let starts = plain.starts(&position);
                let captures = starts
                    .filter(|&mv| plain.play(&position, mv).turn.captured > 0)
                    .count();
                let at = NAMES.iter().position(|&n| n == "m capturing starts");
                let counted = features(&position)[at.unwrap()];
                if position.in_namua() {
                    // One for each pit there, whatever the direction.
                    assert_eq!(counted > 0.0, captures > 0, "{name}: {position}");
                } else if position.own_pits().iter().all(|&seeds| seeds < 16) {
                    // With pickup a turn may begin to capture in a later lap, but
                    // not where another captures in its first.
                    if counted == 0.0 && plain.capture == bingwa_engine::Capture::Pickup {
                        continue;
                    }
                    assert_eq!(counted, captures as f32, "{name}: {position}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 200, "{compared}");
    }

    #[test]
    fn it_knows_who_stands_better_in_games_already_won() {
        // Positions before a forced win, against the same ones with the sides
        // exchanged: judged better nearly always.
        for (name, rules) in Ruleset::PRESETS {
            let mut better = 0;
            let mut all = 0;
            let mut evaluation = Handwritten::new(&rules);
            for position in positions(&rules, 200) {
                let blank = Evaluation {
                    value: f32::NAN,
                    arrival: f32::NAN,
                };
                let mut out = [blank];
                evaluation.evaluate(&[position], &mut out);
                assert!((0.0..=1.0).contains(&out[0].value), "{name}: {position}");
                let won = rules.legal_moves(&position).iter().any(|&mv| {
                    let played = rules.play(&position, mv);
                    rules.outcome_after(&played)
                        == Some(bingwa_engine::Outcome::Win(position.mover()))
                });
                all += u32::from(won);
                better += u32::from(won && out[0].value > 0.5);
            }
            assert!(
                all >= 20 && 4 * better >= 3 * all,
                "{name}: {better} of {all}"
            );
        }
    }
}
