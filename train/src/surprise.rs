//! How often a position is shown: more often where the search surprised the
//! network.
//!
//! Policy surprise weighting (Wu, KataGo, "Other methods", 2021,
//! docs/KataGoMethods.md, "Policy Surprise Weighting"): in each game a share of
//! the weight is spread evenly over the positions, the rest in proportion to the
//! Kullback–Leibler divergence of the policy target from the network's prior; a
//! position then comes as often as its weight says, the fraction drawn at random.

use bingwa_selfplay::records::{MoveRecord, unpack};
use rand::{Rng, RngExt};

/// The smallest prior that a record can tell from nothing.
const LEAST_PRIOR: f32 = 1.0 / 65_535.0;

/// How far the policy target of a full search is from the prior, in nats: 0 for
/// other moves and where a record keeps no priors.
#[must_use]
pub fn surprise(searched: &MoveRecord) -> f32 {
    if !searched.full || searched.policy.iter().all(|mv| mv.prior == 0) {
        return 0.0;
    }
    let divergence: f32 = searched
        .policy
        .iter()
        .map(|mv| (unpack(mv.share), unpack(mv.prior).max(LEAST_PRIOR)))
        .filter(|&(share, _)| share > 0.0)
        .map(|(share, prior)| share * (share / prior).ln())
        .sum();
    divergence.max(0.0)
}

/// How often each position of a game is shown each time the window is: 1 on
/// average. `weight` (0 to 1) is the share that goes by surprise.
#[must_use]
pub fn times(moves: &[MoveRecord], weight: f32, random: &mut impl Rng) -> Vec<u32> {
    if weight <= 0.0 {
        return vec![1; moves.len()];
    }
    let surprises: Vec<f32> = moves.iter().map(surprise).collect();
    times_of(&surprises, weight, random)
}

fn times_of(surprises: &[f32], weight: f32, random: &mut impl Rng) -> Vec<u32> {
    let total: f32 = surprises.iter().sum();
    if total <= 0.0 {
        return vec![1; surprises.len()];
    }
    let scale = weight * surprises.len() as f32 / total;
    surprises
        .iter()
        .map(|surprise| {
            let times = 1.0 - weight + scale * surprise;
            let more = random.random::<f32>() < times.fract();
            times as u32 + u32::from(more)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::Move;
    use bingwa_selfplay::records::{Proof, SearchedMove, pack};
    use bingwa_selfplay::seeds::{Purpose, stream};

    fn searched(moves: &[(f32, f32)]) -> MoveRecord {
        let policy = moves.iter().map(|&(share, prior)| SearchedMove {
            mv: 0,
            share: pack(share).unwrap(),
            value: 0,
            proof: Proof::Open,
            visits: 1,
            prior: pack(prior).unwrap(),
        });
        MoveRecord {
            full: true,
            policy: policy.collect(),
            ..MoveRecord::unsearched(Move::from_index(0).unwrap())
        }
    }

    #[test]
    fn surprise_is_the_divergence_of_target_from_prior() {
        assert!(surprise(&searched(&[(0.5, 0.5), (0.5, 0.5)])) < 1e-4);
        let half = surprise(&searched(&[(1.0, 0.5), (0.0, 0.5)]));
        assert!((half - 2.0_f32.ln()).abs() < 1e-3, "{half}");
        // A prior of nothing does not make it endless.
        assert!((10.0..12.0).contains(&surprise(&searched(&[(1.0, 0.0), (0.0, 1.0)]))));
        let mut quick = searched(&[(1.0, 0.5), (0.0, 0.5)]);
        quick.full = false;
        assert_eq!(surprise(&quick), 0.0);
        assert_eq!(surprise(&searched(&[(1.0, 0.0), (0.0, 0.0)])), 0.0);
    }

    #[test]
    fn a_game_keeps_its_weight_and_surprising_positions_get_more_of_it() {
        let surprises: Vec<f32> = (0..1000).map(|i| (i % 4) as f32).collect();
        let mut random = stream(1, Purpose::Training, 0, 0);
        let times = times_of(&surprises, 0.5, &mut random);
        let mean = |kind: usize| times.iter().skip(kind).step_by(4).sum::<u32>() as f32 / 250.0;
        // ½ + ½ · s / 1.5
        for (kind, expected) in [0.5, 0.8333, 1.1667, 1.5].into_iter().enumerate() {
            assert!(
                (mean(kind) - expected).abs() < 0.1,
                "{kind}: {}",
                mean(kind)
            );
        }
        assert!(times.iter().sum::<u32>().abs_diff(1000) < 60);
    }

    #[test]
    fn without_weight_or_surprise_all_come_once() {
        let mut random = stream(1, Purpose::Training, 0, 0);
        let surprising = [(1.0, 0.5), (0.0, 0.5)];
        let game = [searched(&surprising), searched(&surprising)];
        assert_eq!(times(&game, 0.0, &mut random), [1, 1]);
        assert_eq!(times_of(&[0.0, 0.0], 0.7, &mut random), [1, 1]);
    }
}
