//! A board as SVG: South at the bottom, like the one in text.

use bingwa_engine::{Pit, Position, Side};
use maud::{Markup, html};

/// The drawing, in its own units: eight pits and the rows' names.
const WIDTH: f64 = 304.0;
const HEIGHT: f64 = 178.0;
const PIT: f64 = 34.0;
const RADIUS: f64 = 14.5;
const LEFT: f64 = 33.0;
/// The middle of the top row.
const TOP: f64 = 32.0;
/// The gap between the two players.
const GAP: f64 = 10.0;

/// Draws a position, with the pit a move starts from marked.
pub(super) fn board(title: &str, position: &Position, start: Option<(Side, Pit)>) -> Markup {
    html! {
        svg.board viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" {
            title { (title) }
            desc { (told(position)) }
            rect.wood x="16" y="14" width=(WIDTH - 32.0) height=(HEIGHT - 28.0) rx="10" {}
            line.between x1="22" x2=(WIDTH - 22.0) y1=(HEIGHT / 2.0) y2=(HEIGHT / 2.0) {}
            @for column in 0..8_u8 {
                @let x = LEFT + PIT * f64::from(column);
                text.name x=(x) y="10" { (8 - column) }
                text.name x=(x) y=(HEIGHT - 3.0) { (column + 1) }
            }
            @for (row, name) in ["B", "A", "A", "B"].into_iter().enumerate() {
                text.name x="7" y=(row_y(row) + 3.0) { (name) }
            }
            @for side in [Side::North, Side::South] {
                @for pit in Pit::all() { (drawn(position, side, pit, start == Some((side, pit)))) }
            }
        }
    }
}

fn drawn(position: &Position, side: Side, pit: Pit, is_start: bool) -> Markup {
    let column = match side {
        Side::South => pit.column(),
        Side::North => 7 - pit.column(),
    };
    let row = match (side, pit.is_inner()) {
        (Side::North, false) => 0,
        (Side::North, true) => 1,
        (Side::South, true) => 2,
        (Side::South, false) => 3,
    };
    let (x, y) = (LEFT + PIT * column as f64, row_y(row));
    let is_house = pit == Pit::NYUMBA && position.owns_nyumba(side);
    let under_takasia = side == position.mover() && position.takasia() == Some(pit);
    let mut class = "pit".to_owned();
    for (is, name) in [(is_start, " start"), (under_takasia, " takasia")] {
        if is {
            class += name;
        }
    }
    let seeds = position.seeds(side, pit);
    html! {
        @if is_house {
            rect class=(class) x=(x - RADIUS) y=(y - RADIUS) width=(2.0 * RADIUS)
                height=(2.0 * RADIUS) rx="4" {}
        } @else {
            circle class=(class) cx=(x) cy=(y) r=(RADIUS) {}
        }
        @if seeds > 0 { text.seeds x=(x) y=(y + 4.5) { (seeds) } }
    }
}

/// The middle of a row, 0 the uppermost.
fn row_y(row: usize) -> f64 {
    let gap = if row > 1 { GAP } else { 0.0 };
    TOP + PIT * row as f64 + gap
}

/// The counts in words, left to right as South sees them.
fn told(position: &Position) -> String {
    let row = |side: Side, inner: bool| {
        let counts = (0..8).map(|column| {
            let own = match side {
                Side::South => column,
                Side::North => 7 - column,
            };
            let pit = Pit::new(if inner { own } else { 15 - own });
            pit.map_or(0, |pit| position.seeds(side, pit)).to_string()
        });
        counts.collect::<Vec<_>>().join(" ")
    };
    format!(
        "North, outer row: {}; inner row: {}. South, inner row: {}; outer row: {}.",
        row(Side::North, false),
        row(Side::North, true),
        row(Side::South, true),
        row(Side::South, false)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_engine::Ruleset;

    #[test]
    fn the_nyumba_is_where_each_player_has_it() {
        let start = Position::start(&Ruleset::KISWAHILI);
        let text = told(&start);
        assert!(
            text.contains("North, outer row: 0 0 0 0 0 0 0 0; inner row: 0 2 2 6 0 0 0 0"),
            "{text}"
        );
        assert!(text.contains("South, inner row: 0 0 0 0 6 2 2 0"), "{text}");
        let drawn = board("start", &start, Some((Side::South, Pit::NYUMBA))).into_string();
        assert_eq!(drawn.matches("<circle").count(), 30);
        assert_eq!(drawn.matches("rx=\"4\"").count(), 2);
        assert!(drawn.contains("pit start"));
    }
}
