//! The config of a run: one TOML file that decides everything.

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_engine::{CustomRuleset, Ruleset};
use bingwa_selfplay::players::PlayerSpec;
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::worker::{IN_FLIGHT, SelfPlayConfig};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::promotion::PromotionConfig;
use crate::config::TrainConfig;

/// Everything that decides what a run does. `configs/*.toml` explain each key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunConfig {
    /// The rule set: a preset's name, or a table with `base` and changed switches.
    pub ruleset: CustomRuleset,
    /// Seed of every random draw of the run.
    #[serde(default = "one")]
    pub seed: u64,
    /// Models to train.
    pub generations: u32,
    /// Hours of the clock the run may take, all sessions together; 0: no limit.
    #[serde(default)]
    pub hours: f64,
    /// Self-play games of each generation.
    pub games: u64,
    /// Games of generation 0, played before anything was learned; 0: as `games`.
    #[serde(default)]
    pub first_games: u64,
    /// Threads; 0: one per core. The games do not depend on it.
    #[serde(default)]
    pub threads: usize,
    /// Self-play games that each thread has in flight. The games do not depend
    /// on it.
    #[serde(default = "in_flight")]
    pub in_flight: usize,
    /// How the search weighs things, in self-play and in matches.
    #[serde(default)]
    pub search: SearchConfig,
    /// How self-play games are played.
    #[serde(default)]
    pub selfplay: SelfPlayConfig,
    /// How the network is trained.
    #[serde(default)]
    pub train: TrainConfig,
    /// Which model plays the next games.
    #[serde(default)]
    pub promotion: PromotionConfig,
    /// Which matches are played.
    #[serde(default, rename = "match")]
    pub matches: MatchConfig,
}

fn one() -> u64 {
    1
}

fn in_flight() -> usize {
    IN_FLIGHT
}

/// Which matches a run plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchConfig {
    /// Games of each new model against its predecessor and each anchor; 0: none.
    pub games: u32,
    /// Games of the last model against each final anchor; 0: none.
    pub final_games: u32,
    /// Simulations a move of the models.
    pub simulations: u32,
    /// Fixed opponents of every model.
    pub anchors: Vec<String>,
    /// Fixed opponents of the last model.
    pub final_anchors: Vec<String>,
}

impl Default for MatchConfig {
    fn default() -> Self {
        let anchors = vec!["random".to_owned(), "greedy".to_owned()];
        Self {
            games: 100,
            final_games: 400,
            simulations: 64,
            final_anchors: anchors.clone(),
            anchors,
        }
    }
}

/// A config that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunConfigError {
    /// The file cannot be read.
    #[error("config {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was said.
        source: std::io::Error,
    },
    /// It is no TOML, or a key is missing or of the wrong kind.
    #[error("config {}: {message}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What and where.
        message: String,
    },
    /// A key that does not exist.
    #[error("config {}: unknown key `{key}`{}", path.display(), nearest(near))]
    UnknownKey {
        /// The file.
        path: PathBuf,
        /// The key with the tables it is in.
        key: String,
        /// The known key of that table most like it.
        near: Option<String>,
    },
    /// A value out of range.
    #[error("config {}: {key} = {value}: {right}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The key with the tables it is in.
        key: String,
        /// Its value.
        value: String,
        /// What would be right.
        right: String,
    },
}

fn nearest(near: &Option<String>) -> String {
    near.as_ref()
        .map_or_else(String::new, |near| format!(": did you mean `{near}`?"))
}

impl RunConfig {
    /// Reads and checks a config file; gives its text, too.
    ///
    /// # Errors
    /// [`RunConfigError`] says what is wrong where, and what would be right.
    pub fn load(path: &Path) -> Result<(Self, String), RunConfigError> {
        let text = fs::read_to_string(path).map_err(|source| RunConfigError::Io {
            path: path.to_owned(),
            source,
        })?;
        let config = Self::parse(path, &text)?;
        Ok((config, text))
    }

