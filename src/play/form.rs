//! The form of a new game.

use std::sync::Arc;

use bingwa_engine::{Game, Ruleset};
use crossterm::event::KeyCode;

use super::Seat;
use super::opponent::Strength;
use super::session::judge_for;
use crate::judge::Judge;
use crate::levels::Level;

/// What a key in a form or prompt leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Stay,
    /// Nothing is changed.
    Leave,
    /// Do it.
    Begin,
}

const SEATS: [(Seat, &str); 4] = [
    (Seat::South, "you are South and begin"),
    (Seat::North, "you are North"),
    (Seat::Both, "two people at one board"),
    (Seat::Nobody, "watch the computer"),
];

/// Three lists, one thing chosen in each.
pub(super) struct Form {
    rules: Vec<Ruleset>,
    strengths: Vec<Strength>,
    /// The chosen places: rule set, seat, strength.
    chosen: [usize; 3],
    /// The judge of the command line.
    given: Arc<Judge>,
    /// The judge of the chosen rule set: a model is read for it.
    judge: Arc<Judge>,
    /// The list that the arrows turn.
    pub(super) line: usize,
}

impl Form {
    /// With what is played now chosen.
    pub(super) fn new(given: Arc<Judge>, rules: Ruleset, seat: Seat, strength: Strength) -> Self {
        let mut all: Vec<Ruleset> = Ruleset::PRESETS.iter().map(|(_, preset)| *preset).collect();
        if !all.contains(&rules) {
            all.insert(0, rules);
        }
        let mut strengths: Vec<Strength> = Level::ALL.map(Strength::Level).to_vec();
        if !strengths.contains(&strength) {
            strengths.push(strength);
        }
        let chosen = [
            all.iter().position(|&each| each == rules),
            SEATS.iter().position(|&(each, _)| each == seat),
            strengths.iter().position(|&each| each == strength),
        ];
        Self {
            rules: all,
            strengths,
            chosen: chosen.map(Option::unwrap_or_default),
            judge: judge_for(&given, rules),
            given,
            line: 0,
        }
    }

    pub(super) fn key(&mut self, code: KeyCode) -> Step {
        let lines = self.chosen.len();
        let count = [self.rules.len(), SEATS.len(), self.strengths.len()][self.line];
        let chosen = &mut self.chosen[self.line];
        match code {
            KeyCode::Esc | KeyCode::Char('q') => return Step::Leave,
            KeyCode::Enter => return Step::Begin,
            KeyCode::Up => self.line = (self.line + lines - 1) % lines,
            KeyCode::Down | KeyCode::Tab => self.line = (self.line + 1) % lines,
            KeyCode::Left => *chosen = (*chosen + count - 1) % count,
            KeyCode::Right => *chosen = (*chosen + 1) % count,
            _ => {}
        }
        if self.judge.rules != self.rules() {
            self.judge = judge_for(&self.given, self.rules());
        }
        Step::Stay
    }

    fn rules(&self) -> Ruleset {
        self.rules[self.chosen[0]]
    }

    pub(super) fn game(&self) -> Game {
        Game::new(self.rules())
    }

    pub(super) fn seat(&self) -> Seat {
        SEATS[self.chosen[1]].0
    }

    pub(super) fn strength(&self) -> Strength {
        self.strengths[self.chosen[2]]
    }

    /// What is chosen on each line, with its title, and who judges positions then.
    pub(super) fn lines(&self) -> ([(&'static str, String); 3], String) {
        let lines = [
            ("Rule set", self.rules().to_string()),
            ("Players", SEATS[self.chosen[1]].1.to_owned()),
            ("Computer", self.strength().name(&self.judge)),
        ];
        (lines, self.judge.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_with_what_is_played_and_turns_round() {
        let rules = crate::args::ruleset("easy lap_limit=99").unwrap();
        let given = Arc::new(Judge::handwritten(rules));
        let mut form = Form::new(
            Arc::clone(&given),
            rules,
            Seat::Both,
            Strength::Simulations(7),
        );
        assert_eq!((form.rules(), form.seat()), (rules, Seat::Both));
        assert_eq!(form.strength(), Strength::Simulations(7));
        assert!(form.lines().1.contains("handwritten"));
        for code in [
            KeyCode::Right,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Down,
            KeyCode::Right,
        ] {
            assert_eq!(form.key(code), Step::Stay);
        }
        assert_eq!(
            (form.rules(), form.seat()),
            (Ruleset::KISWAHILI, Seat::North)
        );
        assert_eq!(form.strength(), Strength::Level(Level::Beginner));
        // A model is read when the rules change, and only then.
        let judge = Arc::clone(&form.judge);
        assert!(form.lines().1.contains("released model"));
        form.key(KeyCode::Down);
        assert!(Arc::ptr_eq(&form.judge, &judge));
        form.key(KeyCode::Left);
        assert!(Arc::ptr_eq(&form.judge, &given));
        assert_eq!(form.key(KeyCode::Enter), Step::Begin);
        assert_eq!(form.key(KeyCode::Esc), Step::Leave);
    }
}
