//! The board as players see it, in text: South at the bottom.

use core::fmt;

use crate::pit::{Pit, Side};
use crate::position::Position;

/// A board drawn with lines, 65 columns wide: pit names, hands, the mover,
/// owned nyumba in `[ ]`, the pit under takasia in `( )`, a marked pit with `>`.
///
/// ```
/// use bingwa_engine::{Drawing, Position, Ruleset};
///
/// let start = Position::start(&Ruleset::KISWAHILI);
/// let text = Drawing::new(&start).to_string();
/// assert!(text.contains("│ [ 6] │"));
/// assert!(text.ends_with("South to move, 22 in hand\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    position: Position,
    mark: Option<(Side, Pit)>,
}

impl Drawing {
    /// A drawing of a position.
    #[must_use]
    pub const fn new(position: &Position) -> Self {
        Self {
            position: *position,
            mark: None,
        }
    }

    /// The same drawing with one pit marked.
    #[must_use]
    pub const fn mark(self, side: Side, pit: Pit) -> Self {
        Self {
            mark: Some((side, pit)),
            ..self
        }
    }

    /// Six columns for one pit.
    fn cell(&self, side: Side, pit: Pit) -> String {
        let position = &self.position;
        let mark = if self.mark == Some((side, pit)) {
            '>'
        } else {
            ' '
        };
        let under_takasia = side == position.mover() && position.takasia() == Some(pit);
        let (open, close) = if under_takasia {
            ('(', ')')
        } else if pit == Pit::NYUMBA && position.owns_nyumba(side) {
            ('[', ']')
        } else {
            (' ', ' ')
        };
        let count = match position.seeds(side, pit) {
            0 => ".".to_owned(),
            seeds => seeds.to_string(),
        };
        let cell = format!("{mark}{open}{count:>2}{close}");
        format!("{cell:<6}")
    }

    /// The pits of a row, left to right as South sees them.
    fn row(&self, side: Side, inner: bool) -> String {
        let cells: Vec<String> = (0..8)
            .map(|column| {
                let own_column = match side {
                    Side::South => column,
                    Side::North => 7 - column,
                };
                let index = if inner { own_column } else { 15 - own_column };
                self.cell(side, Pit::wrapping(index))
            })
            .collect();
        let name = if inner { 'A' } else { 'B' };
        format!("  {name} │{}│ {name}", cells.join("│"))
    }

    fn player(&self, side: Side) -> String {
        let mut words = side.to_string();
        if side == self.position.mover() {
            words += " to move";
        }
        match self.position.hand(side) {
            0 => {}
            hand => words += &format!(", {hand} in hand"),
        }
        words
    }
}

/// The column numbers over or under the board.
fn numbers(mut columns: impl Iterator<Item = u8>) -> String {
    let mut line = "    ".to_owned();
    columns.by_ref().for_each(|n| line += &format!("    {n}  "));
    line.trim_end().to_owned()
}

/// A line between rows.
fn rule(left: char, line: &str, cross: char, right: char) -> String {
    let parts = [line.repeat(6).as_str(); 8].join(cross.to_string().as_str());
    format!("    {left}{parts}{right}")
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Side::{North, South};

        writeln!(f, "    {}", self.player(North))?;
        writeln!(f, "{}", numbers((1..=8).rev()))?;
        writeln!(f, "{}", rule('┌', "─", '┬', '┐'))?;
        writeln!(f, "{}", self.row(North, false))?;
        writeln!(f, "{}", rule('├', "─", '┼', '┤'))?;
        writeln!(f, "{}", self.row(North, true))?;
        writeln!(f, "{}", rule('╞', "═", '╪', '╡'))?;
        writeln!(f, "{}", self.row(South, true))?;
        writeln!(f, "{}", rule('├', "─", '┼', '┤'))?;
        writeln!(f, "{}", self.row(South, false))?;
        writeln!(f, "{}", rule('└', "─", '┴', '┘'))?;
        writeln!(f, "{}", numbers(1..=8))?;
        writeln!(f, "    {}", self.player(South))
    }
}
