//! The form of a new game, and the line that asks for a file.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::form::Form;
use super::super::prompt::{Prompt, Purpose};
use super::Palette;

pub(super) fn new_game(frame: &mut Frame, form: &Form, palette: &Palette) {
    let (chosen, judge) = form.lines();
    let mut lines = vec![Line::styled("A new game", palette.strong), Line::raw("")];
    for (number, (title, value)) in chosen.into_iter().enumerate() {
        let (open, close, style) = if number == form.line {
            ("◂", "▸", palette.chosen)
        } else {
            (" ", " ", palette.seeds)
        };
        lines.push(Line::from(vec![
            Span::styled(format!("{title:<10}"), palette.quiet),
            Span::styled(format!("{open} {value} {close}"), style),
        ]));
        lines.push(Line::raw(""));
    }
    lines.push(Line::styled(
        format!("The computer judges by: {judge}"),
        palette.quiet,
    ));
    lines.push(Line::styled(
        "Elo 1000 is a player who takes what he can; 200 more win three games in four.",
        palette.quiet,
    ));
    lines.push(Line::raw(""));
    lines.push(Line::from(vec![
        Span::styled("↑↓", palette.key),
        Span::styled(" line  ", palette.quiet),
        Span::styled("←→", palette.key),
        Span::styled(" change  ", palette.quiet),
        Span::styled("Enter", palette.key),
        Span::styled(" begin  ", palette.quiet),
        Span::styled("Esc", palette.key),
        Span::styled(" back to the game", palette.quiet),
    ]));
    let area = frame.area();
    for (row, line) in (2..area.height).zip(lines) {
        frame.render_widget(line, Rect::new(3, row, area.width - 3, 1));
    }
}

pub(super) fn file(frame: &mut Frame, area: Rect, prompt: &Prompt, palette: &Palette) {
    let asks = match prompt.purpose() {
        Purpose::Save => "Save in: ",
        Purpose::Load => "Load: ",
    };
    let replaces = if prompt.replaces {
        "  is there; Enter replaces it"
    } else {
        ""
    };
    let line = Line::from(vec![
        Span::styled(asks, palette.strong),
        Span::styled(format!("{}_", prompt.text), palette.message),
        Span::styled(replaces, palette.captured),
    ]);
    frame.render_widget(line, area);
}
