//! Which pit comes under takasia (RULES 4).

use crate::pit::Pit;
use crate::position::Position;
use crate::ruleset::Ruleset;

impl Ruleset {
    /// The pit of the player to move that is under takasia (RULES 4), as a
    /// mask, after a takata turn of the other player in mtaji.
    pub(crate) fn takasia_mark(&self, position: &Position) -> u8 {
        let Position { own, other, .. } = position;
        let targets = self.capture_targets(*other, *own, position.other_nyumba);
        if targets.count_ones() != 1 {
            return 0;
        }
        let pit = targets.trailing_zeros() as usize;
        let exempt = (pit == Pit::NYUMBA.index() && position.own_nyumba)
            || own.get(pit) == 1
            || own.filled_inner() == targets
            || own.two_or_more() & 0xff == targets
            || self.capture_targets(*own, *other, position.own_nyumba) != 0;
        if exempt { 0 } else { targets as u8 }
    }
}
