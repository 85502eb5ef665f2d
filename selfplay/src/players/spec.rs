//! Players by name, as a person types them.

use core::fmt;
use core::str::FromStr;
use std::path::{Path, PathBuf};

use super::{Budget, DepthLimit, EffortError, SearchLimit, SettingError, Settings};

/// A player's description: `random`, `greedy`, `mcts:1000`, `alphabeta:4`,
/// `bestfirst:1000`, or a model file with an optional number of simulations,
/// `run/models/g004.bingwa:400`.
///
/// A model takes simulations (`FILE:400`), evaluations (`FILE:5000e`) or CPU time
/// (`FILE:20ms`) a move. Behind it, and behind `untrained:N`, search settings may
/// follow: `FILE:400,root=puct,exploration=0.3`, and `network=f32`.
///
/// Alpha-beta takes a depth (`alphabeta:4`), a number of evaluations a move
/// (`alphabeta:5000e`) or CPU time a move (`alphabeta:20ms`); best-first minimax
/// evaluations (`bestfirst:1000`) or CPU time. Both judge positions by the
/// handwritten evaluation, or by a model named behind: `alphabeta:4:FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// Any legal move.
    Random,
    /// Captures the most.
    Greedy,
    /// Rollout MCTS with so many random games a move.
    Rollout(u32),
    /// Alpha-beta so far, on the handwritten evaluation or on a model file.
    AlphaBeta(DepthLimit, Option<PathBuf>),
    /// Best-first minimax with a budget a move, likewise.
    BestFirst(Budget, Option<PathBuf>),
    /// PUCT without a network, every position even: what generation 0 is.
    Untrained(u32, Settings),
    /// A model file and how long it searches (`None`: the caller's simulations).
    Model(PathBuf, Option<SearchLimit>, Settings),
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
    /// A search setting that cannot be used.
    #[error("`{text}`: {error}")]
    Setting {
        /// What was typed.
        text: String,
        /// What is wrong with it.
        error: SettingError,
    },
}

/// What is written before the limit of the two minimax players.
pub(super) const ALPHA_BETA: &str = "alphabeta";
pub(super) const BEST_FIRST: &str = "bestfirst";

const ALPHA_BETA_RIGHT: &str = "write alphabeta:N with depth N of 1 to 99, alphabeta:Ne with \
     N evaluations a move, or alphabeta:Nms with N milliseconds of CPU time a move, like \
     alphabeta:4, alphabeta:5000e, alphabeta:20ms; a model may follow: alphabeta:4:FILE";
const MODEL_RIGHT: &str = "write FILE:N with N simulations a move, FILE:Ne with N evaluations, or \
     FILE:Nms with N milliseconds of CPU time, N above 0, like FILE:400, FILE:5000e, FILE:20ms";
const BEST_FIRST_RIGHT: &str = "write bestfirst:N with N evaluations a move, or bestfirst:Nms \
     with N milliseconds of CPU time a move, like bestfirst:1000, bestfirst:20ms; a model may \
     follow: bestfirst:1000:FILE";

/// The limit and the model file behind a minimax player's name.
fn minimax<L: FromStr>(
    text: &str,
    rest: &str,
    right: &'static str,
) -> Result<(L, Option<PathBuf>), SpecError> {
    let (limit, file) = match rest.split_once(':') {
        Some((limit, file)) => (limit, Some(file)),
        None => (rest, None),
    };
    match limit.parse() {
        Ok(limit) if file != Some("") => Ok((limit, file.map(PathBuf::from))),
        _ => Err(SpecError::Number {
            text: text.to_owned(),
            right,
        }),
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text.split_once(':').unwrap_or((text, "")) {
            (ALPHA_BETA, rest) => {
                let (limit, file) = minimax(text, rest, ALPHA_BETA_RIGHT)?;
                return Ok(Self::AlphaBeta(limit, file));
            }
            (BEST_FIRST, rest) => {
                let (budget, file) = minimax(text, rest, BEST_FIRST_RIGHT)?;
                return Ok(Self::BestFirst(budget, file));
            }
            _ => {}
        }
        let (head, settings) = split_settings(text)?;
        let number = |digits: &str, right| match digits.parse() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(SpecError::Number {
                text: text.to_owned(),
                right,
            }),
        };
        match (head, head.rsplit_once(':')) {
            ("random", _) => Ok(Self::Random),
            ("greedy", _) => Ok(Self::Greedy),
            (_, Some(("mcts", n))) => {
                number(n, "write mcts:N with N random games a move, like mcts:1000")
                    .map(Self::Rollout)
            }
            (_, Some(("untrained", n))) => number(n, "write untrained:N with N simulations a move")
                .map(|n| Self::Untrained(n, settings)),
            (_, Some((file, limit))) if looks_like_a_limit(limit) => match limit.parse() {
                Ok(limit) => Ok(Self::Model(PathBuf::from(file), Some(limit), settings)),
                Err(EffortError) => Err(SpecError::Number {
                    text: text.to_owned(),
                    right: MODEL_RIGHT,
                }),
            },
            _ => Ok(Self::Model(PathBuf::from(head), None, settings)),
        }
    }
}

