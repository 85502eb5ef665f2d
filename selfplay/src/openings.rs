//! Where games begin: distinct, even positions a few random moves from the start.

use std::collections::HashSet;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::Uniform;
use rand::RngExt;

use crate::search::{Search, SearchConfig};
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
pub const OPENING_PLIES: core::ops::RangeInclusive<u32> = 2..=12;

/// Random games that judge an opening, and the share of them, either way, that
/// its mover must win: a few random moves can decide a game (in kujifunza the
/// earliest win is move 3), and such an opening tells nothing about the players.
const JUDGING_GAMES: u32 = 100;
const EVEN: core::ops::RangeInclusive<f32> = 0.35..=0.65;

/// Simulations of a search without a network that must not prove its result.
const PROVING_SIMULATIONS: u32 = 2000;

/// `count` distinct opening positions, about even as random games judge them and
/// not proven for either side by a short search, the same for the same seed. They lie as few random moves from the start as
/// give enough of them: the earlier, the more of the game is left to the
/// players. Fewer only if a rule set does not have so many (all presets have
/// thousands).
#[must_use]
pub fn distinct_openings(rules: &Ruleset, seed: u64, count: usize) -> Vec<Position> {
    let mut openings = Vec::with_capacity(count);
    let mut seen = HashSet::new();
    for plies in OPENING_PLIES {
        for index in 0..8 * count as u64 {
            if openings.len() == count {
                return openings;
            }
            let mut random = stream(seed, Purpose::Openings, plies, index);
            let (played, position) = random_opening(rules, plies, &mut random);
            if played.len() == plies as usize
                && seen.insert(position)
                && is_even(rules, &position, &mut random)
            {
                openings.push(position);
            }
        }
    }
    openings
}

fn is_even(rules: &Ruleset, position: &Position, random: &mut Random) -> bool {
    let score: f32 = (0..JUDGING_GAMES)
        .map(|_| {
            rules
                .playout(position, &mut |n| random.random_range(0..n.max(1)))
                .outcome
                .score(position.mover())
        })
        .sum();
    EVEN.contains(&(score / JUDGING_GAMES as f32))
        && !Search::new(SearchConfig::default(), Uniform)
            .run(rules, position, PROVING_SIMULATIONS, None)
            .value
            .is_proven()
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
