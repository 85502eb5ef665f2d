//! What a switch of a rule set can be set to, as text shows it.

use core::fmt;

/// What a switch can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Yes or no.
    Bool(bool),
    /// A number of seeds, laps or moves.
    Count(u64),
    /// Eight counts, left to right.
    Row(Vec<u64>),
    /// A word.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(true) => f.write_str("yes"),
            Self::Bool(false) => f.write_str("no"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Row(row) => {
                let counts: Vec<String> = row.iter().map(u64::to_string).collect();
                f.write_str(&counts.join(","))
            }
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl Value {
    /// The inverse of `Display`.
    pub(crate) fn from_text(text: &str) -> Self {
        let count = |text: &str| {
            let plain = text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|_| plain)
        };
        match text {
            "yes" => Self::Bool(true),
            "no" => Self::Bool(false),
            _ => {
                if let Some(count) = count(text) {
                    Self::Count(count)
                } else if let Some(row) = text.split(',').map(count).collect() {
                    Self::Row(row)
                } else {
                    Self::Word(text.to_owned())
                }
            }
        }
    }

    /// As the printed table shows it.
    pub(crate) fn for_people(&self) -> String {
        match self.row() {
            Some(row) => row_for_people(row),
            None => self.to_string(),
        }
    }

    pub(crate) fn bool(&self) -> Option<bool> {
        match self {
            Self::Bool(yes) => Some(*yes),
            _ => None,
        }
    }

    pub(crate) fn count<T: TryFrom<u64>>(&self) -> Option<T> {
        match self {
            Self::Count(count) => T::try_from(*count).ok(),
            _ => None,
        }
    }

    pub(crate) fn row(&self) -> Option<[u8; 8]> {
        let Self::Row(row) = self else { return None };
        let counts: Option<Vec<u8>> = row.iter().map(|&count| u8::try_from(count).ok()).collect();
        counts?.try_into().ok()
    }

    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// Eight counts as people write them: `2 each` or `0 0 0 0 6 2 2 0`.
pub(crate) fn row_for_people(row: [u8; 8]) -> String {
    if row.iter().all(|count| *count == row[0]) {
        return format!("{} each", row[0]);
    }
    row.map(|count| count.to_string()).join(" ")
}
