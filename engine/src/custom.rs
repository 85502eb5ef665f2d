//! Rule sets of one's own: a preset and the switches changed in it.

use core::fmt;
use core::str::FromStr;

use crate::check::RulesetError;
use crate::ruleset::{Ruleset, UnknownRuleset};
use crate::switches::{SWITCHES, Switch, nearest, rank, switch};
use crate::value::Value;

/// A rule set as people write it: the name of a preset and the switches that
/// differ from it, by their names in `docs/RULES.md`, section 7.
///
/// In a configuration file it is a table with `base`, or just the name:
///
/// ```
/// use bingwa_engine::{CustomRuleset, NyumbaTakataEnd};
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     rules: CustomRuleset,
/// }
///
/// let plain: Config = toml::from_str(r#"rules = "malawi""#)?;
/// assert_eq!(plain.rules.resolve()?.name(), "malawi");
///
/// let changed: Config = toml::from_str(
///     r#"
///     [rules]
///     base = "kiswahili"
///     lap_limit = 2048
///     nyumba_takata_end = "choice"
///     capture_max = "none"
///     "#,
/// )?;
/// let rules = changed.rules.resolve()?;
/// assert_eq!((rules.lap_limit, rules.capture_max), (2048, None));
/// assert_eq!(rules.nyumba.map(|house| house.takata_end), Some(NyumbaTakataEnd::Choice));
///
/// let misspelt = toml::from_str::<Config>("[rules]\nbase = \"easy\"\nlap_limt = 9");
/// assert!(misspelt.is_err_and(|error| error.to_string().contains("did you mean `lap_limit`")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `nyumba = false` removes the house; `nyumba = true` gives one (kiswahili's)
/// to a rule set without it; `nyumba_min` and the others change one thing in it.
///
/// Its text, for headers and command lines, is one line: `kiswahili`, or
/// `kiswahili inner_start=2,2,2,2,2,2,2,2 nyumba=no lap_limit=2048`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomRuleset {
    pub(crate) base: &'static str,
    pub(crate) changes: Vec<(&'static str, Value)>,
}

/// What is wrong with a rule set as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CustomError {
    /// No preset to start from.
    #[error("a rule set of one's own needs `base`, the name of a preset: base = \"kiswahili\"")]
    NoBase,
    /// A base that is no preset.
    #[error(transparent)]
    UnknownBase(#[from] UnknownRuleset),
    /// A key that is no switch.
    #[error("`{name}` is no switch of a rule set: {}", known_switches(*near))]
    UnknownSwitch {
        /// As written.
        name: String,
        /// The switch that was perhaps meant.
        near: Option<&'static str>,
    },
    /// A value of the wrong kind or out of range.
    #[error("the switch {switch} cannot be `{written}`: {right}")]
    Value {
        /// The switch.
        switch: &'static str,
        /// As written.
        written: String,
        /// What it may be.
        right: &'static str,
    },
    /// A change without `=`.
    #[error("`{0}` is no change of a switch: write it as lap_limit=2048, without blanks")]
    Form(String),
    /// The same switch set twice.
    #[error("the switch {0} is set twice")]
    Twice(&'static str),
    /// A switch of the house in a rule set without one.
    #[error("the switch {0} plays no part without a nyumba: leave it out, or set nyumba to true")]
    NoNyumba(&'static str),
    /// Switches that do not go together.
    #[error(transparent)]
    Senseless(#[from] RulesetError),
}

fn known_switches(near: Option<&str>) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let names: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
            format!("the switches are base, {}", names.join(", "))
        }
    }
}

impl CustomRuleset {
    /// A preset as it is.
    ///
    /// # Errors
    /// [`UnknownRuleset`] if no preset has that name.
    pub fn preset(name: &str) -> Result<Self, UnknownRuleset> {
        let rules: Ruleset = name.parse()?;
        Ok(Self {
            base: rules.name(),
            changes: Vec::new(),
        })
    }

