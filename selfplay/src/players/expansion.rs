//! All children of a position, the open ones evaluated in one batch.

use bingwa_engine::{Move, Outcome, Played, Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator};

use super::score::Score;

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
        let blank = Evaluation {
            value: 0.5,
            arrival: 0.0,
        };
        self.positions.clear();
        let open = children.iter().filter(|child| !child.over);
        self.positions.extend(open.map(|child| child.position));
        self.evaluations.resize(self.positions.len(), blank);
        self.evaluator
            .evaluate(&self.positions, &mut self.evaluations);
        let open = children.iter_mut().filter(|child| !child.over);
        for (child, evaluation) in open.zip(&self.evaluations) {
            child.score = Score::estimate(evaluation.value);
        }
        self.positions.len()
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
        let over = over(rules, &played);
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

/// The worth, for the player now to move, of a position just reached, if its
/// game is over. That every reply is endless is seen only when it is expanded:
/// to see it here would mean playing a reply to every position.
#[inline]
fn over(rules: &Ruleset, played: &Played) -> Option<Score> {
    let position = &played.position;
    if let Some(outcome) = rules.decided_by_move(played) {
        Some(decided(outcome, position))
    } else if rules.starts(position).is_empty() {
        Some(Score::LOST)
    } else if position.plies() >= rules.ply_limit {
        rules
            .outcome(position)
            .map(|outcome| decided(outcome, position))
    } else {
        None
    }
}

/// The worth of a finished game for the player who would move.
pub(super) fn decided(outcome: Outcome, position: &Position) -> Score {
    match outcome {
        Outcome::Win(side) if side == position.mover() => Score::WON,
        Outcome::Win(_) => Score::LOST,
        Outcome::Draw => Score::DRAWN,
    }
}
