//! The table of all switches: each one's name, how to read it from a rule set
//! and how to set it. Configuration, text, explanations and the printed table
//! of `docs/RULES.md`, section 7, all come from here.

use crate::options::{
    Capture, EmptyInner, Endless, LoneKichwa, Nyumba, NyumbaMtaji, NyumbaStart, NyumbaTakataEnd,
};
use crate::ruleset::Ruleset;
use crate::value::Value;

/// One row of the table.
pub(crate) struct Switch {
    /// Its name in `docs/RULES.md` and in configuration files.
    pub(crate) name: &'static str,
    /// What it may be set to.
    pub(crate) right: &'static str,
    /// What a rule set has it set to; nothing where the switch plays no part.
    pub(crate) get: fn(&Ruleset) -> Option<Value>,
    /// Sets it; nothing if the value is of the wrong kind.
    pub(crate) set: fn(&mut Ruleset, &Value) -> Option<()>,
}

const YES_NO: &str = "true or false";
const ROW: &str = "eight seed counts, left to right: [0, 0, 0, 0, 6, 2, 2, 0]";

/// A switch that is a field of [`Ruleset`].
macro_rules! field {
    ($field:ident, $right:expr, |$value:ident| $show:expr, |$text:ident| $read:expr) => {
        Switch {
            name: stringify!($field),
            right: $right,
            get: |rules| {
                let $value = rules.$field;
                Some($show)
            },
            set: |rules, $text| {
                rules.$field = $read?;
                Some(())
            },
        }
    };
}

/// A switch that is a field of [`Nyumba`].
macro_rules! house {
    ($name:literal, $field:ident, $right:expr, |$value:ident| $show:expr, |$text:ident| $read:expr) => {
        Switch {
            name: $name,
            right: $right,
            get: |rules| {
                let $value = rules.nyumba?.$field;
                Some($show)
            },
            set: |rules, $text| {
                rules.nyumba.as_mut()?.$field = $read?;
                Some(())
            },
        }
    };
}

fn word(word: &str) -> Value {
    Value::Word(word.to_owned())
}

fn row(row: [u8; 8]) -> Value {
    Value::Row(row.into_iter().map(u64::from).collect())
}

/// What a house is where nothing else is said.
pub(crate) const USUAL_NYUMBA: Option<Nyumba> = Ruleset::KISWAHILI.nyumba;

/// Every switch, in the order of `docs/RULES.md`, section 7.
pub(crate) static SWITCHES: [Switch; 20] = [
    field!(capture, "kichwa or pickup", |v| word(v.word()), |v| {
        Capture::from_word(v.word()?)
    }),
    field!(inner_start, ROW, |v| row(v), |v| v.row()),
    field!(outer_start, ROW, |v| row(v), |v| v.row()),
    field!(
        hand,
        "seeds in hand, 0 to 32",
        |v| Value::Count(v.into()),
        |v| v.count()
    ),
    field!(must_capture, YES_NO, |v| Value::Bool(v), |v| v.bool()),
    field!(
        capture_max,
        "seeds, 1 to 64, or \"none\"",
        |v| v.map_or(word("none"), |most| Value::Count(most.into())),
        |v| match v.word() {
            Some("none") => Some(None),
            _ => v.count().map(Some),
        }
    ),
    field!(takata_inner_first, YES_NO, |v| Value::Bool(v), |v| v.bool()),
    field!(
        lone_kichwa,
        "forbidden or allowed",
        |v| word(v.word()),
        |v| LoneKichwa::from_word(v.word()?)
    ),
    field!(
        empty_inner_mid_move,
        "loss or ignore",
        |v| word(v.word()),
        |v| EmptyInner::from_word(v.word()?)
    ),
    field!(takasia, YES_NO, |v| Value::Bool(v), |v| v.bool()),
    Switch {
        name: "nyumba",
        right: YES_NO,
        get: |rules| Some(Value::Bool(rules.nyumba.is_some())),
        set: |rules, value| {
            rules.nyumba = if value.bool()? {
                rules.nyumba.or(USUAL_NYUMBA)
            } else {
                None
            };
            Some(())
        },
    },
    house!(
        "nyumba_min",
        min,
        "seeds, 1 to 64",
        |v| Value::Count(v.into()),
        |v| v.count()
    ),
    house!(
        "nyumba_start",
        start,
        "alone or free",
        |v| word(v.word()),
        |v| NyumbaStart::from_word(v.word()?)
    ),
    house!(
        "nyumba_takata_end",
        takata_end,
        "stop or choice",
        |v| word(v.word()),
        |v| NyumbaTakataEnd::from_word(v.word()?)
    ),
    house!(
        "nyumba_mtaji",
        mtaji,
        "ordinary or special",
        |v| word(v.word()),
        |v| NyumbaMtaji::from_word(v.word()?)
    ),
    house!(
        "nyumba_lost_by_mtaji_capture",
        lost_by_mtaji_capture,
        YES_NO,
        |v| Value::Bool(v),
        |v| v.bool()
    ),
    house!(
        "namua_prefer_two",
        namua_prefer_two,
        YES_NO,
        |v| Value::Bool(v),
        |v| v.bool()
    ),
    field!(endless, "illegal, stop or loss", |v| word(v.word()), |v| {
        Endless::from_word(v.word()?)
    }),
    field!(
        lap_limit,
        "laps, 1 to 65535",
        |v| Value::Count(v.into()),
        |v| v.count()
    ),
    field!(
        ply_limit,
        "moves, 1 to 65535",
        |v| Value::Count(v.into()),
        |v| v.count()
    ),
];

