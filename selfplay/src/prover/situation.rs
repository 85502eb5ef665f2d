//! A position without the number of moves played, exactly: what the future
//! depends on as long as the move limit is far.

use bingwa_engine::{Pit, Position, Side};

/// Equal for two positions that differ in the number of moves played at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Situation {
    own: [u8; 16],
    other: [u8; 16],
    hands: [u8; 2],
    owned: [bool; 2],
    takasia: Option<Pit>,
    mover: Side,
}

impl Situation {
    pub(super) fn of(position: &Position) -> Self {
        Self {
            own: position.own_pits(),
            other: position.other_pits(),
            hands: Side::ALL.map(|side| position.hand(side)),
            owned: Side::ALL.map(|side| position.owns_nyumba(side)),
            takasia: position.takasia(),
            mover: position.mover(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_but_the_moves_played_counts() {
        let of = |text: &str| Situation::of(&text.parse().unwrap());
        let board = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0";
        let plain = of(&format!("{board},2 S 20,20 SN - 4"));
        assert_eq!(plain, of(&format!("{board},2 S 20,20 SN - 6")));
        for other in [
            ",1 S 20,20 SN - 4",
            ",2 N 20,20 SN - 4",
            ",2 S 19,20 SN - 4",
            ",2 S 20,19 SN - 4",
            ",2 S 20,20 S - 4",
            ",2 S 20,20 N - 4",
            ",2 S 20,20 SN A7 4",
        ] {
            assert_ne!(plain, of(&format!("{board}{other}")), "{other}");
        }
    }
}
