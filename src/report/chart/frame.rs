//! The frame of a chart: from numbers to places, axes, and what is drawn in it.

use maud::{Markup, html};

use super::scale::Ticks;
use super::thin::thin;
use super::{Chart, Level, Line, Mark, Point};

/// The drawing, in its own units.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 206.0;
/// Room for the numbers beside and below, and for names above.
const LEFT: f64 = 42.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 32.0;
/// A line with no more points than this shows each of them.
const MOST_DOTS: usize = 50;
/// Names of marks closer than this would lie on each other.
const MARK_ROOM: f64 = 26.0;
/// Names of levels closer than this likewise.
const LEVEL_ROOM: f64 = 11.0;

/// The place of a chart's numbers.
pub(super) struct Frame {
    x: (f64, f64),
    y: (f64, f64),
    across: Ticks,
    up: Ticks,
}

impl Frame {
    /// The frame that everything of a chart fits in; `None` without points.
    pub(super) fn around(chart: &Chart) -> Option<Self> {
        let points = chart.lines.iter().flat_map(|line| &line.points);
        let marks = chart.marks.iter().map(|mark| mark.x);
        let drawn: Vec<Point> = chart
            .lines
            .iter()
            .flat_map(|line| thin(&line.points))
            .collect();
        let ends = |point: &Point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [point.y, low, high]
        };
        let heights = drawn.iter().flat_map(ends);
        let levels = chart.levels.iter().map(|level| level.y);
        let least = chart.least.into_iter().flat_map(|(low, high)| [low, high]);
        let mut y = range(heights.chain(levels).chain(least))?;
        let mut x = range(points.map(|point| point.x).chain(marks))?;
        if chart.whole {
            x = (x.0 - 0.5, x.1 + 0.5);
        } else if x.0 == x.1 {
            x = (x.0 - 1.0, x.1 + 1.0);
        }
        // A range that is asked for is one with ends of its own.
        let room = match chart.least {
            Some(least) if least == y => 0.0,
            _ if y.0 == y.1 => (0.1 * y.0.abs()).max(1e-9),
            _ => 0.06 * (y.1 - y.0),
        };
        y = (y.0 - room, y.1 + room);
        let least_step = if chart.whole { 1.0 } else { 0.0 };
        Some(Self {
            across: Ticks::within(x.0, x.1, 6.0, least_step),
            up: Ticks::within(y.0, y.1, 4.0, 0.0),
            x,
            y,
        })
    }

    pub(super) fn view_box(&self) -> String {
        format!("0 0 {WIDTH} {HEIGHT}")
    }

    fn to_x(&self, x: f64) -> f64 {
        let share = (x - self.x.0) / (self.x.1 - self.x.0);
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn to_y(&self, y: f64) -> f64 {
        let share = (y - self.y.0) / (self.y.1 - self.y.0);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    pub(super) fn axes(&self, chart: &Chart) -> Markup {
        let [across, up] = &chart.axes;
        let floor = HEIGHT - BOTTOM;
        html! {
            g.axes {
                @for &tick in &self.up.at {
                    @let y = short(self.to_y(tick));
                    line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                    text x=(LEFT - 5.0) y=(y) dy="3.5" text-anchor="end" { (self.up.label(tick)) }
                }
                @for &tick in &self.across.at {
                    @let x = short(self.to_x(tick));
                    line.tick x1=(x) x2=(x) y1=(floor) y2=(floor + 3.0) {}
                    text x=(x) y=(floor + 13.0) text-anchor="middle" { (self.across.label(tick)) }
                }
                line.base x1=(LEFT) x2=(WIDTH - RIGHT) y1=(floor) y2=(floor) {}
                text.unit x="2" y="9" { (up) }
                text.unit x=(WIDTH - RIGHT) y=(HEIGHT - 4.0) text-anchor="end" { (across) }
            }
        }
    }

    /// The line of a series, with dots and intervals where they can be told
    /// apart.
    pub(super) fn line(&self, line: &Line) -> Markup {
        let points = thin(&line.points);
        let path: Vec<String> = points
            .iter()
            .map(|p| format!("{} {}", short(self.to_x(p.x)), short(self.to_y(p.y))))
            .collect();
        let has_dots = points.len() <= MOST_DOTS;
        html! {
            @if path.len() > 1 { path d=(format!("M{}", path.join("L"))) {} }
            @if has_dots {
                @for point in &points {
                    @let x = short(self.to_x(point.x));
                    @if let Some((low, high)) = point.interval {
                        line.interval x1=(x) x2=(x) y1=(short(self.to_y(low)))
                            y2=(short(self.to_y(high))) {}
                    }
                    circle cx=(x) cy=(short(self.to_y(point.y))) r="2.5" {}
                }
            }
        }
    }

    /// Horizontal lines with their names at the right end; those that lie close
    /// together have their names side by side, at the upper one.
    pub(super) fn levels(&self, levels: &[Level]) -> Markup {
        let place = |level: &Level| self.to_y(level.y);
        let mut sorted: Vec<&Level> = levels.iter().collect();
        sorted.sort_by(|a, b| place(a).total_cmp(&place(b)));
        let together = sorted.chunk_by(|a, b| place(b) - place(a) < LEVEL_ROOM);
        html! {
            g.level {
                @for level in &sorted {
                    @let y = short(place(level));
                    line x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                }
                @for levels in together {
                    @let names: Vec<&str> = levels.iter().map(|level| &*level.name).collect();
                    text x=(WIDTH - RIGHT) y=(short(place(levels[0]) - 3.0)) text-anchor="end" {
                        (names.join(", "))
                    }
                }
            }
        }
    }

    /// Vertical lines with their names above, where there is room for one.
    pub(super) fn marks(&self, marks: &[Mark]) -> Markup {
        let mut taken = f64::NEG_INFINITY;
        let named = marks.iter().map(|mark| {
            let x = self.to_x(mark.x);
            let has_room = x - taken >= MARK_ROOM;
            if has_room {
                taken = x;
            }
            (x, has_room.then_some(&mark.name))
        });
        let named: Vec<_> = named.collect();
        html! {
            g.marks {
                @for (x, name) in named {
                    line x1=(short(x)) x2=(short(x)) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
                    @if let Some(name) = name {
                        text x=(short(x)) y=(TOP - 3.0) text-anchor="middle" { (name) }
                    }
                }
            }
        }
    }
}

/// The smallest range around some numbers.
fn range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers
        .filter(|number| number.is_finite())
        .fold(None, |range, number| {
            let (low, high) = range.unwrap_or((number, number));
            Some((low.min(number), high.max(number)))
        })
}

/// A place to a tenth: more is not seen.
fn short(place: f64) -> f64 {
    (10.0 * place).round() / 10.0
}
