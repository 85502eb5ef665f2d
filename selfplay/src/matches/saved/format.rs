//! The file of a match as text: JSON lines, a header and then the pairs.

use bingwa_engine::{CustomRuleset, Move, Outcome, Position, Ruleset, Side};
use serde::{Deserialize, Serialize};

use crate::matches::{Match, MatchGame};
use crate::players::PlayerFactory;

/// Version of the format.
const VERSION: u32 = 1;

/// What a match is: with the openings, all that decides its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchHeader {
    bingwa_match: u32,
    /// Version of the program that played.
    program: String,
    /// The rule set, as people write it.
    pub ruleset: String,
    /// Seed of the players' draws.
    pub seed: u64,
    /// The two players; results are the first one's.
    pub players: [MatchPlayer; 2],
}

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlayer {
    /// Its name, with the hash of its model.
    pub name: String,
    /// Its search settings as JSON, empty if it has none. A text, so that numbers
    /// stay as they were written.
    pub settings: String,
}

/// Two games of one opening, the first player first South, then North.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairLine {
    opening: String,
    games: [GameLine; 2],
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    moves: String,
    result: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

impl MatchHeader {
    pub(super) fn of(contest: &Match<'_>) -> serde_json::Result<Self> {
        let player = |player: &PlayerFactory| {
            Ok(MatchPlayer {
                name: player.name.clone(),
                settings: player.settings()?,
            })
        };
        let [first, second] = contest.players;
        Ok(Self {
            bingwa_match: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: contest.rules.to_string(),
            seed: contest.seed,
            players: [player(first)?, player(second)?],
        })
    }

    /// What differs from `asked`: its name, here and there.
    pub(super) fn difference(&self, asked: &Self) -> Option<(String, String, String)> {
        let parts = |header: &Self| {
            let [a, b] = &header.players;
            [
                ("program's version", header.program.clone()),
                ("rule set", header.ruleset.clone()),
                ("first player", a.name.clone()),
                ("second player", b.name.clone()),
                ("first player's search", a.settings.clone()),
                ("second player's search", b.settings.clone()),
                ("seed", header.seed.to_string()),
            ]
        };
        parts(self)
            .into_iter()
            .zip(parts(asked))
            .find(|((_, here), (_, there))| here != there)
            .map(|((what, here), (_, there))| (what.to_owned(), here, there))
    }
}

/// Reads the first line.
pub(super) fn parse_header(line: &str) -> Result<MatchHeader, String> {
    let header: MatchHeader = serde_json::from_str(line)
        .map_err(|error| format!("it does not begin with the header of a match: {error}"))?;
    if header.bingwa_match != VERSION {
        return Err(format!(
            "it has version {} of the format: this program reads version {VERSION}",
            header.bingwa_match
        ));
    }
    Ok(header)
}

/// The rules that a header names.
pub(super) fn rules(header: &MatchHeader) -> Result<Ruleset, String> {
    let written: CustomRuleset = header.ruleset.parse().map_err(|e| format!("{e}"))?;
    written.resolve().map_err(|error| error.to_string())
}

/// A pair of games as a line.
pub(super) fn pair_line(
    opening: &Position,
    [south, north]: &[MatchGame; 2],
) -> serde_json::Result<String> {
    let line = |game: &MatchGame| GameLine {
        moves: words(&game.moves),
        result: game.outcome.text().to_owned(),
        fault: game.fault.clone(),
    };
    serde_json::to_string(&PairLine {
        opening: opening.to_string(),
        games: [line(south), line(north)],
    })
}

fn words(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// Reads a pair and plays it over: its moves must be legal and lead to its
/// results.
pub(super) fn parse_pair(
    line: &str,
    number: usize,
    rules: &Ruleset,
) -> Result<(Position, [MatchGame; 2]), String> {
    let pair: PairLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let opening: Position = pair.opening.parse().map_err(|error| format!("{error}"))?;
    let [south, north] = pair.games;
    let game = |line, seat| replay(line, rules, opening, seat, number);
    Ok((
        opening,
        [game(south, Side::South)?, game(north, Side::North)?],
    ))
}

fn replay(
    line: GameLine,
    rules: &Ruleset,
    opening: Position,
    seat: Side,
    number: usize,
) -> Result<MatchGame, String> {
    let mut here = opening;
    let mut outcome = rules.outcome(&here);
    let mut moves = Vec::new();
    for word in line.moves.split_whitespace() {
        let mv: Move = word.parse().map_err(|error| format!("{error}"))?;
        if outcome.is_some() || !rules.legal_moves(&here).contains(&mv) {
            return Err(format!("{word} is no legal move {}", moves.len() + 1));
        }
        let played = rules.play(&here, mv);
        outcome = rules.outcome_after(&played);
        moves.push(mv);
        here = played.position;
    }
    // The result of a position itself: a mover without a legal move.
    let outcome = outcome.or_else(|| rules.outcome(&here));
    let forfeit = || {
        line.fault
            .as_ref()
            .map(|_| Outcome::Win(here.mover().opponent()))
    };
    let outcome = outcome
        .or_else(forfeit)
        .filter(|outcome| outcome.text() == line.result)
        .ok_or_else(|| format!("the moves do not lead to the result {}", line.result))?;
    Ok(MatchGame {
        opening: number,
        seat,
        moves,
        outcome,
        fault: line.fault,
    })
}