/// Whether what follows the last colon is meant as a limit and not as a part of
/// a file's name.
fn looks_like_a_limit(text: &str) -> bool {
    let digits = text.trim_end_matches("ms").trim_end_matches('e');
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The player and the search settings behind it.
fn split_settings(text: &str) -> Result<(&str, Settings), SpecError> {
    match text.split_once(',') {
        Some((head, settings)) if settings.contains('=') => {
            let settings = settings.parse().map_err(|error| SpecError::Setting {
                text: text.to_owned(),
                error,
            })?;
            Ok((head, settings))
        }
        _ => Ok((text, Settings::default())),
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Rollout(n) => write!(f, "mcts:{n}"),
            Self::Untrained(n, settings) => {
                write!(f, "untrained:{n}{}", behind(settings))
            }
            Self::AlphaBeta(limit, None) => write!(f, "{ALPHA_BETA}:{limit}"),
            Self::AlphaBeta(limit, Some(path)) => {
                write!(f, "{ALPHA_BETA}:{limit}:{}", path.display())
            }
            Self::BestFirst(budget, None) => write!(f, "{BEST_FIRST}:{budget}"),
            Self::BestFirst(budget, Some(path)) => {
                write!(f, "{BEST_FIRST}:{budget}:{}", path.display())
            }
            Self::Model(path, None, settings) => {
                write!(f, "{}{}", path.display(), behind(settings))
            }
            Self::Model(path, Some(limit), settings) => {
                write!(f, "{}:{limit}{}", path.display(), behind(settings))
            }
        }
    }
}

/// Settings as they stand behind a player.
pub(super) fn behind(settings: &Settings) -> String {
    if settings.is_empty() {
        String::new()
    } else {
        format!(",{settings}")
    }
}

impl PlayerSpec {
    /// Whether it thinks by time: then its games differ from run to run.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        matches!(
            self,
            Self::AlphaBeta(DepthLimit::Within(Budget::CpuTime(_)), _)
                | Self::BestFirst(Budget::CpuTime(_), _)
                | Self::Model(_, Some(SearchLimit::Within(Budget::CpuTime(_))), _)
        )
    }

    /// The model file that plays, if one does.
    #[must_use]
    pub fn model_file(&self) -> Option<&Path> {
        match self {
            Self::Model(path, ..)
            | Self::AlphaBeta(_, Some(path))
            | Self::BestFirst(_, Some(path)) => Some(path),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use bingwa_engine::Ruleset;

    use super::*;
    use crate::search::SearchConfig;

    #[test]
    fn descriptions_round_trip() {
        for text in [
            "random",
            "greedy",
            "mcts:1000",
            "untrained:64",
            "alphabeta:4",
            "alphabeta:5000e",
            "alphabeta:20ms",
            "alphabeta:4:a/b.bingwa",
            "bestfirst:1000",
            "bestfirst:20ms:a:b.bingwa",
            "a/b.bingwa",
            "a/b.bingwa:400",
            "a/b.bingwa:5000e",
            "a/b.bingwa:20ms,root=puct,gumbel.considered=8",
            "a,b.bingwa",
            "untrained:64,minimax_weight=0.25",
            "m.bingwa:64,network=f32",
            "m.bingwa,root=puct,network=f32",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        assert_eq!(
            "runs/x:1/m.bingwa".parse(),
            Ok(PlayerSpec::Model(
                PathBuf::from("runs/x:1/m.bingwa"),
                None,
                Settings::default()
            ))
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in [
            "mcts:",
            "mcts:0",
            "mcts:x",
            "m.bingwa:0",
            "m.bingwa:0ms",
            "m.bingwa:8,rot=puct",
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
        for player in ["alphabeta", "bestfirst"] {
            for rest in ["", ":", ":0", ":4x", ":4:", ":-1e", ":m.bingwa"] {
                let text = format!("{player}{rest}");
                let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
                assert!(error.contains(&text), "{error}");
                assert!(error.contains(&format!("{player}:20ms")), "{error}");
            }
        }
        assert!("alphabeta:100".parse::<PlayerSpec>().is_err());
    }

    #[test]
    fn a_minimax_player_is_called_by_its_limit_and_plays() {
        let rules = Ruleset::KUJIFUNZA;
        for text in ["alphabeta:3", "alphabeta:50e", "bestfirst:50"] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.model_file(), None);
            let factory = spec.load(&rules, SearchConfig::default(), 1).unwrap();
            assert_eq!(factory.name, text);
            let start = bingwa_engine::Position::start(&rules);
            let mut random = crate::seeds::stream(0, crate::seeds::Purpose::Play, 0, 0);
            let mv = factory.make().choose(&rules, &start, &mut random).unwrap();
            assert!(rules.is_legal(&start, mv));
        }
        let spec: PlayerSpec = "bestfirst:50:nowhere.bingwa".parse().unwrap();
        assert_eq!(spec.model_file(), Some(Path::new("nowhere.bingwa")));
        assert!(spec.load(&rules, SearchConfig::default(), 1).is_err());
    }
}
