//! The search of one depth: negamax with alpha-beta cuts (Knuth and Moore, "An
//! analysis of alpha-beta pruning", Artificial Intelligence 6, 1975).
//!
//! The engine plays all moves of a position in one call and the evaluator judges
//! them in one batch. So a position one move above the horizon is worth its best
//! child at once, and further up the children's values give the order to search
//! them in: the worst for the opponent first, the table's move before it.
//!
//! A move without an alternative costs no depth: the position after it is looked
//! at as deep as the one before it. Captures are forced in most rule sets, so
//! there are many.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Evaluator;

use super::table::{Table, key};
use crate::players::effort::Meter;
use crate::players::expansion::{Child, Expander, Family, play_all};
use crate::players::score::Score;

/// So many moves in a row without an alternative cost no depth. Longer chains are
/// rare; without a bound two players could force each other round and round.
pub(super) const FREE: u8 = 8;

/// What a search keeps while it goes up and down the lines.
#[derive(Debug)]
pub(super) struct Descent<E> {
    expander: Expander<E>,
    table: Table,
    /// The children along the line under search, one position's behind the
    /// other's; the root's come first.
    children: Vec<Child>,
    /// How many of them are the root's.
    root: usize,
    pub(super) meter: Meter,
}

/// Score and move, the best so far.
pub(super) type Best = (Score, Option<Move>);

impl<E: Evaluator> Descent<E> {
    /// With a table of 2 to the power of `table_bits` places.
    pub(super) fn new(evaluator: E, table_bits: u32) -> Self {
        Self {
            expander: Expander::new(evaluator),
            table: Table::new(table_bits),
            children: Vec::new(),
            root: 0,
            meter: Meter::start(None),
        }
    }

    /// Expands a root whose game is not over and gives its best move one move
    /// deep.
    pub(super) fn begin(&mut self, rules: &Ruleset, root: &Position, meter: Meter) -> Best {
        self.meter = meter;
        self.table.forget();
        self.children.clear();
        let family = play_all(rules, root, &mut self.children);
        self.root = self.children.len();
        if let Family::Won(mv) = family {
            return (Score::WIN_AT_ONCE, Some(mv));
        }
        self.judge(0);
        self.children.sort_by_key(|child| child.score);
        self.children.first().map_or((Score::LOST, None), |child| {
            (child.score.one_move_earlier(), Some(child.mv))
        })
    }

    /// Searches all moves of the root so deep, at least 2. The best is kept in
    /// `best` as soon as it is known; false if the budget ran out before all were
    /// searched.
    pub(super) fn deepen(&mut self, rules: &Ruleset, depth: u8, best: &mut Best) -> bool {
        let mut found = Score::LEAST;
        for place in 0..self.root {
            self.children.truncate(self.root);
            let child = self.children[place];
            let Some(score) = self.child_score(rules, &child, depth, found, Score::MOST) else {
                return false;
            };
            if score > found {
                found = score;
                *best = (score, Some(child.mv));
                // To the front, the others in their order: searched first next time.
                self.children[..=place].rotate_right(1);
            }
        }
        true
    }

    /// The score, for who can move there, of a child of a position searched so
    /// deep, at least 2.
    fn child_score(
        &mut self,
        rules: &Ruleset,
        child: &Child,
        depth: u8,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if child.over {
            return Some(child.score.one_move_earlier());
        }
        let (alpha, beta) = (beta.one_move_later(), alpha.one_move_later());
        self.visit(rules, &child.position, depth - 1, alpha, beta)
            .map(Score::one_move_earlier)
    }

