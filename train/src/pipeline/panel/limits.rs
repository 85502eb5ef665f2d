//! The figures of a run, their limits, and what it means when one is crossed.

use bingwa_selfplay::health::{Limits, Unit};

const BIAS: f64 = 0.15;
const TOO_HOPEFUL: &str = "the network thinks it wins more than it does: more games, or lower \
     search_value_weight";
const TOO_GLOOMY: &str = "the network thinks it wins less than it does: more games, or lower \
     search_value_weight";

const fn bias(name: &'static str) -> Limits {
    let limits = Limits::of(name, Unit::Share);
    limits.low(-BIAS, TOO_GLOOMY).high(BIAS, TOO_HOPEFUL)
}

/// Each with the metric it is read from.
pub(super) const BIASES: [(Limits, &str); 5] = [
    (bias("value_bias"), "validation/bias"),
    (bias("value_bias_south"), "validation/bias_south"),
    (bias("value_bias_north"), "validation/bias_north"),
    (bias("value_bias_namua"), "validation/bias_namua"),
    (bias("value_bias_mtaji"), "validation/bias_mtaji"),
];

pub(super) const ENTROPY_KEPT: Limits = Limits::of("entropy_kept", Unit::Share).low(
    0.33,
    "searches are far surer of one move than in the first generation with a network: exploration \
     collapses, raise temperature_plies or random_share, or lower gumbel.value_scale",
);

pub(super) const SPEED_KEPT: Limits = Limits::of("speed_kept", Unit::Share).low(
    0.7,
    "self-play makes fewer moves a second than in the first generation with a network: look for \
     other work on the machine, heat, or memory run short",
);

pub(super) const REUSE: Limits = Limits::of("reuse", Unit::Times).high(
    16.0,
    "each new position is learned from very often: the network may learn games by heart, lower \
     samples_per_position or play more games",
);

pub(super) const REUSE_METRIC: &str = "window/samples_per_new_position";

pub(super) const PROGRESS: Limits = Limits::of("progress", Unit::Share).low(
    0.5,
    "none of the last three models beat its predecessor: strength is not rising; more games or \
     simulations, or a wider network, or the game is played perfectly already",
);
