//! Players ready to play: with their models loaded, made as often as there are
//! threads.

use core::fmt;
use std::path::Path;
use std::sync::Arc;

use bingwa_engine::Ruleset;
use bingwa_models::{CpuNetwork, Model, ModelError, QuantisedNetwork, Uniform};

use super::engine::{Engine, EnginePlayer};
use super::spec::{ALPHA_BETA, BEST_FIRST, behind};
use super::{
    AlphaBeta, BestFirst, Budget, DepthLimit, EngineError, EngineSpec, Greedy, Handwritten,
    NetworkPlayer, Player, PlayerSpec, RandomMover, RolloutMcts, SearchLimit,
};
use crate::search::SearchConfig;

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
    AlphaBeta(DepthLimit, Judge),
    BestFirst(Budget, Judge),
    Network(SearchConfig, CpuNetwork, SearchLimit),
    Untrained(SearchConfig, u32),
    Engine(Arc<Engine>),
    Own(Maker),
}

/// Makes a player that no description names.
#[derive(Clone)]
struct Maker(Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>);

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Maker")
    }
}

/// Who judges positions for a minimax player.
#[derive(Clone, Debug)]
enum Judge {
    Handwritten(Box<Handwritten>),
    Network(QuantisedNetwork),
}

impl Judge {
    /// The model's network, or the handwritten evaluation, and how to call it
    /// behind the player's name.
    fn load(file: Option<&Path>, rules: &Ruleset) -> Result<(Self, String), ModelError> {
        let Some(file) = file else {
            let handwritten = Box::new(Handwritten::new(rules));
            return Ok((Self::Handwritten(handwritten), String::new()));
        };
        let model = Model::load_for(file, rules)?;
        let called = format!(":{}@{}", stem(file), model.short_hash());
        Ok((Self::Network(model.quantised()), called))
    }
}

/// How a model that plays is called.
fn called(model: &Model, path: &Path, limit: SearchLimit) -> String {
    format!("{}@{}:{limit}", stem(path), model.short_hash())
}

fn stem(path: &Path) -> std::borrow::Cow<'_, str> {
    path.file_stem().unwrap_or_default().to_string_lossy()
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
        let mut name = self.to_string();
        let kind = match self {
            Self::AlphaBeta(limit, file) => {
                let (judge, called) = Judge::load(file.as_deref(), rules)?;
                name = format!("{ALPHA_BETA}:{limit}{called}");
                Kind::AlphaBeta(*limit, judge)
            }
            Self::BestFirst(budget, file) => {
                let (judge, called) = Judge::load(file.as_deref(), rules)?;
                name = format!("{BEST_FIRST}:{budget}{called}");
                Kind::BestFirst(*budget, judge)
            }
            Self::Random => Kind::Random,
            Self::Greedy => Kind::Greedy,
            Self::Rollout(n) => Kind::Rollout(*n),
            Self::Untrained(n, settings) => Kind::Untrained(settings.apply(&search), *n),
            Self::Model(path, own, settings) => {
                let model = Model::load_for(path, rules)?;
                let limit = own.unwrap_or(SearchLimit::Simulations(simulations));
                name = format!("{}{}", called(&model, path, limit), behind(settings));
                let network = CpuNetwork::new(&model, settings.network());
                Kind::Network(settings.apply(&search), network, limit)
            }
        };
        Ok(PlayerFactory { name, kind })
    }
}

impl PlayerFactory {
    /// A player of the caller's own, made by `make`.
    #[must_use]
    pub fn own(name: String, make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self {
            name,
            kind: Kind::Own(Maker(Arc::new(make))),
        }
    }

    /// Another program that speaks UGI. It is started to see that it works; each
    /// thread that plays will start one.
    ///
    /// # Errors
    /// [`EngineError`] when it does not introduce itself or refuses the rules.
    pub fn engine(spec: EngineSpec, rules: &Ruleset) -> Result<Self, EngineError> {
        let limit = spec.limit;
        let (engine, name) = Engine::start(spec, rules)?;
        Ok(Self {
            name: format!("{name}:{limit}"),
            kind: Kind::Engine(engine),
        })
    }

    /// How it searches beyond what its name says, or the command of an engine, as
    /// JSON; empty where the name says all.
    ///
    /// # Errors
    /// None that sound settings meet.
    pub fn settings(&self) -> serde_json::Result<String> {
        match &self.kind {
            Kind::Network(search, ..) | Kind::Untrained(search, _) => serde_json::to_string(search),
            Kind::Engine(engine) => serde_json::to_string(engine.command()),
            _ => Ok(String::new()),
        }
    }

    /// Makes the player.
    #[must_use]
    pub fn make(&self) -> Box<dyn Player> {
        match &self.kind {
            Kind::Network(search, network, limit) => {
                Box::new(NetworkPlayer::new(*search, network.clone(), *limit))
            }
            Kind::Untrained(search, simulations) => {
                let limit = SearchLimit::Simulations(*simulations);
                Box::new(NetworkPlayer::new(*search, Uniform, limit))
            }
            Kind::AlphaBeta(limit, judge) => match judge.clone() {
                Judge::Handwritten(judge) => Box::new(AlphaBeta::new(*limit, *judge)),
                Judge::Network(judge) => Box::new(AlphaBeta::new(*limit, judge)),
            },
            Kind::BestFirst(budget, judge) => match judge.clone() {
                Judge::Handwritten(judge) => Box::new(BestFirst::new(*budget, *judge)),
                Judge::Network(judge) => Box::new(BestFirst::new(*budget, judge)),
            },
            Kind::Rollout(n) => Box::new(RolloutMcts::new(*n)),
            Kind::Greedy => Box::new(Greedy),
            Kind::Random => Box::new(RandomMover),
            Kind::Own(maker) => (maker.0)(),
            Kind::Engine(engine) => Box::new(EnginePlayer::new(Arc::clone(engine))),
        }
    }
}
