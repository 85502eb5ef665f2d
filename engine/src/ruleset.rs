//! Rule sets as data: every disagreement between the sources is a switch.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::custom::CustomRuleset;
use crate::options::{
    Capture, EmptyInner, Endless, LoneKichwa, Nyumba, NyumbaMtaji, NyumbaStart, NyumbaTakataEnd,
};

/// One rule set: the switches of `docs/RULES.md`, section 7.
///
/// Presets are rows of the same table; a custom set is a preset with changed
/// fields, checked by [`Ruleset::check`]. People write one as a
/// [`CustomRuleset`](crate::CustomRuleset); with serde a rule set is a record of
/// all its fields.
///
/// ```
/// use bingwa_engine::{Endless, Ruleset};
///
/// let malawi: Ruleset = "malawi".parse()?;
/// assert_eq!((malawi.hand, malawi.endless), (20, Endless::Stop));
/// assert!("monopoly".parse::<Ruleset>().is_err());
/// # Ok::<(), bingwa_engine::UnknownRuleset>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Ruleset {
    /// How captured seeds go on.
    pub capture: Capture,
    /// Seeds of each inner pit at the start, left to right.
    pub inner_start: [u8; 8],
    /// Seeds of each outer pit at the start, left to right.
    pub outer_start: [u8; 8],
    /// Seeds each player holds in hand at the start.
    pub hand: u8,
    /// Whether a turn that can capture must capture.
    pub must_capture: bool,
    /// The most seeds a first lap may use to begin a capture turn (`None`: any).
    pub capture_max: Option<u8>,
    /// Whether a mtaji takata starts in the inner row if it can.
    pub takata_inner_first: bool,
    /// Whether a lone kichwa may leave towards the outer row.
    pub lone_kichwa: LoneKichwa,
    /// What an inner row that stands empty in mid-move means.
    pub empty_inner_mid_move: EmptyInner,
    /// Whether pits can be put under takasia.
    pub takasia: bool,
    /// The house, in rule sets that have one.
    pub nyumba: Option<Nyumba>,
    /// What an endless move means.
    pub endless: Endless,
    /// Laps after which a move that goes on is endless.
    pub lap_limit: u16,
    /// Moves after which a game that goes on is a draw.
    pub ply_limit: u16,
}

impl Ruleset {
    /// Bao la kiswahili as de Voogt and Donkers give it.
    pub const KISWAHILI: Self = Self {
        capture: Capture::Kichwa,
        inner_start: [0, 0, 0, 0, 6, 2, 2, 0],
        outer_start: [0; 8],
        hand: 22,
        must_capture: true,
        capture_max: Some(15),
        takata_inner_first: true,
        lone_kichwa: LoneKichwa::Forbidden,
        empty_inner_mid_move: EmptyInner::Loss,
        takasia: true,
        nyumba: Some(Nyumba {
            min: 6,
            start: NyumbaStart::Alone,
            takata_end: NyumbaTakataEnd::Stop,
            mtaji: NyumbaMtaji::Ordinary,
            lost_by_mtaji_capture: true,
            namua_prefer_two: true,
        }),
        endless: Endless::Illegal,
        lap_limit: 1024,
        ply_limit: 500,
    };

    /// Malawi's Bawo: eight seeds in the nyumba, endless moves stop.
    pub const MALAWI: Self = Self {
        inner_start: [0, 0, 0, 0, 8, 2, 2, 0],
        hand: 20,
        lone_kichwa: LoneKichwa::Allowed,
        nyumba: Some(Nyumba {
            min: 8,
            start: NyumbaStart::Alone,
            takata_end: NyumbaTakataEnd::Stop,
            mtaji: NyumbaMtaji::Ordinary,
            lost_by_mtaji_capture: true,
            namua_prefer_two: true,
        }),
        endless: Endless::Stop,
        ..Self::KISWAHILI
    };

    /// The Afrikaans encyclopedia article to the letter.
    pub const ENCYCLOPEDIA: Self = Self {
        lone_kichwa: LoneKichwa::Allowed,
        takasia: false,
        nyumba: Some(Nyumba {
            min: 1,
            start: NyumbaStart::Free,
            takata_end: NyumbaTakataEnd::Stop,
            mtaji: NyumbaMtaji::Special,
            lost_by_mtaji_capture: false,
            namua_prefer_two: false,
        }),
        ..Self::KISWAHILI
    };

