//! Every number that decides how a network is trained.

use bingwa_models::Architecture;
use serde::{Deserialize, Serialize};

/// How training goes. Each key has a default; unknown keys are refused.
///
/// ```
/// use bingwa_train::TrainConfig;
///
/// let config: TrainConfig = toml::from_str("learning_rate = 0.002\nhidden = [256, 32]")?;
/// assert_eq!((config.hidden, config.batch), ([256, 32], 256));
/// assert!(config.check().is_ok());
/// assert!(toml::from_str::<TrainConfig>("learning_rat = 0.002").is_err());
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainConfig {
    /// Widths of the two hidden layers, multiples of 32 up to 1024. Wider
    /// networks learn more from the same games and answer more slowly.
    /// Default 64, 32.
    pub hidden: [u32; 2],
    /// Positions per step, 1 to 65,536. Their children come on top: about 4.3 a
    /// fully searched position in kiswahili, 15 in leaflet. Default 256.
    pub batch: usize,
    /// Highest learning rate, reached after the warm-up, above 0 to 1. Default
    /// 0.001.
    pub learning_rate: f64,
    /// Where the cosine decay ends, as a share of `learning_rate`, 0 to 1; 1
    /// keeps the rate constant. Default 0.1.
    pub final_rate: f64,
    /// Share of a generation's steps over which the learning rate rises from 0,
    /// 0 to 1. Default 0.05.
    pub warm_up: f64,
    /// AdamW's decoupled weight decay per unit of learning rate, 0 or more.
    /// Default 0.0001.
    pub weight_decay: f64,
    /// Gradients whose norm over all weights is longer are scaled down to it,
    /// above 0. Default 1.
    pub clip_norm: f64,
    /// How much of the averaged weights (those exported) a step keeps, 0 to
    /// below 1; the average reaches back about 1 / (1 − decay) steps, and never
    /// further than a tenth of the generation's steps. Default 0.999.
    pub ema_decay: f64,
    /// Weight of the search's value in the value target, 0 to 1; the result of
    /// the game has the rest. Default 0.5.
    pub search_value_weight: f64,
    /// Weight of the value loss of searched children against that of positions,
    /// 0 or more. Default 0.25.
    pub child_value_weight: f64,
    /// Weight of the policy loss against the value loss of positions, 0 or more.
    /// Default 1.
    pub policy_weight: f64,
    /// Weight of the auxiliary loss of the moves left (mean square error in units
    /// of 64 moves), 0 or more; 0 leaves that head out. Default 0.1.
    pub moves_left_weight: f64,
    /// Weight of the auxiliary loss of the final lead in seeds (mean square error
    /// in units of 64 seeds), 0 or more; 0 leaves that head out. Default 0.5.
    pub margin_weight: f64,
    /// Weight of the auxiliary loss of the other player's next move
    /// (cross-entropy), 0 or more; 0 leaves that head out. Default 0.
    pub reply_weight: f64,
    /// Share of a game's weight that goes to its positions by how much the search
    /// surprised the network, 0 to 1; the rest is even. Default 0.
    pub surprise_weight: f64,
    /// Weights beyond this, up or down, are set back to it after each step, above
    /// 0: integers then round finely enough. Default 8.
    pub weight_limit: f64,
    /// Whether half of the positions are shown with left and right exchanged,
    /// where the rules allow it. Default true.
    pub mirror: bool,
    /// How many times a new position is used on average before the next
    /// generation, above 0: it sets the number of steps. More squeezes more out
    /// of each game and risks learning them by heart. Default 4.
    pub samples_per_position: f64,
    /// Positions in the window before it grows more slowly than the data, at
    /// least 1: *c* of the power law. Default 250,000.
    pub window_positions: u64,
    /// Exponent α of the window's growth, above 0 to 1. Default 0.75.
    pub window_exponent: f64,
    /// Slope β of the window where it holds `window_positions`, 0 to 1: 0 keeps
    /// the window at that size. Default 0.4.
    pub window_slope: f64,
    /// Share of games that are kept from training and judge it, 0 to 0.5.
    /// Default 0.05.
    pub validation_share: f64,
    /// The most positions a validation looks at, the newest games first.
    /// Default 8192.
    pub validation_positions: usize,
    /// How the first layer is computed; the result is the same. Default sparse.
    pub first_layer: FirstLayer,
}

