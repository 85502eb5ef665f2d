//! Weights averaged over the steps: steadier than the last ones, and what is
//! exported for play.

use bingwa_models::Weights;

use crate::config::TrainConfig;

/// How much of the average a step keeps, for a step (from 0) of `planned`.
///
/// An exponential moving average reaches back 1 / (1 − decay) steps. Here that
/// is at most what the config says, at most a tenth of the generation (a short
/// one would otherwise export weights of before it), and at first only the steps
/// made so far.
#[must_use]
pub fn decay(config: &TrainConfig, step: u64, planned: u64) -> f64 {
    let reach = (1.0 / (1.0 - config.ema_decay))
        .min(planned as f64 / 10.0)
        .min((step + 1) as f64)
        .max(1.0);
    1.0 - 1.0 / reach
}

/// Moves `average` towards `weights` (of the same architecture, or else nothing
/// happens).
pub(crate) fn update(average: &mut Weights, weights: &Weights, decay: f64) {
    let step = (1.0 - decay) as f32;
    let arrays = core::array::from_fn(|i| {
        let (old, new) = (&average.arrays()[i], &weights.arrays()[i]);
        old.iter()
            .zip(new)
            .map(|(old, new)| old + step * (new - old))
            .collect()
    });
    if let Some(moved) = Weights::new(average.architecture(), arrays) {
        *average = moved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_models::Architecture;

    #[test]
    fn it_reaches_back_as_far_as_allowed() {
        let config = TrainConfig::default(); // 0.999
        assert_eq!(decay(&config, 0, 100_000), 0.0);
        assert_eq!(decay(&config, 1, 100_000), 0.5);
        assert!((decay(&config, 50_000, 100_000) - 0.999).abs() < 1e-12);
        assert_eq!(decay(&config, 500, 1000), 0.99);
        assert_eq!(decay(&config, 3, 5), 0.0);
    }

    #[test]
    fn it_moves_by_one_minus_the_decay() {
        let architecture = Architecture::default();
        let all = |x: f32| Weights::new(architecture, architecture.lengths().map(|n| vec![x; n]));
        let mut average = all(1.0).unwrap();
        update(&mut average, &all(3.0).unwrap(), 0.75);
        assert_eq!(average, all(1.5).unwrap());
    }
}
