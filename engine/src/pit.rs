//! The small words of the board: whose side, which pit, which way.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A player. South moves first and sits at the bottom of a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// The player who starts.
    South,
    /// The player who answers.
    North,
}

impl Side {
    /// Both sides, South first.
    pub const ALL: [Self; 2] = [Self::South, Self::North];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// `S` or `N`, as position text writes it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}

/// The way a hand goes round a player's own ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Pit +1: along the inner row from left to right.
    Clockwise,
    /// Pit −1: along the inner row from right to left.
    Anticlockwise,
}

impl Direction {
    /// Clockwise first, as action indices count.
    pub const ALL: [Self; 2] = [Self::Clockwise, Self::Anticlockwise];

    /// The other way round.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Clockwise => Self::Anticlockwise,
            Self::Anticlockwise => Self::Clockwise,
        }
    }
}

/// One of a player's sixteen pits, counted round its own ring: 0–7 the inner
/// row from left to right (`A1`…`A8`), 8–15 the outer row from right to left
/// (`B8`…`B1`).
///
/// ```
/// use bingwa_engine::Pit;
///
/// let pit: Pit = "B8".parse()?;
/// assert_eq!(pit.index(), 8);
/// assert_eq!(Pit::NYUMBA.to_string(), "A5");
/// assert!("C1".parse::<Pit>().is_err());
/// # Ok::<(), bingwa_engine::ParsePitError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(u8);

impl Pit {
    /// The house: the fourth pit from the right of the inner row.
    pub const NYUMBA: Self = Self(4);

    /// The pit at a ring index, or `None` above 15.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < 16 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The pit at a ring index taken modulo 16.
    #[inline]
    pub(crate) const fn wrapping(index: usize) -> Self {
        Self((index & 15) as u8)
    }

    /// All sixteen, by ring index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    /// The ring index, 0–15.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the pit lies in the row that faces the opponent.
    #[inline]
    #[must_use]
    pub const fn is_inner(self) -> bool {
        self.0 < 8
    }

    /// The opponent's pit that faces this one, or `None` in the outer row.
    #[must_use]
    pub const fn facing(self) -> Option<Self> {
        if self.is_inner() {
            Some(Self(7 - self.0))
        } else {
            None
        }
    }

    /// The pit a lap from here reaches first.
    #[inline]
    #[must_use]
    pub const fn next(self, direction: Direction) -> Self {
        match direction {
            Direction::Clockwise => Self((self.0 + 1) & 15),
            Direction::Anticlockwise => Self((self.0 + 15) & 15),
        }
    }

    /// The pit with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        if self.is_inner() {
            Self(7 - self.0)
        } else {
            Self(23 - self.0)
        }
    }

    /// The column, 0–7 from the owner's left.
    #[must_use]
    pub const fn column(self) -> usize {
        if self.is_inner() {
            self.index()
        } else {
            15 - self.index()
        }
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = if self.is_inner() { 'A' } else { 'B' };
        write!(f, "{row}{}", self.column() + 1)
    }
}

impl fmt::Debug for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no pit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no pit: a pit is A1 to A8 (inner row) or B1 to B8 (outer row), left to right")]
pub struct ParsePitError(String);

impl FromStr for Pit {
    type Err = ParsePitError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [b'A', column @ b'1'..=b'8'] => Ok(Self(column - b'1')),
            [b'B', column @ b'1'..=b'8'] => Ok(Self(15 - (column - b'1'))),
            _ => Err(ParsePitError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for pit in Pit::all() {
            assert_eq!(pit.to_string().parse(), Ok(pit));
        }
    }

    #[test]
    fn outer_row_runs_right_to_left() {
        assert_eq!(Pit(8).to_string(), "B8");
        assert_eq!(Pit(15).to_string(), "B1");
        assert_eq!(Pit(15).next(Direction::Clockwise), Pit(0));
        assert_eq!(Pit(7).next(Direction::Clockwise), Pit(8));
    }

    #[test]
    fn mirroring_twice_is_the_identity_and_keeps_the_row() {
        for pit in Pit::all() {
            assert_eq!(pit.mirrored().mirrored(), pit);
            assert_eq!(pit.mirrored().is_inner(), pit.is_inner());
            assert_eq!(pit.mirrored().column(), 7 - pit.column());
        }
    }
}
