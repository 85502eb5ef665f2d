//! From what the search remembers to a proof.
//!
//! Follows the winning moves in the table from the root on. What was thrown out
//! of it is searched again. Moves that were found at different times could then
//! lead round in a circle: that is an error, which no search has met.

use std::collections::{HashMap, HashSet};

use bingwa_engine::{Move, Outcome, Position, Ruleset, Side};

use super::ProveError;
use super::limits::Meter;
use super::search::Search;
use super::situation::Situation;

/// Winning moves of positions of the winner.
pub(super) struct Strategy {
    rules: Ruleset,
    winner: Side,
    /// Positions from which every game is won by moves in here.
    moves: HashMap<Situation, Move>,
}

/// A position of the winner under way, whose answers are to be won as well.
struct Node {
    situation: Situation,
    mv: Move,
    answers: Vec<Position>,
}

impl Strategy {
    /// Winning moves for all games from `root`, by what the search remembers.
    pub(super) fn extract(
        rules: &Ruleset,
        winner: Side,
        root: &Position,
        search: &mut Search,
        meter: &mut Meter<'_>,
    ) -> Result<Self, ProveError> {
        let mut strategy = Self {
            rules: *rules,
            winner,
            moves: HashMap::new(),
        };
        strategy.complete(root, search, meter)?;
        Ok(strategy)
    }

    /// The moves in the order in which the checker asks for them.
    pub(super) fn in_order(&self, root: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut seen = HashSet::new();
        let mut ahead = self.open(root);
        ahead.reverse();
        while let Some(position) = ahead.pop() {
            let situation = Situation::of(&position);
            if !seen.insert(situation) {
                continue;
            }
            let Some(&mv) = self.moves.get(&situation) else {
                continue;
            };
            moves.push(mv);
            let from = ahead.len();
            ahead.extend(self.answers(&position, mv));
            ahead[from..].reverse();
        }
        moves
    }

    /// Adds what is missing for all games from `root`.
    fn complete(
        &mut self,
        root: &Position,
        search: &mut Search,
        meter: &mut Meter<'_>,
    ) -> Result<(), ProveError> {
        let mut on_path = HashSet::new();
        let mut path: Vec<Node> = Vec::new();
        let mut waiting = self.open(root);
        loop {
            let next = match path.last_mut() {
                Some(node) => node.answers.pop(),
                None => match waiting.pop() {
                    Some(position) => Some(position),
                    None => return Ok(()),
                },
            };
            let Some(position) = next else {
                if let Some(node) = path.pop() {
                    on_path.remove(&node.situation);
                    self.moves.insert(node.situation, node.mv);
                }
                continue;
            };
            let situation = Situation::of(&position);
            if self.moves.contains_key(&situation) {
                continue;
            }
            if !on_path.insert(situation) {
                return Err(ProveError::Circle);
            }
            let mv = self.winning_move(&position, search, meter)?;
            path.push(Node {
                situation,
                mv,
                answers: self.answers(&position, mv),
            });
        }
    }

    /// The positions of the winner nearest to a position that is not over.
    fn open(&self, position: &Position) -> Vec<Position> {
        if position.mover() == self.winner {
            vec![*position]
        } else {
            self.after(position)
        }
    }

    /// The positions after a move of the winner and every answer, won ones
    /// aside.
    fn answers(&self, position: &Position, mv: Move) -> Vec<Position> {
        let played = self.rules.play(position, mv);
        if self.rules.outcome_after(&played) == Some(Outcome::Win(self.winner)) {
            return Vec::new();
        }
        self.after(&played.position)
    }

    fn after(&self, position: &Position) -> Vec<Position> {
        let mut open = Vec::new();
        self.rules.children(position, |_, played| {
            if self.rules.outcome_after(&played) != Some(Outcome::Win(self.winner)) {
                open.push(played.position);
            }
        });
        open
    }

    /// The winning move the search knows here, searched again if it was thrown
    /// out.
    fn winning_move(
        &self,
        position: &Position,
        search: &mut Search,
        meter: &mut Meter<'_>,
    ) -> Result<Move, ProveError> {
        if let Some(mv) = search.winning_move(position) {
            return Ok(mv);
        }
        let winner = search.run(position, meter)?;
        search
            .winning_move(position)
            .filter(|_| winner == self.winner)
            .ok_or(ProveError::Lost)
    }
}
