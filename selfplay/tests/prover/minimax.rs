//! Who wins, by trying everything: slow, obvious, to a fixed depth.

use bingwa_engine::{Outcome, Position, Ruleset, Side};

/// Whether `attacker` wins within `depth` moves of both players (`Some(true)`),
/// can be held from winning for good (`Some(false)`), or neither is seen so soon.
pub(crate) fn wins(
    rules: &Ruleset,
    position: &Position,
    attacker: Side,
    depth: u32,
) -> Option<bool> {
    if let Some(outcome) = rules.outcome(position) {
        return Some(outcome == Outcome::Win(attacker));
    }
    if depth == 0 {
        return None;
    }
    let attacks = position.mover() == attacker;
    let mut all_known = true;
    for &mv in rules.legal_moves(position).iter() {
        let played = rules.try_play(position, mv).unwrap();
        let result = match rules.outcome_after(&played) {
            Some(outcome) => Some(outcome == Outcome::Win(attacker)),
            None => wins(rules, &played.position, attacker, depth - 1),
        };
        match result {
            Some(won) if won == attacks => return Some(attacks),
            Some(_) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(!attacks)
}
