//! Proof and disproof numbers, seen by the player to move.
//!
//! One player, the *attacker*, wants to prove that it wins; the other, the
//! *defender*, that it does not. Each has its own goal, and `phi` is how far the
//! mover of a position is from its goal, `delta` how far the other player is from
//! the opposite (Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002, section 2.3): at a position of the attacker they are the
//! proof and the disproof number, at one of the defender the other way round.

/// What can never be reached. Sums stop one below it.
pub(super) const INFINITE: u32 = u32::MAX;

/// The two numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The least work in which the mover could still reach its goal; 0 once it
    /// has.
    pub(super) phi: u32,
    /// The same for the opposite, from the other player's side.
    pub(super) delta: u32,
}

impl Numbers {
    /// The mover has reached its goal.
    pub(super) const REACHED: Self = Self {
        phi: 0,
        delta: INFINITE,
    };

    /// The mover cannot reach its goal.
    pub(super) const FAILED: Self = Self {
        phi: INFINITE,
        delta: 0,
    };

    /// Whether the mover has reached its goal, `None` while that is open.
    pub(super) const fn decided(self) -> Option<bool> {
        match self {
            Self { phi: 0, .. } => Some(true),
            Self { delta: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// The sum of work that all has to be done: infinite only if a part is.
pub(super) const fn all(sum: u32, part: u32) -> u32 {
    if sum == INFINITE || part == INFINITE {
        return INFINITE;
    }
    let sum = sum.saturating_add(part);
    if sum == INFINITE { INFINITE - 1 } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_infinite_part_makes_a_sum_infinite() {
        assert_eq!(all(2, 3), 5);
        assert_eq!(all(INFINITE - 1, INFINITE - 1), INFINITE - 1);
        assert_eq!(all(INFINITE, 0), INFINITE);
        assert_eq!(all(0, INFINITE), INFINITE);
    }

    #[test]
    fn zero_decides() {
        assert_eq!(Numbers::REACHED.decided(), Some(true));
        assert_eq!(Numbers::FAILED.decided(), Some(false));
        assert_eq!(Numbers { phi: 1, delta: 9 }.decided(), None);
    }
}
