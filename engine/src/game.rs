//! A game: a rule set, a start position, the moves and the result.

use core::fmt;

use crate::moves::{Move, MoveList};
use crate::outcome::Outcome;
use crate::pit::Side;
use crate::play::{IllegalMove, Played};
use crate::position::{Position, PositionError};
use crate::ruleset::Ruleset;

/// A game under way or over: every move in it was legal.
///
/// ```
/// use bingwa_engine::{Game, Ruleset};
///
/// let mut game = Game::new(Ruleset::KUJIFUNZA);
/// game.set_header("South", "Amina")?;
/// game.push("A1>".parse()?)?;
/// game.push("B7>".parse()?)?;
/// let text = game.to_string();
/// assert_eq!(text, "[South \"Amina\"]\n[Rules \"kujifunza\"]\n\n1. A1> B7> *\n");
/// assert_eq!(text.parse::<Game>()?, game);
///
/// let wrong = text.replace("B7>", "B8<").parse::<Game>().unwrap_err();
/// assert!(wrong.to_string().starts_with("line 4: move 1 of North: B8< is not legal here"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Text
/// Like the PGN of chess: headers, a blank line, moves with their numbers, and
/// the result at the end.
///
/// ```text
/// [Event "Evening game"]
/// [South "Amina"]
/// [North "bingwa generation 12"]
/// [Rules "kiswahili lap_limit=2048"]
/// [Start "0,2,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 N 22,22 SN - 1"]
///
/// 1... A6> 2. A5< A7< 3. A6>+ A5> S
/// ```
///
/// - A header is a line `[Name "value"]`: the name of letters, digits and `_`,
///   beginning with a letter; in the value `\"` stands for a quotation mark and
///   `\\` for a backslash, and there are no control characters. No name comes
///   twice. All headers keep their order, except that `Rules` and `Start` are
///   written last.
/// - `Rules` is required: a preset's name, then the switches changed in it, the
///   text of a [`CustomRuleset`](crate::CustomRuleset).
/// - `Start` is a position; without it the game starts where the rules say.
/// - Moves are separated by blanks or line ends. A number with `.` may stand
///   before a move of South, a number with `...` before a move of North; it must
///   be right: moves are counted in pairs from 1 where the game starts, whoever
///   begins. Written are the numbers of South's moves, and that of North's if
///   North begins. Lines are at most 80 characters long.
/// - The result closes the game: `S`, `N`, `draw`, or `*` for a game that goes
///   on. Where the rules have decided, it must be what they say; before that any
///   result may stand there (a player resigned, time ran out).
///
/// A text holds one game; [`Game::read_all`] reads several, one after another.
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    pub(crate) headers: Vec<(String, String)>,
    rules: Ruleset,
    moves: Vec<Move>,
    /// The start, and the position after each move: never empty.
    positions: Vec<Position>,
    start: Position,
    outcome: Option<Outcome>,
    declared: Option<Outcome>,
}

/// Why a game cannot be set up, or a result or header be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A start position that the rule set does not know.
    #[error("the start position: {0}")]
    Start(#[from] PositionError),
    /// A result that contradicts the rules.
    #[error("the result is {right} by the rules, not {written}")]
    Result {
        /// As given.
        written: &'static str,
        /// What the rules say.
        right: &'static str,
    },
    /// A name that no header can have.
    #[error(
        "`{0}` cannot be a header: a name has letters, digits and _, begins with a letter, and is \
         not Rules, Start or Result, which the game itself writes"
    )]
    HeaderName(String),
    /// A value that does not fit on a line.
    #[error("the header {0} cannot hold a control character or line end")]
    HeaderValue(String),
}

impl Game {
    /// A new game from the start position of a rule set.
    #[must_use]
    pub fn new(rules: Ruleset) -> Self {
        Self::begin(rules, Position::start(&rules))
    }

