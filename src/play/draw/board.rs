//! The board: four rows of pits, the player at the keyboard below.

use bingwa_engine::{Pit, Side};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::animation::Frame as Moment;
use super::super::session::Session;
use super::Palette;

/// How large pits are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardSize {
    /// Columns within a pit.
    width: u16,
    /// Lines within a pit: 1 for a number, 3 for seeds above and below it.
    height: u16,
}

/// Columns for the name of a row, at each end.
const NAME: u16 = 3;

impl BoardSize {
    const SMALL: Self = Self {
        width: 5,
        height: 1,
    };
    const LARGE: Self = Self {
        width: 7,
        height: 3,
    };

    /// The largest that leaves room for the rest.
    pub(super) fn fitting(area: Rect) -> Self {
        if area.width >= 104 && area.height >= 33 {
            Self::LARGE
        } else {
            Self::SMALL
        }
    }

    /// Columns and lines of the board with its names, numbers and players.
    pub(super) const fn outer(self) -> (u16, u16) {
        (
            8 * (self.width + 1) + 1 + 2 * NAME,
            4 * (self.height + 1) + 1 + 4,
        )
    }
}

pub(super) fn draw(
    frame: &mut Frame,
    area: Rect,
    session: &Session,
    size: BoardSize,
    palette: &Palette,
) {
    let drawing = Drawing {
        session,
        moment: session.frame(),
        size,
        palette,
    };
    drawing.draw(frame.buffer_mut(), area);
}

struct Drawing<'a> {
    session: &'a Session,
    moment: Moment,
    size: BoardSize,
    palette: &'a Palette,
}

/// What is special about a pit now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Hand,
    Chosen,
    Captured,
    Start,
    Last,
}

