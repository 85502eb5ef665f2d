//! The alarm for a network that learns its games by heart.

use bingwa_models::Weights;

use crate::error::TrainError;
use crate::examples::Split;
use crate::validation::{Validation, validate};
use crate::window::Window;

/// A network judged by games it has not learned from, and by some it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// On the games kept from training.
    pub unseen: Validation,
    /// On those it learned from.
    pub learned: Validation,
}

impl Judged {
    /// Judges weights by at most `most` positions of each side, the newest
    /// generation's first and as many of each on both; `None` where a side has
    /// none.
    ///
    /// # Errors
    /// [`TrainError::Device`].
    pub fn of(weights: &Weights, window: &Window, most: usize) -> Result<Option<Self>, TrainError> {
        let unseen = validate(weights, window.views(Split::Validation).take(most))?;
        let learned = validate(weights, window.learned_as_unseen().take(most))?;
        Ok(unseen
            .zip(learned)
            .map(|(unseen, learned)| Self { unseen, learned }))
    }

    /// A sentence that names the gap and what helps, when it is too wide and
    /// enough games tell so.
    #[must_use]
    pub fn alarm(&self) -> Option<String> {
        let enough = self.unseen.positions >= ENOUGH;
        self.overfit().alarm().filter(|_| enough)
    }

    /// How much worse the network is on unseen games.
    #[must_use]
    pub fn overfit(&self) -> Overfit {
        Overfit {
            value: self.unseen.value_kl - self.learned.value_kl,
            policy: self.unseen.policy_kl - self.learned.policy_kl,
        }
    }
}

/// How much worse a network is on unseen games than on those it learned from,
/// in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overfit {
    /// Of the value, both less the entropy of their targets.
    pub value: f64,
    /// Of the policy, likewise.
    pub policy: f64,
}

/// A gap of the value loss, or of the policy loss, from which on the alarm
/// sounds. The sound runs of docs/RESULTS.md stay below 0.08.
const ALARM: f64 = 0.1;

/// Unseen positions that it takes to tell: those of some dozen games.
const ENOUGH: usize = 2000;

impl Overfit {
    fn alarm(&self) -> Option<String> {
        let (what, gap) = if self.value >= self.policy {
            ("value", self.value)
        } else {
            ("policy", self.policy)
        };
        (gap > ALARM).then(|| {
            format!(
                "the network may be learning its games by heart: its {what} loss is {gap:.3} nats \
                 higher on unseen games than on those it learned from (alarm from {ALARM}); more \
                 games, a lower samples_per_position or more weight_decay help"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wider_gap_sounds_the_alarm() {
        let found = |value_kl, policy_kl| Validation {
            value_kl,
            policy_kl,
            ..Validation::default()
        };
        let judged = |value, policy, positions| Judged {
            unseen: Validation {
                positions,
                ..found(0.1 + value, 0.2 + policy)
            },
            learned: found(0.1, 0.2),
        };
        let gap = |value, policy| judged(value, policy, 5000);
        assert_eq!(judged(0.5, 0.5, 100).alarm(), None);
        assert_eq!(gap(0.05, -0.3).alarm(), None);
        assert!(
            gap(0.2, 0.1)
                .alarm()
                .unwrap()
                .contains("value loss is 0.200")
        );
        assert!(
            gap(0.0, 0.3)
                .alarm()
                .unwrap()
                .contains("policy loss is 0.300")
        );
    }
}
