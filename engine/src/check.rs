//! Whether the switches of a rule set make sense together.

use crate::options::{Capture, LoneKichwa};
use crate::ruleset::Ruleset;

impl Ruleset {
    /// Whether the switches make sense together.
    ///
    /// # Errors
    /// Names the first switch that does not, and what would be right.
    pub fn check(&self) -> Result<(), RulesetError> {
        let bad = |switch, why| Err(RulesetError { switch, why });
        let seeds = |row: [u8; 8]| row.iter().map(|&n| u32::from(n)).sum::<u32>();
        let each = seeds(self.inner_start) + seeds(self.outer_start) + u32::from(self.hand);
        if each > 32 {
            return bad(
                "inner_start",
                "a player's pits and hand hold at most 32 seeds together",
            );
        }
        if seeds(self.inner_start) == 0 {
            return bad(
                "inner_start",
                "the inner row must hold a seed: an empty one has lost",
            );
        }
        if self.lap_limit == 0 || self.ply_limit == 0 {
            return bad("lap_limit", "lap_limit and ply_limit are at least 1");
        }
        if self.capture_max == Some(0) {
            return bad("capture_max", "at least 1, or none");
        }
        if let Some(nyumba) = self.nyumba
            && !(1..=64).contains(&nyumba.min)
        {
            return bad("nyumba_min", "1 to 64 seeds");
        }
        match self.capture {
            Capture::Pickup if self.hand > 0 => bad("hand", "capture = pickup has no namua stage"),
            Capture::Pickup if self.nyumba.is_some() => bad("nyumba", "capture = pickup has none"),
            Capture::Pickup if self.takasia => bad("takasia", "capture = pickup has none"),
            Capture::Pickup if self.capture_max.is_some() => {
                bad("capture_max", "capture = pickup has none")
            }
            Capture::Pickup if self.takata_inner_first => bad(
                "takata_inner_first",
                "capture = pickup lets every row start",
            ),
            Capture::Pickup if self.lone_kichwa == LoneKichwa::Forbidden => {
                bad("lone_kichwa", "capture = pickup has no kichwa rule")
            }
            _ => Ok(()),
        }
    }
}

/// Switches that do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule set: {switch}: {why}")]
pub struct RulesetError {
    /// The switch, by its name in `docs/RULES.md`.
    pub switch: &'static str,
    /// What would be right.
    pub why: &'static str,
}
