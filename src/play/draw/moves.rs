//! Below the board: the legal moves, and the hint.

use bingwa_engine::Move;
use bingwa_models::Value;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::session::Session;
use super::Palette;
use crate::analyze::study::certain;
use crate::preview::Preview;

pub(super) fn draw(frame: &mut Frame, area: Rect, session: &Session, palette: &Palette) {
    let mut lines = vec![Line::raw("")];
    if session.is_choosing() {
        choosing(&mut lines, session, area.height.into(), palette);
        hint(&mut lines, session, area.width.into(), palette);
    } else if session.is_waiting() {
        lines.push(Line::styled("The computer is thinking …", palette.quiet));
    } else if session.table.game().outcome().is_some() && session.animation.is_none() {
        lines.push(Line::styled("The game is over.", palette.strong));
        lines.push(Line::styled(
            "n new game, u take your last move back, s save",
            palette.seeds,
        ));
    }
    for (row, line) in (0..area.height).zip(lines) {
        frame.render_widget(line, Rect::new(area.x, area.y + row, area.width, 1));
    }
}

/// Lines around the moves: one blank, one above them, two for the hint.
const AROUND: usize = 4;

/// All moves where there is room, else those of the chosen pit.
fn choosing(lines: &mut Vec<Line>, session: &Session, height: usize, palette: &Palette) {
    let choice = &session.choice;
    let all: Vec<Move> = choice.all().collect();
    let shown = if all.len() + AROUND <= height {
        &all[..]
    } else {
        choice.ways()
    };
    let moves = match (all.len(), shown.len()) {
        (1, _) => "the only move".to_owned(),
        (all, shown) if all == shown => format!("{all} moves"),
        (all, shown) => format!("{shown} from this pit of {all} in all"),
    };
    let typed = session
        .typed
        .map_or(String::new(), |row| format!("  pit {row}_"));
    lines.push(Line::styled(
        format!("Choose: {moves}{typed}"),
        palette.quiet,
    ));
    let position = session.table.position();
    for &mv in shown {
        let preview = Preview::new(session.rules(), position, mv);
        let is_chosen = choice.chosen() == Some(mv);
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

fn hint(lines: &mut Vec<Line>, session: &Session, width: usize, palette: &Palette) {
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
    let advice = format!("Hint: {best}, {}", worth(judged.value));
    // As many whole moves of the expected line as fit.
    let mut expected = String::new();
    for mv in then {
        let lead = if expected.is_empty() { "; then" } else { "" };
        let more = format!("{lead} {mv}");
        if advice.chars().count() + expected.chars().count() + more.chars().count() > width {
            break;
        }
        expected += &more;
    }
    lines.push(Line::from(vec![
        Span::styled(advice, palette.message),
        Span::styled(expected, palette.quiet),
    ]));
}

/// For the player who has to choose.
fn worth(value: Value) -> String {
    certain(value).unwrap_or_else(|| format!("chance {:.0} %", 100.0 * value.probability()))
}
