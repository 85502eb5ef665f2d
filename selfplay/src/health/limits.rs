//! The figures, within which limits each is healthy, and what it means when it
//! is not. `docs/HEALTH.md` gives the reasons for every limit.

use super::report::{Figure, Unit};

/// A figure's name and limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    name: &'static str,
    unit: Unit,
    low: Option<f64>,
    below: &'static str,
    high: Option<f64>,
    above: &'static str,
}

impl Limits {
    const fn of(name: &'static str, unit: Unit) -> Self {
        Self {
            name,
            unit,
            low: None,
            below: "",
            high: None,
            above: "",
        }
    }

    const fn low(mut self, low: f64, below: &'static str) -> Self {
        self.low = Some(low);
        self.below = below;
        self
    }

    const fn high(mut self, high: f64, above: &'static str) -> Self {
        self.high = Some(high);
        self.above = above;
        self
    }

    /// The same figure with another upper limit.
    pub(super) const fn at_most(mut self, high: f64) -> Self {
        self.high = Some(high);
        self
    }

    /// A value of the figure; with too little to go by (not `enough`) no limit
    /// is crossed.
    pub(super) fn judge(&self, value: Option<f64>, enough: bool) -> Figure {
        let crossed = |limit: f64, side, means| {
            let unit = self.unit;
            let value = unit.text(value.unwrap_or_default());
            let name = self.name.replace('_', " ");
            format!("{name} {value}, {side} {}: {means}", unit.text(limit))
        };
        let warning = match (value, self.low, self.high) {
            _ if !enough => None,
            (Some(value), Some(low), _) if value < low => Some(crossed(low, "below", self.below)),
            (Some(value), _, Some(high)) if value > high => {
                Some(crossed(high, "above", self.above))
            }
            _ => None,
        };
        Figure {
            name: self.name.to_owned(),
            unit: self.unit,
            value,
            low: self.low,
            high: self.high,
            warning,
        }
    }
}

pub(super) const DUPLICATE_GAMES: Limits = Limits::of("duplicate_games", Unit::Share).high(
    0.25,
    "games repeat each other and teach nothing new: raise random_plies, temperature_plies or \
     random_share",
);

pub(super) const DUPLICATE_POSITIONS: Limits = Limits::of("duplicate_positions", Unit::Share).high(
    0.35,
    "many positions are searched again and again: raise random_plies or temperature_plies",
);

pub(super) const DISTINCT_OPENINGS: Limits = Limits::of("distinct_openings", Unit::Share).low(
    0.1,
    "the games begin alike: raise random_plies, policy_plies or temperature",
);

pub(super) const FIRST_PLAYER_SHARE: Limits = Limits::of("first_player_share", Unit::Share)
    .low(
        0.15,
        "who moves first loses almost always: values are learned from few lost games, look at \
         matches by seat",
    )
    .high(
        0.85,
        "who moves first wins almost always: values are learned from few lost games, look at \
         matches by seat",
    );

pub(super) const DRAWS: Limits = Limits::of("draws", Unit::Share).high(
    0.02,
    "games run into the move limit, which no source of the rules knows: raise ply_limit, or the \
     players avoid winning",
);

pub(super) const MEAN_LENGTH: Limits = Limits::of("mean_length", Unit::Moves).low(
    10.0,
    "games are over before they have begun: the openings may decide them, lower random_plies",
);

pub(super) const SHORTEST: Limits = Limits::of("shortest", Unit::Moves);

pub(super) const LONGEST: Limits = Limits::of("longest", Unit::Moves);

pub(super) const MEAN_LAPS: Limits = Limits::of("mean_laps", Unit::Laps).high(
    10.0,
    "moves sow far longer than in any known play: check the rule set",
);

pub(super) const MOST_LAPS: Limits = Limits::of("most_laps", Unit::Laps).high(
    f64::INFINITY,
    "moves come near lap_limit, beyond which they count as endless: raise it",
);

pub(super) const ENDLESS_OFFERED: Limits = Limits::of("endless_offered", Unit::PerMillion).high(
    200.0,
    "play seeks positions with moves that never end: lap_limit may cut real moves off, raise it \
     and compare",
);

pub(super) const ENDLESS_PLAYED: Limits = Limits::of("endless_played", Unit::Count).high(
    0.0,
    "moves were played that never end: what they lead to depends on lap_limit",
);

pub(super) const PROVEN_SHARE: Limits = Limits::of("proven_share", Unit::Share).high(
    0.5,
    "most searches are of decided positions, which teach the policy nothing: the openings may be \
     decided, lower random_plies",
);

pub(super) const POLICY_ENTROPY: Limits = Limits::of("policy_entropy", Unit::Share)
    .low(
        0.05,
        "searches are sure of one move almost always: the policy stops exploring, lower \
         gumbel.value_scale or raise noise",
    )
    .high(
        0.95,
        "searches prefer no move: raise simulations, or the values tell nothing",
    );

pub(super) const POLICY_DIVERGENCE: Limits = Limits::of("policy_divergence", Unit::Nats)
    .low(
        0.005,
        "the search no longer corrects the network: there is nothing left to learn from it, raise \
         simulations",
    )
    .high(
        0.6,
        "the network's policy is far from what the search finds: it is behind, or broken",
    );
