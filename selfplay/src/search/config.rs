//! How a search weighs things.

use serde::{Deserialize, Serialize};

use super::gumbel::GumbelConfig;
use super::noise::RootNoise;

/// How a search weighs things.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// PUCT's exploration constant on the 0…1 scale of values. Much lower than
    /// in chess and Go programs: 1.0 loses three games in four to 0.2 here.
    pub exploration: f32,
    /// Weight of the minimax value against the mean of visits in selection,
    /// 0 to 1 (implicit minimax backups: Lanctot, Winands, Pepels, Sturtevant,
    /// "Monte Carlo Tree Search with Heuristic Evaluations using Implicit
    /// Minimax Backups", CIG 2014, section III).
    pub minimax_weight: f32,
    /// Softmax temperature of the priors: arrival logits are divided by it.
    pub prior_temperature: f32,
    /// How simulations are shared among the moves of the root.
    pub root: RootMethod,
    /// The numbers of [`RootMethod::Gumbel`].
    pub gumbel: GumbelConfig,
    /// Random priors at the root of exploring searches by [`RootMethod::Puct`].
    pub noise: RootNoise,
    /// Leaves gathered from one tree before they are evaluated in one batch,
    /// kept apart by virtual losses. 1 is an exact search; more feeds
    /// evaluators that want large batches.
    pub leaves: u32,
    /// The most nodes a tree may hold; a search ends there. A node takes about
    /// a hundred bytes.
    pub max_nodes: u32,
    /// Whether proven results are carried up the tree. Off only to measure what
    /// it gains: finished games still count as what they are.
    pub solver: bool,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            exploration: 0.2,
            minimax_weight: 0.5,
            prior_temperature: 1.0,
            root: RootMethod::Gumbel,
            gumbel: GumbelConfig::default(),
            noise: RootNoise::default(),
            leaves: 1,
            max_nodes: 2_000_000,
            solver: true,
        }
    }
}

/// A number that no search can use.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key} = {value}: {right}")]
pub struct SearchConfigError {
    /// The key, with the table it is in.
    pub key: &'static str,
    /// Its value.
    pub value: f64,
    /// What would be right.
    pub right: String,
}

impl SearchConfig {
    /// Checks that every number is within its range.
    ///
    /// # Errors
    /// [`SearchConfigError`], the first that is not.
    pub fn check(&self) -> Result<(), SearchConfigError> {
        let (gumbel, noise) = (&self.gumbel, &self.noise);
        let ranges = [
            ("exploration", self.exploration, 0.0, 100.0),
            ("minimax_weight", self.minimax_weight, 0.0, 1.0),
            ("prior_temperature", self.prior_temperature, 1e-3, 1e3),
            ("gumbel.visit_offset", gumbel.visit_offset, 0.0, 1e6),
            ("gumbel.value_scale", gumbel.value_scale, 0.0, 1e6),
            ("noise.weight", noise.weight, 0.0, 1.0),
            ("noise.concentration", noise.concentration, 1e-3, 1e6),
            ("noise.forced", noise.forced, 0.0, 1e3),
        ];
        for (key, value, low, high) in ranges {
            if !(low..=high).contains(&value) {
                return Err(SearchConfigError {
                    key,
                    value: value.into(),
                    right: format!("{low} to {high}"),
                });
            }
        }
        let least = [
            ("gumbel.considered", gumbel.considered, 2),
            ("leaves", self.leaves, 1),
            ("max_nodes", self.max_nodes, 1000),
        ];
        for (key, value, least) in least {
            if value < least {
                return Err(SearchConfigError {
                    key,
                    value: value.into(),
                    right: format!("at least {least}"),
                });
            }
        }
        Ok(())
    }
}

/// How simulations are shared among the moves of the root. Below the root it is
/// always PUCT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RootMethod {
    /// As everywhere in the tree; exploring searches mix noise into the priors
    /// and force some playouts.
    Puct,
    /// Moves drawn without replacement by Gumbel noise, then sequential halving
    /// (Danihelka, Guez, Schrittwieser, Silver, "Policy improvement by planning
    /// with Gumbel", ICLR 2022). It needs a limit of simulations; without one
    /// the root is searched by PUCT.
    Gumbel,
}
