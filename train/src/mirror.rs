//! Left and right exchanged, on the rows of an encoded position and on moves.

use bingwa_engine::{Move, Pit};
use bingwa_models::features::INPUTS;
use bingwa_models::network::ACTIONS;

/// Rows of one pit, and where the rows that name a pit lie: the table at the
/// top of [`bingwa_models::features`].
const COUNTS: usize = 23;
const PITS: usize = 2 * 16 * COUNTS;
const TAKASIA: usize = 783;

/// For each row and each action the one that means the same on the mirrored
/// board.
#[derive(Clone, Debug)]
pub struct Mirror {
    rows: [u16; INPUTS],
    actions: [u8; ACTIONS],
}

impl Mirror {
    /// The table for [`bingwa_models::features`].
    #[must_use]
    pub fn new() -> Self {
        let mirrored = |pit| Pit::new(pit).map_or(pit, |pit| pit.mirrored().index());
        let rows = core::array::from_fn(|row| {
            let mirror = if row < PITS {
                let (pit, count) = (row / COUNTS, row % COUNTS);
                let (board, pit) = (pit / 16 * 16, pit % 16);
                (board + mirrored(pit)) * COUNTS + count
            } else if (TAKASIA..TAKASIA + 8).contains(&row) {
                TAKASIA + mirrored(row - TAKASIA)
            } else {
                row
            };
            mirror as u16
        });
        let actions = core::array::from_fn(|action| {
            let action = action as u8;
            Move::from_index(action).map_or(action, |mv| mv.mirrored().index())
        });
        Self { rows, actions }
    }

    /// The row on the mirrored board.
    #[inline]
    #[must_use]
    pub fn row(&self, row: u16) -> u16 {
        self.rows.get(usize::from(row)).copied().unwrap_or(row)
    }

    /// The action index on the mirrored board.
    #[inline]
    #[must_use]
    pub fn action(&self, action: u8) -> u8 {
        let mirrored = self.actions.get(usize::from(action));
        mirrored.copied().unwrap_or(action)
    }
}

impl Default for Mirror {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::{Position, Ruleset};
    use bingwa_models::features::Rows;
    use bingwa_selfplay::seeds::{Purpose, stream};
    use rand::RngExt;

    #[test]
    fn mirrored_rows_and_actions_are_those_of_the_mirrored_position() {
        let mirror = Mirror::new();
        let mut random = stream(1, Purpose::Training, 0, 0);
        let (mut takasia, mut symmetric) = (0, 0);
        for (_, rules) in Ruleset::PRESETS {
            for _ in 0..200 {
                let mut position = Position::start(&rules);
                loop {
                    let rows = Rows::of(&position);
                    let mut mirrored: Vec<_> = rows.iter().map(|&row| mirror.row(row)).collect();
                    mirrored.sort_unstable();
                    assert_eq!(mirrored, *Rows::of(&position.mirrored()), "{position}");
                    takasia += usize::from(position.takasia().is_some());
                    let moves = rules.legal_moves(&position);
                    if moves.is_empty() {
                        break;
                    }
                    if rules.is_mirror_symmetric() {
                        let mut mirrored: Vec<_> =
                            moves.iter().map(|mv| mirror.action(mv.index())).collect();
                        mirrored.sort_unstable();
                        let there = rules.legal_moves(&position.mirrored());
                        let mut there: Vec<_> = there.iter().map(|mv| mv.index()).collect();
                        there.sort_unstable();
                        assert_eq!(mirrored, there, "{position}");
                        symmetric += 1;
                    }
                    let mv = moves[random.random_range(0..moves.len())];
                    position = rules.play(&position, mv).position;
                }
            }
        }
        assert!(takasia > 10 && symmetric > 1000, "{takasia} {symmetric}");
    }

    #[test]
    fn mirroring_twice_gives_every_row_back() {
        let mirror = Mirror::new();
        assert!((0..INPUTS as u16).all(|row| mirror.row(mirror.row(row)) == row));
        assert!((0..ACTIONS as u8).all(|a| mirror.action(mirror.action(a)) == a));
    }
}