/// How the first layer is computed in training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstLayer {
    /// Table rows added on the CPU: touches only the forty inputs that are one.
    Sparse,
    /// A product with a one-hot matrix on the device, which a GPU prefers.
    Dense,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            hidden: Architecture::default().hidden,
            batch: 256,
            learning_rate: 1e-3,
            final_rate: 0.1,
            warm_up: 0.05,
            weight_decay: 1e-4,
            clip_norm: 1.0,
            ema_decay: 0.999,
            search_value_weight: 0.5,
            child_value_weight: 0.25,
            policy_weight: 1.0,
            moves_left_weight: 0.1,
            margin_weight: 0.5,
            reply_weight: 0.0,
            surprise_weight: 0.0,
            weight_limit: 8.0,
            mirror: true,
            samples_per_position: 4.0,
            window_positions: 250_000,
            window_exponent: 0.75,
            window_slope: 0.4,
            validation_share: 0.05,
            validation_positions: 8192,
            first_layer: FirstLayer::Sparse,
        }
    }
}

/// A key whose value cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} = {value}: it must be {right}")]
pub struct ConfigError {
    /// The key.
    pub key: &'static str,
    /// Its value as given.
    pub value: String,
    /// What it may be.
    pub right: &'static str,
}

impl TrainConfig {
    /// The network's widths.
    #[must_use]
    pub const fn architecture(&self) -> Architecture {
        Architecture {
            hidden: self.hidden,
        }
    }

    /// Whether every value can be used.
    ///
    /// # Errors
    /// The first key that cannot, with its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let bad = |key, value: &dyn core::fmt::Debug, right| {
            Err(ConfigError {
                key,
                value: format!("{value:?}"),
                right,
            })
        };
        if !self.architecture().is_valid() {
            let right = "two multiples of 32 up to 1024";
            return bad("hidden", &self.hidden, right);
        }
        if !(1..=65_536).contains(&self.batch) {
            return bad("batch", &self.batch, "1 to 65536");
        }
        // Key, value, the most it may be, whether it may be 0.
        for (key, value, most, zero, right) in [
            (
                "learning_rate",
                self.learning_rate,
                1.0,
                false,
                "above 0, at most 1",
            ),
            ("final_rate", self.final_rate, 1.0, true, "0 to 1"),
            ("warm_up", self.warm_up, 1.0, true, "0 to 1"),
            (
                "weight_decay",
                self.weight_decay,
                f64::MAX,
                true,
                "0 or more",
            ),
            ("clip_norm", self.clip_norm, f64::MAX, false, "above 0"),
            (
                "ema_decay",
                self.ema_decay,
                1.0_f64.next_down(),
                true,
                "0 to below 1",
            ),
            (
                "search_value_weight",
                self.search_value_weight,
                1.0,
                true,
                "0 to 1",
            ),
            (
                "child_value_weight",
                self.child_value_weight,
                f64::MAX,
                true,
                "0 or more",
            ),
            (
                "policy_weight",
                self.policy_weight,
                f64::MAX,
                true,
                "0 or more",
            ),
            (
                "moves_left_weight",
                self.moves_left_weight,
                f64::MAX,
                true,
                "0 or more",
            ),
            (
                "margin_weight",
                self.margin_weight,
                f64::MAX,
                true,
                "0 or more",
            ),
            (
                "reply_weight",
                self.reply_weight,
                f64::MAX,
                true,
                "0 or more",
            ),
            ("surprise_weight", self.surprise_weight, 1.0, true, "0 to 1"),
            (
                "weight_limit",
                self.weight_limit,
                f64::MAX,
                false,
                "above 0",
            ),
            (
                "samples_per_position",
                self.samples_per_position,
                f64::MAX,
                false,
                "above 0",
            ),
            (
                "window_exponent",
                self.window_exponent,
                1.0,
                false,
                "above 0, at most 1",
            ),
            ("window_slope", self.window_slope, 1.0, true, "0 to 1"),
            (
                "validation_share",
                self.validation_share,
                0.5,
                true,
                "0 to 0.5",
            ),
        ] {
            // The range holds no NaN.
            if !(0.0..=most).contains(&value) || (value == 0.0 && !zero) {
                return bad(key, &value, right);
            }
        }
        if self.window_positions == 0 {
            return bad("window_positions", &self.window_positions, "at least 1");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_sound_and_a_bad_value_is_named() {
        assert_eq!(TrainConfig::default().check(), Ok(()));
        let bad = |change: fn(&mut TrainConfig)| {
            let mut config = TrainConfig::default();
            change(&mut config);
            config.check().unwrap_err().key
        };
        assert_eq!(bad(|c| c.hidden = [65, 32]), "hidden");
        assert_eq!(bad(|c| c.batch = 0), "batch");
        assert_eq!(bad(|c| c.learning_rate = 0.0), "learning_rate");
        assert_eq!(bad(|c| c.clip_norm = f64::NAN), "clip_norm");
        assert_eq!(bad(|c| c.ema_decay = 1.0), "ema_decay");
        assert_eq!(bad(|c| c.weight_decay = f64::INFINITY), "weight_decay");
        assert_eq!(bad(|c| c.validation_share = 0.6), "validation_share");
        assert_eq!(bad(|c| c.window_positions = 0), "window_positions");
    }
}
