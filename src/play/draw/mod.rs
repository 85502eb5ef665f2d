//! Drawing a [`Session`]: where each part goes.

mod board;
mod chances;
mod form;
mod help;
mod moves;
mod palette;
#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::session::{Session, View};
use board::BoardSize;
pub(super) use palette::Palette;

/// The least that a game needs.
const LEAST: (u16, u16) = (80, 24);

/// Draws everything.
pub(super) fn draw(frame: &mut Frame, session: &Session, palette: &Palette) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        too_small(frame, area);
        return;
    }
    match &session.view {
        View::Help(scroll) => return help::draw(frame, session, scroll, palette),
        View::NewGame(form) => return form::new_game(frame, form, palette),
        View::Board | View::File(_) => {}
    }
    let size = BoardSize::fitting(area);
    title(frame, area, session, palette);
    let (width, height) = size.outer();
    let board = Rect::new(0, 1, width, height);
    board::draw(frame, board, session, size, palette);
    let side = Rect::new(width + 2, 1, area.width - width - 3, area.height - 3);
    chances::draw(frame, side, session, palette);
    let below = Rect::new(1, height + 1, width - 1, area.height - height - 3);
    moves::draw(frame, below, session, palette);
    let foot = Rect::new(1, area.height - 2, area.width - 2, 1);
    match &session.view {
        View::File(prompt) => form::file(frame, foot, prompt, palette),
        _ => frame.render_widget(Line::styled(message(session), palette.message), foot),
    }
    keys(frame, area, session, palette);
}

fn too_small(frame: &mut Frame, area: Rect) {
    let (width, height) = LEAST;
    let lines = [
        format!("This window is {}×{}.", area.width, area.height),
        format!("Bao needs {width}×{height}."),
        "Make it larger. Ctrl-C leaves.".to_owned(),
    ];
    for (row, line) in (0..area.height).zip(lines) {
        frame.render_widget(Line::raw(line), Rect::new(0, row, area.width, 1));
    }
}

fn title(frame: &mut Frame, area: Rect, session: &Session, palette: &Palette) {
    let (number, side) = session.table.turn();
    let turn = match (&session.animation, session.table.game().outcome()) {
        (Some(film), _) => format!("{} plays {}", film.mover, film.mv),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => format!("move {number}, {side}"),
    };
    let left = format!(" Bao {}", session.rules());
    let room = usize::from(area.width).saturating_sub(left.chars().count() + turn.chars().count());
    let judge = fitted(
        &format!("   {}", session.judge.name()),
        room.saturating_sub(2),
    );
    let line = Line::from(vec![
        Span::styled(left, palette.strong),
        Span::styled(judge, palette.quiet),
        Span::raw(" "),
        Span::styled(turn, palette.strong),
    ]);
    frame.render_widget(line, Rect::new(0, 0, area.width, 1));
}

/// What was just done; of a move under way only how far it is.
fn message(session: &Session) -> String {
    match &session.animation {
        Some(film) => match film.frame().lap {
            0 => format!("{} plays {}", film.mover, film.mv),
            lap => format!("{} plays {}, lap {lap}", film.mover, film.mv),
        },
        None => session.message.clone(),
    }
}

/// A text with blanks behind it, or cut, to so many columns.
fn fitted(text: &str, width: usize) -> String {
    let text: String = if text.chars().count() > width {
        text.chars()
            .take(width.saturating_sub(1))
            .chain(['…'])
            .collect()
    } else {
        text.to_owned()
    };
    format!("{text:<width$}")
}

fn keys(frame: &mut Frame, area: Rect, session: &Session, palette: &Palette) {
    let keys: &[(&str, &str)] = match &session.view {
        View::File(_) => &[("Enter", "to do it"), ("Esc", "back to the game")],
        _ if session.animation.is_some() => &[("Space", "skip"), ("f", "speed"), ("q", "quit")],
        _ if session.is_choosing() => &[
            ("←→", "pit"),
            ("↑↓", "way"),
            ("Enter", "play"),
            ("h", "hint"),
            ("u", "undo"),
            ("n", "new"),
            ("s", "save"),
            ("?", "help"),
            ("q", "quit"),
        ],
        _ => &[
            ("u", "undo"),
            ("r", "redo"),
            ("n", "new"),
            ("s", "save"),
            ("l", "load"),
            ("?", "help"),
            ("q", "quit"),
        ],
    };
    let mut spans = vec![Span::raw(" ")];
    for (key, what) in keys {
        spans.push(Span::styled(*key, palette.key));
        spans.push(Span::styled(format!(" {what}  "), palette.quiet));
    }
    frame.render_widget(
        Line::from(spans),
        Rect::new(0, area.height - 1, area.width, 1),
    );
}