    /// The shortest way to write a rule set: the preset that shares most
    /// switches with it, and the changes. Resolving gives it back.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Self {
        let written = |&(base, preset): &(&'static str, Ruleset)| Self {
            base,
            changes: differences(preset, rules),
        };
        Ruleset::PRESETS
            .iter()
            .map(written)
            .min_by_key(|custom| custom.changes.len())
            .unwrap_or(Self {
                base: "kiswahili",
                changes: Vec::new(),
            })
    }

    /// The name of the preset it starts from.
    #[must_use]
    pub fn base(&self) -> &'static str {
        self.base
    }

    /// Changes one switch, written as in the text form.
    ///
    /// # Errors
    /// [`CustomError`] if there is no such switch, if it is set already, or if it
    /// cannot have that value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), CustomError> {
        let switch = known(name)?;
        self.change(switch, Value::from_text(value))
    }

    /// The rule set.
    ///
    /// # Errors
    /// [`CustomError`] if a switch of the house is set without a house, or if
    /// the switches do not go together ([`Ruleset::check`]).
    pub fn resolve(&self) -> Result<Ruleset, CustomError> {
        let mut rules: Ruleset = self.base.parse()?;
        // Whether there is a house comes first, whatever the order of writing.
        let is_house = |name: &str| name == "nyumba";
        let house_first = self
            .changes
            .iter()
            .filter(|(name, _)| is_house(name))
            .chain(self.changes.iter().filter(|(name, _)| !is_house(name)));
        for (name, value) in house_first {
            let switch = known(name)?;
            if (switch.get)(&rules).is_none() {
                return Err(CustomError::NoNyumba(switch.name));
            }
            (switch.set)(&mut rules, value).ok_or_else(|| wrong(switch, value))?;
        }
        rules.check()?;
        Ok(rules)
    }

    pub(crate) fn change(
        &mut self,
        switch: &'static Switch,
        value: Value,
    ) -> Result<(), CustomError> {
        if self.changes.iter().any(|(name, _)| *name == switch.name) {
            return Err(CustomError::Twice(switch.name));
        }
        // Any rule set with a house can tell whether the value is of the kind.
        let mut scratch = Ruleset::KISWAHILI;
        (switch.set)(&mut scratch, &value).ok_or_else(|| wrong(switch, &value))?;
        self.changes.push((switch.name, value));
        // In the order of the table, so that equal rule sets are written equally.
        self.changes.sort_by_key(|(name, _)| rank(name));
        Ok(())
    }
}

pub(crate) fn known(name: &str) -> Result<&'static Switch, CustomError> {
    switch(name).ok_or_else(|| CustomError::UnknownSwitch {
        name: name.to_owned(),
        near: nearest(name),
    })
}

fn wrong(switch: &Switch, value: &Value) -> CustomError {
    CustomError::Value {
        switch: switch.name,
        written: value.to_string(),
        right: switch.right,
    }
}

/// The changes that lead from one rule set to another.
fn differences(mut from: Ruleset, to: &Ruleset) -> Vec<(&'static str, Value)> {
    let mut changes = Vec::new();
    for switch in &SWITCHES {
        if let Some(value) = (switch.get)(to)
            && (switch.get)(&from).as_ref() != Some(&value)
        {
            // The house is given or removed before its own switches come.
            let set = (switch.set)(&mut from, &value);
            debug_assert!(set.is_some(), "{} refuses its own value", switch.name);
            changes.push((switch.name, value));
        }
    }
    changes
}

impl fmt::Display for CustomRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base)?;
        for (name, value) in &self.changes {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for CustomRuleset {
    type Err = CustomError;

    fn from_str(text: &str) -> Result<Self, CustomError> {
        let mut words = text.split_ascii_whitespace();
        let mut custom = Self::preset(words.next().ok_or(CustomError::NoBase)?)?;
        for word in words {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| CustomError::Form(word.to_owned()))?;
            custom.set(name, value)?;
        }
        Ok(custom)
    }
}
