//! Game text: written, read, replayed and checked. The form is described at
//! [`Game`].

use core::fmt;
use core::str::FromStr;

use crate::custom::{CustomError, CustomRuleset};
use crate::game::{Game, GameError, result_text};
use crate::moves::{Move, ParseMoveError};
use crate::outcome::Outcome;
use crate::pit::Side;
use crate::play::IllegalMove;
use crate::position::{Position, PositionError};

/// The longest line of moves.
const LINE: usize = 80;

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.headers() {
            write_header(f, name, value)?;
        }
        let rules = CustomRuleset::of(self.rules());
        write_header(f, "Rules", &rules.to_string())?;
        if *self.start() != Position::start(self.rules()) {
            write_header(f, "Start", &self.start().to_string())?;
        }
        let mut column = 0;
        let mut word = |f: &mut fmt::Formatter<'_>, word: &str| {
            if column == 0 || column + 1 + word.len() > LINE {
                f.write_str("\n")?;
                column = word.len();
            } else {
                f.write_str(" ")?;
                column += 1 + word.len();
            }
            f.write_str(word)
        };
        for (played, mv) in self.moves().iter().enumerate() {
            match self.number(played) {
                (number, Side::South) => word(f, &format!("{number}."))?,
                (number, Side::North) if played == 0 => word(f, &format!("{number}..."))?,
                _ => {}
            }
            word(f, &mv.to_string())?;
        }
        word(f, result_text(self.result()))?;
        f.write_str("\n")
    }
}

fn write_header(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// What is wrong with a game text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ParseGameError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: GameFault,
}

/// What can be wrong with a game text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// A line in brackets that is no header.
    #[error("`{0}` is no header: write it as [Name \"value\"]")]
    Header(String),
    /// A header that comes twice.
    #[error("the header {0} comes twice")]
    Twice(String),
    /// A header that comes after moves.
    #[error("a header comes before the first move: the game before it lacks its result")]
    Late,
    /// No rule set.
    #[error("a game needs its rules before its moves: [Rules \"kiswahili\"]")]
    NoRules,
    /// A rule set that cannot be read.
    #[error("the header Rules: {0}")]
    Rules(CustomError),
    /// A start position that cannot be read.
    #[error("the header Start: {0}")]
    Start(PositionError),
    /// A header, start or result that cannot be.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A number that is not that of the move after it.
    #[error("`{written}` stands where `{right}` should, before move {right} of {side}")]
    Number {
        /// As written.
        written: String,
        /// The right one.
        right: String,
        /// Whose move it is.
        side: Side,
    },
    /// A word that is no move, number or result.
    #[error("move {number} of {side}: {error}")]
    Word {
        /// The number of the move due.
        number: usize,
        /// Whose move is due.
        side: Side,
        /// What is wrong with it.
        error: ParseMoveError,
    },
    /// A move that the rules refuse.
    #[error("move {number} of {side}: {error}")]
    Illegal {
        /// The number of the move.
        number: usize,
        /// Whose move it is.
        side: Side,
        /// The move and the legal ones.
        error: IllegalMove,
    },
    /// No result at the end.
    #[error("the game lacks its result at the end: S, N, draw or *")]
    NoResult,
    /// Something after the result.
    #[error("`{0}` stands after the result, where the game is over")]
    After(String),
}

impl FromStr for Game {
    type Err = ParseGameError;

    /// Reads, replays and checks one game.
    ///
    /// # Errors
    /// [`ParseGameError`] names the line, and the move by its number.
    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let mut lines = numbered(text);
        let (game, rest) = read_game(&mut lines)?;
        let after = rest.map(|(line, word)| (line, word.to_owned()));
        let blank = |text: &str| text.trim().is_empty();
        let after = after.or_else(|| {
            let (line, text) = lines.find(|(_, text)| !blank(text))?;
            Some((line, text.trim().to_owned()))
        });
        match after {
            None => Ok(game),
            Some((line, word)) => Err(fault(line, GameFault::After(word))),
        }
    }
}

impl Game {
    /// Reads a text of several games, one after another.
    ///
    /// # Errors
    /// [`ParseGameError`] of the first game that cannot be read.
    pub fn read_all(text: &str) -> Result<Vec<Self>, ParseGameError> {
        let mut games = Vec::new();
        let mut lines = numbered(text).peekable();
        while let Some((_, next)) = lines.peek() {
            if next.trim().is_empty() {
                lines.next();
                continue;
            }
            let (game, rest) = read_game(&mut lines)?;
            if let Some((line, word)) = rest {
                return Err(fault(line, GameFault::After(word.to_owned())));
            }
            games.push(game);
        }
        Ok(games)
    }
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

fn fault(line: usize, fault: impl Into<GameFault>) -> ParseGameError {
    let fault = fault.into();
    ParseGameError { line, fault }
}

/// A word that stands where none should, with its line.
type Rest<'a> = Option<(usize, &'a str)>;

