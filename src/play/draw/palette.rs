//! Colours, and what stands for them where there are none.

use std::env;

use ratatui::style::{Color, Modifier, Style};

/// How each kind of thing is drawn.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Palette {
    pub(super) wood: Style,
    pub(super) seeds: Style,
    pub(super) nyumba: Style,
    pub(super) start: Style,
    pub(super) chosen: Style,
    pub(super) captured: Style,
    pub(super) hand: Style,
    pub(super) south: Style,
    pub(super) north: Style,
    pub(super) strong: Style,
    pub(super) quiet: Style,
    pub(super) key: Style,
    pub(super) message: Style,
}

impl Palette {
    /// Colours of the terminal's own sixteen, so that its theme holds.
    pub(in super::super) const fn coloured() -> Self {
        let plain = Style::new();
        Self {
            wood: plain.fg(Color::Yellow),
            seeds: plain,
            nyumba: plain.fg(Color::Magenta),
            start: plain.fg(Color::Green),
            chosen: plain.fg(Color::Black).bg(Color::Green),
            captured: plain.fg(Color::Red).add_modifier(Modifier::BOLD),
            hand: plain.fg(Color::Black).bg(Color::Cyan),
            south: plain.fg(Color::Green),
            north: plain.fg(Color::Blue),
            strong: plain.add_modifier(Modifier::BOLD),
            quiet: plain.fg(Color::DarkGray),
            key: plain.fg(Color::Yellow),
            message: plain.fg(Color::Cyan),
        }
    }

    /// No colours: marks in the pits, bold and reversed letters.
    pub(in super::super) const fn plain() -> Self {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let reversed = plain.add_modifier(Modifier::REVERSED);
        Self {
            wood: plain,
            seeds: plain,
            nyumba: plain,
            start: bold,
            chosen: reversed,
            captured: bold,
            hand: reversed,
            south: plain,
            north: plain,
            strong: bold,
            quiet: plain,
            key: bold,
            message: bold,
        }
    }

    /// As the person wishes: <https://no-color.org>.
    pub(in super::super) fn wished() -> Self {
        if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            Self::plain()
        } else {
            Self::coloured()
        }
    }
}
