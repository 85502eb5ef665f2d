//! Left and right exchanged, on the rows of an encoded position.

use bingwa_engine::Pit;
use bingwa_models::features::INPUTS;

/// Rows of one pit, and where the rows that name a pit lie: the table at the
/// top of [`bingwa_models::features`].
const COUNTS: usize = 23;
const PITS: usize = 2 * 16 * COUNTS;
const TAKASIA: usize = 783;

/// For each row the row that means the same on the mirrored board.
#[derive(Clone, Debug)]
pub struct Mirror {
    rows: [u16; INPUTS],
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
        Self { rows }
    }

    /// The row on the mirrored board.
    #[inline]
    #[must_use]
    pub fn row(&self, row: u16) -> u16 {
        self.rows.get(usize::from(row)).copied().unwrap_or(row)
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
    fn mirrored_rows_are_the_rows_of_the_mirrored_position() {
        let mirror = Mirror::new();
        let mut random = stream(1, Purpose::Training, 0, 0);
        let mut takasia = 0;
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
                    let mv = moves[random.random_range(0..moves.len())];
                    position = rules.play(&position, mv).position;
                }
            }
        }
        assert!(takasia > 10, "{takasia}");
    }

    #[test]
    fn mirroring_twice_gives_every_row_back() {
        let mirror = Mirror::new();
        assert!((0..INPUTS as u16).all(|row| mirror.row(mirror.row(row)) == row));
    }
}
