//! Below the board: the moves of the chosen pit, and the hint.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::choice::Preview;
use super::super::session::Session;
use super::Palette;

/// Moves of an expected line that are shown.
const EXPECTED: usize = 8;

pub(super) fn draw(frame: &mut Frame, area: Rect, session: &Session, palette: &Palette) {
    let mut lines = vec![Line::raw("")];
    if session.is_choosing() {
        choosing(&mut lines, session, palette);
        hint(&mut lines, session, palette);
    } else if session.is_waiting() {
        lines.push(Line::styled("The computer is thinking …", palette.quiet));
    } else if session.table.game().outcome().is_some() && session.animation.is_none() {
        lines.push(Line::styled("The game is over.", palette.strong));
        lines.push(Line::styled(
            "n begins a new one, u takes your last move back, s saves the game.",
            palette.seeds,
        ));
    }
    for (row, line) in (0..area.height).zip(lines) {
        frame.render_widget(line, Rect::new(area.x, area.y + row, area.width, 1));
    }
}

fn choosing(lines: &mut Vec<Line>, session: &Session, palette: &Palette) {
    let count = session.choice.pits().count();
    let pits = match count {
        1 => "one pit can start".to_owned(),
        count => format!("{count} pits can start (•)"),
    };
    let typed = session
        .typed
        .map_or(String::new(), |row| format!("  pit {row}_"));
    lines.push(Line::styled(
        format!("Choose a move: {pits}{typed}"),
        palette.quiet,
    ));
    let position = session.table.position();
    for &mv in session.choice.ways() {
        let preview = Preview::new(session.rules(), position, mv);
        let is_chosen = session.choice.chosen() == Some(mv);
        let (mark, style) = if is_chosen {
            ('▸', palette.chosen)
        } else {
            (' ', palette.seeds)
        };
        lines.push(Line::from(vec![
            Span::styled(format!("{mark} {:<4}", mv.to_string()), style),
            Span::raw(format!(" {}", preview.words())),
        ]));
    }
}

fn hint(lines: &mut Vec<Line>, session: &Session, palette: &Palette) {
    if !session.hints {
        return;
    }
    if session.is_looking() {
        lines.push(Line::styled("Hint: looking …", palette.message));
        return;
    }
    let Some(judged) = session.judgement() else {
        return;
    };
    let Some((best, then)) = judged.line.split_first() else {
        return;
    };
    let then: Vec<String> = then
        .iter()
        .take(EXPECTED)
        .map(ToString::to_string)
        .collect();
    let mut spans = vec![Span::styled(
        format!("Hint: {best}, {}", worth(judged.value)),
        palette.message,
    )];
    if !then.is_empty() {
        spans.push(Span::styled(
            format!("; then {}", then.join(" ")),
            palette.quiet,
        ));
    }
    lines.push(Line::from(spans));
}

/// For the player who has to choose.
fn worth(value: bingwa_models::Value) -> String {
    use bingwa_models::Value;

    match value {
        Value::Estimate(chance) => format!("chance {:.0} %", 100.0 * chance),
        Value::Win(moves) => format!("wins in {moves}"),
        Value::Loss(moves) => format!("loses in {moves}"),
        Value::Draw(moves) => format!("draws in {moves}"),
    }
}
