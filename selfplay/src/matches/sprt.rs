//! A sequential test of two strengths: plays on until one is believed.

use core::str::FromStr;

use super::MatchResult;
use super::elo::{enough_games, share_of_elo};
use super::multinomial::PairCounts;

/// Farthest Elo a test may ask about: beyond it a share of points is 0 or 1 to
/// three digits, and no match tells such strengths apart.
pub const MAX_ELO: f64 = 1200.0;

/// Generalised sequential probability ratio test of "the first player is
/// `elo0` stronger" (H0) against "`elo1` stronger" (H1), on the scores of pairs.
///
/// The statistic is the log ratio of the largest likelihoods of the pair counts
/// under the two mean scores (M. Van den Bergh, "A practical introduction to the
/// GSPRT", the pentanomial model of fishtest's LLRcalc; X. Li, J. Liu, Z. Ying,
/// "Generalized sequential probability ratio test for separate families of
/// hypotheses", Sequential Analysis 33, 2014). It stops at A. Wald's bounds
/// ln(β / (1 − α)) and ln((1 − β) / α) ("Sequential tests of statistical
/// hypotheses", Annals of Mathematical Statistics 16, 1945). How far the last
/// pair goes beyond a bound is not corrected for: that makes errors rarer than α
/// and β, small samples make them more frequent. In 20,000 simulated matches of
/// 0 against 60 Elo each error came in 5.1 %, in 6,000 of 0 against 15 Elo in
/// 4.6 % and 4.8 %, all asked for at 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first player is `elo0` stronger rather than `elo1`.
    H0,
    /// The first player is `elo1` stronger rather than `elo0`.
    H1,
}

/// A test that cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// Two hypotheses in the wrong order, or one twice.
    #[error("Elo {0} against {1}: the first must be the lower")]
    Order(f64, f64),
    /// A hypothesis no match can tell.
    #[error("Elo {0} is outside -{MAX_ELO} to {MAX_ELO}")]
    Elo(f64),
    /// An error rate that means nothing.
    #[error("an error rate of {0} is outside 0 to 0.5")]
    ErrorRate(f64),
    /// Not two numbers.
    #[error("`{0}` is not two numbers of Elo: write ELO0,ELO1, as in 0,30")]
    Text(String),
}

impl Sprt {
    /// Error rates of a test that names none: 5 % each way.
    pub const ERROR_RATE: f64 = 0.05;

