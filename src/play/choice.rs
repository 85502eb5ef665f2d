//! Choosing among the legal moves: first the pit, then the way.

use bingwa_engine::{Move, Pit};

/// The legal moves by their pits, and which is chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// Each pit that can start, with its moves: inner row first, from left to
    /// right as their owner sees them.
    starts: Vec<(Pit, Vec<Move>)>,
    start: usize,
    way: usize,
}

impl Choice {
    pub(super) fn new(moves: &[Move]) -> Self {
        let mut starts: Vec<(Pit, Vec<Move>)> = Vec::new();
        for &mv in moves {
            match starts.iter_mut().find(|(pit, _)| *pit == mv.pit()) {
                Some((_, ways)) => ways.push(mv),
                None => starts.push((mv.pit(), vec![mv])),
            }
        }
        starts.sort_by_key(|(pit, _)| (!pit.is_inner(), pit.column()));
        Self {
            starts,
            start: 0,
            way: 0,
        }
    }

    /// The pits that can start.
    pub(super) fn pits(&self) -> impl Iterator<Item = Pit> {
        self.starts.iter().map(|(pit, _)| *pit)
    }

    /// Every move, pit by pit.
    pub(super) fn all(&self) -> impl Iterator<Item = Move> {
        self.starts.iter().flat_map(|(_, ways)| ways).copied()
    }

    /// The moves of the chosen pit.
    pub(super) fn ways(&self) -> &[Move] {
        self.starts.get(self.start).map_or(&[], |(_, ways)| ways)
    }

    /// The chosen move.
    pub(super) fn chosen(&self) -> Option<Move> {
        self.ways().get(self.way).copied()
    }

    /// Goes to the next pit, or the one before, round and round.
    pub(super) fn turn_pit(&mut self, forward: bool) {
        self.start = turned(self.start, self.starts.len(), forward);
        self.way = 0;
    }

    /// Goes to the next way of the pit, or the one before.
    pub(super) fn turn_way(&mut self, forward: bool) {
        self.way = turned(self.way, self.ways().len(), forward);
    }

    /// Chooses a pit; `false` if no move starts there.
    pub(super) fn take_pit(&mut self, pit: Pit) -> bool {
        let found = self.pits().position(|start| start == pit);
        if let Some(start) = found {
            (self.start, self.way) = (start, 0);
        }
        found.is_some()
    }

    /// Chooses the first way of the pit that fits; `false` if none does.
    pub(super) fn take_way(&mut self, fits: impl Fn(Move) -> bool) -> bool {
        let found = self.ways().iter().position(|&mv| fits(mv));
        self.way = found.unwrap_or(self.way);
        found.is_some()
    }

    /// Chooses a move; `false` if it is none of them.
    pub(super) fn take(&mut self, mv: Move) -> bool {
        self.take_pit(mv.pit()) && self.take_way(|way| way == mv)
    }
}

/// One further or back among so many.
fn turned(place: usize, count: usize, forward: bool) -> usize {
    let step = if forward { 1 } else { count.saturating_sub(1) };
    (place + step) % count.max(1)
}

#[cfg(test)]
mod tests {
    use bingwa_engine::{Position, Ruleset};

    use super::*;

    #[test]
    fn pits_and_ways_turn_round_and_round() {
        let rules = Ruleset::KISWAHILI;
        let moves = rules.legal_moves(&Position::start(&rules));
        let mut choice = Choice::new(&moves);
        let mut seen = Vec::new();
        for _ in 0..2 {
            for _ in 0..2 {
                seen.extend(choice.chosen().map(|mv| mv.to_string()));
                choice.turn_way(true);
            }
            choice.turn_pit(true);
        }
        assert_eq!(seen, ["A6>", "A6<", "A7>", "A7<"]);
        assert_eq!(
            choice.chosen().map(|mv| mv.to_string()).as_deref(),
            Some("A6>")
        );
        choice.turn_pit(false);
        assert!(choice.take_way(|mv| mv.to_string().ends_with('<')));
        assert_eq!(
            choice.chosen().map(|mv| mv.to_string()).as_deref(),
            Some("A7<")
        );
        assert!(!choice.take_pit("A1".parse().unwrap()));
        assert!(choice.take("A6<".parse().unwrap()));
        assert!(Choice::default().chosen().is_none());
    }
}
