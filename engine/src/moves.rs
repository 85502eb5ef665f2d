//! A move: where a turn starts, which way it goes, and whether it dares safari.

use core::fmt;
use core::str::FromStr;

use crate::pit::{Direction, ParsePitError, Pit};

/// A player's whole turn as one action index, 0–63:
/// ring pit × 4 + (0 clockwise, 2 anticlockwise) + (1 with safari).
///
/// Text is the pit, then `>` or `<` for the way the hand goes as the owner sees
/// it (in the outer row `>` is anticlockwise), then `+` for safari.
///
/// ```
/// use bingwa_engine::{Direction, Move, Pit};
///
/// let mv: Move = "A5>+".parse()?;
/// assert_eq!((mv.pit(), mv.direction(), mv.safari()), (Pit::NYUMBA, Direction::Clockwise, true));
/// assert_eq!("B3<".parse::<Move>()?.direction(), Direction::Clockwise);
/// # Ok::<(), bingwa_engine::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// How many action indices there are.
    pub const COUNT: usize = 64;

    /// A move without safari.
    #[inline]
    #[must_use]
    pub const fn new(pit: Pit, direction: Direction) -> Self {
        Self((pit.index() as u8) << 2 | (direction as u8) << 1)
    }

    /// The move of an action index, or `None` above 63.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The action index, 0–63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The pit it starts from.
    #[inline]
    #[must_use]
    pub const fn pit(self) -> Pit {
        Pit::wrapping((self.0 >> 2) as usize)
    }

    /// The way it starts; in a namua capture, the way the captured seeds go.
    #[inline]
    #[must_use]
    pub const fn direction(self) -> Direction {
        if self.0 & 2 == 0 {
            Direction::Clockwise
        } else {
            Direction::Anticlockwise
        }
    }

    /// Whether the player goes on safari when the nyumba choice arises.
    #[inline]
    #[must_use]
    pub const fn safari(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same start, going on safari when the choice arises.
    #[inline]
    #[must_use]
    pub const fn with_safari(self) -> Self {
        Self(self.0 | 1)
    }

    /// The move with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let plain = Self::new(self.pit().mirrored(), self.direction().reversed());
        Self(plain.0 | (self.0 & 1))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rightwards = self.pit().is_inner() == (self.direction() == Direction::Clockwise);
        let arrow = if rightwards { '>' } else { '<' };
        let safari = if self.safari() { "+" } else { "" };
        write!(f, "{}{arrow}{safari}", self.pit())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// The pit part names no pit.
    #[error("in the move `{text}`: {source}")]
    Pit {
        /// The whole text.
        text: String,
        /// What is wrong with its pit.
        source: ParsePitError,
    },
    /// No `>` or `<` after the pit.
    #[error("`{0}` is no move: write a pit, then > or <, then + for safari, like A5>, B3< or A6>+")]
    Form(String),
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || ParseMoveError::Form(text.to_owned());
        let (start, safari) = match text.strip_suffix('+') {
            Some(start) => (start, 1),
            None => (text, 0),
        };
        let (pit, rightwards) = match (start.strip_suffix('>'), start.strip_suffix('<')) {
            (Some(pit), _) => (pit, true),
            (_, Some(pit)) => (pit, false),
            _ => return Err(form()),
        };
        let pit: Pit = pit.parse().map_err(|source| ParseMoveError::Pit {
            text: text.to_owned(),
            source,
        })?;
        let direction = if pit.is_inner() == rightwards {
            Direction::Clockwise
        } else {
            Direction::Anticlockwise
        };
        Ok(Self(Self::new(pit, direction).0 | safari))
    }
}

/// The moves of one position, on the stack.
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; Move::COUNT],
    len: u8,
}

impl MoveList {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: [Move(0); Move::COUNT],
            len: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.moves[(self.len & 63) as usize] = mv;
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl core::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_index_round_trip() {
        for index in 0..64 {
            let mv = Move::from_index(index).unwrap();
            assert_eq!(mv.index(), index);
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.mirrored().mirrored(), mv);
        }
        assert_eq!(Move::from_index(64), None);
    }

    #[test]
    fn arrows_follow_the_owners_eye() {
        let cases = [
            ("A1>", 0),
            ("A1<", 2),
            ("B1<", 60),
            ("B1>", 62),
            ("A6>+", 21),
        ];
        for (text, index) in cases {
            assert_eq!(text.parse::<Move>().unwrap().index(), index, "{text}");
        }
    }

    #[test]
    fn mirroring_turns_the_arrow() {
        let mirrored = |text: &str| text.parse::<Move>().unwrap().mirrored().to_string();
        assert_eq!(mirrored("A1>"), "A8<");
        assert_eq!(mirrored("B3<+"), "B6>+");
    }

    #[test]
    fn malformed_moves_are_refused() {
        for text in ["", "A5", "A9>", ">", "A5>>", "A5>++", "a5>", "A5+>", "Ä5>"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
