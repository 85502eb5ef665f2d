//! The measured strength of the levels: a file of figures, part of the program.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::Context;
use bingwa_models::whole_file;
use bingwa_selfplay::matches::Rating;
use serde::{Deserialize, Serialize};

use super::measure::ANCHOR;
use crate::judge::Judge;

/// Written by `bingwa levels --measure --out models/released/levels.json`.
const RELEASED: &str = include_str!("../../models/released/levels.json");

/// A player's strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rated {
    /// The name of a level or of a fixed opponent.
    pub(crate) player: String,
    /// Whole Elo, as the two ends of the 95 % interval are.
    pub(crate) elo: i32,
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) games: u32,
}

impl From<&Rating> for Rated {
    fn from(rating: &Rating) -> Self {
        let whole = |elo: f64| elo.round() as i32;
        Self {
            player: rating.player.clone(),
            elo: whole(rating.elo),
            low: whole(rating.low),
            high: whole(rating.high),
            games: rating.games(),
        }
    }
}

/// The round robin of one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Measured {
    pub(super) ruleset: String,
    /// Who judged positions for the levels.
    pub(super) evaluator: String,
    /// Games of each pairing.
    pub(super) games: u32,
    pub(super) seed: u64,
    /// The strongest first.
    pub(super) ratings: Vec<Rated>,
}

impl Measured {
    pub(super) fn player(&self, name: &str) -> Option<Rated> {
        let mut ratings = self.ratings.iter();
        ratings.find(|rated| rated.player == name).cloned()
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: the levels play with {}",
            self.ruleset, self.evaluator
        )?;
        writeln!(f, "  player          Elo   95 % interval   games")?;
        for rated in &self.ratings {
            writeln!(
                f,
                "  {:<12} {:>6}   {:>6} to {:<5} {:>6}",
                rated.player, rated.elo, rated.low, rated.high, rated.games
            )?;
        }
        write!(
            f,
            "{} is {} Elo by definition; {} games of each pairing",
            ANCHOR.0, ANCHOR.1, self.games
        )
    }
}

/// One round robin for each rule set, by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Table(BTreeMap<String, Measured>);

impl Table {
    /// What a file holds, or nothing where there is none yet.
    pub(super) fn read_or_new(path: &Path) -> anyhow::Result<Self> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            text => text.with_context(|| path.display().to_string())?,
        };
        serde_json::from_str(&text)
            .with_context(|| format!("{}: no file of levels' ratings", path.display()))
    }

    /// Adds a round robin; one of the same rule set goes.
    pub(super) fn put(&mut self, measured: Measured) {
        self.0.insert(measured.ruleset.clone(), measured);
    }

    /// Writes the file whole.
    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        whole_file::write(path, text.as_bytes()).with_context(|| path.display().to_string())
    }
}

/// The released figures: sound, or the test below fails.
static TABLE: LazyLock<Table> =
    LazyLock::new(|| serde_json::from_str(RELEASED).unwrap_or_default());

/// The figures for a judge; none if the levels were measured with another.
pub(super) fn of(judge: &Judge) -> Option<&'static Measured> {
    let measured = TABLE.0.get(&judge.rules.to_string())?;
    (measured.evaluator == judge.name()).then_some(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(ruleset: &str, elo: i32) -> Measured {
        Measured {
            ruleset: ruleset.to_owned(),
            evaluator: "nobody".to_owned(),
            games: 2,
            seed: 1,
            ratings: vec![Rated {
                player: "easy".to_owned(),
                elo,
                low: elo - 50,
                high: elo + 50,
                games: 20,
            }],
        }
    }

    #[test]
    fn the_released_figures_are_sound() {
        let table: Table = serde_json::from_str(RELEASED).unwrap();
        for (name, measured) in &table.0 {
            assert_eq!(*name, measured.ruleset);
            let (anchor, elo) = ANCHOR;
            let rated = measured.player(anchor).unwrap();
            assert_eq!((rated.elo, rated.low, rated.high), (elo, elo, elo));
            for level in super::super::Level::ALL {
                assert!(measured.player(level.name()).is_some(), "{name}: {level:?}");
            }
        }
    }

    #[test]
    fn a_rule_set_is_replaced_and_the_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("levels.json");
        let mut table = Table::read_or_new(&path).unwrap();
        table.put(measured("easy", 100));
        table.put(measured("malawi", 200));
        table.write(&path).unwrap();
        let mut table = Table::read_or_new(&path).unwrap();
        table.put(measured("easy", 300));
        let elo = |name: &str| table.0[name].player("easy").map(|rated| rated.elo);
        assert_eq!((elo("easy"), elo("malawi")), (Some(300), Some(200)));
        fs::write(&path, "[]").unwrap();
        let error = Table::read_or_new(&path).unwrap_err().to_string();
        assert!(error.contains("levels.json"), "{error}");
    }
}
