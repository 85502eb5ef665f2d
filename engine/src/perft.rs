//! Counting positions by depth, the classic check of a move generator.

use crate::moves::Move;
use crate::play::Played;
use crate::position::Position;
use crate::ruleset::Ruleset;

impl Ruleset {
    /// How many positions lie exactly `depth` moves ahead; a game that is over
    /// has no moves.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset};
    ///
    /// let rules = Ruleset::KISWAHILI;
    /// assert_eq!(rules.perft(&Position::start(&rules), 5), 405);
    /// ```
    #[must_use]
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.inner_row_outcome(position).is_some() || position.plies() >= self.ply_limit {
            return 0;
        }
        let mut total = 0;
        self.children(position, |_, played| {
            total += self.perft_below(&played, depth);
        });
        total
    }

    /// [`perft`](Self::perft) of each move, by action index.
    #[must_use]
    pub fn perft_divide(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        let mut counts = Vec::new();
        if depth > 0 && self.outcome(position).is_none() {
            self.children(position, |mv, played| {
                counts.push((mv, self.perft_below(&played, depth)));
            });
        }
        counts
    }

    fn perft_below(&self, played: &Played, depth: u32) -> u64 {
        if depth == 1 {
            1
        } else if self.decided_by_move(played).is_some() {
            0
        } else {
            self.perft(&played.position, depth - 1)
        }
    }
}
