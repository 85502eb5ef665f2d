//! The health of a generation, for people and for programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bingwa_models::whole_file;
use serde::{Deserialize, Serialize, Serializer};

/// The health of the games of one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Health {
    /// Generation of the games.
    pub generation: u32,
    /// Their rule set, as text.
    pub ruleset: String,
    /// Games.
    pub games: u64,
    /// Moves in them.
    pub moves: u64,
    /// Moves that were searched.
    pub searched: u64,
    /// Games that could not be counted in, being no sound ones.
    pub left_out: u64,
    /// Whether there are enough games to judge the figures by their limits.
    pub judged: bool,
    /// All figures, in a fixed order.
    pub figures: Vec<Figure>,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// What it is counted in.
    pub unit: Unit,
    /// `None` if no game had anything to measure.
    #[serde(serialize_with = "rounded")]
    pub value: Option<f64>,
    /// It is healthy from here on.
    pub low: Option<f64>,
    /// It is healthy up to here.
    pub high: Option<f64>,
    /// The sentence to show when it is not.
    pub warning: Option<String>,
}

impl Figure {
    /// Whether it has a value, and one within its limits.
    #[must_use]
    pub fn is_healthy(&self) -> bool {
        self.value.is_some_and(|value| {
            self.low.is_none_or(|low| value >= low) && self.high.is_none_or(|high| value <= high)
        })
    }
}

/// How many figures are outside their limits.
pub fn crossed<'a>(figures: impl IntoIterator<Item = &'a Figure>) -> usize {
    let crossed = figures
        .into_iter()
        .filter(|figure| figure.warning.is_some());
    crossed.count()
}

/// Whether every figure that has a value is within its limits, those that too few
/// games tell of, too.
pub fn all_fine<'a>(figures: impl IntoIterator<Item = &'a Figure>) -> bool {
    let mut figures = figures.into_iter();
    figures.all(|figure| figure.value.is_none() || figure.is_healthy())
}

/// What a figure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A part of a whole, 0 to 1.
    Share,
    /// Moves of a game.
    Moves,
    /// Laps of a move.
    Laps,
    /// Cases in a million.
    PerMillion,
    /// Natural units of information.
    Nats,
    /// Cases.
    Count,
    /// How often something is done.
    Times,
}

impl Unit {
    /// A value as people read it.
    #[must_use]
    pub fn text(self, value: f64) -> String {
        match self {
            Self::Share => format!("{:.1} %", 100.0 * value),
            Self::Moves => format!("{value:.1} moves"),
            Self::Laps => format!("{value:.1} laps"),
            Self::PerMillion => format!("{value:.0} in a million"),
            Self::Nats => format!("{value:.3} nats"),
            Self::Count => format!("{value:.0}"),
            Self::Times => format!("{value:.1} times"),
        }
    }
}

impl Health {
    /// The sentence of every limit that is crossed.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        let figures = self.figures.iter();
        figures.filter_map(|figure| figure.warning.as_deref())
    }

    /// The figure of this name.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.name == name)
    }

    /// The file beside the games of a generation that keeps its health.
    #[must_use]
    pub fn path(games: &Path, generation: u32) -> PathBuf {
        games.join(format!("health-g{generation:03}.json"))
    }

    /// Reads that file; `None` if there is none that can be read.
    #[must_use]
    pub fn read(games: &Path, generation: u32) -> Option<Self> {
        let bytes = fs::read(Self::path(games, generation)).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Writes that file, whole or not at all.
    ///
    /// # Errors
    /// What the file system says.
    pub fn write(&self, games: &Path) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        whole_file::write(&Self::path(games, self.generation), &text)
    }
}

/// Six decimals: more are noise, and none differ between machines.
fn rounded<S: Serializer>(value: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    value.map(|value| (value * 1e6).round() / 1e6).serialize(to)
}
