//! What is kept of one game.

use bingwa_engine::Move;
use serde::{Deserialize, Serialize};

use super::proof::Proof;

/// One finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Generation whose model played it; 0 before anything was learned.
    pub generation: u32,
    /// Number of the game in its generation.
    pub index: u64,
    /// Text of the start position.
    pub start: String,
    /// The moves in order.
    pub moves: Vec<MoveRecord>,
    /// Result: `S`, `N` or `draw`.
    pub result: String,
}

/// One move of a game and the search behind it.
///
/// Games of schema 1 have no laps, visits, priors or proofs: see
/// [`is_detailed`](Self::is_detailed).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Action index of the move played, 0–63.
    pub mv: u8,
    /// Laps it took: none if it captured the last seeds of an inner row at once.
    /// `None` until they are counted, and in games of schema 1.
    #[serde(default)]
    pub laps: Option<u16>,
    /// Simulations of the search; 0 for a move that was not searched (a random
    /// opening move) or that a first look proved.
    pub simulations: u32,
    /// Whether the search is good enough to learn the policy from.
    pub full: bool,
    /// The search's value for the mover, in 1/65535.
    pub value: u16,
    /// Whether that value is proven.
    #[serde(default)]
    pub proof: Proof,
    /// The network's value for the mover, in 1/65535.
    pub network_value: u16,
    /// Every legal move with what the search found; empty if not searched.
    pub policy: Vec<SearchedMove>,
}

/// One legal move as the search saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedMove {
    /// Action index, 0–63.
    pub mv: u8,
    /// Its share of the policy target, in 1/65535.
    pub share: u16,
    /// The search's value of the move for the mover, in 1/65535.
    pub value: u16,
    /// Whether that value is proven.
    #[serde(default)]
    pub proof: Proof,
    /// Simulations that began with the move; 0 in games of schema 1.
    #[serde(default)]
    pub visits: u32,
    /// The prior probability of the move, in 1/65535: the network's, mixed with
    /// noise where the search mixed any in; 0 where a first look proved the
    /// move, and in games of schema 1.
    #[serde(default)]
    pub prior: u16,
}

impl MoveRecord {
    /// A move that was not searched, like those of a random opening.
    #[must_use]
    pub const fn unsearched(mv: Move) -> Self {
        Self {
            mv: mv.index(),
            laps: None,
            simulations: 0,
            full: false,
            value: 0,
            proof: Proof::Open,
            network_value: 0,
            policy: Vec::new(),
        }
    }

    /// Entropy of the policy, in nats: 0 where the search is sure, the logarithm
    /// of the legal moves where it never is.
    #[must_use]
    pub fn policy_entropy(&self) -> f64 {
        let shares = self
            .policy
            .iter()
            .map(|found| f64::from(unpack(found.share)));
        shares
            .filter(|&share| share > 0.0)
            .map(|share| -share * share.ln())
            .sum()
    }

    /// How far the network's policy is from the search's, in nats: their
    /// Kullback-Leibler divergence, Σ share · ln(share / prior), over the moves
    /// that are not proven. `None` if no share lies on those, or nothing was
    /// recorded of the network's.
    #[must_use]
    pub fn policy_divergence(&self) -> Option<f64> {
        let open = || self.policy.iter().filter(|found| !found.proof.is_proven());
        let share: f64 = open().map(|found| f64::from(found.share)).sum();
        let prior: f64 = open().map(|found| f64::from(found.prior)).sum();
        if share == 0.0 || prior == 0.0 {
            return None;
        }
        let shared = open().filter(|found| found.share > 0);
        let terms = shared.map(|found| {
            let part = f64::from(found.share) / share;
            // A prior that was rounded to nothing is half a unit at most.
            part * (part * prior / f64::from(found.prior).max(0.5)).ln()
        });
        // Rounding may leave equal policies a little below 0.
        Some(terms.sum::<f64>().max(0.0))
    }

    /// Whether laps, visits, priors and proofs were recorded, as they are since
    /// schema 2.
    #[must_use]
    pub const fn is_detailed(&self) -> bool {
        self.laps.is_some()
    }
}

impl SearchedMove {
    /// Whether the search has looked behind the move: otherwise its value is
    /// the network's own guess. Games of schema 1 do not say so; in them every
    /// move with a share was visited, and a value of 0 or 1 is proven.
    #[must_use]
    pub fn is_known(&self, of: &MoveRecord) -> bool {
        if of.is_detailed() {
            self.visits > 0 || self.proof.is_proven()
        } else {
            self.share > 0 || matches!(self.value, 0 | u16::MAX)
        }
    }
}

/// A probability of 0…1 as a record keeps it; `None` when it is none.
#[must_use]
pub fn pack(probability: f32) -> Option<u16> {
    (0.0..=1.0)
        .contains(&probability)
        .then(|| (probability * 65535.0).round() as u16)
}

/// The probability that [`pack`] kept.
#[must_use]
pub fn unpack(packed: u16) -> f32 {
    f32::from(packed) / 65535.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(policy: &[(f32, f32, Proof)]) -> MoveRecord {
        let found = policy.iter().map(|&(share, prior, proof)| SearchedMove {
            mv: 0,
            share: pack(share).unwrap(),
            value: proof.value().unwrap_or(1),
            proof,
            visits: 0,
            prior: pack(prior).unwrap(),
        });
        MoveRecord {
            policy: found.collect(),
            ..MoveRecord::unsearched(Move::from_index(0).unwrap())
        }
    }

    #[test]
    fn entropy_and_divergence_are_those_of_the_textbook() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-3, "{a} is not {b}");
        let half = searched(&[(0.5, 0.25, Proof::Open), (0.5, 0.75, Proof::Open)]);
        near(half.policy_entropy(), 2_f64.ln());
        // ½ ln 2 + ½ ln ⅔.
        near(half.policy_divergence().unwrap(), 0.1438);
        let sure = searched(&[(1.0, 0.1, Proof::Open), (0.0, 0.9, Proof::Open)]);
        near(sure.policy_entropy(), 0.0);
        near(sure.policy_divergence().unwrap(), 10_f64.ln());
        // What is proven does not count, and the rest is brought to 1.
        let some = searched(&[
            (0.5, 0.0, Proof::Win(1)),
            (0.25, 0.5, Proof::Open),
            (0.25, 0.5, Proof::Open),
        ]);
        near(some.policy_divergence().unwrap(), 0.0);
        let none = searched(&[(1.0, 0.0, Proof::Win(1)), (0.0, 1.0, Proof::Open)]);
        assert_eq!(none.policy_divergence(), None);
        assert_eq!(
            searched(&[(1.0, 0.0, Proof::Open)]).policy_divergence(),
            None
        );
        let lost = searched(&[(1.0, 0.0, Proof::Open), (0.0, 1.0, Proof::Open)]);
        assert!(lost.policy_divergence().unwrap().is_finite());
    }

    #[test]
    fn packing_keeps_four_digits_and_refuses_what_is_no_probability() {
        for p in [0.0, 0.1234, 0.5, 1.0] {
            assert!((unpack(pack(p).unwrap()) - p).abs() < 1e-5);
        }
        for p in [f32::NAN, -0.1, 1.1, f32::INFINITY] {
            assert_eq!(pack(p), None);
        }
    }
}
