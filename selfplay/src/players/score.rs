//! The worth of a position as one whole number: what the minimax searches
//! compare, negate and cut by.
//!
//! A [`Value`] says the same to the rest of the program. As whole numbers,
//! estimates turn exactly (1 − p rounds), and a window is two of them.

use bingwa_models::Value;

/// For the mover of its position, like [`Value`]; greater is better, in the order
/// of [`Value::preference`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score(i32);

/// Probabilities 0 to 1 become −2²⁰ to 2²⁰: steps of half a millionth.
const ESTIMATES: i32 = 1 << 20;

/// Won already. A win in d moves is worth d less.
const WIN: i32 = 1 << 22;

/// Between the best estimate and the longest win (65,535 moves).
const PROVEN: i32 = 1 << 21;

impl Score {
    /// Below every score, above every score, also a few hundred moves away.
    pub(super) const LEAST: Self = Self(-2 * WIN);
    pub(super) const MOST: Self = Self(2 * WIN);
    /// Lost already.
    pub(super) const LOST: Self = Self(-WIN);
    /// Drawn.
    pub(super) const DRAWN: Self = Self(0);
    /// The best that a position can be worth whose game is not over.
    pub(super) const WIN_AT_ONCE: Self = Self(WIN - 1);

    /// A probability, 0 to 1.
    #[inline]
    pub(super) fn estimate(p: f32) -> Self {
        Self(((2.0 * p - 1.0) * ESTIMATES as f32) as i32)
    }

    /// Whether it is a won or lost game.
    #[inline]
    pub(super) const fn is_decisive(self) -> bool {
        self.0 > PROVEN || self.0 < -PROVEN
    }

    /// Whether it is a won game.
    #[inline]
    pub(super) const fn is_win(self) -> bool {
        self.0 > PROVEN
    }

    /// Seen by the player who can move here: turned, and one move further away.
    #[inline]
    pub(super) const fn one_move_earlier(self) -> Self {
        let turned = -self.0;
        Self(if turned > PROVEN {
            turned - 1
        } else if turned < -PROVEN {
            turned + 1
        } else {
            turned
        })
    }

    /// The bound after a move that the bound before it means: the inverse of
    /// [`one_move_earlier`](Self::one_move_earlier).
    #[inline]
    pub(super) const fn one_move_later(self) -> Self {
        Self(if self.0 > PROVEN {
            -self.0 - 1
        } else if self.0 < -PROVEN {
            -self.0 + 1
        } else {
            -self.0
        })
    }

    /// A score so many steps higher.
    #[cfg(test)]
    pub(super) const fn beside(self, steps: i32) -> Self {
        Self(self.0 + steps)
    }

    /// As the rest of the program says it. A draw is an even estimate: the score
    /// does not keep them apart.
    pub(super) fn value(self) -> Value {
        if self.0 > PROVEN {
            Value::Win((WIN - self.0).clamp(0, 0xffff) as u16)
        } else if self.0 < -PROVEN {
            Value::Loss((WIN + self.0).clamp(0, 0xffff) as u16)
        } else {
            Value::Estimate(0.5 + self.0 as f32 / (2 * ESTIMATES) as f32)
        }
    }
}

impl From<Value> for Score {
    #[inline]
    fn from(value: Value) -> Self {
        match value {
            Value::Estimate(p) => Self::estimate(p),
            Value::Draw(_) => Self::DRAWN,
            Value::Win(moves) => Self(WIN - i32::from(moves)),
            Value::Loss(moves) => Self(i32::from(moves) - WIN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [Score; 9] = [
        Score(-WIN),
        Score(-WIN + 1),
        Score(-WIN + 0xffff),
        Score(-ESTIMATES),
        Score(0),
        Score(ESTIMATES),
        Score(WIN - 0xfffe),
        Score(WIN - 1),
        Score(WIN),
    ];

    #[test]
    fn a_move_turns_scores_as_it_turns_values() {
        for score in SCORES {
            let earlier = score.one_move_earlier();
            assert_eq!(earlier.one_move_later(), score);
            let moved = score.value().one_move_earlier();
            if moved != Value::Loss(0xffff) && moved != Value::Win(0xffff) {
                assert_eq!(earlier.value(), moved);
            }
        }
    }

    #[test]
    fn a_score_comes_back_from_its_value() {
        for score in SCORES {
            assert_eq!(Score::from(score.value()), score);
        }
        assert_eq!(Score::from(Value::Draw(7)), Score::DRAWN);
    }

    #[test]
    fn scores_rank_as_values_do() {
        for a in SCORES {
            for b in SCORES {
                assert_eq!(a.cmp(&b), a.value().preference(b.value()), "{a:?} {b:?}");
            }
        }
        assert!(Score::LEAST < SCORES[0] && SCORES[8] < Score::MOST);
    }

    #[test]
    fn an_estimate_comes_back_within_half_a_millionth() {
        for p in [0.0, 0.1, 0.25, 0.5, 0.777, 1.0] {
            let back = Score::estimate(p).value().probability();
            assert!((back - p).abs() < 1e-6, "{p} {back}");
            assert!(!Score::estimate(p).is_decisive());
        }
    }
}