/// Reads lines to the result of a game; gives the game and the next word on the
/// line of its result.
fn read_game<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<(Game, Rest<'a>), ParseGameError> {
    let mut headers = Headers::default();
    let mut begun: Option<Game> = None;
    let mut last_line = 1;
    for (line, text) in lines {
        last_line = line;
        let text = text.trim();
        if text.starts_with('[') {
            if begun.is_some() {
                return Err(fault(line, GameFault::Late));
            }
            headers
                .read(line, text)
                .map_err(|wrong| fault(line, wrong))?;
            continue;
        }
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut game = match begun.take() {
                Some(game) => game,
                None => headers.begin(line)?,
            };
            if read_word(&mut game, word).map_err(|wrong| fault(line, wrong))? {
                return Ok((game, words.next().map(|word| (line, word))));
            }
            begun = Some(game);
        }
    }
    if begun.is_none() {
        headers.begin(last_line)?;
    }
    Err(fault(last_line, GameFault::NoResult))
}

/// The headers read so far.
#[derive(Default)]
struct Headers<'a> {
    rules: Option<(usize, String)>,
    start: Option<(usize, String)>,
    others: Vec<(usize, &'a str, String)>,
}

impl<'a> Headers<'a> {
    fn read(&mut self, line: usize, text: &'a str) -> Result<(), GameFault> {
        let (name, value) = parse_header(text).ok_or_else(|| GameFault::Header(text.to_owned()))?;
        let twice = match name {
            "Rules" => self.rules.replace((line, value)).is_some(),
            "Start" => self.start.replace((line, value)).is_some(),
            _ => {
                let twice = self.others.iter().any(|(_, other, _)| *other == name);
                self.others.push((line, name, value));
                twice
            }
        };
        if twice {
            return Err(GameFault::Twice(name.to_owned()));
        }
        Ok(())
    }

    /// The game without moves that the headers tell; `line` is where it starts.
    fn begin(&mut self, line: usize) -> Result<Game, ParseGameError> {
        let (at, rules) = self
            .rules
            .take()
            .ok_or_else(|| fault(line, GameFault::NoRules))?;
        let rules = rules
            .parse::<CustomRuleset>()
            .and_then(|custom| custom.resolve())
            .map_err(|error| fault(at, GameFault::Rules(error)))?;
        let mut game = match self.start.take() {
            None => Game::new(rules),
            Some((at, start)) => start
                .parse()
                .map_err(GameFault::Start)
                .and_then(|start| Ok(Game::from_position(rules, start)?))
                .map_err(|wrong| fault(at, wrong))?,
        };
        for (at, name, value) in self.others.drain(..) {
            game.set_header(name, &value)
                .map_err(|error| fault(at, error))?;
        }
        Ok(game)
    }
}

/// `[Name "value"]` as name and value.
fn parse_header(text: &str) -> Option<(&str, String)> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inside.split_once(' ')?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next()? {
                escaped @ ('\\' | '"') => value.push(escaped),
                _ => return None,
            },
            '"' => return None,
            _ => value.push(letter),
        }
    }
    Some((name, value))
}

/// Plays a move, checks a number, or ends the game: then `true`.
fn read_word(game: &mut Game, word: &str) -> Result<bool, GameFault> {
    if word == "*" {
        game.declare(None)?;
        return Ok(true);
    }
    if let Some(outcome) = Outcome::from_text(word) {
        game.declare(Some(outcome))?;
        return Ok(true);
    }
    let (number, side) = game.number(game.moves().len());
    if word.ends_with('.') {
        let right = match side {
            Side::South => format!("{number}."),
            Side::North => format!("{number}..."),
        };
        if word == right {
            return Ok(false);
        }
        let written = word.to_owned();
        return Err(GameFault::Number {
            written,
            right,
            side,
        });
    }
    let mv: Move = word.parse().map_err(|error| GameFault::Word {
        number,
        side,
        error,
    })?;
    game.push(mv).map_err(|error| GameFault::Illegal {
        number,
        side,
        error,
    })?;
    Ok(false)
}
