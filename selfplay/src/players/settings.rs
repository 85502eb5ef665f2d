//! Search settings as a person types them behind a player:
//! `minimax_weight=0.7,gumbel.considered=8`.

use serde_json::Value;

use crate::search::SearchConfig;

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

/// Changes a config by settings, `key=value` with commas between; the keys are
/// those of `[search]` in a run's config, with dots: `gumbel.considered=8`.
///
/// # Errors
/// [`SettingError`] names the setting, and what would be right.
pub fn apply(config: &SearchConfig, settings: &str) -> Result<SearchConfig, SettingError> {
    let mut changed = *config;
    for setting in settings.split(',') {
        let form = |message: String| SettingError::Form {
            setting: setting.to_owned(),
            message,
        };
        let (key, text) = setting
            .split_once('=')
            .ok_or_else(|| form("no `=`".to_owned()))?;
        let mut all = serde_json::to_value(changed).map_err(|error| form(error.to_string()))?;
        let pointer = format!("/{}", key.replace('.', "/"));
        match all.pointer_mut(&pointer) {
            Some(place) if !place.is_object() => {
                *place = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
            }
            _ => {
                return Err(SettingError::UnknownKey {
                    setting: setting.to_owned(),
                    known: keys(&all, "").join(", "),
                });
            }
        }
        changed = serde_json::from_value(all).map_err(|error| form(error.to_string()))?;
    }
    Ok(changed)
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
        let changed = apply(
            &config,
            "root=gumbel,minimax_weight=0.75,gumbel.considered=8",
        );
        let mut expected = config;
        expected.root = RootMethod::Gumbel;
        expected.minimax_weight = 0.75;
        expected.gumbel.considered = 8;
        assert_eq!(changed, Ok(expected));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (settings, says) in [
            ("rot=gumbel", "gumbel.considered"),
            ("gumbel=1", "no search setting"),
            ("root", "no `=`"),
            ("root=alphabeta", "alphabeta"),
            ("solver=maybe", "solver=maybe"),
        ] {
            let error = apply(&SearchConfig::default(), settings).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
