//! What came out, as a table of Markdown.

use bingwa_selfplay::matches::{MatchResult, elo_difference};

use super::Learned;
use super::list::List;
use crate::screen::amount::time;
use crate::screen::score;

/// One change and what it did.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) effort: String,
    /// Seconds its run took; `None` if it has none of its own.
    pub(super) seconds: Option<f64>,
    /// For the change, against the base.
    pub(super) result: MatchResult,
}

impl Row {
    /// The row.
    pub(super) fn line(&self) -> String {
        format!(
            "| {} | {} | {} | {} | {} |",
            self.name,
            self.seconds.map_or_else(|| "–".to_owned(), time),
            self.effort,
            score::share(&self.result.total()),
            score::elo(&elo_difference(&self.result))
        )
    }
}

/// All rows with their head.
pub(super) fn table(list: &List, base: &Learned, rows: &[Row]) -> String {
    let mut table = format!(
        "{}, {} games a match, base learned in {}: the change against the base\n\n\
         | change | learned in | effort a move | score (95 %) | Elo |\n|---|---|---|---|---|\n",
        list.base.ruleset,
        list.games,
        time(base.seconds)
    );
    for row in rows {
        table += &row.line();
        table.push('\n');
    }
    table
}
