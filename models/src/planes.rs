//! A position as planes on the 4×8 board: the input of the convolutional network.
//!
//! Everything is seen from the mover's side. Rows: 0 the other player's outer
//! row, 1 its inner row, 2 the mover's inner row, 3 its outer row; columns from
//! the mover's left, so that pits that face each other share a column.
//!
//! | plane | holds |
//! |---|---|
//! | 0 | seeds in the pit / 16 |
//! | 1–8 | 1 where there are at least 1, 2, 3, 4, 6, 8, 12, 16 seeds |
//! | 9 | 1 on the mover's rows |
//! | 10 | 1 at a nyumba that its player owns |
//! | 11 | 1 at the mover's pit under takasia |
//! | 12 | everywhere: the mover's hand / 22 |
//! | 13 | everywhere: the other player's hand / 22 |
//! | 14 | everywhere: 1 in the namua stage |

use bingwa_engine::{Pit, Position};

/// Planes of a position.
pub const PLANES: usize = 15;
/// Rows of a plane.
pub const ROWS: usize = 4;
/// Columns of a plane.
pub const COLUMNS: usize = 8;
/// Numbers of a position.
pub const SIZE: usize = PLANES * CELLS;
/// Raised whenever the meaning of a plane changes; a file names its own.
pub const VERSION: u32 = 1;

const CELLS: usize = ROWS * COLUMNS;
const STEPS: [u8; 8] = [1, 2, 3, 4, 6, 8, 12, 16];

/// The planes of a position, `[PLANES, ROWS, COLUMNS]` row by row.
#[must_use]
pub fn of(position: &Position) -> [f32; SIZE] {
    let mut planes = [0.0; SIZE];
    let (mover, other) = (position.mover(), position.mover().opponent());
    let mut set = |plane: usize, cell: usize, value: f32| planes[plane * CELLS + cell] = value;
    for (own, pits) in [(true, position.own_pits()), (false, position.other_pits())] {
        for (pit, seeds) in pits.into_iter().enumerate() {
            let cell = cell(own, pit);
            set(0, cell, f32::from(seeds) / 16.0);
            for (step, &least) in STEPS.iter().enumerate() {
                set(1 + step, cell, f32::from(seeds >= least));
            }
            set(9, cell, f32::from(own));
        }
        let player = if own { mover } else { other };
        let nyumba = cell(own, Pit::NYUMBA.index());
        set(10, nyumba, f32::from(position.owns_nyumba(player)));
    }
    if let Some(pit) = position.takasia() {
        set(11, cell(true, pit.index()), 1.0);
    }
    let everywhere = [
        f32::from(position.hand(mover)) / 22.0,
        f32::from(position.hand(other)) / 22.0,
        f32::from(position.in_namua()),
    ];
    for cell in 0..CELLS {
        for (plane, value) in everywhere.into_iter().enumerate() {
            set(12 + plane, cell, value);
        }
    }
    planes
}

/// Where a pit of the ring lies on the board.
const fn cell(own: bool, pit: usize) -> usize {
    match (own, pit) {
        (false, 8..) => pit - 8,
        (false, _) => COLUMNS + 7 - pit,
        (true, 0..8) => 2 * COLUMNS + pit,
        (true, _) => 3 * COLUMNS + 15 - pit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(text: &str) -> [f32; SIZE] {
        of(&text.parse().unwrap())
    }

    const BASE: &str =
        "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,1/0,0,3,0,0,0,0,0/0,0,0,0,0,0,0,2 S 0,0 - - 0";

    /// What changes between two positions: plane, row, column, new value.
    fn changes(from: &str, to: &str) -> Vec<(usize, usize, usize, f32)> {
        let (before, after) = (planes(BASE), planes(&BASE.replacen(from, to, 1)));
        (0..SIZE)
            .filter(|&i| before[i] != after[i])
            .map(|i| (i / CELLS, i / COLUMNS % ROWS, i % COLUMNS, after[i]))
            .collect()
    }

    #[test]
    fn one_change_in_the_position_changes_its_planes_there() {
        assert_eq!(planes(BASE)[COLUMNS + 7], 1.0 / 16.0);
        assert_eq!(planes(BASE)[2 * COLUMNS + 2], 3.0 / 16.0);
        assert_eq!(planes(BASE)[3 * COLUMNS + 7], 2.0 / 16.0);
        let added = changes("0,0,3", "0,0,4");
        assert_eq!(added, [(0, 2, 2, 0.25), (4, 2, 2, 1.0)]);
        assert_eq!(changes("0,0 -", "0,0 S"), [(10, 2, 4, 1.0)]);
        assert_eq!(changes("0,0 -", "0,0 N"), [(10, 1, 3, 1.0)]);
        assert_eq!(changes("- - 0", "- A3 0"), [(11, 2, 2, 1.0)]);
        assert_eq!(changes("- - 0", "- - 9"), []);
        for (hands, plane) in [("11,0", 12), ("0,11", 13)] {
            let changed = changes("0,0 -", &format!("{hands} -"));
            assert_eq!(changed.len(), 64);
            let there = |&(p, .., value): &(usize, usize, usize, f32)| {
                (p == plane && value == 0.5) || (p == 14 && value == 1.0)
            };
            assert!(changed.iter().all(there), "{changed:?}");
        }
    }

    #[test]
    fn a_turned_board_looks_the_same_to_its_mover() {
        let position: Position = BASE.parse().unwrap();
        assert_eq!(of(&position), of(&position.turned()));
    }
}