/// The switch of a name.
pub(crate) fn switch(name: &str) -> Option<&'static Switch> {
    SWITCHES.iter().find(|switch| switch.name == name)
}

/// Where a switch stands in the table.
pub(crate) fn rank(name: &str) -> usize {
    SWITCHES
        .iter()
        .position(|switch| switch.name == name)
        .unwrap_or(SWITCHES.len())
}

/// The switch whose name is nearest to a misspelt one, if any is near.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    SWITCHES
        .iter()
        .map(|switch| (edits(name, switch.name), switch.name))
        .min()
        .filter(|&(edits, near)| edits <= 1 + near.len() / 4)
        .map(|(_, near)| near)
}

/// How many letters must be put in, taken out or changed (Levenshtein).
fn edits(from: &str, to: &str) -> usize {
    // Names are short; a long text is far from all of them.
    if from.len() > 64 {
        return from.len();
    }
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.bytes().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

impl Ruleset {
    /// Every switch of this rule set by name, in the order of `docs/RULES.md`,
    /// section 7; `-` where one plays no part.
    ///
    /// ```
    /// use bingwa_engine::Ruleset;
    ///
    /// let switches = Ruleset::KUJIFUNZA.switches();
    /// assert!(switches.contains(&("inner_start", "2 each".to_owned())));
    /// assert!(switches.contains(&("nyumba_min", "-".to_owned())));
    /// ```
    #[must_use]
    pub fn switches(&self) -> Vec<(&'static str, String)> {
        let shown = |switch: &Switch| {
            let value = (switch.get)(self);
            value.map_or("-".to_owned(), |value| value.for_people())
        };
        SWITCHES
            .iter()
            .map(|switch| (switch.name, shown(switch)))
            .collect()
    }

    /// The table of all switches of all presets: one row for each switch, its
    /// name and its value in each of [`PRESETS`](Self::PRESETS).
    #[must_use]
    pub fn preset_table() -> Vec<(&'static str, Vec<String>)> {
        let mut table: Vec<(&'static str, Vec<String>)> = SWITCHES
            .iter()
            .map(|switch| (switch.name, Vec::new()))
            .collect();
        for (_, preset) in Self::PRESETS {
            for ((_, row), (_, value)) in table.iter_mut().zip(preset.switches()) {
                row.push(value);
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_reads_back_what_it_shows() {
        for (name, preset) in Ruleset::PRESETS {
            for switch in &SWITCHES {
                let Some(value) = (switch.get)(&preset) else {
                    continue;
                };
                assert_eq!(Value::from_text(&value.to_string()), value);
                let mut other = Ruleset::KISWAHILI;
                assert_eq!((switch.set)(&mut other, &value), Some(()), "{name}");
                assert_eq!((switch.get)(&other), Some(value), "{name} {}", switch.name);
            }
        }
    }

    #[test]
    fn wrong_kinds_are_refused_and_change_nothing() {
        let wrong = [
            Value::Count(70_000),
            Value::Row(vec![1; 7]),
            Value::Row(vec![300; 8]),
            word("perhaps"),
        ];
        for switch in &SWITCHES {
            for value in &wrong {
                let mut rules = Ruleset::KISWAHILI;
                assert_eq!((switch.set)(&mut rules, value), None, "{}", switch.name);
                assert_eq!(rules, Ruleset::KISWAHILI);
            }
        }
    }

    #[test]
    fn misspelt_names_find_their_neighbour() {
        assert_eq!(nearest("lap_limt"), Some("lap_limit"));
        assert_eq!(nearest("nyumba_mni"), Some("nyumba_min"));
        assert_eq!(nearest("hands"), Some("hand"));
        assert_eq!(nearest("colour"), None);
        assert_eq!(nearest(&"x".repeat(1000)), None);
    }

    #[test]
    fn the_table_is_that_of_the_rules() {
        let table = Ruleset::preset_table();
        let row = |name: &str| {
            let (_, values) = table.iter().find(|(row, _)| *row == name).unwrap();
            values.join(" | ")
        };
        assert_eq!(
            row("inner_start"),
            "0 0 0 0 6 2 2 0 | 0 0 0 0 8 2 2 0 | 0 0 0 0 6 2 2 0 | 0 0 0 0 6 2 2 0 | 2 each | 2 each | 2 each"
        );
        assert_eq!(row("capture_max"), "15 | 15 | 15 | none | 15 | none | none");
        assert_eq!(row("nyumba_min"), "6 | 8 | 1 | 1 | - | - | -");
        assert_eq!(
            row("endless"),
            "illegal | stop | illegal | illegal | illegal | illegal | illegal"
        );
    }
}
