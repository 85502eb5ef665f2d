//! Where games begin: distinct positions a few random moves from the start.

use std::collections::HashSet;

use bingwa_engine::{Position, Ruleset};
use rand::RngExt;

use crate::seeds::{Purpose, Random, stream};

/// Plays up to `plies` uniformly random legal moves from the start position and
/// gives every position reached with the move played there, then the last one.
/// Stops before a move that would end the game.
pub(crate) fn random_opening(
    rules: &Ruleset,
    plies: u32,
    random: &mut Random,
) -> (Vec<(Position, bingwa_engine::Move)>, Position) {
    let mut here = Position::start(rules);
    let mut played = Vec::new();
    for _ in 0..plies {
        let moves = rules.legal_moves(&here);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        let next = rules.play(&here, mv);
        if rules.outcome_after(&next).is_some() {
            break;
        }
        played.push((here, mv));
        here = next.position;
    }
    (played, here)
}

/// Fewest and most random moves of a match opening.
pub const OPENING_PLIES: core::ops::RangeInclusive<u32> = 4..=8;

/// `count` distinct opening positions, the same for the same seed. Fewer only
/// if a rule set does not have so many (all presets have thousands).
#[must_use]
pub fn distinct_openings(rules: &Ruleset, seed: u64, count: usize) -> Vec<Position> {
    let mut openings = Vec::with_capacity(count);
    let mut seen = HashSet::new();
    for index in 0..100 * count as u64 {
        if openings.len() == count {
            break;
        }
        let mut random = stream(seed, Purpose::Openings, 0, index);
        let plies = random.random_range(OPENING_PLIES);
        let (_, position) = random_opening(rules, plies, &mut random);
        if seen.insert(position) {
            openings.push(position);
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_distinct_seeded_and_still_going_on() {
        for (name, rules) in Ruleset::PRESETS {
            let openings = distinct_openings(&rules, 1, 200);
            assert_eq!(openings.len(), 200, "{name}");
            assert_eq!(openings, distinct_openings(&rules, 1, 200));
            assert_ne!(openings, distinct_openings(&rules, 2, 200));
            assert!(
                openings
                    .iter()
                    .all(|position| rules.outcome(position).is_none())
            );
        }
    }
}