    /// A new game from any position that fits the rule set.
    ///
    /// # Errors
    /// [`GameError::Start`] if it does not ([`Position::check`]).
    pub fn from_position(rules: Ruleset, start: Position) -> Result<Self, GameError> {
        start.check(&rules)?;
        Ok(Self::begin(rules, start))
    }

    fn begin(rules: Ruleset, start: Position) -> Self {
        Self {
            headers: Vec::new(),
            rules,
            moves: Vec::new(),
            positions: vec![start],
            start,
            outcome: rules.outcome(&start),
            declared: None,
        }
    }

    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The position it started from.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now, after all moves.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start)
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Every position: the start, then one after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Each move with the position it was played in and what came of it.
    pub fn replay(&self) -> impl Iterator<Item = (&Position, Move, Played)> {
        let moves = self.positions.iter().zip(&self.moves);
        moves.map(|(position, &mv)| (position, mv, self.rules.play(position, mv)))
    }

    /// The moves that may be played now; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        // A move may have decided a game in which the next player could move.
        match self.outcome {
            Some(_) => MoveList::new(),
            None => self.rules.legal_moves(self.position()),
        }
    }

    /// Plays a move. A declared result is forgotten.
    ///
    /// # Errors
    /// [`IllegalMove`] with the legal ones; the game stays as it is.
    pub fn push(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        if self.outcome.is_some() {
            let legal = Vec::new();
            return Err(IllegalMove { mv, legal });
        }
        let played = self.rules.try_play(self.position(), mv)?;
        self.moves.push(mv);
        self.positions.push(played.position);
        self.outcome = self.rules.outcome_after(&played);
        self.declared = None;
        Ok(played)
    }

    /// Takes the last move back and says which it was. A declared result is
    /// forgotten.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        // That move was legal, so the game was going on before it.
        self.outcome = None;
        self.declared = None;
        Some(mv)
    }

    /// The result by the rules, or `None` while they let the game go on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The result by the rules, or else the one declared.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        self.outcome.or(self.declared)
    }

    /// Declares the result of a game that ends before the rules end it (a player
    /// resigned, time ran out), or with `None` takes that back.
    ///
    /// # Errors
    /// [`GameError::Result`] if the rules have decided otherwise.
    pub fn declare(&mut self, result: Option<Outcome>) -> Result<(), GameError> {
        if self.outcome.is_some() && result != self.outcome {
            return Err(GameError::Result {
                written: result_text(result),
                right: result_text(self.outcome),
            });
        }
        self.declared = result.filter(|_| self.outcome.is_none());
        Ok(())
    }

    /// The headers in order, without those for rules and start.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let headers = self.headers.iter();
        headers.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers().find(|&(n, _)| n == name).map(|(_, v)| v)
    }

    /// Sets a header, replacing one of the same name.
    ///
    /// # Errors
    /// [`GameError::HeaderName`] or [`GameError::HeaderValue`].
    pub fn set_header(&mut self, name: &str, value: &str) -> Result<(), GameError> {
        let named = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !named || ["Rules", "Start", "Result"].contains(&name) {
            return Err(GameError::HeaderName(name.to_owned()));
        }
        if value.chars().any(char::is_control) {
            return Err(GameError::HeaderValue(name.to_owned()));
        }
        match self.headers.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.headers.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Takes a header out and gives its value.
    pub fn remove_header(&mut self, name: &str) -> Option<String> {
        let at = self.headers.iter().position(|(n, _)| n == name)?;
        Some(self.headers.remove(at).1)
    }

    /// The number and player of the move after `played` moves, counted in pairs
    /// as in game text.
    #[must_use]
    pub fn number(&self, played: usize) -> (usize, Side) {
        let first = self.start.mover();
        let half_moves = played + usize::from(first == Side::North);
        (half_moves / 2 + 1, Side::ALL[half_moves % 2])
    }
}

/// `S`, `N`, `draw`, or `*` for none.
pub(crate) fn result_text(result: Option<Outcome>) -> &'static str {
    result.map_or("*", Outcome::text)
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({self})")
    }
}
