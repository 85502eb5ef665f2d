//! The likeliest Bradley–Terry strengths, by Newton's method.

use super::RatingError;
use super::symmetric::inverse;

/// Newton steps; sound tables take fewer than 15.
const MAX_STEPS: usize = 100;
/// A step that moves no strength by more than this, in nats, is the last. Steps
/// shrink by squares, so what is left after it is far below rounding, which in a
/// table of millions of games is itself near 1e-8.
const SETTLED: f64 = 1e-6;

/// Games of two players.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// Their numbers.
    pub(super) players: [usize; 2],
    /// Points of the first, draws as half.
    pub(super) points: f64,
    /// Games in all.
    pub(super) games: f64,
}

/// Strengths and how sure they are.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// Log strength of each player, in nats.
    pub(super) strengths: Vec<f64>,
    /// Their covariance, in square nats.
    pub(super) covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// Standard deviation of the distance of two players, in nats.
    pub(super) fn deviation(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        (c[a][a] + c[b][b] - 2.0 * c[a][b]).max(0.0).sqrt()
    }
}

/// Strengths θ that maximise Σ log likelihood − `precision` Σ θ² / 2, where the
/// first of two players scores with probability 1 / (1 + e^(θ₂ − θ₁)).
///
/// The likelihood knows only differences of strengths, so the prior puts their
/// mean at 0; the sum is strictly concave for a precision above 0.
///
/// # Errors
/// [`RatingError::Unsettled`] when Newton's method does not settle.
pub(super) fn fit(
    players: usize,
    meetings: &[Meeting],
    precision: f64,
) -> Result<Fit, RatingError> {
    let mut strengths = vec![0.0; players];
    let unsettled = RatingError::Unsettled(MAX_STEPS);
    for _ in 0..MAX_STEPS {
        let (slope, information) = derivatives(&strengths, meetings, precision);
        let covariance = inverse(information).ok_or_else(|| unsettled.clone())?;
        let step: Vec<f64> = covariance
            .iter()
            .map(|row| row.iter().zip(&slope).map(|(c, s)| c * s).sum())
            .collect();
        let farthest = step.iter().fold(0.0, |far: f64, s| far.max(s.abs()));
        // Far from the top Newton's method leaps too far: no step beyond a nat.
        let shorten = 1.0 / farthest.max(1.0);
        for (strength, step) in strengths.iter_mut().zip(&step) {
            *strength += shorten * step;
        }
        if farthest < SETTLED {
            return Ok(Fit {
                strengths,
                covariance,
            });
        }
    }
    Err(unsettled)
}

/// The share of points that `a` is expected to take from `b`.
pub(super) fn expected(strengths: &[f64], [a, b]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (strengths[b] - strengths[a]).exp())
}

/// Slope of the objective, and its negative second derivatives.
fn derivatives(
    strengths: &[f64],
    meetings: &[Meeting],
    precision: f64,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strengths.len();
    let mut slope: Vec<f64> = strengths.iter().map(|theta| -precision * theta).collect();
    let mut information = vec![vec![0.0; players]; players];
    for (player, row) in information.iter_mut().enumerate() {
        row[player] = precision;
    }
    for meeting in meetings {
        let [a, b] = meeting.players;
        let expected = expected(strengths, meeting.players);
        let surprise = meeting.points - meeting.games * expected;
        slope[a] += surprise;
        slope[b] -= surprise;
        let weight = meeting.games * expected * (1.0 - expected);
        information[a][a] += weight;
        information[b][b] += weight;
        information[a][b] -= weight;
        information[b][a] -= weight;
    }
    (slope, information)
}