impl Drawing<'_> {
    fn draw(&self, buffer: &mut Buffer, area: Rect) {
        let below = self.session.below();
        let above = below.opponent();
        let bottom = area.y + area.height - 1;
        buffer.set_stringn(
            area.x + 1,
            area.y,
            self.player(above),
            area.width.into(),
            self.style_of(above),
        );
        buffer.set_stringn(
            area.x + 1,
            bottom,
            self.player(below),
            area.width.into(),
            self.style_of(below),
        );
        self.numbers(buffer, area, area.y + 1, above);
        self.numbers(buffer, area, bottom - 1, below);
        let rows = [(above, false), (above, true), (below, true), (below, false)];
        let mut y = area.y + 2;
        for (row, (side, inner)) in rows.into_iter().enumerate() {
            let (left, cross, right, line) = match row {
                0 => ('┌', '┬', '┐', "─"),
                2 => ('╞', '╪', '╡', "═"),
                _ => ('├', '┼', '┤', "─"),
            };
            self.rule(buffer, area, y, (left, cross, right), line);
            self.row(buffer, area, y + 1, side, inner);
            y += self.size.height + 1;
        }
        self.rule(buffer, area, y, ('└', '┴', '┘'), "─");
    }

    /// Who sits there, the seeds in hand, whether it is to move.
    fn player(&self, side: Side) -> String {
        let mut words = side.to_string();
        let name = self.session.player(side);
        if !name.is_empty() {
            words += &format!(" ({name})");
        }
        match self.moment.stores[side as usize] {
            0 => {}
            seeds => words += &format!(", {seeds} in hand"),
        }
        match &self.session.animation {
            Some(film) if film.mover == side => {
                words += &format!("  {}", film.mv);
                if self.moment.hand > 0 {
                    words += &format!(": sowing {}", self.moment.hand);
                }
                if self.moment.captured > 0 {
                    words += &format!(", {} captured", self.moment.captured);
                }
            }
            None if self.session.table.game().outcome().is_none()
                && self.session.table.position().mover() == side =>
            {
                words += "  ◄ to move";
            }
            _ => {}
        }
        words
    }

    fn style_of(&self, side: Side) -> Style {
        if self.session.table.position().mover() == side {
            self.palette.strong
        } else {
            self.palette.quiet
        }
    }

    /// Left edge of the pit in a column of the screen.
    fn pit_x(&self, area: Rect, column: u16) -> u16 {
        area.x + NAME + 1 + column * (self.size.width + 1)
    }

    /// The pit of a side in a column of the screen, 0 to 7 from the left.
    fn pit(&self, side: Side, inner: bool, column: u16) -> Pit {
        let own = if side == self.session.below() {
            column
        } else {
            7 - column
        };
        let index = if inner { own } else { 15 - own };
        Pit::new(index.into()).unwrap_or(Pit::NYUMBA)
    }

    fn numbers(&self, buffer: &mut Buffer, area: Rect, y: u16, side: Side) {
        for column in 0..8 {
            let number = self.pit(side, true, column).column() + 1;
            let x = self.pit_x(area, column) + self.size.width / 2;
            buffer.set_string(x, y, number.to_string(), self.palette.quiet);
        }
    }

    fn rule(&self, buffer: &mut Buffer, area: Rect, y: u16, ends: (char, char, char), line: &str) {
        let pits = [line.repeat(self.size.width.into()).as_str(); 8].join(&ends.1.to_string());
        let text = format!("{}{pits}{}", ends.0, ends.2);
        buffer.set_string(area.x + NAME, y, text, self.palette.wood);
    }

    fn row(&self, buffer: &mut Buffer, area: Rect, y: u16, side: Side, inner: bool) {
        let name = if inner { "A" } else { "B" };
        let middle = y + self.size.height / 2;
        let end = self.pit_x(area, 8);
        buffer.set_string(area.x + 1, middle, name, self.palette.quiet);
        buffer.set_string(end + 1, middle, name, self.palette.quiet);
        for line in y..y + self.size.height {
            for column in 0..=8 {
                let x = self.pit_x(area, column) - 1;
                buffer.set_string(x, line, "│", self.palette.wood);
            }
        }
        for column in 0..8 {
            let place = Rect::new(
                self.pit_x(area, column),
                y,
                self.size.width,
                self.size.height,
            );
            self.draw_pit(buffer, place, side, self.pit(side, inner, column));
        }
    }

    fn draw_pit(&self, buffer: &mut Buffer, place: Rect, side: Side, pit: Pit) {
        let seeds = self.moment.pits[side as usize][pit.index()];
        let mark = self.mark(side, pit);
        let (letter, mut style) = match mark {
            Mark::None => (' ', self.palette.seeds),
            Mark::Hand => ('●', self.palette.hand),
            Mark::Chosen => ('▸', self.palette.chosen),
            Mark::Captured => ('×', self.palette.captured),
            Mark::Start => ('•', self.palette.start),
            Mark::Last => ('_', self.palette.start),
        };
        let position = self.session.table.position();
        let owned = pit == Pit::NYUMBA && self.owns_nyumba(side);
        let at_rest = self.session.animation.is_none();
        let marked = at_rest && side == position.mover() && position.takasia() == Some(pit);
        let (open, close) = match (marked, owned) {
            (true, _) => ('(', ')'),
            (_, true) => ('[', ']'),
            _ => (' ', ' '),
        };
        if owned && mark == Mark::None {
            style = self.palette.nyumba;
        }
        let count = match seeds {
            0 => "·".to_owned(),
            seeds => seeds.to_string(),
        };
        let style = if seeds == 0 && mark == Mark::None && !owned {
            self.palette.quiet
        } else {
            style
        };
        let text = format!("{letter}{open}{count:>2}{close}");
        buffer.set_style(
            place,
            if mark == Mark::Chosen || mark == Mark::Hand {
                style
            } else {
                Style::new()
            },
        );
        let middle = place.y + place.height / 2;
        buffer.set_string(place.x + (place.width - 5) / 2, middle, text, style);
        if place.height >= 3 {
            let above = seeds.min(5);
            let below = (seeds - above).min(5);
            for (line, dots) in [(place.y, above), (place.y + 2, below)] {
                let dots = "•".repeat(dots.into());
                buffer.set_string(place.x + 1, line, format!("{dots:^5}"), style);
            }
        }
    }

    /// Whether a side owns its nyumba in the moment shown.
    fn owns_nyumba(&self, side: Side) -> bool {
        let game = self.session.table.game();
        let shown = match self.session.animation {
            Some(_) => game.positions().iter().rev().nth(1),
            None => game.positions().last(),
        };
        // Emptied for a moment, it is lost for good.
        shown.is_some_and(|position| position.owns_nyumba(side))
            && (self.session.animation.is_none()
                || self.moment.pits[side as usize][Pit::NYUMBA.index()] > 0)
    }

    fn mark(&self, side: Side, pit: Pit) -> Mark {
        if self.session.animation.is_some() {
            return if self.moment.at == Some((side, pit)) {
                Mark::Hand
            } else {
                Mark::None
            };
        }
        if !self.session.is_choosing() {
            return Mark::None;
        }
        if let Some(preview) = &self.session.preview {
            let is_own = side == self.session.table.position().mover();
            if is_own && pit == preview.mv.pit() {
                return Mark::Chosen;
            }
            if !is_own && preview.taken.contains(&pit) {
                return Mark::Captured;
            }
            if is_own && preview.last == Some(pit) && !self.session.can_start(side, pit) {
                return Mark::Last;
            }
        }
        if self.session.can_start(side, pit) {
            Mark::Start
        } else {
            Mark::None
        }
    }
}
