//! The likelihood of pair counts under a given mean score.

/// Stands for a count of zero, so that no score is impossible; the value of
/// fishtest's LLRcalc (official-stockfish/fishtest, M. Van den Bergh).
const NEVER_SEEN: f64 = 1e-3;
/// Halvings of the multiplier's range; 2⁻¹⁰⁰ of it is below what f64 tells.
const HALVINGS: usize = 100;

/// Counts of pairs by score 0, ¼, ½, ¾, 1, none of them zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairCounts([f64; 5]);

impl PairCounts {
    /// Pairs by the first player's half points in them, 0 to 4.
    pub(super) fn new(pairs: &[u32; 5]) -> Self {
        Self(pairs.map(|n| if n == 0 { NEVER_SEEN } else { f64::from(n) }))
    }

    /// Score and count of each kind of pair.
    fn kinds(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        (0..5).map(|half_points| (half_points as f64 / 4.0, self.0[half_points]))
    }

    /// Mean score, inside 0…1.
    pub(super) fn mean(&self) -> f64 {
        let points: f64 = self.kinds().map(|(score, n)| score * n).sum();
        points / self.0.iter().sum::<f64>()
    }

    /// Log likelihood, in nats, of the likeliest distribution with mean score
    /// `mean` (inside 0…1), less that of the likeliest of all: at most 0.
    ///
    /// That distribution is p̂ᵢ / (1 + x (aᵢ − mean)) for observed shares p̂ᵢ of
    /// scores aᵢ, x the one root of Σ p̂ᵢ (aᵢ − mean) / (1 + x (aᵢ − mean)) at
    /// which every share is positive (M. Van den Bergh, "Maximum likelihood
    /// estimation for multinomial distributions with a given expectation",
    /// support_MLE_multinomial, proposition 1.1; A. Owen, "Empirical likelihood
    /// ratio confidence intervals for a single functional", Biometrika 75, 1988).
    pub(super) fn log_likelihood(&self, mean: f64) -> f64 {
        let x = self.multiplier(mean);
        -self
            .kinds()
            .map(|(score, n)| n * (x * (score - mean)).ln_1p())
            .sum::<f64>()
    }

    /// The root x: the sum falls from +∞ to −∞ between the two ends.
    fn multiplier(&self, mean: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..HALVINGS {
            let x = 0.5 * (low + high);
            let sum: f64 = self
                .kinds()
                .map(|(score, n)| n * (score - mean) / (1.0 + x * (score - mean)))
                .sum();
            if sum > 0.0 {
                low = x;
            } else {
                high = x;
            }
        }
        0.5 * (low + high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_observed_mean_is_the_likeliest() {
        for pairs in [[3, 12, 40, 31, 14], [0, 0, 0, 0, 25], [1, 0, 0, 0, 900]] {
            let counts = PairCounts::new(&pairs);
            let mean = counts.mean();
            assert!(counts.log_likelihood(mean).abs() < 1e-9, "{pairs:?}");
            let mut before = 0.0;
            for step in 1..=20 {
                let here = counts.log_likelihood(mean * (1.0 - f64::from(step) / 21.0));
                assert!(here < before, "{pairs:?}, step {step}");
                before = here;
            }
        }
    }

    /// No distribution with that mean on a fine grid is likelier, and the best
    /// of the grid is nearly as likely.
    #[test]
    fn no_distribution_of_the_same_mean_is_likelier() {
        let pairs = [4, 0, 3, 0, 9];
        let counts = PairCounts::new(&pairs);
        let total: f64 = counts.0.iter().sum();
        for mean in [0.3_f64, 0.5, 0.8] {
            let found = counts.log_likelihood(mean);
            let mut best = f64::NEG_INFINITY;
            // Quarters get next to nothing; halves are tried, the rest follows.
            let rare = 1e-5;
            for step in 1..4000 {
                let draw = f64::from(step) / 4000.0;
                let win = mean - 0.25 * rare - 0.5 * draw - 0.75 * rare;
                let loss = 1.0 - draw - win - 2.0 * rare;
                if win <= 0.0 || loss <= 0.0 {
                    continue;
                }
                let shares = [loss, rare, draw, rare, win];
                let terms = counts.0.iter().zip(shares);
                best = terms
                    .map(|(n, p)| n * (p * total / n).ln())
                    .sum::<f64>()
                    .max(best);
            }
            assert!(best <= found + 1e-9, "{best} {found}");
            assert!(best > found - 0.01, "{best} {found}");
        }
    }
}
