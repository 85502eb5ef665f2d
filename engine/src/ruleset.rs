//! Rule sets as data: every disagreement between the sources is a switch.

use core::fmt;
use core::str::FromStr;

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

/// One rule set: the switches of `docs/RULES.md`, section 7.
///
/// Presets are rows of the same table; a custom set is a preset with changed
/// fields, checked by [`Ruleset::check`].
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
#[serde(deny_unknown_fields)]
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

    /// Whether the switches make sense together.
    ///
    /// # Errors
    /// Names the first switch that does not, and what would be right.
    pub fn check(&self) -> Result<(), RulesetError> {
        let bad = |switch, why| Err(RulesetError { switch, why });
        let seeds = |row: [u8; 8]| row.iter().map(|&n| u32::from(n)).sum::<u32>();
        let each = seeds(self.inner_start) + seeds(self.outer_start) + u32::from(self.hand);
        if each > 32 {
            return bad(
                "inner_start",
                "a player's pits and hand hold at most 32 seeds together",
            );
        }
        if seeds(self.inner_start) == 0 {
            return bad(
                "inner_start",
                "the inner row must hold a seed: an empty one has lost",
            );
        }
        if self.lap_limit == 0 || self.ply_limit == 0 {
            return bad("lap_limit", "lap_limit and ply_limit are at least 1");
        }
        if self.capture_max == Some(0) {
            return bad("capture_max", "at least 1, or none");
        }
        if let Some(nyumba) = self.nyumba
            && !(1..=64).contains(&nyumba.min)
        {
            return bad("nyumba.min", "1 to 64 seeds");
        }
        match self.capture {
            Capture::Kichwa if self.hand > 0 && !self.must_capture => bad(
                "must_capture",
                "with seeds in hand it must be true: a namua move is named by its pit, which \
                 cannot tell a capture from a takata",
            ),
            Capture::Pickup if self.hand > 0 => bad("hand", "capture = pickup has no namua stage"),
            Capture::Pickup if self.nyumba.is_some() => bad("nyumba", "capture = pickup has none"),
            Capture::Pickup if self.takasia => bad("takasia", "capture = pickup has none"),
            Capture::Pickup if self.capture_max.is_some() => {
                bad("capture_max", "capture = pickup has none")
            }
            Capture::Pickup if self.takata_inner_first => bad(
                "takata_inner_first",
                "capture = pickup lets every row start",
            ),
            Capture::Pickup if self.lone_kichwa == LoneKichwa::Forbidden => {
                bad("lone_kichwa", "capture = pickup has no kichwa rule")
            }
            _ => Ok(()),
        }
    }
}

/// Switches that do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule set: {switch}: {why}")]
pub struct RulesetError {
    /// The switch, by its field name.
    pub switch: &'static str,
    /// What would be right.
    pub why: &'static str,
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

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
        assert_eq!(free.check().unwrap_err().switch, "must_capture");
        assert_eq!(free.name(), "custom");
    }
}
