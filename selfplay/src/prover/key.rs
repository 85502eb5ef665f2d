//! What the table calls a position.

use bingwa_engine::{Position, Ruleset, Side};

/// How positions are told apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    /// Whether left and right may always be exchanged.
    symmetric: bool,
    /// Whether the number of moves played tells positions apart: near the move
    /// limit it must.
    exact_plies: bool,
}

/// The key of a position, and whether it is that of its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) bits: u64,
    pub(super) mirrored: bool,
}

impl Keys {
    pub(super) fn new(rules: &Ruleset, exact_plies: bool) -> Self {
        Self {
            symmetric: rules.is_mirror_symmetric(),
            exact_plies,
        }
    }

    /// One key for a position and its mirror image where they are worth the
    /// same ([`Position::mirrored`]).
    pub(super) fn of(self, position: &Position) -> Key {
        let mut key = Key {
            bits: position.key(),
            mirrored: false,
        };
        let owned = position.owns_nyumba(Side::South) || position.owns_nyumba(Side::North);
        if self.symmetric || !owned {
            let bits = position.mirrored().key();
            if bits < key.bits {
                key = Key {
                    bits,
                    mirrored: true,
                };
            }
        }
        if self.exact_plies {
            // An odd constant (the golden ratio): neighbouring plies lie far apart.
            let plies = u64::from(position.plies()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key.bits ^= plies;
        }
        key
    }
}
