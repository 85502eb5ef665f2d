//! Whether all parts agree on who wins.
//!
//! The truth comes from plain exhaustive search with the engine, of
//! positions shown from both seats. Search, players, records, targets, network
//! and trainer have to agree with it on every sign.

mod known;
mod learning;
mod players;
mod search;

use bingwa_engine::Ruleset;

use crate::error::TrainError;
use known::Known;

/// What one check found.
#[derive(Clone, Debug)]
pub struct Check {
    /// What was checked, in a few words.
    pub name: String,
    /// How many cases were looked at.
    pub cases: usize,
    /// Each case that is wrong, in words; none if all is well.
    pub faults: Vec<String>,
}

impl Check {
    fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            cases: 0,
            faults: Vec::new(),
        }
    }

    fn case(&mut self, right: bool, fault: impl FnOnce() -> String) {
        self.cases += 1;
        if !right {
            self.faults.push(fault());
        }
    }

    /// Whether there was something to check and all of it was right.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.cases > 0 && self.faults.is_empty()
    }
}

/// Makes all checks under a rule set and tells each when it is done.
///
/// # Errors
/// [`TrainError`] when the trainer cannot be run at all.
pub fn run(rules: &Ruleset, tell: &mut dyn FnMut(Check)) -> Result<(), TrainError> {
    let known = known::positions(rules);
    tell(known_positions(&known));
    for check in search::checks(rules, &known) {
        tell(check);
    }
    for check in players::checks(rules, &known) {
        tell(check);
    }
    for check in learning::checks(rules, &known)? {
        tell(check);
    }
    Ok(())
}

/// There are won and lost positions for both seats.
fn known_positions(known: &[Known]) -> Check {
    let mut check = Check::new("won and lost positions found by plain search, for both seats");
    for side in bingwa_engine::Side::ALL {
        for won in [true, false] {
            let found = known
                .iter()
                .filter(|known| known.position.mover() == side && known.is_won() == won);
            check.case(found.count() >= known::EACH, || {
                format!("too few positions with {side} to move, won: {won}")
            });
        }
    }
    check
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_agree_under_every_rule_set() {
        for (name, rules) in Ruleset::PRESETS {
            let mut checks = Vec::new();
            run(&rules, &mut |check| checks.push(check)).unwrap();
            assert!(checks.len() >= 10);
            for check in checks {
                assert!(check.is_passed(), "{name}: {check:?}");
            }
        }
    }

    #[test]
    fn a_check_without_cases_or_with_a_fault_is_not_passed() {
        let mut check = Check::new("x");
        assert!(!check.is_passed());
        check.case(true, String::new);
        assert!(check.is_passed());
        check.case(false, || "wrong".to_owned());
        assert!(!check.is_passed());
    }
}
