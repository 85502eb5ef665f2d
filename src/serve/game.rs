//! `/api/game` and `/api/load`: the server keeps no games. Whoever asks sends the
//! whole game, a rule set, a start and moves, and is told what has become of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use bingwa_engine::{Game, Move, Position, Ruleset};
use serde::Deserialize;

use super::Service;
use super::refusal::{Asked, Refusal};
use super::told::Told;
use crate::args;

/// The most moves that a rule set may let a game have: the presets end one after
/// 500.
const MOST_MOVES: u16 = 1000;
/// Letters of a rule set, a position, or a player's name.
const LONGEST_TEXT: usize = 400;
/// The most laps that a rule set may let a move make: as in the presets.
const MOST_LAPS: u16 = 1024;

/// A game in a request.
#[derive(Deserialize)]
pub(super) struct Sent {
    rules: String,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// Names of South and North, for the game's text.
    #[serde(default)]
    names: Option<[String; 2]>,
}

impl Sent {
    /// The game, every move played.
    pub(super) fn game(&self) -> Result<Game, Refusal> {
        let rules = ruleset(&self.rules)?;
        let mut game = match &self.start {
            None => Game::new(rules),
            Some(text) => {
                within(text, "a position")?;
                let start: Position = text.parse().map_err(Refusal::senseless)?;
                Game::from_position(rules, start).map_err(Refusal::senseless)?
            }
        };
        for (number, text) in (1..).zip(&self.moves) {
            let told = |error: &dyn std::fmt::Display| {
                Refusal::senseless(format!("move {number}: {error}"))
            };
            within(text, "a move")?;
            let mv: Move = text.parse().map_err(|error| told(&error))?;
            game.push(mv).map_err(|error| told(&error))?;
        }
        if let Some(names) = &self.names {
            for (header, name) in ["South", "North"].into_iter().zip(names) {
                within(name, "a name")?;
                game.set_header(header, name).map_err(Refusal::senseless)?;
            }
        }
        Ok(game)
    }
}

/// A rule set as written, if the page can bear it.
fn ruleset(text: &str) -> Result<Ruleset, Refusal> {
    within(text, "a rule set")?;
    let rules = args::ruleset(text).map_err(Refusal::senseless)?;
    if rules.lap_limit > MOST_LAPS || rules.ply_limit > MOST_MOVES {
        return Err(Refusal::senseless(format!(
            "{text}: here lap_limit is at most {MOST_LAPS} and ply_limit at most {MOST_MOVES}"
        )));
    }
    Ok(rules)
}

fn within(text: &str, what: &str) -> Result<(), Refusal> {
    if text.chars().count() > LONGEST_TEXT {
        return Err(Refusal::senseless(format!(
            "{what} has at most {LONGEST_TEXT} letters"
        )));
    }
    Ok(())
}

/// `POST /api/game`.
pub(super) async fn game(
    State(service): State<Arc<Service>>,
    Asked(sent): Asked<Sent>,
) -> Result<Json<Told>, Refusal> {
    let work = move |_: &AtomicBool| Ok(Json(Told::of(&sent.game()?)));
    service.boards.run(work).await?
}

/// A game as text.
#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

/// `POST /api/load`.
pub(super) async fn load(
    State(service): State<Arc<Service>>,
    Asked(sent): Asked<Text>,
) -> Result<Json<Told>, Refusal> {
    let work = move |_: &AtomicBool| {
        check_rules(&sent.text)?;
        let game: Game = sent.text.parse().map_err(Refusal::senseless)?;
        Ok(Json(Told::of(&game)))
    };
    service.boards.run(work).await?
}

/// Refuses a text whose rules would make it slow to read, before it is read.
fn check_rules(text: &str) -> Result<(), Refusal> {
    let written = |line: &str| {
        let rules = line.trim().strip_prefix("[Rules \"")?;
        rules.strip_suffix("\"]").map(str::to_owned)
    };
    match text.lines().find_map(written) {
        Some(rules) => ruleset(&rules).map(|_| ()),
        None => Err(Refusal::senseless(
            "a game needs its rules before its moves: [Rules \"kiswahili\"]",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_make_games_or_moves_too_long_are_refused_before_anything_is_played() {
        for text in [
            "kujifunza lap_limit=60000",
            "kujifunza ply_limit=60000",
            "monopoly",
        ] {
            assert!(ruleset(text).is_err(), "{text}");
            assert!(
                check_rules(&format!(" [Rules \"{text}\"] ")).is_err(),
                "{text}"
            );
        }
        assert!(ruleset("kujifunza lap_limit=500").is_ok());
        assert!(check_rules("[South \"A\"]\n[Rules \"kujifunza\"]\n\n*").is_ok());
        assert!(check_rules("A1> *").is_err());
    }

    #[test]
    fn letters_are_counted_not_bytes() {
        assert!(within(&"ä".repeat(LONGEST_TEXT), "a name").is_ok());
        assert!(within(&"ä".repeat(LONGEST_TEXT + 1), "a name").is_err());
    }

    #[test]
    fn a_header_that_the_games_reader_takes_is_seen_here_too() {
        // Whatever the reader takes as rules must have been checked.
        for line in [
            "[Rules \"kujifunza lap_limit=60000\"]",
            "  [Rules \"kujifunza lap_limit=60000\"]",
            "[Rules  \"kujifunza lap_limit=60000\"]",
            "[ Rules \"kujifunza lap_limit=60000\"]",
            "[Rules \"kujifunza lap_limit=60000\" ]",
            "[Rules \"kujifunza\\u0020lap_limit=60000\"]",
            "[Rules\t\"kujifunza lap_limit=60000\"]",
        ] {
            let text = format!("{line}\n\n*\n");
            assert!(check_rules(&text).is_err(), "{line}");
        }
    }
}
