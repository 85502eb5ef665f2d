//! Whether a value is proven, and how far away its end is.

use bingwa_models::Value;
use serde::{Deserialize, Serialize};

/// What stands behind a recorded value. Distances count moves of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// Nothing: it is an estimate.
    #[default]
    Open,
    /// The player whose value it is wins within so many moves.
    Win(u16),
    /// That player loses within so many moves, however it plays.
    Loss(u16),
    /// The game is drawn within so many moves.
    Draw(u16),
}

impl Proof {
    /// Whether it is a proof at all.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Open)
    }

    /// The packed value that goes with it; `None` if any does.
    #[must_use]
    pub const fn value(self) -> Option<u16> {
        match self {
            Self::Open => None,
            Self::Win(_) => Some(u16::MAX),
            Self::Loss(_) => Some(0),
            // `pack(0.5)`.
            Self::Draw(_) => Some(32768),
        }
    }

    /// One number for both: 0 if open, else 1 + 3 × distance, plus 1 for a loss
    /// and 2 for a draw.
    pub(super) const fn code(self) -> u32 {
        let (kind, distance) = match self {
            Self::Open => return 0,
            Self::Win(distance) => (1, distance),
            Self::Loss(distance) => (2, distance),
            Self::Draw(distance) => (3, distance),
        };
        kind + 3 * distance as u32
    }

    /// The proof with this [`code`](Self::code).
    pub(super) fn from_code(code: u32) -> Option<Self> {
        let Some(code) = code.checked_sub(1) else {
            return Some(Self::Open);
        };
        let distance = u16::try_from(code / 3).ok()?;
        Some(match code % 3 {
            0 => Self::Win(distance),
            1 => Self::Loss(distance),
            _ => Self::Draw(distance),
        })
    }
}

impl From<Value> for Proof {
    fn from(value: Value) -> Self {
        match value {
            Value::Estimate(_) => Self::Open,
            Value::Win(distance) => Self::Win(distance),
            Value::Loss(distance) => Self::Loss(distance),
            Value::Draw(distance) => Self::Draw(distance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::pack;
    use super::*;

    #[test]
    fn codes_and_values_are_those_of_the_search() {
        for distance in [0, 1, 255, u16::MAX] {
            for value in [
                Value::Win(distance),
                Value::Loss(distance),
                Value::Draw(distance),
            ] {
                let proof = Proof::from(value);
                assert_eq!(proof.value(), pack(value.probability()));
                assert_eq!(Proof::from_code(proof.code()), Some(proof));
            }
        }
        assert_eq!(Proof::from(Value::Estimate(1.0)), Proof::Open);
        assert_eq!(Proof::from_code(0), Some(Proof::Open));
        assert_eq!(Proof::from_code(u32::MAX), None);
    }
}
