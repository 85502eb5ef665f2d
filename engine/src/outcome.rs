//! When a game is over, and who has won it.

use core::fmt;

use crate::events::Ending;
use crate::options::Endless;
use crate::pit::Side;
use crate::play::Played;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One player has won.
    Win(Side),
    /// The game reached its move limit.
    Draw,
}

impl Outcome {
    /// `S`, `N` or `draw`, as files and programs write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win(Side::South) => "S",
            Self::Win(Side::North) => "N",
            Self::Draw => "draw",
        }
    }

    /// The outcome that [`text`](Self::text) writes so.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "S" => Some(Self::Win(Side::South)),
            "N" => Some(Self::Win(Side::North)),
            "draw" => Some(Self::Draw),
            _ => None,
        }
    }

    /// What it is worth to a player: 1 a win, ½ a draw, 0 a loss.
    #[must_use]
    pub fn score(self, side: Side) -> f32 {
        match self {
            Self::Win(winner) if winner == side => 1.0,
            Self::Win(_) => 0.0,
            Self::Draw => 0.5,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(side) => write!(f, "{side} wins"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

impl Ruleset {
    /// The result of a position as it stands, or `None` while the game goes on.
    ///
    /// A move can decide a game in a way its last board does not show (an inner
    /// row that stood empty in mid-move): [`outcome_after`](Self::outcome_after)
    /// knows.
    #[must_use]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.inner_row_outcome(position).or_else(|| {
            if !self.has_move(position) {
                Some(Outcome::Win(position.mover.opponent()))
            } else if position.plies >= self.ply_limit {
                Some(Outcome::Draw)
            } else {
                None
            }
        })
    }

    /// The result of a game after a move just played, or `None`.
    #[must_use]
    pub fn outcome_after(&self, played: &Played) -> Option<Outcome> {
        self.decided_by_move(played)
            .or_else(|| self.outcome(&played.position))
    }

    /// The result that the move itself brought about, or `None`: whether the
    /// next player can move is not looked at.
    #[inline]
    #[must_use]
    pub fn decided_by_move(&self, played: &Played) -> Option<Outcome> {
        let next = played.position.mover;
        match played.turn.ending {
            Ending::OpponentEmptied => Some(Outcome::Win(next.opponent())),
            Ending::OwnEmptied => Some(Outcome::Win(next)),
            Ending::Endless if self.endless == Endless::Loss => Some(Outcome::Win(next)),
            Ending::Rest | Ending::Endless => self.inner_row_outcome(&played.position),
        }
    }

    /// The result that an empty inner row means, the mover's looked at first:
    /// who has just moved and emptied it has won (RULES 2.6, 5).
    #[inline]
    #[must_use]
    pub fn inner_row_outcome(&self, position: &Position) -> Option<Outcome> {
        if position.own.inner_is_empty() {
            Some(Outcome::Win(position.mover.opponent()))
        } else if position.other.inner_is_empty() {
            Some(Outcome::Win(position.mover))
        } else {
            None
        }
    }

    /// Whether the mover has a move that ends, its inner row aside.
    #[inline]
    #[must_use]
    pub fn has_move(&self, position: &Position) -> bool {
        let mut starts = self.starts(position);
        if self.endless != Endless::Illegal {
            return !starts.is_empty();
        }
        // Plain moves suffice: where the choice arises, stopping ends the move.
        starts.any(|mv| !self.play(position, mv).turn.is_refused(self))
    }
}
