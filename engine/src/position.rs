//! A position: everything that decides the future of a game.

use crate::pit::{Pit, Side};
use crate::ring::Ring;
use crate::ruleset::Ruleset;

/// Both boards as the mover sees them, hands, houses, takasia, whose turn.
///
/// Small and `Copy`; two equal positions have the same future under the same
/// [`Ruleset`]. Text form: see [`Position::from_str`](core::str::FromStr).
///
/// ```
/// use bingwa_engine::{Pit, Position, Ruleset, Side};
///
/// let start = Position::start(&Ruleset::KISWAHILI);
/// assert_eq!(start.mover(), Side::South);
/// assert_eq!(start.seeds(Side::South, Pit::NYUMBA), 6);
/// assert_eq!(start.hand(Side::North), 22);
/// assert!(start.in_namua());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) own: Ring,
    pub(crate) other: Ring,
    pub(crate) own_hand: u8,
    pub(crate) other_hand: u8,
    pub(crate) own_nyumba: bool,
    pub(crate) other_nyumba: bool,
    /// The mover's pit under takasia, as a one-bit mask of its inner row.
    pub(crate) takasia: u8,
    pub(crate) mover: Side,
    pub(crate) plies: u16,
}

impl Position {
    /// The start position of a rule set.
    #[must_use]
    pub fn start(rules: &Ruleset) -> Self {
        let mut counts = [0; 16];
        for column in 0..8 {
            counts[column] = rules.inner_start[column];
            counts[15 - column] = rules.outer_start[column];
        }
        let ring = Ring::from_counts(counts);
        let owned = rules.nyumba.is_some();
        Self {
            own: ring,
            other: ring,
            own_hand: rules.hand,
            other_hand: rules.hand,
            own_nyumba: owned,
            other_nyumba: owned,
            takasia: 0,
            mover: Side::South,
            plies: 0,
        }
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// Moves played so far.
    #[inline]
    #[must_use]
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// Whether either player has seeds in hand (the namua stage; else mtaji).
    #[inline]
    #[must_use]
    pub const fn in_namua(&self) -> bool {
        self.own_hand | self.other_hand != 0
    }

    /// The mover's sixteen pits by ring index.
    #[inline]
    #[must_use]
    pub const fn own_pits(&self) -> [u8; 16] {
        self.own.counts()
    }

    /// The other player's sixteen pits by that player's ring index.
    #[inline]
    #[must_use]
    pub const fn other_pits(&self) -> [u8; 16] {
        self.other.counts()
    }

    /// Seeds in a player's pit.
    #[must_use]
    pub fn seeds(&self, side: Side, pit: Pit) -> u8 {
        self.ring(side).get(pit.index())
    }

    /// Seeds in a player's hand.
    #[must_use]
    pub fn hand(&self, side: Side) -> u8 {
        if side == self.mover {
            self.own_hand
        } else {
            self.other_hand
        }
    }

    /// Whether a player owns its nyumba.
    #[must_use]
    pub fn owns_nyumba(&self, side: Side) -> bool {
        if side == self.mover {
            self.own_nyumba
        } else {
            self.other_nyumba
        }
    }

    /// The mover's pit under takasia.
    #[inline]
    #[must_use]
    pub const fn takasia(&self) -> Option<Pit> {
        if self.takasia == 0 {
            None
        } else {
            Pit::new(self.takasia.trailing_zeros() as usize)
        }
    }

    /// All seeds on the board and in the hands: 64 while a game goes on.
    #[must_use]
    pub fn total_seeds(&self) -> u32 {
        self.own.total()
            + self.other.total()
            + u32::from(self.own_hand)
            + u32::from(self.other_hand)
    }

    fn ring(&self, side: Side) -> Ring {
        if side == self.mover {
            self.own
        } else {
            self.other
        }
    }

    /// The same situation with left and right exchanged on both boards.
    ///
    /// It has the mirrored moves and the same worth wherever
    /// [`Ruleset::is_mirror_symmetric`] says so, and, with a nyumba, wherever
    /// nobody owns one any more.
    #[must_use]
    pub const fn mirrored(&self) -> Self {
        Self {
            own: self.own.mirrored(),
            other: self.other.mirrored(),
            takasia: self.takasia.reverse_bits(),
            ..*self
        }
    }

    /// The same situation with the players' names exchanged: the board turned.
    #[must_use]
    pub const fn turned(&self) -> Self {
        Self {
            mover: self.mover.opponent(),
            ..*self
        }
    }

    /// The same board with the other player to move, as if the mover had passed:
    /// what it threatens. No pit is under takasia.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset, Side};
    ///
    /// let position = Position::start(&Ruleset::KUJIFUNZA);
    /// let passed = position.passed();
    /// assert_eq!(passed.mover(), Side::North);
    /// assert_eq!(passed.own_pits(), position.other_pits());
    /// assert_eq!(passed.passed(), position);
    /// ```
    #[must_use]
    pub const fn passed(&self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            own_hand: self.other_hand,
            other_hand: self.own_hand,
            own_nyumba: self.other_nyumba,
            other_nyumba: self.own_nyumba,
            takasia: 0,
            mover: self.mover.opponent(),
            plies: self.plies,
        }
    }

    /// Whether this position can occur under a rule set at all.
    ///
    /// # Errors
    /// Says which field does not fit: a nyumba, hand or takasia mark in a rule
    /// set without one.
    pub fn check(&self, rules: &Ruleset) -> Result<(), PositionError> {
        let unfit = |field, why| Err(PositionError::Unfit { field, why });
        if rules.nyumba.is_none() && (self.own_nyumba || self.other_nyumba) {
            return unfit("nyumba", "this rule set has no nyumba: write `-`");
        }
        if rules.hand == 0 && self.in_namua() {
            return unfit("hands", "this rule set has no seeds in hand: write `0,0`");
        }
        if self.takasia != 0 && !rules.takasia {
            return unfit("takasia", "this rule set has no takasia: write `-`");
        }
        if self.takasia != 0 && self.in_namua() {
            return unfit(
                "takasia",
                "there is none while seeds are in hand: write `-`",
            );
        }
        Ok(())
    }
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Not six fields.
    #[error(
        "a position has six fields (rows, mover, hands, nyumba, takasia, moves played), \
         this one has {0}"
    )]
    Fields(usize),
    /// Not four rows of eight pits.
    #[error(
        "the board is four rows of eight counts, `,` between pits and `/` between rows; \
         row {row} is `{text}`"
    )]
    Row {
        /// 1 (North's outer row) to 4 (South's outer row).
        row: usize,
        /// The row as written.
        text: String,
    },
    /// A field that cannot be read.
    #[error("the {field} field is `{text}`: {right}")]
    Field {
        /// The field's name.
        field: &'static str,
        /// The field as written.
        text: String,
        /// What it may be.
        right: &'static str,
    },
    /// Too few or too many seeds.
    #[error("a board holds 1 to 64 seeds, this one {0}")]
    Seeds(u32),
    /// A field that the rule set knows nothing of.
    #[error("the {field} field does not fit: {why}")]
    Unfit {
        /// The field's name.
        field: &'static str,
        /// What would be right.
        why: &'static str,
    },
}