    /// Reads and checks the text of a config file called `path`.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn parse(path: &Path, text: &str) -> Result<Self, RunConfigError> {
        let form = |error: toml::de::Error| RunConfigError::Form {
            path: path.to_owned(),
            message: error.to_string().trim_end().to_owned(),
        };
        let given: Table = text.parse().map_err(form)?;
        if let Some((key, near)) = unknown_key(&given, &known_keys(), "") {
            return Err(RunConfigError::UnknownKey {
                path: path.to_owned(),
                key,
                near,
            });
        }
        let config: Self = toml::from_str(text).map_err(form)?;
        config.check(path)?;
        Ok(config)
    }

    fn check(&self, path: &Path) -> Result<(), RunConfigError> {
        let bad = |key: &str, value: String, right: &str| {
            Err(RunConfigError::Value {
                path: path.to_owned(),
                key: key.to_owned(),
                value,
                right: right.to_owned(),
            })
        };
        if let Err(unfit) = self.ruleset.resolve() {
            return bad("ruleset", self.ruleset.to_string(), &unfit.to_string());
        }
        if self.generations == 0 {
            return bad("generations", "0".to_owned(), "at least 1");
        }
        if self.games == 0 {
            return bad("games", "0".to_owned(), "at least 1");
        }
        if !(self.hours.is_finite() && self.hours >= 0.0) {
            return bad("hours", self.hours.to_string(), "0 (no limit) or more");
        }
        if let Err(error) = self.promotion.test() {
            let gate = [self.promotion.elo0, self.promotion.elo1];
            let right = format!("{error} (promotion.elo0, promotion.elo1)");
            return bad("promotion", format!("{gate:?}"), &right);
        }
        if let Err(error) = self.search.check() {
            let key = format!("search.{}", error.key);
            return bad(&key, error.value.to_string(), &error.right);
        }
        let play = &self.selfplay;
        for (key, value, low, high) in [
            ("selfplay.full_share", play.full_share, 0.0, 1.0),
            ("selfplay.random_share", play.random_share, 0.0, 1.0),
            (
                "selfplay.policy_temperature",
                play.policy_temperature,
                1e-3,
                1e3,
            ),
            ("selfplay.temperature", play.temperature, 0.0, 10.0),
        ] {
            if !(low..=high).contains(&value) {
                return bad(key, value.to_string(), &format!("{low} to {high}"));
            }
        }
        for (key, value, least) in [
            ("in_flight", self.in_flight as u64, 1),
            ("selfplay.simulations", play.simulations.into(), 1),
            (
                "selfplay.quick_simulations",
                play.quick_simulations.into(),
                1,
            ),
            ("match.simulations", self.matches.simulations.into(), 1),
            ("promotion.games", self.promotion.games.into(), 2),
            (
                "promotion.simulations",
                self.promotion.simulations.into(),
                1,
            ),
        ] {
            if value < least {
                return bad(key, value.to_string(), &format!("at least {least}"));
            }
        }
        if let Err(error) = self.train.check() {
            let key = format!("train.{}", error.key);
            return bad(&key, error.value, error.right);
        }
        for (key, anchors) in [
            ("match.anchors", &self.matches.anchors),
            ("match.final_anchors", &self.matches.final_anchors),
        ] {
            for anchor in anchors {
                if let Err(error) = anchor.parse::<PlayerSpec>() {
                    return bad(key, format!("\"{anchor}\""), &error.to_string());
                }
            }
        }
        Ok(())
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Ruleset {
        // `check` has seen to it that the switches go together.
        self.ruleset.resolve().unwrap_or(Ruleset::KISWAHILI)
    }

    /// Self-play games of a generation.
    #[must_use]
    pub const fn games_of(&self, generation: u32) -> u64 {
        if generation == 0 && self.first_games > 0 {
            self.first_games
        } else {
            self.games
        }
    }

    /// The same config but for what may change between two sessions of a run.
    #[must_use]
    pub fn essence(&self) -> Self {
        Self {
            generations: 1,
            hours: 0.0,
            threads: 0,
            in_flight: IN_FLIGHT,
            matches: MatchConfig::default(),
            ..self.clone()
        }
    }
}

