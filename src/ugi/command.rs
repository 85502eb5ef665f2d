//! What another program may say: one line, one command.

use std::str::SplitWhitespace;

use bingwa_engine::{Move, Position};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    Ugi,
    IsReady,
    SetOption { name: String, value: String },
    NewGame,
    Position(Option<Position>, Vec<Move>),
    Go(Go),
    Stop,
    Query(Query),
    Quit,
}

/// What a search may use, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) simulations: Option<u32>,
    pub(super) nodes: Option<u32>,
    /// Milliseconds.
    pub(super) movetime: Option<u32>,
    /// Milliseconds on the clocks of South and North.
    pub(super) clocks: [Option<u32>; 2],
    /// Milliseconds each gets after a move.
    pub(super) increments: [u32; 2],
    pub(super) infinite: bool,
}

/// What can be asked about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    GameOver,
    Result,
    FirstPlayersTurn,
    Position,
    Moves,
}

const COMMANDS: &str = "ugi, isready, setoption, newgame, position, go, stop, query, quit";
const QUERIES: &str = "gameover, result, p1turn, position, moves";
const LIMITS: &str =
    "simulations N, nodes N, movetime MS, wtime MS, btime MS, winc MS, binc MS, infinite";

/// Reads a line that is not empty; the error says what would be right.
pub(super) fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let command = match first {
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "newgame" | "uginewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "setoption" => return set_option(line),
        "position" => return position(words),
        "go" => return go(words).map(Command::Go),
        "query" => return query(words),
        _ => return Err(format!("`{first}` is no command: there are {COMMANDS}")),
    };
    match words.next() {
        None => Ok(command),
        Some(more) => Err(format!("`{first}` stands alone: `{more}` is too much")),
    }
}

/// A value may hold blanks: it is the rest of the line.
fn set_option(line: &str) -> Result<Command, String> {
    let form = || "write setoption name NAME value VALUE".to_owned();
    let rest = line.trim().strip_prefix("setoption").unwrap_or_default();
    let rest = rest.trim_start().strip_prefix("name ").ok_or_else(form)?;
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) if value.is_empty() || value.starts_with(' ') => (name, value),
        _ => return Err(form()),
    };
    if name.trim().is_empty() {
        return Err(form());
    }
    Ok(Command::SetOption {
        name: name.trim().to_owned(),
        value: value.trim().to_owned(),
    })
}

fn position(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
    let form = "write position startpos, or position pos and the six fields of a position; then \
                perhaps moves and the moves";
    let start = words.next();
    let fields: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = match start {
        Some("startpos") => match fields.first() {
            None => None,
            Some(word) => return Err(format!("`{word}` after startpos: {form}")),
        },
        Some("pos") => {
            let text = fields.join(" ");
            let position = text.trim_matches('"').parse();
            Some(position.map_err(|error: bingwa_engine::PositionError| error.to_string())?)
        }
        _ => return Err(form.to_owned()),
    };
    let mut moves = Vec::new();
    for (number, word) in (1..).zip(words) {
        let mv = word.to_uppercase().parse();
        moves.push(mv.map_err(|error| format!("move {number}: {error}"))?);
    }
    Ok(Command::Position(start, moves))
}

fn go(mut words: SplitWhitespace<'_>) -> Result<Go, String> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let mut number = |least| limit(word, words.next().unwrap_or_default(), least);
        match word {
            "simulations" => go.simulations = Some(number(1)?),
            "nodes" => go.nodes = Some(number(1)?),
            "movetime" => go.movetime = Some(number(1)?),
            "wtime" => go.clocks[0] = Some(number(0)?),
            "btime" => go.clocks[1] = Some(number(0)?),
            "winc" => go.increments[0] = number(0)?,
            "binc" => go.increments[1] = number(0)?,
            "infinite" => go.infinite = true,
            _ => return Err(format!("`{word}` is no limit of go: there are {LIMITS}")),
        }
    }
    let bounds = Go {
        infinite: false,
        ..go
    };
    if go.infinite && bounds != Go::default() {
        return Err("go infinite has no other limit: leave one of them out".to_owned());
    }
    Ok(go)
}

/// The number after a word of `go`.
fn limit(word: &str, number: &str, least: u32) -> Result<u32, String> {
    let unit = match word {
        "simulations" | "nodes" => "",
        _ => " of milliseconds",
    };
    match number.parse::<u32>() {
        Ok(value) if value >= least => Ok(value),
        _ => Err(format!(
            "`{number}` after {word}: it is a whole number{unit}, {least} to {}",
            u32::MAX
        )),
    }
}

fn query(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
    let what = words.next().unwrap_or_default();
    let query = match what {
        "gameover" => Query::GameOver,
        "result" => Query::Result,
        "p1turn" => Query::FirstPlayersTurn,
        "position" => Query::Position,
        "moves" => Query::Moves,
        _ => return Err(format!("`{what}` cannot be queried: there are {QUERIES}")),
    };
    Ok(Command::Query(query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_the_rest_of_the_line() {
        let line = "setoption name RuleSet value kiswahili lap_limit=2048";
        let expected = Command::SetOption {
            name: "RuleSet".to_owned(),
            value: "kiswahili lap_limit=2048".to_owned(),
        };
        assert_eq!(parse(line), Ok(expected));
        let empty = Command::SetOption {
            name: "Model".to_owned(),
            value: String::new(),
        };
        assert_eq!(parse("setoption name Model value"), Ok(empty));
    }

    #[test]
    fn positions_and_moves_are_read() {
        let moves = vec!["A6>".parse().unwrap(), "A5<".parse().unwrap()];
        assert_eq!(
            parse("position startpos moves a6> A5<"),
            Ok(Command::Position(None, moves))
        );
        let text = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 0";
        let position = Some(text.parse().unwrap());
        for quote in ["", "\""] {
            let line = format!("position pos {quote}{text}{quote} moves");
            assert_eq!(parse(&line), Ok(Command::Position(position, Vec::new())));
        }
    }

    #[test]
    fn limits_are_read() {
        let go = Go {
            clocks: [Some(60_000), Some(0)],
            increments: [0, 500],
            ..Go::default()
        };
        assert_eq!(
            parse("go wtime 60000 btime 0 binc 500"),
            Ok(Command::Go(go))
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, says) in [
            ("uci", "there are ugi, isready"),
            ("stop now", "`now` is too much"),
            ("setoption Model x", "setoption name NAME value VALUE"),
            ("setoption name value x", "setoption name NAME value VALUE"),
            ("position", "position startpos"),
            ("position startpos A6>", "`A6>` after startpos"),
            ("position pos 1 2 3", "six fields"),
            ("position startpos moves A6> A9<", "move 2: "),
            ("go depth 7", "simulations N, nodes N"),
            ("go nodes", "whole number, 1 to"),
            ("go nodes 0", "whole number, 1 to"),
            ("go movetime -5", "of milliseconds"),
            ("go infinite nodes 4", "leave one of them out"),
            ("query winner", "gameover, result"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(says), "{line}: {error}");
        }
    }
}
