//! Ratings as a table and as JSON.

use std::path::Path;

use bingwa_engine::Side;
use bingwa_selfplay::matches::Rating;
use serde_json::{Value, json};

/// What was rated.
pub(super) struct Table<'a> {
    pub(super) run: &'a Path,
    pub(super) rules: String,
    pub(super) anchor: &'a str,
    /// Games that were rated.
    pub(super) games: u32,
    /// Strongest first.
    pub(super) ratings: &'a [Rating],
    /// Players whom no chain of games connects with the anchor.
    pub(super) unrated: &'a [String],
}

impl Table<'_> {
    pub(super) fn lines(&self) -> Vec<String> {
        let widths = self.ratings.iter().map(|r| r.player.chars().count());
        let width = widths.max().unwrap_or(0).max("player".len());
        let mut lines = vec![
            format!(
                "{}, {}: {} games; {} stands at 0 Elo, 95 % intervals of the distance to it",
                self.run.display(),
                self.rules,
                self.games,
                self.anchor
            ),
            format!(
                "{:<width$} {:>7} {:>18} {:>7} {:>9} {:>9}",
                "player", "Elo", "interval", "games", "as South", "as North"
            ),
        ];
        for rating in self.ratings {
            let seat = |side: Side| {
                let score = &rating.by_seat[side as usize];
                match score.games() {
                    0 => "–".to_owned(),
                    _ => format!("{:.1} %", 100.0 * score.share()),
                }
            };
            lines.push(format!(
                "{:<width$} {:>7} {:>18} {:>7} {:>9} {:>9}",
                rating.player,
                elo(rating),
                self.interval(rating),
                rating.games(),
                seat(Side::South),
                seat(Side::North)
            ));
        }
        if !self.unrated.is_empty() {
            lines.push(format!(
                "no chain of games connects these with {}, so they have no rating: {}",
                self.anchor,
                self.unrated.join(", ")
            ));
        }
        lines
    }

    fn interval(&self, rating: &Rating) -> String {
        if rating.player == self.anchor {
            return "anchor".to_owned();
        }
        let end = |elo: f64, without: &str| match elo.is_finite() {
            true => format!("{elo:+.0}"),
            false => without.to_owned(),
        };
        format!("{} to {}", end(rating.low, "−∞"), end(rating.high, "∞"))
    }

    pub(super) fn json(&self) -> Value {
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        let ratings: Vec<Value> = self
            .ratings
            .iter()
            .map(|rating| {
                let bounded = rating.is_bounded();
                json!({
                    "player": rating.player,
                    "elo": bounded.then_some(rating.elo),
                    "low": finite(rating.low),
                    "high": finite(rating.high),
                    "games": rating.games(),
                    "south": rating.by_seat[0],
                    "north": rating.by_seat[1],
                })
            })
            .collect();
        json!({
            "run": self.run.display().to_string(),
            "ruleset": self.rules,
            "anchor": self.anchor,
            "games": self.games,
            "ratings": ratings,
            "unrated": self.unrated,
        })
    }
}

/// `+812`, `>+680` where nothing bounds it above, `?` where nothing bounds it.
fn elo(rating: &Rating) -> String {
    match (rating.low.is_finite(), rating.high.is_finite()) {
        (true, true) => format!("{:+.0}", rating.elo),
        (true, false) => format!(">{:+.0}", rating.low),
        (false, true) => format!("<{:+.0}", rating.high),
        (false, false) => "?".to_owned(),
    }
}
