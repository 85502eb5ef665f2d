//! What the network sees of a position: a short list of active rows.
//!
//! The input is a vector of [`INPUTS`] zeros and ones, given as the indices of
//! its ones. Everything is seen from the mover's side, so that one network
//! serves both players. In training it is a one-hot input of a dense layer; in
//! native inference each index is a table row to add.
//!
//! | rows | meaning |
//! |---|---|
//! | 0–367 | mover's pit *p* (ring 0–15) holds *n* = 1…23 seeds: row 23·p + n − 1 |
//! | 368–735 | the same for the other player's pits |
//! | 736–757 | the mover's hand holds *n* = 1…22 |
//! | 758–779 | the other player's hand |
//! | 780, 781 | the mover, the other player owns its nyumba |
//! | 782 | namua stage |
//! | 783–790 | the mover's inner pit under takasia |
//!
//! An empty pit or hand has no row: the bias stands for it. Counts above the
//! last row share it.

use bingwa_engine::Position;

/// Length of the input vector.
pub const INPUTS: usize = 791;

/// The most rows a position can have active.
pub const MAX_ACTIVE: usize = 32 + 2 + 2 + 1 + 1;

/// Raised whenever the meaning of a row changes; a model file names its own.
pub const VERSION: u32 = 1;

pub(crate) const COUNTS: usize = 23;
pub(crate) const HANDS: usize = 22;
const OTHER_PITS: usize = 16 * COUNTS;
pub(crate) const OWN_HAND: usize = 2 * OTHER_PITS;
pub(crate) const OTHER_HAND: usize = OWN_HAND + HANDS;
pub(crate) const NYUMBA: usize = OTHER_HAND + HANDS;
pub(crate) const NAMUA: usize = NYUMBA + 2;
pub(crate) const TAKASIA: usize = NAMUA + 1;
const _: () = assert!(TAKASIA + 8 == INPUTS);

/// The active rows of one position, in rising order.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    rows: [u16; MAX_ACTIVE],
    len: usize,
}

impl Rows {
    /// Encodes a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut rows = Self {
            rows: [0; MAX_ACTIVE],
            len: 0,
        };
        let other = position.mover().opponent();
        rows.push_pits(0, position.own_pits());
        rows.push_pits(OTHER_PITS, position.other_pits());
        rows.push_count(OWN_HAND, position.hand(position.mover()), HANDS);
        rows.push_count(OTHER_HAND, position.hand(other), HANDS);
        rows.push_if(NYUMBA, position.owns_nyumba(position.mover()));
        rows.push_if(NYUMBA + 1, position.owns_nyumba(other));
        rows.push_if(NAMUA, position.in_namua());
        if let Some(pit) = position.takasia() {
            rows.push_if(TAKASIA + pit.index(), true);
        }
        rows
    }

    #[inline]
    fn push_pits(&mut self, base: usize, pits: [u8; 16]) {
        for (pit, seeds) in pits.into_iter().enumerate() {
            self.push_count(base + COUNTS * pit, seeds, COUNTS);
        }
    }

    #[inline]
    fn push_count(&mut self, base: usize, count: u8, most: usize) {
        let count = usize::from(count);
        // Written always, kept only when there is something to keep: no branch.
        self.rows[self.len] = (base + count.min(most).saturating_sub(1)) as u16;
        self.len += usize::from(count > 0);
    }

    #[inline]
    fn push_if(&mut self, row: usize, active: bool) {
        self.rows[self.len] = row as u16;
        self.len += usize::from(active);
    }
}

impl core::ops::Deref for Rows {
    type Target = [u16];

