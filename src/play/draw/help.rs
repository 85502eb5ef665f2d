//! The help: the keys, the marks, and the rules of this rule set.

use std::cell::Cell;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::session::Session;
use super::Palette;
use crate::screen::wrap;

const KEYS: &str = "\
← →         another pit                      h      hint: move, chance, line
↑ ↓         another way of that pit          e      chances and graph on, off
Enter       play the chosen move             f      slow, normal, fast, off
a5 < > +    choose by name: pit A5, left,     u r    take back, play again
            right, with safari               n      new game, other rules
Space       skip the rest of a move          s l    save, load
?           this help                        q      quit

▸ chosen   • can start   × would be captured   _ the last seed would fall here
[ ] an owned nyumba   ( ) a pit under takasia   ● the hand

A is a player's inner row, B the outer one; 1 to 8 from that player's left.
> and < are the way the hand goes from the pit, as that player sees it.";

pub(super) fn draw(frame: &mut Frame, session: &Session, scroll: &Cell<usize>, palette: &Palette) {
    let mut lines: Vec<Line> = vec![Line::styled("Keys", palette.strong)];
    lines.extend(KEYS.lines().map(Line::raw));
    lines.push(Line::raw(""));
    lines.push(Line::styled(
        format!("The rules of {}", session.rules()),
        palette.strong,
    ));
    let rules = wrap::explained(session.rules());
    lines.extend(rules.into_iter().map(Line::raw));
    let area = frame.area();
    let room = usize::from(area.height - 2);
    let from = scroll.get().min(lines.len().saturating_sub(room));
    scroll.set(from);
    let more = from + room < lines.len();
    for (row, line) in (0..).zip(lines.into_iter().skip(from).take(room)) {
        frame.render_widget(line, Rect::new(1, row, area.width - 1, 1));
    }
    let foot = if more {
        "↑↓ PgUp PgDn scroll (there is more)   any other key: back to the game"
    } else {
        "↑↓ PgUp PgDn scroll   any other key: back to the game"
    };
    frame.render_widget(
        Line::styled(foot, palette.key),
        Rect::new(1, area.height - 1, area.width - 1, 1),
    );
}
