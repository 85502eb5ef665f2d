//! The values of the switches whose answer is a word.

use core::fmt;

use serde::{Deserialize, Serialize};

/// How captured seeds go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Capture {
    /// Captured seeds are sown from a kichwa; own seeds stay in their pit.
    Kichwa,
    /// Captured and own seeds are lifted together and sown from the next pit.
    Pickup,
}

/// May a takata turn leave a lone kichwa towards the outer row?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoneKichwa {
    /// It may not.
    Forbidden,
    /// It may.
    Allowed,
}

/// What it means that the mover's own inner row stands empty while it sows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmptyInner {
    /// The mover has lost at once.
    Loss,
    /// Only the end of the move counts.
    Ignore,
}

/// What happens to a move that makes `lap_limit` laps without ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Endless {
    /// It may not be chosen.
    Illegal,
    /// It ends there, seeds where they lie.
    Stop,
    /// Who makes it loses.
    Loss,
}

/// May a takata turn start from a nyumba with powers?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NyumbaStart {
    /// Only when it is the only filled inner pit.
    Alone,
    /// Like any other pit.
    Free,
}

/// What happens when a lap of a takata turn ends in a nyumba with powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NyumbaTakataEnd {
    /// The move ends.
    Stop,
    /// The player stops or goes on safari, if the facing pit is empty.
    Choice,
}

/// What the nyumba is in the mtaji stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NyumbaMtaji {
    /// A pit like any other.
    Ordinary,
    /// It keeps its powers.
    Special,
}

/// The switches of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nyumba {
    /// Seeds it needs to have powers, 1–64.
    pub min: u8,
    /// Whether a takata turn may start there.
    pub start: NyumbaStart,
    /// What ends when a takata lap ends there.
    pub takata_end: NyumbaTakataEnd,
    /// What it is in the mtaji stage.
    pub mtaji: NyumbaMtaji,
    /// Whether it is lost when its owner first captures in the mtaji stage.
    pub lost_by_mtaji_capture: bool,
    /// Whether, once it is lost, a namua takata prefers pits of two or more.
    pub namua_prefer_two: bool,
}

/// Gives each enum its values and their words, those of `docs/RULES.md` and of
/// configuration files.
macro_rules! words {
    ($($option:ident { $($variant:ident = $word:literal),+ })+) => {$(
        impl $option {
            /// Every value.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word for it in rule tables and configuration files.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// The value that a word stands for.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl fmt::Display for $option {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    )+};
}

words! {
    Capture { Kichwa = "kichwa", Pickup = "pickup" }
    LoneKichwa { Forbidden = "forbidden", Allowed = "allowed" }
    EmptyInner { Loss = "loss", Ignore = "ignore" }
    Endless { Illegal = "illegal", Stop = "stop", Loss = "loss" }
    NyumbaStart { Alone = "alone", Free = "free" }
    NyumbaTakataEnd { Stop = "stop", Choice = "choice" }
    NyumbaMtaji { Ordinary = "ordinary", Special = "special" }
}