    #[inline]
    fn deref(&self) -> &[u16] {
        &self.rows[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::Ruleset;

    fn rows(text: &str) -> Vec<u16> {
        Rows::of(&text.parse().unwrap()).to_vec()
    }

    const BASE: &str =
        "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,1/0,0,3,0,0,0,0,0/0,0,0,0,0,0,0,2 S 0,0 - - 0";

    #[test]
    fn one_change_in_the_position_is_one_change_in_the_rows() {
        // South's A3 holds 3, its B8 2; North's A1 (opposite South's A8) holds 1.
        assert_eq!(rows(BASE), [23 * 2 + 2, 23 * 8 + 1, 368]);
        let with = |from: &str, to: &str| rows(&BASE.replacen(from, to, 1));
        let added = |from: &str, to: &str| -> Vec<u16> {
            let base = rows(BASE);
            with(from, to)
                .into_iter()
                .filter(|row| !base.contains(row))
                .collect()
        };
        assert_eq!(added("0,0,3", "0,0,4"), [23 * 2 + 3]);
        assert_eq!(added("0,0,3", "0,1,3"), [23]);
        assert_eq!(added(" 0,0 -", " 5,0 -"), [740, 782]);
        assert_eq!(added(" 0,0 -", " 0,1 -"), [758, 782]);
        assert_eq!(added("0,0 -", "0,0 S"), [780]);
        assert_eq!(added("0,0 -", "0,0 N"), [781]);
        assert_eq!(added("- - 0", "- A3 0"), [785]);
        assert_eq!(with("- - 0", "- - 9"), rows(BASE));
    }

    #[test]
    fn every_kind_of_row_has_its_place() {
        // One pit, hand or mark at a time in a position otherwise of BASE's.
        let others = |with: &str| -> Vec<u16> {
            let base = rows(BASE);
            let mut rows = rows(with);
            rows.retain(|row| !base.contains(row));
            rows
        };
        let board = |row: usize, column: usize, seeds: usize| {
            let mut board = [[0; 8]; 4];
            // What BASE holds, rows from North's outer to South's outer.
            (board[1][7], board[2][2], board[3][7]) = (1, 3, 2);
            board[row][column] = seeds;
            let rows = board.map(|row| row.map(|seeds| seeds.to_string()).join(","));
            format!("{} S 0,0 - - 0", rows.join("/"))
        };
        // South moves: its inner row is ring 0–7 from the left, its outer row
        // 15–8; North sees its own rows from the other end.
        let ring = |row: usize, column: usize| match row {
            0 => 16 + 8 + column,
            1 => 16 + 7 - column,
            2 => column,
            _ => 15 - column,
        };
        for row in 0..4 {
            for column in 0..8 {
                for seeds in [4, 5, 22, 23, 24, 40] {
                    let at = 23 * ring(row, column) + seeds.min(23) - 1;
                    let expected = [at as u16];
                    assert_eq!(
                        others(&board(row, column, seeds)),
                        expected,
                        "{row} {column}"
                    );
                }
            }
        }
        for seeds in 1..=22 {
            let own = BASE.replacen(" 0,0 -", &format!(" {seeds},0 -"), 1);
            assert_eq!(others(&own), [735 + seeds, 782]);
            let other = BASE.replacen(" 0,0 -", &format!(" 0,{seeds} -"), 1);
            assert_eq!(others(&other), [757 + seeds, 782]);
        }
        let beyond = BASE.replacen(" 0,0 -", " 30,30 -", 1);
        assert_eq!(others(&beyond), [757, 779, 782]);
        for pit in 0..8 {
            let marked = BASE.replacen("- - 0", &format!("- A{} 0", pit + 1), 1);
            assert_eq!(others(&marked), [783 + pit]);
        }
    }

    #[test]
    fn a_turned_board_looks_the_same_to_its_mover() {
        let position: Position = BASE.parse().unwrap();
        assert_eq!(&*Rows::of(&position), &*Rows::of(&position.turned()));
    }

    #[test]
    fn large_counts_share_the_last_row_and_none_passes_the_end() {
        let many = BASE.replacen("0,0,3", "0,0,40", 1);
        assert!(rows(&many).contains(&(23 * 2 + 22)));
        for (_, rules) in Ruleset::PRESETS {
            let start = Position::start(&rules);
            assert!(
                Rows::of(&start)
                    .iter()
                    .all(|&row| usize::from(row) < INPUTS)
            );
        }
    }
}
