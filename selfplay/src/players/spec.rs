//! Players by name, as a person types them.

use core::fmt;
use core::str::FromStr;
use std::path::{Path, PathBuf};

use bingwa_engine::Ruleset;
use bingwa_models::{Model, ModelError, NativeNetwork, Uniform};

use super::{Greedy, NetworkPlayer, Player, RandomMover, RolloutMcts};
use crate::search::SearchConfig;

/// A player's description: `random`, `greedy`, `mcts:1000` or a model file with
/// an optional number of simulations, `run/models/g004.bingwa:400`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// Any legal move.
    Random,
    /// Captures the most.
    Greedy,
    /// Rollout MCTS with so many random games a move.
    Rollout(u32),
    /// PUCT without a network, every position even: what generation 0 is.
    Untrained(u32),
    /// A model file and simulations a move (`None`: the caller's default).
    Model(PathBuf, Option<u32>),
}

/// A description that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// A number is missing or is none.
    #[error("`{text}`: {right}")]
    Number {
        /// What was typed.
        text: String,
        /// What would be right.
        right: &'static str,
    },
    /// A player that a later version will have.
    #[error("`{0}`: this version has no alpha-beta player yet; use mcts:N or greedy")]
    NotYet(String),
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let number = |digits: &str, right| match digits.parse() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(SpecError::Number {
                text: text.to_owned(),
                right,
            }),
        };
        match (text, text.rsplit_once(':')) {
            ("random", _) => Ok(Self::Random),
            ("greedy", _) => Ok(Self::Greedy),
            (_, Some(("mcts", n))) => {
                number(n, "write mcts:N with N random games a move, like mcts:1000")
                    .map(Self::Rollout)
            }
            (_, Some(("untrained", n))) => {
                number(n, "write untrained:N with N simulations a move").map(Self::Untrained)
            }
            (_, Some(("alphabeta", _))) => Err(SpecError::NotYet(text.to_owned())),
            (_, Some((file, n))) if !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) => {
                let n = number(n, "write FILE:N with N simulations a move")?;
                Ok(Self::Model(PathBuf::from(file), Some(n)))
            }
            _ => Ok(Self::Model(PathBuf::from(text), None)),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Rollout(n) => write!(f, "mcts:{n}"),
            Self::Untrained(n) => write!(f, "untrained:{n}"),
            Self::Model(path, None) => write!(f, "{}", path.display()),
            Self::Model(path, Some(n)) => write!(f, "{}:{n}", path.display()),
        }
    }
}

/// A player ready to be made, as often as there are threads.
#[derive(Clone, Debug)]
pub struct PlayerFactory {
    /// How to call it: its description, for a model with its hash.
    pub name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Random,
    Greedy,
    Rollout(u32),
    Network(SearchConfig, NativeNetwork, u32),
    Untrained(SearchConfig, u32),
}

impl PlayerSpec {
    /// Loads what the player needs; `simulations` is for a model that names none.
    ///
    /// # Errors
    /// [`ModelError`] for a model that cannot be used under these rules.
    pub fn load(
        &self,
        rules: &Ruleset,
        search: SearchConfig,
        simulations: u32,
    ) -> Result<PlayerFactory, ModelError> {
        let kind = match self {
            Self::Random => Kind::Random,
            Self::Greedy => Kind::Greedy,
            Self::Rollout(n) => Kind::Rollout(*n),
            Self::Untrained(n) => Kind::Untrained(search, *n),
            Self::Model(path, own) => {
                let model = Model::load_for(path, rules)?;
                let simulations = own.unwrap_or(simulations);
                return Ok(PlayerFactory::network(&model, path, search, simulations));
            }
        };
        Ok(PlayerFactory {
            name: self.to_string(),
            kind,
        })
    }
}

impl PlayerFactory {
    /// A network player.
    #[must_use]
    pub fn network(model: &Model, path: &Path, search: SearchConfig, simulations: u32) -> Self {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Self {
            name: format!("{stem}@{}:{simulations}", model.short_hash()),
            kind: Kind::Network(search, model.network(), simulations),
        }
    }

    /// Makes the player.
    #[must_use]
    pub fn make(&self) -> Box<dyn Player> {
        match &self.kind {
            Kind::Network(search, network, simulations) => {
                Box::new(NetworkPlayer::new(*search, network.clone(), *simulations))
            }
            Kind::Untrained(search, simulations) => {
                Box::new(NetworkPlayer::new(*search, Uniform, *simulations))
            }
            Kind::Rollout(n) => Box::new(RolloutMcts::new(*n)),
            Kind::Greedy => Box::new(Greedy),
            Kind::Random => Box::new(RandomMover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_round_trip() {
        for text in [
            "random",
            "greedy",
            "mcts:1000",
            "untrained:64",
            "a/b.bingwa",
            "a/b.bingwa:400",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        assert_eq!(
            "runs/x:1/m.bingwa".parse(),
            Ok(PlayerSpec::Model(PathBuf::from("runs/x:1/m.bingwa"), None))
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in ["mcts:", "mcts:0", "mcts:x", "m.bingwa:0", "alphabeta:4"] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
    }
}
