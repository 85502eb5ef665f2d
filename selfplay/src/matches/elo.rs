//! How much stronger one player is, in Elo, from one match.

use serde::Serialize;

use super::MatchResult;
use super::multinomial::PairCounts;

/// Fewer games that differ than this tell no Elo: the intervals below are those
/// of large samples.
pub const MIN_DISTINCT_GAMES: usize = 30;
/// Fewer whole pairs than this tell no Elo.
pub const MIN_PAIRS: u32 = 10;

/// 97.5 % point of the normal distribution: 95 % lie within ± so much.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// Elo of one player above another, with its 95 % interval; infinite (in JSON
/// null) where no point was lost or won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloDifference {
    /// The estimate.
    pub elo: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A match too short for an Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no Elo from {distinct} distinct games in {pairs} pairs: it needs at least \
     {MIN_DISTINCT_GAMES} distinct games and {MIN_PAIRS} pairs"
)]
pub struct TooFewGames {
    /// Games that differ from every other.
    pub distinct: usize,
    /// Openings played from both seats.
    pub pairs: u32,
}

/// Elo of a player who takes this share of the points, 0 to 1:
/// 400 log₁₀(s / (1 − s)) (A. Elo, The Rating of Chessplayers, 1978, § 8.4, the
/// logistic form).
#[must_use]
pub(super) fn elo_of_share(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of points, 0 to 1, of a player so much stronger: the inverse.
#[must_use]
pub(super) fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Refuses a match too short to tell anything.
///
/// # Errors
/// [`TooFewGames`] below [`MIN_DISTINCT_GAMES`] or [`MIN_PAIRS`].
pub(super) fn enough_games(result: &MatchResult) -> Result<(), TooFewGames> {
    let (distinct, pairs) = (result.distinct, result.pairs.iter().sum());
    if distinct < MIN_DISTINCT_GAMES || pairs < MIN_PAIRS {
        return Err(TooFewGames { distinct, pairs });
    }
    Ok(())
}

/// Elo of the first player above the second.
///
/// The two games of a pair share their opening, so the pair is the sample. The
/// interval holds the mean scores whose log likelihood is within z²/2 of the
/// best (Owen, Biometrika 75, 1988): for long matches that of the normal
/// approximation, and still right near 0 and 1. After a match that a test
/// stopped early the estimate is too far from 0 on average.
///
/// # Errors
/// [`TooFewGames`] below [`MIN_DISTINCT_GAMES`] or [`MIN_PAIRS`].
pub fn elo_difference(result: &MatchResult) -> Result<EloDifference, TooFewGames> {
    enough_games(result)?;
    let pairs = &result.pairs;
    let counts = PairCounts::new(pairs);
    let quarters: u64 = (0..).zip(pairs).map(|(i, &n)| i * u64::from(n)).sum();
    let most: u64 = pairs.iter().map(|&n| 4 * u64::from(n)).sum();
    let end = |far: f64, nothing: bool| {
        if nothing {
            elo_of_share(far)
        } else {
            elo_of_share(last_likely(&counts, far))
        }
    };
    Ok(EloDifference {
        elo: elo_of_share(quarters as f64 / most as f64),
        low: end(0.0, quarters == 0),
        high: end(1.0, quarters == most),
    })
}

/// Where the 95 % interval ends between the observed mean and `far`.
fn last_likely(counts: &PairCounts, far: f64) -> f64 {
    let (mut inside, mut outside) = (counts.mean(), far);
    for _ in 0..60 {
        let mean = 0.5 * (inside + outside);
        if counts.log_likelihood(mean) > -0.5 * Z_95 * Z_95 {
            inside = mean;
        } else {
            outside = mean;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::seeds::{Purpose, stream};

    fn result(pairs: [u32; 5]) -> MatchResult {
        MatchResult {
            pairs,
            distinct: 2 * pairs.iter().sum::<u32>() as usize,
            ..MatchResult::default()
        }
    }

    /// fastchess, of a public match (brunocodutra/cinder, pull request 835):
    /// "Elo: 1.41 +/- 2.41 … Ptnml(0-2): [423, 3637, 6484, 3702, 450]".
    #[test]
    fn a_published_match() {
        let elo = elo_difference(&result([423, 3637, 6484, 3702, 450])).unwrap();
        assert!((elo.elo - 1.41).abs() < 0.005, "{elo:?}");
        assert!((elo.high - elo.elo - 2.41).abs() < 0.005, "{elo:?}");
        assert!((elo.elo - elo.low - 2.41).abs() < 0.005, "{elo:?}");
    }

    /// By selfplay/tests/ratings/sprt_fixture.py, which solves in another way.
    #[test]
    fn ends_agree_with_an_independent_solution() {
        let table = [
            ([423, 3637, 6484, 3702, 450], -1.004474624, 3.818014867),
            ([3, 12, 40, 31, 14], 37.69222607, 107.378008),
            ([0, 2, 9, 4, 0], -37.20841106, 80.77625348),
            ([0, 0, 15, 0, 0], -42.12029552, 42.12029552),
        ];
        for (pairs, low, high) in table {
            let elo = elo_difference(&result(pairs)).unwrap();
            assert!((elo.low - low).abs() < 1e-6, "{elo:?}, not {low}");
            assert!((elo.high - high).abs() < 1e-6, "{elo:?}, not {high}");
        }
    }

    #[test]
    fn a_perfect_score_has_a_lower_end_only_and_turning_it_turns_the_sign() {
        let won = elo_difference(&result([0, 0, 0, 0, 25])).unwrap();
        assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
        assert!((won.low - 438.074_443_1).abs() < 1e-6, "{won:?}");
        let lost = elo_difference(&result([25, 0, 0, 0, 0])).unwrap();
        assert_eq!((lost.elo, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!((lost.high + won.low).abs() < 1e-6, "{lost:?}");
    }

    #[test]
    fn short_matches_and_repeated_games_are_refused() {
        let short = elo_difference(&result([1, 2, 3, 2, 1]));
        let told = TooFewGames {
            distinct: 18,
            pairs: 9,
        };
        assert_eq!(short, Err(told));
        let repeated = MatchResult {
            distinct: 2,
            ..result([0, 0, 500, 0, 0])
        };
        assert!(elo_difference(&repeated).is_err());
    }

    /// 95 % intervals of 40 pairs hold the truth about 95 times in 100.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let shares = [0.05, 0.15, 0.35, 0.30, 0.15];
        let truth = elo_of_share((0..5).map(|i| i as f64 / 4.0 * shares[i]).sum());
        let mut random = stream(1, Purpose::Match, 0, 0);
        let mut held = 0;
        for _ in 0..2000 {
            let mut pairs = [0; 5];
            for _ in 0..40 {
                let mut left: f64 = random.random();
                let kind = shares.iter().position(|share| {
                    left -= share;
                    left < 0.0
                });
                pairs[kind.unwrap_or(4)] += 1;
            }
            let elo = elo_difference(&result(pairs)).unwrap();
            held += usize::from(elo.low <= truth && truth <= elo.high);
        }
        // 2,000 draws: ± 1.5 % of chance; small samples may lose a little.
        assert!((1850..=1945).contains(&held), "{held} of 2000");
    }
}