    /// The score of a position whose game is not over for its mover, searched so
    /// deep, at least 1: exact inside the window, outside it a bound (fail-soft).
    /// `None` once the budget is spent.
    fn visit(
        &mut self,
        rules: &Ruleset,
        here: &Position,
        depth: u8,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if self.meter.is_spent() {
            return None;
        }
        let key = key(rules, here, depth);
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            if entry.depth == depth
                && let Some(score) = entry.settles(alpha, beta)
            {
                return Some(score);
            }
            first = entry.mv;
        }
        let from = self.children.len();
        let (best, free) = self.branch(rules, here, first, depth, (alpha, beta))?;
        self.children.truncate(from);
        let score = (0..free).fold(best.0, |score, _| score.one_move_earlier());
        let mv = best.1.filter(|_| free == 0);
        self.table.put(key, depth, (alpha, beta), score, mv);
        Some(score)
    }

    /// Follows moves without an alternative for free, and searches the first
    /// position behind them: its score and move, and how many were free.
    fn branch(
        &mut self,
        rules: &Ruleset,
        here: &Position,
        first: Option<Move>,
        depth: u8,
        (mut alpha, mut beta): (Score, Score),
    ) -> Option<(Best, u8)> {
        let from = self.children.len();
        let mut here = *here;
        let mut free = 0;
        loop {
            match play_all(rules, &here, &mut self.children) {
                Family::Won(mv) => return Some(((Score::WIN_AT_ONCE, Some(mv)), free)),
                Family::Forced(only) if free < FREE => {
                    self.children.truncate(from);
                    here = only.position;
                    (alpha, beta) = (beta.one_move_later(), alpha.one_move_later());
                    free += 1;
                }
                Family::Forced(_) | Family::Open => break,
            }
        }
        self.judge(from);
        let best = if depth == 1 {
            self.best_child(from)
        } else {
            self.best_line(rules, from, first, depth, alpha, beta)?
        };
        Some((best, free))
    }

    fn judge(&mut self, from: usize) {
        let judged = self.expander.judge(&mut self.children[from..]);
        self.meter.count(judged);
    }

    /// The best of the children from this place on, by their own worth.
    fn best_child(&self, from: usize) -> Best {
        let worst_for_them = self.children[from..].iter().min_by_key(|child| child.score);
        worst_for_them.map_or((Score::LOST, None), |child| {
            (child.score.one_move_earlier(), Some(child.mv))
        })
    }

    /// The best of the children from this place on, searched.
    fn best_line(
        &mut self,
        rules: &Ruleset,
        from: usize,
        first: Option<Move>,
        depth: u8,
        mut alpha: Score,
        beta: Score,
    ) -> Option<Best> {
        let to = self.children.len();
        let mut best = (Score::LOST, None);
        for place in from..to {
            self.bring_next(place, to, first.filter(|_| place == from));
            let child = self.children[place];
            let score = self.child_score(rules, &child, depth, alpha, beta)?;
            if score > best.0 || best.1.is_none() {
                best = (score, Some(child.mv));
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        Some(best)
    }

    /// Swaps into `place` the child to search next: the wanted move, else the one
    /// with the worst score for its mover.
    fn bring_next(&mut self, place: usize, to: usize, wanted: Option<Move>) {
        let rest = &self.children[place..to];
        let next = wanted
            .and_then(|mv| rest.iter().position(|child| child.mv == mv))
            .or_else(|| (0..rest.len()).min_by_key(|&i| rest[i].score));
        if let Some(next) = next {
            self.children.swap(place, place + next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::reference::{Senseless, positions};

    const WHOLE: (Score, Score) = (Score::LEAST, Score::MOST);

    /// A visit with all that earlier visits left in the table, or with nothing.
    fn ask(
        descent: &mut Descent<Senseless>,
        rules: &Ruleset,
        here: &Position,
        depth: u8,
        (alpha, beta): (Score, Score),
    ) -> Score {
        descent.visit(rules, here, depth, alpha, beta).unwrap()
    }

    #[test]
    fn what_was_asked_before_changes_no_answer() {
        let (mut inside, mut below, mut above) = (0, 0, 0);
        for (_, rules) in Ruleset::PRESETS {
            let depths = if rules.must_capture { 1..=4 } else { 1..=2 };
            for here in positions(&rules, 12) {
                let truth: Vec<Score> = depths
                    .clone()
                    .map(|depth| {
                        ask(
                            &mut Descent::new(Senseless, 10),
                            &rules,
                            &here,
                            depth,
                            WHOLE,
                        )
                    })
                    .collect();
                // Windows that end at every value in question and beside it,
                // deep and shallow in turn.
                let mut ends: Vec<Score> = truth
                    .iter()
                    .flat_map(|&score| [score.beside(-1), score, score.beside(1)])
                    .collect();
                ends.sort();
                ends.dedup();
                let mut used = Descent::new(Senseless, 10);
                for window in ends.windows(2).chain(ends.windows(3).rev()) {
                    for depth in depths.clone().rev().chain(depths.clone()) {
                        let (alpha, beta) = (window[0], window[window.len() - 1]);
                        let score = ask(&mut used, &rules, &here, depth, (alpha, beta));
                        let truth = truth[usize::from(depth) - 1];
                        let context = format!("{rules}, depth {depth}: {here}");
                        if score <= alpha {
                            assert!(truth <= score, "{context}");
                            below += 1;
                        } else if score >= beta {
                            assert!(truth >= score, "{context}");
                            above += 1;
                        } else {
                            assert_eq!(truth, score, "{context}");
                            inside += 1;
                        }
                    }
                }
                for (depth, truth) in depths.clone().zip(truth) {
                    assert_eq!(ask(&mut used, &rules, &here, depth, WHOLE), truth);
                }
            }
        }
        assert!(
            inside > 500 && below > 1000 && above > 1000,
            "{inside} {below} {above}"
        );
    }
}