/// Every key there is, as the config with all defaults written out.
fn known_keys() -> Table {
    let all = RunConfig {
        ruleset: CustomRuleset::of(&Ruleset::KISWAHILI),
        seed: 1,
        generations: 1,
        hours: 0.0,
        games: 1,
        first_games: 0,
        threads: 0,
        in_flight: IN_FLIGHT,
        search: SearchConfig::default(),
        selfplay: SelfPlayConfig::default(),
        train: TrainConfig::default(),
        promotion: PromotionConfig::default(),
        matches: MatchConfig::default(),
    };
    Table::try_from(all).unwrap_or_default()
}

/// The first key of `given` that `known` has not, with the nearest it has.
fn unknown_key(given: &Table, known: &Table, path: &str) -> Option<(String, Option<String>)> {
    for (key, value) in given {
        match (known.get(key), value) {
            (None, _) => {
                let near = known
                    .keys()
                    .map(|near| (strsim::damerau_levenshtein(key, near), near))
                    .min()
                    .filter(|&(distance, near)| distance <= near.len() / 2 + 1)
                    .map(|(_, near)| format!("{path}{near}"));
                return Some((format!("{path}{key}"), near));
            }
            (Some(Value::Table(known)), Value::Table(given)) => {
                let unknown = unknown_key(given, known, &format!("{path}{key}."));
                if unknown.is_some() {
                    return unknown;
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "ruleset = \"kujifunza\"\ngenerations = 2\ngames = 10\n";

    fn parse(more: &str) -> Result<RunConfig, String> {
        RunConfig::parse(Path::new("x.toml"), &format!("{SMALL}{more}"))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn three_keys_are_enough() {
        let config = parse("").unwrap();
        assert_eq!(config.rules(), Ruleset::KUJIFUNZA);
        assert_eq!(
            (config.seed, config.games_of(0), config.games_of(1)),
            (1, 10, 10)
        );
        assert_eq!(config.search, SearchConfig::default());
    }

    #[test]
    fn an_unknown_key_is_named_with_the_nearest() {
        let cases = [
            ("sed = 3", "unknown key `sed`: did you mean `seed`?"),
            ("[train]\nlearning_rat = 1", "`train.learning_rate`"),
            ("[search.noise]\nwight = 1", "`search.noise.weight`"),
            ("[match]\nanchor = []", "`match.anchors`"),
            ("[trainer]", "did you mean `train`?"),
        ];
        for (more, says) in cases {
            let error = parse(more).unwrap_err();
            assert!(error.contains(says) && error.contains("x.toml"), "{error}");
        }
    }

    #[test]
    fn missing_and_senseless_values_are_named() {
        let missing = RunConfig::parse(Path::new("x.toml"), "ruleset = \"easy\"\ngames = 1");
        let text = missing.unwrap_err().to_string();
        assert!(text.contains("missing field `generations`"), "{text}");
        let cases = [
            (
                "[search]\nminimax_weight = 1.5",
                "search.minimax_weight = 1.5: 0 to 1",
            ),
            ("[train]\nbatch = 0", "train.batch = 0: 1 to 65536"),
            (
                "[match]\nanchors = [\"mcts:x\"]",
                "match.anchors = \"mcts:x\"",
            ),
            (
                "[selfplay]\nsimulations = 0",
                "selfplay.simulations = 0: at least 1",
            ),
            ("[selfplay]\nsimulations = \"many\"", "line"),
        ];
        for (more, says) in cases {
            let error = parse(more).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
        let text = SMALL.replace("kujifunza", "kiswahil");
        let error = RunConfig::parse(Path::new("x.toml"), &text).unwrap_err();
        assert!(error.to_string().contains("unknown rule set `kiswahil`"));
    }

    #[test]
    fn a_rule_set_of_ones_own_is_a_preset_with_changed_switches() {
        let text = "generations = 1\ngames = 1\n[ruleset]\nbase = \"easy\"\nply_limit = 90\n";
        let config = RunConfig::parse(Path::new("x.toml"), text).unwrap();
        let expected = Ruleset {
            ply_limit: 90,
            ..Ruleset::EASY
        };
        assert_eq!(config.rules(), expected);
        let wrong = text.replace("ply_limit = 90", "hand = 3");
        let error = RunConfig::parse(Path::new("x.toml"), &wrong).unwrap_err();
        assert!(error.to_string().contains("hand"), "{error}");
    }
}
