//! Who plays a match: players by name, and other programs.

use std::time::Duration;

use anyhow::{Context, bail};
use bingwa_engine::Ruleset;
use bingwa_models::Model;
use bingwa_selfplay::players::{Budget, EngineSpec, PlayerFactory, PlayerSpec, SearchLimit};
use bingwa_selfplay::search::SearchConfig;

/// The two players: those that were named, then engines.
#[derive(clap::Args)]
pub(super) struct Players {
    /// The player whose score is counted
    #[arg(value_name = "A")]
    first: Option<PlayerSpec>,
    /// Its opponent
    #[arg(value_name = "B")]
    second: Option<PlayerSpec>,
    /// Another program in place of B, started by this command (quoted as for a
    /// shell); given twice, in place of A and B
    #[arg(long, value_name = "COMMAND")]
    engine: Vec<String>,
    /// What an engine may use for a move: N simulations, Ne (evaluations: `go
    /// nodes N`) or Nms (time on the clock: `go movetime N`)
    #[arg(long, value_name = "LIMIT", default_value = "10000e")]
    engine_limit: SearchLimit,
    /// Seconds to wait for an engine's answer, beyond the time it has for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    engine_patience: u32,
    /// Simulations a move of a model that names none
    #[arg(long, default_value_t = 64)]
    simulations: u32,
}

impl Players {
    fn named(&self) -> impl Iterator<Item = &PlayerSpec> {
        self.first.iter().chain(&self.second)
    }

    /// The rule set of the first model among the players, else kiswahili.
    pub(super) fn ruleset(&self) -> anyhow::Result<Ruleset> {
        match self.named().find_map(PlayerSpec::model_file) {
            Some(path) => Ok(Model::load(path)?.ruleset),
            None => Ok(Ruleset::KISWAHILI),
        }
    }

    /// Whether one of them thinks by time.
    pub(super) fn think_by_time(&self) -> bool {
        let by_time = matches!(self.engine_limit, SearchLimit::Within(Budget::CpuTime(_)));
        self.named().any(PlayerSpec::is_timed) || by_time && !self.engine.is_empty()
    }

    /// Loads the models and starts the engines.
    pub(super) fn load(&self, rules: &Ruleset) -> anyhow::Result<[PlayerFactory; 2]> {
        let mut players = Vec::new();
        for spec in self.named() {
            players.push(spec.load(rules, SearchConfig::default(), self.simulations)?);
        }
        if players.len() + self.engine.len() != 2 {
            bail!(
                "a match has two players: name both, or one and --engine COMMAND, or --engine \
                 twice; here are {} and {} engines",
                players.len(),
                self.engine.len()
            );
        }
        for command in &self.engine {
            players.push(self.start(command, rules)?);
        }
        players
            .try_into()
            .map_err(|_| anyhow::anyhow!("a match has two players"))
    }

    fn start(&self, command: &str, rules: &Ruleset) -> anyhow::Result<PlayerFactory> {
        let spec = EngineSpec {
            command: shell_words::split(command)
                .with_context(|| format!("--engine `{command}`"))?,
            limit: self.engine_limit,
            patience: Duration::from_secs(self.engine_patience.into()),
        };
        PlayerFactory::engine(spec, rules).with_context(|| {
            format!("--engine `{command}`: it must speak UGI, see docs/PROTOCOL.md")
        })
    }
}
