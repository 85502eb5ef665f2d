//! The game on the table: who sits where, moves taken back and played again.

use bingwa_engine::{Game, IllegalMove, Move, Position, Side};

use super::Seat;

/// A game with what was taken back of it.
pub(super) struct Table {
    game: Game,
    /// Moves taken back, the next one to play again last.
    undone: Vec<Move>,
    seat: Seat,
}

impl Table {
    pub(super) fn new(game: Game, seat: Seat) -> Self {
        Self {
            game,
            undone: Vec::new(),
            seat,
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the game goes on and a person is to move.
    pub(super) fn waits_for_person(&self) -> bool {
        self.game.outcome().is_none() && self.seat.is(self.position().mover())
    }

    /// Whether the game goes on and the computer is to move.
    pub(super) fn waits_for_computer(&self) -> bool {
        self.game.outcome().is_none() && !self.seat.is(self.position().mover())
    }

    /// Plays a new move: what was taken back is forgotten.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.game.push(mv)?;
        self.undone.clear();
        Ok(())
    }

    /// Takes moves back until it is a person's turn again; nothing if it never
    /// was.
    pub(super) fn undo(&mut self) -> bool {
        let before = &self.game.positions()[..self.game.moves().len()];
        let Some(turn) = before.iter().rposition(|was| self.seat.is(was.mover())) else {
            return false;
        };
        while self.game.moves().len() > turn {
            self.undone.extend(self.game.undo());
        }
        true
    }

    /// Plays taken-back moves again until it is a person's turn, or all of them.
    pub(super) fn redo(&mut self) -> bool {
        let mut any = false;
        while let Some(mv) = self.undone.pop() {
            // It was legal here before.
            if self.game.push(mv).is_err() {
                self.undone.clear();
                return any;
            }
            any = true;
            if self.waits_for_person() {
                break;
            }
        }
        any
    }

    /// `move 3 of South`, counted in pairs as game text does.
    pub(super) fn turn(&self) -> (usize, Side) {
        self.game.number(self.game.moves().len())
    }
}

#[cfg(test)]
mod tests {
    use bingwa_engine::Ruleset;

    use super::*;

    fn table(seat: Seat, moves: &[&str]) -> Table {
        let mut table = Table::new(Game::new(Ruleset::KUJIFUNZA), seat);
        for mv in moves {
            table.play(mv.parse().unwrap()).unwrap();
        }
        table
    }

    #[test]
    fn undo_goes_back_to_the_persons_turn_and_redo_forward_again() {
        let moves = ["A1>", "B7>"];
        let mut south = table(Seat::South, &moves);
        assert!(south.waits_for_person() && south.undo());
        assert_eq!(south.game().moves(), []);
        assert!(!south.undo());
        assert!(south.redo() && !south.redo());
        assert_eq!(south.game().moves().len(), 2);

        // The computer has begun: nothing of North's own can be taken back.
        let mut north = table(Seat::North, &["A1>"]);
        assert!(!north.undo());
        assert_eq!(north.game().moves().len(), 1);
        // Its answer was not waited for.
        let mut impatient = table(Seat::South, &["A1>"]);
        assert!(impatient.waits_for_computer() && impatient.undo());
        assert!(impatient.waits_for_person() && impatient.redo());
        assert!(impatient.waits_for_computer());

        let mut both = table(Seat::Both, &moves);
        assert!(both.undo());
        assert_eq!(both.game().moves().len(), 1);
        assert!(!table(Seat::Nobody, &moves).undo());
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut both = table(Seat::Both, &["A1>", "B7>"]);
        both.undo();
        let other = both.game().legal_moves()[0];
        both.play(other).unwrap();
        assert!(!both.redo());
        assert_eq!(both.turn(), (2, Side::South));
    }
}
