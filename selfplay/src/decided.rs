//! Whether a position just reached is the end of its game: what every search
//! asks of every move.

use bingwa_engine::{Played, Ruleset};
use bingwa_models::Value;

/// The value, for the player now to move, of a position just reached, if its
/// game is over. That every reply is endless is seen only when the position is
/// expanded: to see it here would mean playing a reply to every position.
#[inline]
pub(crate) fn decided_by(rules: &Ruleset, played: &Played) -> Option<Value> {
    let position = &played.position;
    let mover = position.mover();
    if let Some(outcome) = rules.decided_by_move(played) {
        Some(Value::of_outcome(outcome, mover))
    } else if rules.starts(position).is_empty() {
        Some(Value::Loss(0))
    } else if position.plies() >= rules.ply_limit {
        // At the limit no reply will be played: the mover may have none.
        rules
            .outcome(position)
            .map(|outcome| Value::of_outcome(outcome, mover))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::random_opening;
    use crate::seeds::{Purpose, stream};

    #[test]
    fn it_never_contradicts_the_rules_also_at_the_move_limit() {
        // Moves of more than two laps count as endless: many have no move left.
        let mut seen = [0; 3];
        for (name, preset) in Ruleset::PRESETS {
            let rules = Ruleset {
                lap_limit: 2,
                ply_limit: 9,
                ..preset
            };
            for game in 0..200 {
                let mut random = stream(1, Purpose::Play, 0, game);
                let (_, here) = random_opening(&rules, 8, &mut random);
                rules.children(&here, |mv, played| {
                    let truth = rules
                        .outcome_after(&played)
                        .map(|outcome| Value::of_outcome(outcome, played.position.mover()));
                    match decided_by(&rules, &played) {
                        None => assert_eq!(seen_late(truth), None, "{name} {here} {mv}"),
                        found => assert_eq!(found, truth, "{name} {here} {mv}"),
                    }
                    let at_limit = played.position.plies() >= rules.ply_limit;
                    match truth {
                        Some(Value::Loss(_)) if at_limit => seen[0] += 1,
                        Some(Value::Draw(_)) => seen[1] += 1,
                        _ => seen[2] += 1,
                    }
                });
            }
        }
        assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
    }

    /// A mover whose replies are all endless may be found later.
    fn seen_late(truth: Option<Value>) -> Option<Value> {
        truth.filter(|truth| *truth != Value::Loss(0))
    }
}
