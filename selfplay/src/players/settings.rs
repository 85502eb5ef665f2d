//! Search settings as a person types them behind a player:
//! `minimax_weight=0.7,gumbel.considered=8`.

use core::fmt;
use core::str::FromStr;

use bingwa_models::{Arithmetic, ArithmeticError};
use serde_json::Value;

use crate::search::SearchConfig;

const NETWORK: &str = "network";

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no such key.
    #[error("`{setting}`: no search setting is called so; there are {known}")]
    UnknownKey {
        /// What was typed.
        setting: String,
        /// All keys.
        known: String,
    },
    /// It is no `key=value`, or the value is of the wrong kind.
    #[error("`{setting}`: {message}; write key=value, like root=gumbel or minimax_weight=0.7")]
    Form {
        /// What was typed.
        setting: String,
        /// What is wrong.
        message: String,
    },
}

/// Changes to a search config: `key=value` with commas between. The keys are
/// those of `[search]` in a run's config, with dots: `gumbel.considered=8`.
///
/// `network=f32` among them is about the network: see [`Arithmetic`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    search: Vec<(String, Value)>,
    network: Arithmetic,
}

impl Settings {
    /// The config with these changes.
    #[must_use]
    pub fn apply(&self, config: &SearchConfig) -> SearchConfig {
        // Reading the text has seen to it that every change fits.
        changed(config, &self.search).unwrap_or(*config)
    }

    /// What the network computes with.
    #[must_use]
    pub const fn network(&self) -> Arithmetic {
        self.network
    }

    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl FromStr for Settings {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut settings = Self::default();
        for setting in text.split(',') {
            let form = |message: String| SettingError::Form {
                setting: setting.to_owned(),
                message,
            };
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| form("no `=`".to_owned()))?;
            if key == NETWORK {
                settings.network = value
                    .parse()
                    .map_err(|error: ArithmeticError| form(error.to_string()))?;
                continue;
            }
            let all = serde_json::to_value(SearchConfig::default())
                .map_err(|error| form(error.to_string()))?;
            if all.pointer(&pointer(key)).is_none_or(Value::is_object) {
                return Err(SettingError::UnknownKey {
                    setting: setting.to_owned(),
                    known: keys(&all, "").join(", "),
                });
            }
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
            let one = [(key.to_owned(), value)];
            changed(&SearchConfig::default(), &one)
                .map_err(|error| form(error.to_string()))?
                .check()
                .map_err(|error| form(error.to_string()))?;
            settings.search.extend(one);
        }
        Ok(settings)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = self.search.iter().map(|(key, value)| match value {
            Value::String(text) => format!("{key}={text}"),
            value => format!("{key}={value}"),
        });
        let network =
            (self.network != Arithmetic::default()).then(|| format!("{NETWORK}={}", self.network));
        let all: Vec<String> = search.chain(network).collect();
        f.write_str(&all.join(","))
    }
}

fn changed(
    config: &SearchConfig,
    settings: &[(String, Value)],
) -> Result<SearchConfig, serde_json::Error> {
    let mut all = serde_json::to_value(config)?;
    for (key, value) in settings {
        if let Some(place) = all.pointer_mut(&pointer(key)) {
            *place = value.clone();
        }
    }
    serde_json::from_value(all)
}

fn pointer(key: &str) -> String {
    format!("/{}", key.replace('.', "/"))
}

/// Every key with the tables it is in.
fn keys(value: &Value, path: &str) -> Vec<String> {
    match value {
        Value::Object(table) => table
            .iter()
            .flat_map(|(key, value)| match path {
                "" => keys(value, key),
                _ => keys(value, &format!("{path}.{key}")),
            })
            .collect(),
        _ => vec![path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::RootMethod;

    #[test]
    fn settings_change_what_they_name_and_nothing_else() {
        let config = SearchConfig::default();
        let text = "root=puct,minimax_weight=0.75,gumbel.considered=8";
        let settings: Settings = text.parse().unwrap();
        let mut expected = config;
        expected.root = RootMethod::Puct;
        expected.minimax_weight = 0.75;
        expected.gumbel.considered = 8;
        assert_eq!(settings.apply(&config), expected);
        assert_eq!(settings.to_string(), text);
        assert_eq!(Settings::default().apply(&expected), expected);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (settings, says) in [
            ("rot=gumbel", "gumbel.considered"),
            ("gumbel=1", "no search setting"),
            ("root", "no `=`"),
            ("root=alphabeta", "alphabeta"),
            ("root=puct,solver=maybe", "solver=maybe"),
            (
                "prior_temperature=0",
                "prior_temperature = 0: 0.001 to 1000",
            ),
            ("max_nodes=0", "at least 1000"),
            ("network=f64", "neither `quantised` nor `f32`"),
        ] {
            let error = settings.parse::<Settings>().unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
