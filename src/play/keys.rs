//! What each key does.

use std::cell::Cell;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use bingwa_engine::{Direction, Pit};

use super::form::{Form, Step};
use super::prompt::{Prompt, Purpose};
use super::session::{Leaving, Session, View};

/// Lines of help that a page key scrolls.
const PAGE: usize = 15;

impl Session {
    /// Follows a key.
    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.leaving = Leaving::Interrupted;
            }
            return;
        }
        match &mut self.view {
            View::Board => self.board_key(key.code),
            View::Help(_) => self.help_key(key.code),
            View::NewGame(form) => match form.key(key.code) {
                Step::Stay => {}
                Step::Leave => self.view = View::Board,
                Step::Begin => self.begin_new(),
            },
            View::File(prompt) => match prompt.key(key.code) {
                Step::Stay => {}
                Step::Leave => self.view = View::Board,
                Step::Begin => self.follow_prompt(),
            },
        }
    }

    fn board_key(&mut self, code: KeyCode) {
        if self.animation.is_some() && code != KeyCode::Char('f') {
            // Whoever goes on has seen enough.
            self.animation = None;
            if matches!(code, KeyCode::Char(' ') | KeyCode::Enter | KeyCode::Esc) {
                return;
            }
        }
        let asked = std::mem::replace(&mut self.leaving, Leaving::No) == Leaving::Asked;
        match code {
            KeyCode::Char('q') => self.leave(asked),
            KeyCode::Char('?') | KeyCode::F(1) => self.view = View::Help(Cell::new(0)),
            KeyCode::Char('f') => {
                self.speed = self.speed.next();
                self.message = format!("Showing moves: {}.", self.speed.name());
            }
            KeyCode::Char('e') => self.shows_chances = !self.shows_chances,
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('n') => {
                let form = Form::new(
                    self.given.clone(),
                    *self.rules(),
                    self.table.seat(),
                    self.strength,
                );
                self.view = View::NewGame(form);
            }
            KeyCode::Char('s') => self.view = View::File(Prompt::new(Purpose::Save)),
            KeyCode::Char('l') => self.view = View::File(Prompt::new(Purpose::Load)),
            KeyCode::Esc => self.typed = None,
            code if self.is_choosing() => self.choosing_key(code),
            _ => {}
        }
    }

    fn choosing_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Left => self.choice.turn_pit(self.shown_from_left(false)),
            KeyCode::Right | KeyCode::Tab => self.choice.turn_pit(self.shown_from_left(true)),
            KeyCode::Up => self.choice.turn_way(false),
            KeyCode::Down => self.choice.turn_way(true),
            KeyCode::Char('h') => self.hints = !self.hints,
            KeyCode::Char(row @ ('a' | 'b' | 'A' | 'B')) => {
                self.typed = Some(row.to_ascii_uppercase());
                return;
            }
            KeyCode::Char(column @ '1'..='8') => self.type_column(column),
            KeyCode::Char('>') => {
                self.type_way(|direction, inner| (direction == Direction::Clockwise) == inner);
            }
            KeyCode::Char('<') => {
                self.type_way(|direction, inner| (direction == Direction::Anticlockwise) == inner);
            }
            KeyCode::Char('+') => self.type_safari(),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(mv) = self.choice.chosen() {
                    self.play(mv);
                }
            }
            _ => {}
        }
        self.typed = None;
        self.look();
    }

    /// The pits go from their owner's left to right: for the player above that
    /// is from right to left on the screen.
    fn shown_from_left(&self, forward: bool) -> bool {
        let mover = self.table.position().mover();
        forward == (mover == self.below())
    }

    /// The column after its row; without one it is the inner row.
    fn type_column(&mut self, column: char) {
        let row = self.typed.unwrap_or('A');
        let Ok(pit) = format!("{row}{column}").parse::<Pit>() else {
            return;
        };
        if !self.choice.take_pit(pit) {
            self.message = format!("No move can start in {pit} now.");
        }
    }

    fn type_way(&mut self, fits: impl Fn(Direction, bool) -> bool) {
        let found = self
            .choice
            .take_way(|mv| fits(mv.direction(), mv.pit().is_inner()));
        if !found {
            self.message = "That pit cannot be sown that way now.".to_owned();
        }
    }

    fn type_safari(&mut self) {
        let Some(mv) = self.choice.chosen() else {
            return;
        };
        if !self.choice.take(mv.with_safari()) {
            self.message = "No safari arises in that move.".to_owned();
        }
    }

    fn leave(&mut self, asked: bool) {
        let game = self.table.game();
        let is_lost = game.outcome().is_none() && !game.moves().is_empty();
        if is_lost && !asked {
            self.leaving = Leaving::Asked;
            self.message = "The game is not over: q again leaves it, s saves it.".to_owned();
        } else {
            self.leaving = Leaving::Yes;
        }
    }

    fn help_key(&mut self, code: KeyCode) {
        let View::Help(scroll) = &mut self.view else {
            return;
        };
        let scroll = scroll.get_mut();
        match code {
            KeyCode::Up => *scroll = scroll.saturating_sub(1),
            KeyCode::Down => *scroll = scroll.saturating_add(1),
            KeyCode::PageUp => *scroll = scroll.saturating_sub(PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => *scroll = scroll.saturating_add(PAGE),
            KeyCode::Home => *scroll = 0,
            KeyCode::End => *scroll = usize::MAX,
            _ => self.view = View::Board,
        }
    }

    fn begin_new(&mut self) {
        let View::NewGame(form) = &self.view else {
            return;
        };
        let (game, seat, strength) = (form.game(), form.seat(), form.strength());
        self.begin(game, seat, strength);
        self.message = format!("A new game. The computer: {}.", self.judge.name());
        self.view = View::Board;
    }

    fn follow_prompt(&mut self) {
        let View::File(prompt) = &mut self.view else {
            return;
        };
        let (path, purpose) = (prompt.path().to_owned(), prompt.purpose());
        match purpose {
            Purpose::Save => {
                if prompt.asks_to_replace() {
                    return;
                }
                let text = self.text();
                self.message = match bingwa_models::whole_file::write(&path, text.as_bytes()) {
                    Ok(()) => format!("Saved in {}.", path.display()),
                    Err(error) => format!("{}: {error}", path.display()),
                };
            }
            Purpose::Load => match super::load(&path) {
                Ok(game) => {
                    self.begin(game, self.table.seat(), self.strength);
                    self.message = format!("Loaded {}.", path.display());
                }
                Err(error) => self.message = format!("{error:#}"),
            },
        }
        self.view = View::Board;
    }
}
