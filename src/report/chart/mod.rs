//! Charts as SVG inside the page: lines, points with intervals, levels.
//!
//! Drawn 360 units wide, so that the text is of a readable size on a phone and
//! in a column of a wide page alike. Colours are CSS classes, see `style.css`.

mod frame;
mod scale;
mod thin;

use maud::{Markup, html};

use frame::Frame;
pub(super) use scale::Ticks;

/// Colours in `style.css`; more lines than this share some.
pub(super) const COLOURS: usize = 6;

/// A point, with an interval around it if one is known.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Ends of the 95 % interval.
    pub(super) interval: Option<(f64, f64)>,
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self {
            x,
            y,
            interval: None,
        }
    }
}

/// A named series.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
}

/// A named horizontal line.
pub(super) struct Level {
    pub(super) name: String,
    pub(super) y: f64,
}

/// A named vertical line.
pub(super) struct Mark {
    pub(super) name: String,
    pub(super) x: f64,
}

/// One chart.
pub(super) struct Chart {
    pub(super) title: String,
    /// A sentence below the title.
    pub(super) note: String,
    /// What the axes count, with units.
    pub(super) axes: [String; 2],
    pub(super) lines: Vec<Line>,
    pub(super) levels: Vec<Level>,
    pub(super) marks: Vec<Mark>,
    /// The range to show at least, up the page.
    pub(super) least: Option<(f64, f64)>,
    /// Whether x counts whole things: every tick is one.
    pub(super) whole: bool,
}

impl Chart {
    /// The chart with title, legend and description; a sentence if it has no
    /// points.
    pub(super) fn figure(&self) -> Markup {
        html! {
            figure.chart {
                figcaption {
                    strong { (self.title) }
                    @if !self.note.is_empty() { span.note { (self.note) } }
                }
                @match Frame::around(self) {
                    Some(frame) => {
                        @if self.lines.len() > 1 { (self.legend()) }
                        (self.svg(&frame))
                    },
                    None => p.empty { "No numbers yet." },
                }
            }
        }
    }

    fn legend(&self) -> Markup {
        html! {
            ul.legend {
                @for (number, line) in self.lines.iter().enumerate() {
                    li {
                        span class=(format!("swatch c{}", number % COLOURS)) {}
                        (line.name)
                    }
                }
            }
        }
    }

    fn svg(&self, frame: &Frame) -> Markup {
        html! {
            svg viewBox=(frame.view_box()) role="img" {
                title { (self.title) }
                desc { (self.description()) }
                (frame.axes(self))
                (frame.marks(&self.marks))
                (frame.levels(&self.levels))
                // The first line is the one that matters: it lies on top.
                @for (number, line) in self.lines.iter().enumerate().rev() {
                    g class=(format!("line c{}", number % COLOURS)) { (frame.line(line)) }
                }
            }
        }
    }

    /// What the chart shows, in words, for those who do not see it.
    fn description(&self) -> String {
        let [across, up] = &self.axes;
        let step = |value: f64| Ticks::exactly(value);
        let lines = self.lines.iter().filter_map(|line| {
            let (first, last) = (line.points.first()?, line.points.last()?);
            Some(format!(
                "{}: {} at {}, {} at {}.",
                line.name,
                step(first.y),
                step(first.x),
                step(last.y),
                step(last.x)
            ))
        });
        let levels = self.levels.iter();
        let levels = levels.map(|level| format!("{} at {}.", level.name, step(level.y)));
        let told: Vec<String> = lines.chain(levels).collect();
        format!("{up} by {across}. {}", told.join(" "))
    }
}
