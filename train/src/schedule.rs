//! The learning rate over the steps of a generation.

use core::f64::consts::PI;

use crate::config::TrainConfig;

/// The learning rate of a step, from 0, of `planned`: a linear rise, then half
/// a cosine down (Loshchilov and Hutter, SGDR, arXiv 1608.03983, equation 5) to
/// [`final_rate`](TrainConfig::final_rate).
#[must_use]
pub fn learning_rate(config: &TrainConfig, step: u64, planned: u64) -> f64 {
    let warm = (config.warm_up * planned as f64).floor() as u64;
    let share = if step < warm {
        (step + 1) as f64 / (warm + 1) as f64
    } else {
        let done = (step - warm) as f64 / planned.saturating_sub(warm).max(1) as f64;
        let fall = 0.5 * (1.0 + (PI * done.min(1.0)).cos());
        config.final_rate + (1.0 - config.final_rate) * fall
    };
    config.learning_rate * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rises_in_a_line_and_falls_along_a_cosine() {
        let config = TrainConfig {
            learning_rate: 1.0,
            final_rate: 0.2,
            warm_up: 0.1,
            ..TrainConfig::default()
        };
        let at = |step| (learning_rate(&config, step, 40) * 1e4).round() / 1e4;
        assert_eq!([at(0), at(1), at(2), at(3)], [0.2, 0.4, 0.6, 0.8]);
        assert_eq!([at(4), at(22), at(40)], [1.0, 0.6, 0.2]);
        assert!((0..40).all(|step| at(step) > 0.0));
        assert_eq!(learning_rate(&config, 0, 1), 1.0);
    }
}