    /// A test that believes `elo1` in `alpha` of the matches where `elo0` is
    /// true, and `elo0` in `beta` of those where `elo1` is.
    ///
    /// # Errors
    /// [`SprtError`] unless −[`MAX_ELO`] ≤ `elo0` < `elo1` ≤ [`MAX_ELO`] and both
    /// rates are inside 0…½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let told = -MAX_ELO..=MAX_ELO;
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| !told.contains(elo)) {
            return Err(SprtError::Elo(elo));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        if let Some(rate) = [alpha, beta].into_iter().find(|r| !(*r > 0.0 && *r < 0.5)) {
            return Err(SprtError::ErrorRate(rate));
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The two strengths, in Elo.
    #[must_use]
    pub const fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The error rates α and β.
    #[must_use]
    pub const fn error_rates(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The log likelihood ratios, in nats, at and below which H0 is believed, and
    /// at and above which H1 is.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// Log likelihood ratio of H1 to H0, in nats, of pairs by the first player's
    /// half points in them, 0 to 4; 0 without pairs.
    #[must_use]
    pub fn llr(&self, pairs: &[u32; 5]) -> f64 {
        if pairs.iter().all(|&n| n == 0) {
            return 0.0;
        }
        let counts = PairCounts::new(pairs);
        counts.log_likelihood(share_of_elo(self.elo1))
            - counts.log_likelihood(share_of_elo(self.elo0))
    }

    /// What the match shows, if it shows anything yet. The test is one of large
    /// samples: a match too short for an Elo shows nothing.
    #[must_use]
    pub fn verdict(&self, result: &MatchResult) -> Option<Verdict> {
        enough_games(result).ok()?;
        let (llr, [low, high]) = (self.llr(&result.pairs), self.bounds());
        if llr <= low {
            Some(Verdict::H0)
        } else if llr >= high {
            Some(Verdict::H1)
        } else {
            None
        }
    }
}

/// `0,30`: a test of 0 against 30 Elo with error rates of 5 %.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let number = |part: &str| part.trim().parse().ok();
        let numbers = text
            .split_once(',')
            .and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)));
        let (elo0, elo1) = numbers.ok_or_else(|| SprtError::Text(text.to_owned()))?;
        Self::new(elo0, elo1, Self::ERROR_RATE, Self::ERROR_RATE)
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::seeds::{Purpose, stream};

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    /// Disservin/fastchess, pull request 426 and its tests: "logistic" model,
    /// rounded to two decimals.
    #[test]
    fn published_ratios() {
        let first = test(0.5, 2.5).llr(&[223, 9863, 21279, 10037, 246]);
        assert!((first + 3.07).abs() < 0.005, "{first}");
        let second = test(0.0, 2.0).llr(&[871, 26175, 55983, 26678, 821]);
        assert!((second + 4.98).abs() < 0.005, "{second}");
    }

    /// By selfplay/tests/ratings/sprt_fixture.py, which solves in another way.
    #[test]
    fn ratios_agree_with_an_independent_solution() {
        let table = [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07412643959),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.97867286345),
            ([3, 12, 40, 31, 14], 0.0, 50.0, 7.15171444262),
            ([0, 2, 9, 4, 0], -20.0, 20.0, 1.11158999),
            ([0, 0, 0, 0, 25], 0.0, 100.0, 6.17445293953),
            ([5, 0, 0, 0, 20], 100.0, 300.0, 1.30566215822),
            ([0, 0, 15, 0, 0], 0.0, 30.0, -1.34356484055),
        ];
        for (pairs, elo0, elo1, llr) in table {
            let found = test(elo0, elo1).llr(&pairs);
            assert!((found - llr).abs() < 1e-8, "{pairs:?}: {found}, not {llr}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald_and_turning_the_match_turns_the_ratio() {
        let [low, high] = test(0.0, 5.0).bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
        let [low, high] = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap().bounds();
        assert!((low + 2.2513).abs() < 1e-4 && (high - 2.8904).abs() < 1e-4);
        let there = test(-10.0, 40.0).llr(&[1, 5, 9, 12, 30]);
        let back = test(-40.0, 10.0).llr(&[30, 12, 9, 5, 1]);
        assert!((there + back).abs() < 1e-9, "{there} {back}");
        assert_eq!(test(0.0, 5.0).llr(&[0; 5]), 0.0);
    }

    #[test]
    fn tests_that_cannot_be_made_are_refused() {
        assert_eq!("0,30".parse(), Ok(test(0.0, 30.0)));
        assert_eq!(" -10 , 5.5".parse(), Ok(test(-10.0, 5.5)));
        let of = |text: &str| text.parse::<Sprt>().unwrap_err();
        assert_eq!(of("30,0"), SprtError::Order(30.0, 0.0));
        assert_eq!(of("5,5"), SprtError::Order(5.0, 5.0));
        assert_eq!(of("0,1e9"), SprtError::Elo(1e9));
        for text in ["", "0", "0;30", "0,", "0,30,60", "a,b"] {
            assert_eq!(of(text), SprtError::Text(text.to_owned()));
        }
        assert!(matches!(of("nan,3"), SprtError::Elo(_)));
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.05, 0.7).is_err());
    }

    /// Share of simulated matches at this strength that end with H1 believed.
    fn believed_h1(test: &Sprt, elo: f64, matches: u64) -> f64 {
        // Draws in a third of the pairs' games; the rest by strength.
        let win = share_of_elo(elo) - 1.0 / 6.0;
        let mut believed = 0;
        for number in 0..matches {
            let mut random = stream(3, Purpose::Match, 0, number);
            let mut result = MatchResult::default();
            let verdict = loop {
                let half_points: usize = (0..2)
                    .map(|_| match random.random::<f64>() {
                        u if u < win => 2,
                        u if u < win + 1.0 / 3.0 => 1,
                        _ => 0,
                    })
                    .sum();
                result.pairs[half_points] += 1;
                result.distinct += 2;
                if let Some(verdict) = test.verdict(&result) {
                    break verdict;
                }
            };
            believed += usize::from(verdict == Verdict::H1);
        }
        believed as f64 / matches as f64
    }

    /// 1,000 matches at each truth: ± 1.4 % of chance about 5 %.
    #[test]
    fn errors_are_as_rare_as_they_were_asked_to_be() {
        let test = test(0.0, 60.0);
        let wrong = believed_h1(&test, 0.0, 1000);
        assert!((0.02..0.065).contains(&wrong), "{wrong}");
        let missed = 1.0 - believed_h1(&test, 60.0, 1000);
        assert!((0.02..0.065).contains(&missed), "{missed}");
    }
}
