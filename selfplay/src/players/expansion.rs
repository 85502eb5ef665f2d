//! All children of a position, the open ones evaluated in one batch.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator};

use super::score::Score;
use crate::decided::decided_by;
use crate::search::evaluate;

/// A position one move on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) position: Position,
    /// The move that leads to it.
    pub(super) mv: Move,
    /// Its worth for its own mover: of a game that is over, or estimated.
    pub(super) score: Score,
    /// Whether its game is over.
    pub(super) over: bool,
}

/// An evaluator with room for one batch.
#[derive(Debug)]
pub(super) struct Expander<E> {
    evaluator: E,
    positions: Vec<Position>,
    evaluations: Vec<Evaluation>,
}

impl<E: Evaluator> Expander<E> {
    pub(super) const fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            positions: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    /// Gives the children that are not over their estimates; says how many these
    /// are.
    pub(super) fn judge(&mut self, children: &mut [Child]) -> usize {
        let open = children.iter().filter(|child| !child.over);
        self.positions.extend(open.map(|child| child.position));
        let count = self.positions.len();
        evaluate(
            &mut self.evaluator,
            &mut self.positions,
            &mut self.evaluations,
        );
        let open = children.iter_mut().filter(|child| !child.over);
        for (child, evaluation) in open.zip(&self.evaluations) {
            child.score = Score::estimate(evaluation.value);
        }
        count
    }
}

/// Pushes the children of a position whose game is not over, those that are not
/// over with [`Score::DRAWN`]; none if every move is endless: then the mover has
/// lost.
///
/// Where a move wins at once the last child pushed is the one it leads to, lost
/// for its mover, and those behind it are left out: nobody needs them.
pub(super) fn play_all(rules: &Ruleset, position: &Position, children: &mut Vec<Child>) -> Family {
    let from = children.len();
    let mut wins = false;
    rules.children(position, |mv, played| {
        if wins {
            return;
        }
        let over = decided_by(rules, &played).map(Score::from);
        wins = over == Some(Score::LOST);
        children.push(Child {
            position: played.position,
            mv,
            score: over.unwrap_or(Score::DRAWN),
            over: over.is_some(),
        });
    });
    match &children[from..] {
        [.., last] if wins => Family::Won(last.mv),
        [only] if !only.over => Family::Forced(*only),
        _ => Family::Open,
    }
}

/// What the children of a position say at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Family {
    /// This move wins at once.
    Won(Move),
    /// There is only this move, and the game goes on.
    Forced(Child),
    /// Anything else.
    Open,
}
