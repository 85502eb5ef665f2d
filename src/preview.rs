//! What a move will do, before it is played.

use bingwa_engine::{Event, Move, Outcome, Pit, Position, Ruleset, Side};

/// What a move will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    pub(crate) mv: Move,
    pub(crate) laps: u16,
    /// Seeds captured in all.
    pub(crate) captured: u8,
    /// The opponent's pits it captures from, in order, each once.
    pub(crate) taken: Vec<Pit>,
    /// Where the last seed falls.
    pub(crate) last: Option<Pit>,
    /// The result, where the move ends the game.
    pub(crate) outcome: Option<Outcome>,
    /// Whether the mover owns its nyumba before and not after.
    loses_nyumba: bool,
    mover: Side,
}

impl Preview {
    pub(crate) fn new(rules: &Ruleset, position: &Position, mv: Move) -> Self {
        let mut events = Vec::new();
        let played = rules.play_observed(position, mv, &mut events);
        let mut taken = Vec::new();
        let mut last = None;
        for event in events {
            match event {
                // A pit is captured whole, and nothing falls into it again.
                Event::Captured { from, .. } => taken.push(from),
                Event::Sown { last: pit, .. } => last = Some(pit),
                _ => {}
            }
        }
        let mover = position.mover();
        Self {
            mv,
            laps: played.turn.laps,
            captured: played.turn.captured,
            taken,
            last,
            outcome: rules.outcome_after(&played),
            loses_nyumba: position.owns_nyumba(mover) && !played.position.owns_nyumba(mover),
            mover,
        }
    }

    /// In words, short enough for a line.
    pub(crate) fn words(&self) -> String {
        let mut words = match self.laps {
            1 => "1 lap".to_owned(),
            laps => format!("{laps} laps"),
        };
        match self.captured {
            0 => words += ", captures nothing",
            seeds => words += &format!(", captures {seeds}"),
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
    fn a_preview_tells_what_is_captured_and_what_is_lost() {
        let rules = Ruleset::KUJIFUNZA;
        let start = Position::start(&rules);
        let preview = Preview::new(&rules, &start, "A1>".parse().unwrap());
        assert_eq!(preview.words(), "10 laps, captures 8");
        assert_eq!(preview.captured, 8);
        let kiswahili = Ruleset::KISWAHILI;
        let start = Position::start(&kiswahili);
        let preview = Preview::new(&kiswahili, &start, "A7>".parse().unwrap());
        assert_eq!(preview.words(), "1 lap, captures nothing");
        assert_eq!(preview.last, "B7".parse().ok());
    }
}
