//! What a position is worth to its mover, estimated or proven.
//!
//! The sign rule of the whole program lives here: a value is always for the
//! mover of its position, and [`Value::for_opponent`] is the only way to turn it.

use core::cmp::Ordering;

use bingwa_engine::{Outcome, Side};

/// The worth of a position for its mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Probability of winning, a draw counting half: 0 to 1.
    Estimate(f32),
    /// The mover wins within so many moves of both players (0: has won).
    Win(u16),
    /// The mover loses within so many moves, however it plays.
    Loss(u16),
    /// The game is drawn within so many moves.
    Draw(u16),
}

impl Value {
    /// The worth of a game that is over, for the player who would move.
    #[inline]
    #[must_use]
    pub fn of_outcome(outcome: Outcome, mover: Side) -> Self {
        match outcome {
            Outcome::Win(winner) if winner == mover => Self::Win(0),
            Outcome::Win(_) => Self::Loss(0),
            Outcome::Draw => Self::Draw(0),
        }
    }

    /// The same position seen by the other player.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        match self {
            Self::Estimate(p) => Self::Estimate(1.0 - p),
            Self::Win(distance) => Self::Loss(distance),
            Self::Loss(distance) => Self::Win(distance),
            Self::Draw(distance) => Self::Draw(distance),
        }
    }

    /// Seen by the player who can move to a position of this value: turned, and
    /// one move further away.
    #[must_use]
    pub fn one_move_earlier(self) -> Self {
        match self.for_opponent() {
            Self::Estimate(p) => Self::Estimate(p),
            Self::Win(distance) => Self::Win(distance.saturating_add(1)),
            Self::Loss(distance) => Self::Loss(distance.saturating_add(1)),
            Self::Draw(distance) => Self::Draw(distance.saturating_add(1)),
        }
    }

    /// Probability of winning, 0 to 1; proven values are 0, ½ and 1.
    #[inline]
    #[must_use]
    pub fn probability(self) -> f32 {
        match self {
            Self::Estimate(p) => p,
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Draw(_) => 0.5,
        }
    }

    /// South's probability of winning where this is the value for `mover`.
    #[must_use]
    pub fn chance_of_south(self, mover: Side) -> f32 {
        match mover {
            Side::South => self.probability(),
            Side::North => self.for_opponent().probability(),
        }
    }

    /// Whether the result is known for certain.
    #[inline]
    #[must_use]
    pub fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }

    /// Orders by preference of the mover: the shortest win is best, then any
    /// estimate or draw by probability, then the longest loss.
    #[must_use]
    pub fn preference(self, other: Self) -> Ordering {
        self.rank().total_cmp(&other.rank())
    }

    /// A number that orders values as [`preference`](Self::preference) does.
    fn rank(self) -> f32 {
        match self {
            Self::Estimate(p) => p,
            Self::Draw(_) => 0.5,
            Self::Win(distance) => 1e6 - f32::from(distance),
            Self::Loss(distance) => f32::from(distance) - 1e6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_game_is_worth_what_its_outcome_scores_for_each_side() {
        for outcome in [
            Outcome::Win(Side::South),
            Outcome::Win(Side::North),
            Outcome::Draw,
        ] {
            for side in Side::ALL {
                let value = Value::of_outcome(outcome, side);
                assert_eq!(value.probability(), outcome.score(side));
                assert_eq!(value.chance_of_south(side), outcome.score(Side::South));
                assert_eq!(
                    Value::of_outcome(outcome, side.opponent()),
                    value.for_opponent()
                );
            }
        }
    }

    #[test]
    fn turning_twice_is_the_identity() {
        for value in [
            Value::Estimate(0.25),
            Value::Win(3),
            Value::Loss(4),
            Value::Draw(1),
        ] {
            assert_eq!(value.for_opponent().for_opponent(), value);
            let sum = value.probability() + value.for_opponent().probability();
            assert_eq!(sum, 1.0);
        }
    }

    #[test]
    fn a_move_away_from_a_lost_position_lies_a_win_one_longer() {
        assert_eq!(Value::Loss(0).one_move_earlier(), Value::Win(1));
        assert_eq!(Value::Win(5).one_move_earlier(), Value::Loss(6));
    }

    #[test]
    fn short_wins_and_long_losses_are_preferred() {
        let order = [
            Value::Win(1),
            Value::Win(9),
            Value::Estimate(0.9),
            Value::Draw(3),
            Value::Estimate(0.1),
            Value::Loss(8),
            Value::Loss(2),
        ];
        for pair in order.windows(2) {
            assert_eq!(pair[0].preference(pair[1]), Ordering::Greater, "{pair:?}");
        }
    }
}
