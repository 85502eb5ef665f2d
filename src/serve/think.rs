//! `/api/think`, `/api/analyze` and `/api/graph`: the searches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use bingwa_engine::Game;
use bingwa_models::Value;
use bingwa_selfplay::seeds::{Purpose, stream};
use clap::ValueEnum;
use serde::Deserialize;
use serde_json::json;

use super::Service;
use super::game::Sent;
use super::refusal::{Asked, Refusal};
use crate::analyze::study::{Study, line_json, rounded, value_json};
use crate::judge::Judge;
use crate::levels::Level;

/// Simulations of one search that may be asked for: a fiftieth of a second to a
/// quarter, where positions have fifteen moves.
const MOST_SIMULATIONS: u32 = 20_000;
/// Lines that may be asked for.
const MOST_LINES: usize = 8;
/// Simulations for each point of the graph.
const GRAPH_SIMULATIONS: u32 = 400;

type Answer = Result<Json<serde_json::Value>, Refusal>;

/// A game, and who shall judge it.
#[derive(Deserialize)]
pub(super) struct Question {
    #[serde(flatten)]
    sent: Sent,
    /// A model named on the command line [default: the program's own].
    #[serde(default)]
    model: Option<String>,
}

impl Question {
    fn prepared(&self, service: &Service) -> Result<(Game, Arc<Judge>), Refusal> {
        let game = self.sent.game()?;
        let judge = service
            .opponents
            .judge(game.rules(), self.model.as_deref())?;
        Ok((game, judge))
    }
}

fn is_over() -> Refusal {
    Refusal::senseless("the game is over")
}

/// What a stopped search leaves: nobody reads it.
fn stopped(error: anyhow::Error) -> Refusal {
    Refusal::busy(&error.to_string())
}

/// A move is asked for.
#[derive(Deserialize)]
pub(super) struct Turn {
    #[serde(flatten)]
    question: Question,
    level: String,
    /// The same seed and game give the same move.
    #[serde(default)]
    seed: u64,
}

/// `POST /api/think`: the move a level plays.
pub(super) async fn think(State(service): State<Arc<Service>>, Asked(turn): Asked<Turn>) -> Answer {
    let level = Level::from_str(&turn.level, false).map_err(|_| {
        let known = Level::ALL.map(Level::name).join(", ");
        Refusal::senseless(format!("`{}` is no level: there are {known}", turn.level))
    })?;
    let theirs = Arc::clone(&service);
    let work = move |stop: &AtomicBool| {
        let (game, judge) = turn.question.prepared(&theirs)?;
        if game.outcome().is_some() {
            return Err(is_over());
        }
        let mut random = stream(turn.seed, Purpose::Play, 0, game.moves().len() as u64);
        let mut player = level.player(&judge);
        let mv = player.think(game.rules(), game.position(), Some(stop), &mut random);
        let mv = mv.ok_or_else(is_over)?;
        Ok(Json(json!({ "move": mv.to_string() })))
    };
    service.searches.run(work).await?
}

/// Lines are asked for.
#[derive(Deserialize)]
pub(super) struct Analysis {
    #[serde(flatten)]
    question: Question,
    lines: usize,
    simulations: u32,
}

/// `POST /api/analyze`: the best moves of a position, with what is expected after
/// them. Values are for the mover.
pub(super) async fn analyze(
    State(service): State<Arc<Service>>,
    Asked(asked): Asked<Analysis>,
) -> Answer {
    if !(1..=MOST_LINES).contains(&asked.lines) {
        return Err(Refusal::senseless(format!("lines: 1 to {MOST_LINES}")));
    }
    if !(1..=MOST_SIMULATIONS).contains(&asked.simulations) {
        let right = format!("simulations: 1 to {MOST_SIMULATIONS}");
        return Err(Refusal::senseless(right));
    }
    let theirs = Arc::clone(&service);
    let work = move |stop: &AtomicBool| {
        let (game, judge) = asked.question.prepared(&theirs)?;
        if game.outcome().is_some() {
            return Err(is_over());
        }
        let mut study = Study::new(&judge, asked.simulations, stop);
        let lines = study.lines(game.position(), asked.lines);
        let lines = lines.map_err(stopped)?;
        Ok(Json(json!({
            "judge": judge.name(),
            "mover": game.position().mover().letter(),
            "value": lines.first().map(|line| value_json(line.value)),
            "lines": lines.iter().map(line_json).collect::<Vec<_>>(),
        })))
    };
    service.searches.run(work).await?
}

/// A graph is asked for.
#[derive(Deserialize)]
pub(super) struct Graph {
    #[serde(flatten)]
    question: Question,
    /// The first position that is wanted: 0 is the start.
    #[serde(default)]
    from: usize,
}

/// `POST /api/graph`: South's chance to win in each position of a game.
pub(super) async fn graph(
    State(service): State<Arc<Service>>,
    Asked(asked): Asked<Graph>,
) -> Answer {
    let theirs = Arc::clone(&service);
    let work = move |stop: &AtomicBool| {
        let (game, judge) = asked.question.prepared(&theirs)?;
        let mut study = Study::new(&judge, GRAPH_SIMULATIONS, stop);
        let mut chances = Vec::new();
        for (number, position) in game.positions().iter().enumerate().skip(asked.from) {
            let outcome = game.outcome().filter(|_| number == game.moves().len());
            let value = match outcome {
                Some(outcome) => Value::of_outcome(outcome, position.mover()),
                None => study.search(position).map_err(stopped)?.value,
            };
            chances.push(rounded(value.chance_of_south(position.mover())));
        }
        Ok(Json(json!({ "from": asked.from, "south": chances })))
    };
    service.searches.run(work).await?
}
