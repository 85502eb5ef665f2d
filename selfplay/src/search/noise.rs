//! Random priors at the root of self-play searches, so that every move is tried
//! sometimes.

use rand_distr::{Distribution, Gamma};
use serde::{Deserialize, Serialize};

use crate::seeds::Random;

/// Dirichlet noise on the root's priors (Silver et al. 2017, Methods). The
/// concentration is shared among the moves, as in KataGo (Wu, "Accelerating
/// Self-Play Learning in Go", 2019, arXiv 1902.10565, section 2): it does not
/// depend on how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RootNoise {
    /// Share of the noise in the mixed priors, 0 (none) to 1.
    pub weight: f32,
    /// Total concentration α of the Dirichlet distribution, above 0.
    pub concentration: f32,
    /// Forced playouts: a move visited at all gets at least √(k·P·N) of N
    /// visits, P its noisy prior; what was forced is taken out of the policy
    /// target again. This is k; 0 forces none, 2 is the paper's (Wu 2019,
    /// section 3.2).
    pub forced: f32,
}

impl Default for RootNoise {
    fn default() -> Self {
        Self {
            weight: 0.25,
            concentration: 10.83,
            forced: 2.0,
        }
    }
}

impl RootNoise {
    /// Mixes noise into priors that sum to 1; they still do.
    pub(super) fn mix<'a>(
        &self,
        priors: impl ExactSizeIterator<Item = &'a mut f32>,
        random: &mut Random,
    ) {
        let Ok(gamma) = Gamma::new(self.concentration / priors.len().max(1) as f32, 1.0) else {
            return;
        };
        let priors: Vec<&mut f32> = priors.collect();
        let draws: Vec<f32> = priors.iter().map(|_| gamma.sample(random)).collect();
        let sum: f32 = draws.iter().sum();
        if !(self.weight > 0.0 && sum > 0.0) {
            return;
        }
        for (prior, draw) in priors.into_iter().zip(draws) {
            *prior += self.weight * (draw / sum - *prior);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeds::{Purpose, stream};

    #[test]
    fn noisy_priors_are_a_distribution_and_repeat() {
        let mixed = || {
            let mut priors = [0.7, 0.2, 0.1];
            let mut random = stream(1, Purpose::SelfPlay, 0, 0);
            RootNoise::default().mix(priors.iter_mut(), &mut random);
            priors
        };
        let priors = mixed();
        assert_eq!(priors, mixed());
        assert_ne!(priors, [0.7, 0.2, 0.1]);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(priors.iter().all(|&p| p > 0.0));
    }
}
