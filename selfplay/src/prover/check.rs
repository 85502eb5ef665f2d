//! Checks a proof with the engine alone.
//!
//! Walks every game that the claim speaks of: at the winner's positions the one
//! move of the proof, at the other player's every legal move. Each must end in a
//! win. A position met again is not walked again; one met on its own path is a
//! game without end, and refused.

use std::collections::HashMap;
use std::fmt;

use bingwa_engine::{IllegalMove, Move, Outcome, Position};

use super::proof::Proof;
use super::situation::Situation;

/// What a sound proof is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Positions in which the winner moves: one move of the proof each.
    pub winner_positions: usize,
    /// Positions in which the other player moves: every move tried.
    pub other_positions: usize,
    /// Moves of both players in the longest game, from the root.
    pub depth: u32,
}

/// A position under way.
struct Node {
    situation: Situation,
    position: Position,
    /// The moves to try here, from `tried` on still to come.
    moves: Vec<Move>,
    tried: usize,
    /// Moves of the longest game from here, as far as known.
    depth: u32,
}

/// Checks a proof, move by move.
///
/// # Errors
/// [`Flaw`], the first one met, with the moves that lead to it.
pub fn check(proof: &Proof) -> Result<Checked, Flaw> {
    let Proof { rules, root, .. } = proof;
    let won = Outcome::Win(proof.winner);
    let mut walk = Walk {
        proof,
        used: 0,
        path: Vec::new(),
        depths: HashMap::new(),
        others: 0,
    };
    let mut depth = 0;
    match rules.outcome(root) {
        Some(outcome) if outcome == won => {}
        Some(outcome) => return Err(walk.flaw(FlawKind::Ends(outcome))),
        None => walk.enter(*root)?,
    }
    while let Some(node) = walk.path.last_mut() {
        let Some(&mv) = node.moves.get(node.tried) else {
            // Every move from here wins.
            depth = node.depth;
            walk.depths.insert(node.situation, Some(depth));
            walk.path.pop();
            if let Some(above) = walk.path.last_mut() {
                above.depth = above.depth.max(depth + 1);
            }
            continue;
        };
        node.tried += 1;
        let played = match rules.try_play(&node.position, mv) {
            Ok(played) => played,
            Err(illegal) => return Err(walk.flaw(FlawKind::Illegal(illegal))),
        };
        match rules.outcome_after(&played) {
            Some(outcome) if outcome == won => node.depth = node.depth.max(1),
            Some(outcome) => return Err(walk.flaw(FlawKind::Ends(outcome))),
            None => match walk.depths.get(&Situation::of(&played.position)) {
                Some(Some(depth)) => node.depth = node.depth.max(depth + 1),
                Some(None) => return Err(walk.flaw(FlawKind::Repeats)),
                None => walk.enter(played.position)?,
            },
        }
    }
    if walk.used < proof.moves.len() {
        return Err(walk.flaw(FlawKind::Leftover(proof.moves.len() - walk.used)));
    }
    // A position met again may have been walked with more moves to go.
    let longest = u32::from(root.plies()) + depth;
    if longest > u32::from(rules.ply_limit) {
        return Err(walk.flaw(FlawKind::TooLong {
            longest,
            limit: rules.ply_limit,
        }));
    }
    Ok(Checked {
        winner_positions: walk.used,
        other_positions: walk.others,
        depth,
    })
}

/// A walk under way.
struct Walk<'a> {
    proof: &'a Proof,
    /// Moves of the proof used so far.
    used: usize,
    path: Vec<Node>,
    /// The longest game from each position seen; `None` while it is on the path.
    depths: HashMap<Situation, Option<u32>>,
    others: usize,
}

impl Walk<'_> {
    fn enter(&mut self, position: Position) -> Result<(), Flaw> {
        let moves = if position.mover() == self.proof.winner {
            let Some(&mv) = self.proof.moves.get(self.used) else {
                return Err(self.flaw(FlawKind::Missing));
            };
            self.used += 1;
            vec![mv]
        } else {
            self.others += 1;
            self.proof.rules.legal_moves(&position).to_vec()
        };
        let situation = Situation::of(&position);
        self.depths.insert(situation, None);
        self.path.push(Node {
            situation,
            position,
            moves,
            tried: 0,
            depth: 0,
        });
        Ok(())
    }

    fn flaw(&self, kind: FlawKind) -> Flaw {
        let last_tried = |node: &Node| node.moves.get(node.tried.checked_sub(1)?).copied();
        Flaw {
            line: self.path.iter().filter_map(last_tried).collect(),
            kind,
        }
    }
}

/// Why a proof does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {kind}", Line(line))]
pub struct Flaw {
    /// The moves from the root to where it shows, the last one included.
    pub line: Vec<Move>,
    /// What is wrong there.
    pub kind: FlawKind,
}

/// What is wrong at a place of a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlawKind {
    /// A game ends otherwise than claimed.
    #[error("the game ends there, but not as claimed: {0}")]
    Ends(Outcome),
    /// The proof's move may not be played.
    #[error("the proof has a wrong move there: {0}")]
    Illegal(IllegalMove),
    /// No move is left for a position of the winner.
    #[error("the proof has no move for the position there")]
    Missing,
    /// The position has been there before.
    #[error("the position there repeats an earlier one: the game would never end")]
    Repeats,
    /// More moves than positions.
    #[error("the proof goes on after its end: {0} moves too many")]
    Leftover(usize),
    /// A game may reach the move limit.
    #[error("the longest game has {longest} moves: after {limit} it is a draw")]
    TooLong {
        /// Moves of the longest game, those before the root included.
        longest: u32,
        /// The limit of the rule set.
        limit: u16,
    },
}

struct Line<'a>(&'a [Move]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("at the root");
        }
        f.write_str("after")?;
        self.0.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
