//! Beside the board: the chances, their course, and the moves.

use bingwa_engine::Side;
use bingwa_models::Value;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::session::{Judged, Session};
use super::Palette;

/// Lines of the graph, on a small screen and on a large one: odd, for its middle.
const GRAPH: [u16; 2] = [5, 9];

pub(super) fn draw(frame: &mut Frame, area: Rect, session: &Session, palette: &Palette) {
    let buffer = frame.buffer_mut();
    let mut moves = area;
    if session.shows_chances {
        bar(buffer, area, session, palette);
        let height = GRAPH[usize::from(area.height > 28)];
        let graph_area = Rect::new(area.x, area.y + 3, area.width, height);
        graph(buffer, graph_area, session, palette);
        moves.y += height + 4;
        moves.height = area.height.saturating_sub(height + 4);
    }
    move_list(buffer, moves, session, palette);
}

/// `62 %`, or what is certain.
fn told(judged: &Judged, side: Side, mover: Side) -> String {
    let value = if side == mover {
        judged.value
    } else {
        judged.value.for_opponent()
    };
    match value {
        Value::Estimate(chance) => format!("{:.0} %", 100.0 * chance),
        Value::Win(0) => "won".to_owned(),
        Value::Loss(0) => "lost".to_owned(),
        Value::Win(moves) => format!("wins in {moves}"),
        Value::Loss(moves) => format!("lost in {moves}"),
        Value::Draw(_) => "draw".to_owned(),
    }
}

fn bar(buffer: &mut Buffer, area: Rect, session: &Session, palette: &Palette) {
    let mover = session.table.position().mover();
    // What the board does not show yet is not told either.
    let judged = session.judgement().filter(|_| session.animation.is_none());
    let [south, north] =
        Side::ALL.map(|side| judged.map_or("…".to_owned(), |judged| told(judged, side, mover)));
    let width = usize::from(area.width);
    let (south, north) = (format!("South {south}"), format!("{north} North"));
    let [left, right] = [&south, &north].map(|text| text.chars().count());
    // Where a proven result is too long to be told twice, its winner is told.
    let fits = left + right < width;
    let south_leads = judged.is_some_and(|judged| judged.chance > 0.5);
    if fits || south_leads {
        buffer.set_string(area.x, area.y, &south, palette.strong);
    }
    if fits || !south_leads {
        let x = area.x + area.width - right as u16;
        buffer.set_string(x, area.y, &north, palette.strong);
    }
    let Some(judged) = judged else {
        buffer.set_string(area.x, area.y + 1, "·".repeat(width), palette.quiet);
        return;
    };
    let filled = (judged.chance * f32::from(area.width)).round() as usize;
    buffer.set_string(area.x, area.y + 1, "█".repeat(filled), palette.south);
    let rest = "░".repeat(width.saturating_sub(filled));
    buffer.set_string(area.x + filled as u16, area.y + 1, rest, palette.north);
}

/// South's chance after each move, from left to right.
fn graph(buffer: &mut Buffer, area: Rect, session: &Session, palette: &Palette) {
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let label = 4;
    for (row, text) in [
        (0, "100"),
        (area.height / 2, " 50"),
        (area.height - 1, "  0"),
    ] {
        buffer.set_string(area.x, area.y + row, text, palette.quiet);
    }
    let shown = session.judged.len() - usize::from(session.animation.is_some());
    let judged = &session.judged[..shown];
    let room = usize::from(area.width - label);
    let columns = judged.len().min(room);
    for column in 0..columns {
        // A long game is drawn thinner, its last position always last.
        let place = (column + 1) * judged.len() / columns - 1;
        let x = area.x + label + column as u16;
        let Some(judged) = &judged[place] else {
            buffer.set_string(x, area.y + area.height - 1, "·", palette.quiet);
            continue;
        };
        let height = (judged.chance * f32::from(8 * area.height)).round() as u16;
        for row in 0..area.height {
            let eighths = height.saturating_sub(8 * row).min(8);
            let y = area.y + area.height - 1 - row;
            let block = EIGHTHS[usize::from(eighths)].to_string();
            buffer.set_string(x, y, block, palette.south);
        }
    }
}

/// The last moves, in pairs.
fn move_list(buffer: &mut Buffer, area: Rect, session: &Session, palette: &Palette) {
    let game = session.table.game();
    let mut lines: Vec<String> = Vec::new();
    for (played, mv) in game.moves().iter().enumerate() {
        let (number, side) = game.number(played);
        match (side, lines.last_mut()) {
            (Side::North, Some(line)) => *line += &format!(" {mv}"),
            (Side::North, None) => lines.push(format!("{number:>3}. …    {mv}")),
            (Side::South, _) => lines.push(format!("{number:>3}. {:<5}", mv.to_string())),
        }
    }
    let columns = usize::from(area.width / 19).max(1);
    let room = usize::from(area.height.saturating_sub(1));
    if lines.is_empty() || room == 0 {
        return;
    }
    buffer.set_string(area.x, area.y, "     South North", palette.quiet);
    let skipped = lines.len().saturating_sub(room * columns);
    for (place, line) in lines[skipped..].iter().enumerate() {
        let x = area.x + (place / room * 19) as u16;
        let y = area.y + 1 + (place % room) as u16;
        let is_last = skipped + place + 1 == lines.len();
        let style = if is_last {
            palette.strong
        } else {
            palette.seeds
        };
        buffer.set_string(x, y, line, style);
    }
}
