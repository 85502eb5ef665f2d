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

/// How an expansion went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expanded {
    /// So many positions were evaluated, and no move wins at once.
    Evaluated(usize),
    /// The last child pushed is lost for its mover. The others are not all
    /// pushed and not evaluated: nobody needs them.
    WinsAtOnce,
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

    /// Pushes the children of a position whose game is not over; none if every
    /// move is endless: then the mover has lost.
    pub(super) fn expand(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        children: &mut Vec<Child>,
    ) -> Expanded {
        let from = children.len();
        let mut wins = false;
        self.positions.clear();
        rules.children(position, |mv, played| {
            if wins {
                return;
            }
            let over = over(rules, &played);
            wins = over == Some(Score::LOST);
            if over.is_none() {
                self.positions.push(played.position);
            }
            children.push(Child {
                position: played.position,
                mv,
                score: over.unwrap_or(Score::DRAWN),
                over: over.is_some(),
            });
        });
        if wins {
            return Expanded::WinsAtOnce;
        }
        self.evaluate();
        let open = children[from..].iter_mut().filter(|child| !child.over);
        for (child, evaluation) in open.zip(&self.evaluations) {
            child.score = Score::estimate(evaluation.value);
        }
        Expanded::Evaluated(self.positions.len())
    }

    fn evaluate(&mut self) {
        let blank = Evaluation {
            value: 0.5,
            arrival: 0.0,
        };
        self.evaluations.resize(self.positions.len(), blank);
        self.evaluator
            .evaluate(&self.positions, &mut self.evaluations);
    }
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
