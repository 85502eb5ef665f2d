//! Which games would tell most.

use super::fit::{Fit, expected};
use super::{RatingError, ResultTable, fit_with_prior};

impl ResultTable {
    /// The two of `candidates` whose next `games` games are expected to narrow the
    /// ratings most: they lower the sum of the variances of the candidates'
    /// distances to `anchor` by the largest amount. `None` for fewer than two
    /// candidates.
    ///
    /// A sequential A-optimal design (V. Fedorov, Theory of Optimal Experiments,
    /// 1972, chapter 2.9; for paired comparisons M. Glickman and S. Jensen,
    /// "Adaptive paired comparison design", Journal of Statistical Planning and
    /// Inference 127, 2005): n games of players that win with probability p add
    /// n p (1 − p) to the Fisher information along the difference of their
    /// strengths, p being that of the likeliest strengths so far, with the prior of
    /// [`rate`](Self::rate) for players without games.
    ///
    /// # Errors
    /// [`RatingError::NoAnchor`] when the anchor is no candidate and did not play.
    pub fn most_telling_pair(
        &self,
        candidates: &[&str],
        anchor: &str,
        games: u32,
    ) -> Result<Option<[usize; 2]>, RatingError> {
        let mut names = self.players();
        names.extend(candidates);
        names.sort_unstable();
        names.dedup();
        let number = |name: &str| {
            let missing = || RatingError::NoAnchor(name.to_owned());
            names.binary_search(&name).map_err(|_| missing())
        };
        let anchor = number(anchor)?;
        let players: Vec<usize> = candidates
            .iter()
            .map(|c| number(c))
            .collect::<Result<_, _>>()?;
        let fitted = fit_with_prior(names.len(), &self.meetings(&names))?;
        let mut best = None;
        let mut most = 0.0;
        for second in 0..players.len() {
            for first in 0..second {
                let pair = [players[first], players[second]];
                let told = variance_lost(&fitted, pair, f64::from(games), anchor, &players);
                if pair[0] != pair[1] && told > most {
                    most = told;
                    best = Some([first, second]);
                }
            }
        }
        Ok(best)
    }
}

/// By how much the sum of the variances of the players' distances to the anchor
/// falls, in square nats, with so many games of a pair: the Sherman–Morrison
/// formula for one more term of the information.
fn variance_lost(
    fitted: &Fit,
    [a, b]: [usize; 2],
    games: f64,
    anchor: usize,
    players: &[usize],
) -> f64 {
    let p = expected(&fitted.strengths, [a, b]);
    let weight = games * p * (1.0 - p);
    let c = &fitted.covariance;
    let along = |player: usize| c[player][a] - c[player][b];
    let squares: f64 = players
        .iter()
        .map(|&player| (along(player) - along(anchor)).powi(2))
        .sum();
    weight * squares / (1.0 + weight * (along(a) - along(b)))
}

#[cfg(test)]
mod tests {
    use super::super::symmetric::inverse;
    use super::*;
    use crate::matches::Score;

    fn table(results: &[(&str, &str, u32, u32)]) -> ResultTable {
        let mut table = ResultTable::default();
        for &(first, second, wins, losses) in results {
            let score = Score {
                wins,
                draws: 0,
                losses,
            };
            table
                .add(first, second, &[score, Score::default()])
                .unwrap();
        }
        table
    }

    #[test]
    fn the_formula_says_what_inverting_the_information_again_says() {
        let table = table(&[("a", "b", 12, 8), ("b", "c", 3, 17), ("a", "d", 19, 1)]);
        let names = table.players();
        let fitted = fit_with_prior(4, &table.meetings(&names)).unwrap();
        let variances = |covariance: &Vec<Vec<f64>>| -> f64 {
            let c = covariance;
            (0..4).map(|i| c[i][i] + c[0][0] - 2.0 * c[i][0]).sum()
        };
        for [a, b] in [[0, 1], [1, 3], [2, 3]] {
            let p = 1.0 / (1.0 + (fitted.strengths[b] - fitted.strengths[a]).exp());
            let mut information = inverse(fitted.covariance.clone()).unwrap();
            for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                information[i][j] += sign * 30.0 * p * (1.0 - p);
            }
            let after = inverse(information).unwrap();
            let lost = variances(&fitted.covariance) - variances(&after);
            let told = variance_lost(&fitted, [a, b], 30.0, 0, &[0, 1, 2, 3]);
            assert!(
                (lost - told).abs() < 1e-9 * lost.abs().max(1.0),
                "{lost} {told}"
            );
        }
    }

    #[test]
    fn who_never_played_plays_first_and_a_decided_pair_plays_no_more() {
        let known = table(&[("a", "b", 200, 180), ("b", "c", 210, 190)]);
        let pair = known.most_telling_pair(&["a", "b", "c", "new"], "a", 20);
        assert_eq!(pair.unwrap().map(|[_, second]| second), Some(3));
        // `far` beat `a` always: a player near it in strength tells more.
        let far = table(&[
            ("far", "a", 40, 0),
            ("far", "near", 12, 8),
            ("near", "a", 19, 1),
        ]);
        let pair = far
            .most_telling_pair(&["a", "far", "near"], "a", 20)
            .unwrap();
        assert_ne!(pair, Some([0, 1]));
        assert_eq!(known.most_telling_pair(&["a"], "a", 20), Ok(None));
        let nobody = known.most_telling_pair(&["a", "b"], "x", 20);
        assert_eq!(nobody, Err(RatingError::NoAnchor("x".to_owned())));
    }
}
