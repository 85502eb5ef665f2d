//! Choosing among the legal moves: first the pit, then the way.

use bingwa_engine::{Event, Move, Outcome, Pit, Position, Ruleset, Side};

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

/// What a move will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preview {
    pub(super) mv: Move,
    pub(super) laps: u16,
    /// The opponent's pits that are captured, each with its seeds.
    pub(super) captured: Vec<(Pit, u8)>,
    /// Where the last seed falls.
    pub(super) last: Option<Pit>,
    /// Whether the mover owns its nyumba before and not after.
    loses_nyumba: bool,
    mover: Side,
    outcome: Option<Outcome>,
}

impl Preview {
    pub(super) fn new(rules: &Ruleset, position: &Position, mv: Move) -> Self {
        let mut events = Vec::new();
        let played = rules.play_observed(position, mv, &mut events);
        let mut captured: Vec<(Pit, u8)> = Vec::new();
        let mut last = None;
        for event in events {
            match event {
                Event::Captured { from, seeds } => {
                    match captured.iter_mut().find(|(pit, _)| *pit == from) {
                        Some((_, count)) => *count += seeds,
                        None => captured.push((from, seeds)),
                    }
                }
                Event::Sown { last: pit, .. } => last = Some(pit),
                _ => {}
            }
        }
        let mover = position.mover();
        Self {
            mv,
            laps: played.turn.laps,
            captured,
            last,
            loses_nyumba: position.owns_nyumba(mover) && !played.position.owns_nyumba(mover),
            mover,
            outcome: rules.outcome_after(&played),
        }
    }

    /// Seeds captured in all.
    pub(super) fn seeds(&self) -> u32 {
        self.captured.iter().map(|&(_, n)| u32::from(n)).sum()
    }

    /// In words, short enough for a line.
    pub(super) fn words(&self) -> String {
        let mut words = match self.laps {
            1 => "1 lap".to_owned(),
            laps => format!("{laps} laps"),
        };
        if self.captured.is_empty() {
            words += ", captures nothing";
        } else {
            words += &format!(", captures {}", self.seeds());
        }
        if self.mv.safari() {
            words += ", goes on safari";
        } else if self.loses_nyumba {
            words += ", gives up the nyumba";
        }
        match self.outcome {
            Some(Outcome::Win(side)) if side == self.mover => words += ": WINS",
            Some(Outcome::Win(_)) => words += ": LOSES",
            Some(Outcome::Draw) => words += ": draw",
            None => {}
        }
        words
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_preview_tells_what_is_captured_and_what_is_lost() {
        let rules = Ruleset::KUJIFUNZA;
        let start = Position::start(&rules);
        let preview = Preview::new(&rules, &start, "A1>".parse().unwrap());
        assert_eq!(preview.words(), "10 laps, captures 8");
        assert_eq!(preview.seeds(), 8);
        let kiswahili = Ruleset::KISWAHILI;
        let start = Position::start(&kiswahili);
        let preview = Preview::new(&kiswahili, &start, "A7>".parse().unwrap());
        assert_eq!(preview.words(), "1 lap, captures nothing");
        assert_eq!(preview.last, "B7".parse().ok());
    }
}