    /// The Zanzibar leaflet to the letter.
    pub const ZANZIBAR: Self = Self {
        capture_max: None,
        takata_inner_first: false,
        empty_inner_mid_move: EmptyInner::Ignore,
        nyumba: Some(Nyumba {
            min: 1,
            start: NyumbaStart::Free,
            takata_end: NyumbaTakataEnd::Choice,
            mtaji: NyumbaMtaji::Special,
            lost_by_mtaji_capture: false,
            namua_prefer_two: false,
        }),
        ..Self::ENCYCLOPEDIA
    };

    /// Bao la kujifunza, the beginner's game: two seeds a pit, no nyumba.
    pub const KUJIFUNZA: Self = Self {
        inner_start: [2; 8],
        outer_start: [2; 8],
        hand: 0,
        takasia: false,
        nyumba: None,
        ..Self::KISWAHILI
    };

    /// Bao Easy: captured and own seeds are sown on together.
    pub const EASY: Self = Self {
        capture: Capture::Pickup,
        inner_start: [2; 8],
        outer_start: [2; 8],
        hand: 0,
        must_capture: true,
        capture_max: None,
        takata_inner_first: false,
        lone_kichwa: LoneKichwa::Allowed,
        empty_inner_mid_move: EmptyInner::Ignore,
        takasia: false,
        nyumba: None,
        endless: Endless::Illegal,
        lap_limit: 1024,
        ply_limit: 500,
    };

    /// A boxed game's leaflet: as easy, but nobody has to capture.
    pub const LEAFLET: Self = Self {
        must_capture: false,
        ..Self::EASY
    };

    /// The presets by name.
    pub const PRESETS: [(&'static str, Self); 7] = [
        ("kiswahili", Self::KISWAHILI),
        ("malawi", Self::MALAWI),
        ("encyclopedia", Self::ENCYCLOPEDIA),
        ("zanzibar", Self::ZANZIBAR),
        ("kujifunza", Self::KUJIFUNZA),
        ("easy", Self::EASY),
        ("leaflet", Self::LEAFLET),
    ];

    /// The preset's name, or `custom`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        Self::PRESETS
            .iter()
            .find(|(_, preset)| preset == self)
            .map_or("custom", |(name, _)| name)
    }

    /// Whether exchanging left and right gives the same game from every
    /// position. With a nyumba it does so only where nobody owns one.
    #[must_use]
    pub const fn is_mirror_symmetric(&self) -> bool {
        self.nyumba.is_none()
    }
}

impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    /// Reads all switches; a rule set that makes no sense is refused.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rules = Self::deserialize(deserializer)?;
        rules.check().map_err(serde::de::Error::custom)?;
        Ok(rules)
    }
}

/// A name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown rule set `{0}`: it is one of kiswahili, malawi, encyclopedia, zanzibar, kujifunza, \
     easy, leaflet"
)]
pub struct UnknownRuleset(pub String);

impl FromStr for Ruleset {
    type Err = UnknownRuleset;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::PRESETS
            .iter()
            .find(|(preset, _)| *preset == name)
            .map(|&(_, ruleset)| ruleset)
            .ok_or_else(|| UnknownRuleset(name.to_owned()))
    }
}

/// As people write it: a preset's name, or the nearest preset with what differs
/// from it, `kiswahili nyumba_min=8`.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        CustomRuleset::of(self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_sound_distinct_and_named() {
        for (name, ruleset) in Ruleset::PRESETS {
            assert_eq!(ruleset.check(), Ok(()), "{name}");
            assert_eq!(ruleset.name(), name);
            assert_eq!(name.parse(), Ok(ruleset));
        }
    }

    #[test]
    fn a_senseless_switch_is_named() {
        let broken = Ruleset {
            hand: 3,
            inner_start: [1; 8],
            ..Ruleset::EASY
        };
        assert_eq!(broken.check().unwrap_err().switch, "hand");
        let free = Ruleset {
            must_capture: false,
            ..Ruleset::KISWAHILI
        };
        assert_eq!(free.check(), Ok(()));
        assert_eq!(free.name(), "custom");
        assert_eq!(free.to_string(), "kiswahili must_capture=no");
        assert_eq!(Ruleset::KISWAHILI.to_string(), "kiswahili");
    }
}
