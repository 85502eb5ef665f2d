//! Asking for a file's name.

use std::path::Path;

use crossterm::event::KeyCode;

use super::form::Step;

/// What the file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Save,
    Load,
}

/// A line that is being typed.
pub(super) struct Prompt {
    purpose: Purpose,
    pub(super) text: String,
    /// A file of this name is there: Enter again replaces it.
    pub(super) replaces: bool,
}

impl Prompt {
    pub(super) fn new(purpose: Purpose) -> Self {
        Self {
            purpose,
            text: "game.txt".to_owned(),
            replaces: false,
        }
    }

    pub(super) fn purpose(&self) -> Purpose {
        self.purpose
    }

    pub(super) fn path(&self) -> &Path {
        Path::new(&self.text)
    }

    pub(super) fn key(&mut self, code: KeyCode) -> Step {
        match code {
            KeyCode::Esc => return Step::Leave,
            KeyCode::Enter if !self.text.is_empty() => return Step::Begin,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char(letter) if !letter.is_control() => self.text.push(letter),
            _ => return Step::Stay,
        }
        self.replaces = false;
        Step::Stay
    }

    /// Whether a file would be replaced and the person has not yet said so.
    pub(super) fn asks_to_replace(&mut self) -> bool {
        let asks = !self.replaces && self.path().exists();
        self.replaces |= asks;
        asks
    }
}
