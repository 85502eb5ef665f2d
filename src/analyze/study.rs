//! Searches for a study: each begins anew, so that what is found depends on
//! nothing but the position.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Value;
use bingwa_selfplay::search::{Limits, Search, SearchConfig, SearchResult};
use serde_json::{Value as Json, json};

use super::percent;
use crate::interrupt::Interrupted;
use crate::judge::{BoxedEvaluator, Judge};

/// A searcher with its effort.
pub(crate) struct Study<'a> {
    rules: Ruleset,
    search: Search<BoxedEvaluator>,
    simulations: u32,
    stop: &'a AtomicBool,
}

/// A move with what comes of it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) mv: Move,
    /// For the player who makes it.
    pub(crate) value: Value,
    /// What is expected, from the move on.
    pub(crate) variation: Vec<Move>,
}

impl<'a> Study<'a> {
    pub(crate) fn new(judge: &Judge, simulations: u32, stop: &'a AtomicBool) -> Self {
        Self {
            rules: judge.rules,
            search: Search::new(SearchConfig::default(), judge.evaluator()),
            simulations,
            stop,
        }
    }

    /// Searches a position.
    pub(crate) fn search(&mut self, position: &Position) -> anyhow::Result<SearchResult> {
        let limits = Limits {
            simulations: Some(self.simulations),
            stop: Some(self.stop),
            ..Limits::default()
        };
        let found = self.search.run(&self.rules, position, limits, None);
        if self.stop.load(Ordering::Relaxed) {
            return Err(unfinished());
        }
        Ok(found)
    }

    /// Searches what a move leads to; gives that search, too, unless the game is
    /// over there. `found` is the search of the position.
    pub(super) fn line(
        &mut self,
        position: &Position,
        mv: Move,
        found: &SearchResult,
    ) -> anyhow::Result<(Line, Option<SearchResult>)> {
        let played = self.rules.play(position, mv);
        let next = &played.position;
        let after = match self.rules.outcome_after(&played) {
            Some(outcome) => Err(Value::of_outcome(outcome, next.mover())),
            None => Ok(self.search(next)?),
        };
        let (value, variation) = match &after {
            Ok(after) => (after.value, &after.variation[..]),
            Err(over) => (*over, &[][..]),
        };
        let mut line = Line {
            mv,
            value: value.one_move_earlier(),
            variation: [&[mv], variation].concat(),
        };
        // The search of the whole position may have proved what this one did
        // not.
        let root_move = found.moves.iter().find(|root_move| root_move.mv == mv);
        if let Some(root_move) = root_move
            && root_move.value.is_proven()
            && !line.value.is_proven()
        {
            line.value = root_move.value;
            if Some(mv) == found.best {
                line.variation.clone_from(&found.variation);
            }
        }
        Ok((line, after.ok()))
    }

    /// The best moves of a position, the best first, at most `count`.
    pub(crate) fn lines(&mut self, position: &Position, count: usize) -> anyhow::Result<Vec<Line>> {
        let found = self.search(position)?;
        let mut moves = found.moves.clone();
        moves.sort_by(|a, b| {
            let key = |mv| Reverse(Some(mv) == found.best);
            key(a.mv)
                .cmp(&key(b.mv))
                .then_with(|| b.policy.total_cmp(&a.policy))
                .then_with(|| b.visits.cmp(&a.visits))
                .then_with(|| b.value.preference(a.value))
        });
        let mut lines = Vec::new();
        for root_move in moves.iter().take(count) {
            lines.push(self.line(position, root_move.mv, &found)?.0);
        }
        lines.sort_by(|a, b| b.value.preference(a.value));
        Ok(lines)
    }
}

/// What Ctrl-C leaves.
pub(super) fn unfinished() -> anyhow::Error {
    Interrupted("the analysis is not finished".to_owned()).into()
}

/// What a line is worth to who makes its first move, in a few letters.
pub(super) fn worth(line: &Line) -> String {
    certain(line.value).unwrap_or_else(|| percent(line.value.probability()))
}

/// `wins in 5`, where that is certain.
pub(crate) fn certain(value: Value) -> Option<String> {
    match value {
        Value::Estimate(_) => None,
        Value::Win(moves) => Some(format!("wins in {moves}")),
        Value::Loss(moves) => Some(format!("loses in {moves}")),
        Value::Draw(moves) => Some(format!("draws in {moves}")),
    }
}

/// Moves with blanks between.
pub(crate) fn text(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// A probability for programs: four digits.
pub(crate) fn rounded(probability: f32) -> f64 {
    f64::from((probability * 1e4).round()) / 1e4
}

/// A value for programs.
pub(crate) fn value_json(value: Value) -> Json {
    let (result, moves) = match value {
        Value::Estimate(_) => (None, None),
        Value::Win(moves) => (Some("win"), Some(moves)),
        Value::Loss(moves) => (Some("loss"), Some(moves)),
        Value::Draw(moves) => (Some("draw"), Some(moves)),
    };
    json!({
        "win_probability": rounded(value.probability()),
        "proven": result.map(|result| json!({ "result": result, "moves": moves })),
    })
}

/// A line for programs.
pub(crate) fn line_json(line: &Line) -> Json {
    let moves: Vec<String> = line.variation.iter().map(Move::to_string).collect();
    json!({ "move": line.mv.to_string(), "value": value_json(line.value), "line": moves })
}
