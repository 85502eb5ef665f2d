//! Playing a record again: whether it is a game at all.

use bingwa_engine::{Move, Outcome, Played, Position, PositionError, Ruleset};

use super::fault::RecordFault;
use super::game::{GameRecord, MoveRecord};

impl GameRecord {
    /// Replays the game and checks every field; gives the positions before each
    /// move and the outcome.
    ///
    /// # Errors
    /// The first [`RecordFault`].
    pub fn replay(&self, rules: &Ruleset) -> Result<(Vec<Position>, Outcome), RecordFault> {
        let mut positions = Vec::with_capacity(self.moves.len());
        let outcome = self.walk(rules, |position, _, _| positions.push(*position))?;
        Ok((positions, outcome))
    }

    /// Replays the game and checks every field; gives each move with the
    /// position before it and how it was played, then the outcome.
    ///
    /// # Errors
    /// The first [`RecordFault`]; the moves before it were given.
    pub fn walk(
        &self,
        rules: &Ruleset,
        mut each: impl FnMut(&Position, &Played, &MoveRecord),
    ) -> Result<Outcome, RecordFault> {
        let mut here = self.start_position(rules)?;
        let mut outcome = None;
        for (ply, record) in (1..).zip(&self.moves) {
            if outcome.is_some() {
                return Err(RecordFault::Move {
                    ply,
                    fault: "the game was over before it".to_owned(),
                });
            }
            let played = record.play(rules, &here, ply)?;
            each(&here, &played, record);
            outcome = rules.outcome_after(&played);
            here = played.position;
        }
        let played = outcome.map_or("none", Outcome::text);
        match outcome {
            Some(outcome) if played == self.result => Ok(outcome),
            _ => Err(RecordFault::Result {
                recorded: self.result.clone(),
                played: played.to_owned(),
            }),
        }
    }

    /// Counts the laps of each move, which whoever played the game need not do.
    pub fn count_laps(&mut self, rules: &Ruleset) {
        let Ok(mut here) = self.start_position(rules) else {
            return;
        };
        for record in &mut self.moves {
            // Whether the moves are legal is asked when the game is written.
            let Some(mv) = Move::from_index(record.mv) else {
                return;
            };
            let played = rules.play(&here, mv);
            record.laps = Some(played.turn.laps);
            here = played.position;
        }
    }

    /// The position the game begins at.
    ///
    /// # Errors
    /// [`RecordFault::Start`] if there is none or its game is over.
    pub fn start_position(&self, rules: &Ruleset) -> Result<Position, RecordFault> {
        let fault = |fault: PositionError| RecordFault::Start(fault.to_string());
        let start: Position = self.start.parse().map_err(fault)?;
        start.check(rules).map_err(fault)?;
        match rules.outcome(&start) {
            Some(outcome) => Err(RecordFault::Start(format!("it is over: {outcome}"))),
            None => Ok(start),
        }
    }
}

impl MoveRecord {
    /// Plays the move where it was played, after checking all that is kept of
    /// it.
    fn play(&self, rules: &Ruleset, here: &Position, ply: usize) -> Result<Played, RecordFault> {
        let wrong = |fault| RecordFault::Move { ply, fault };
        let mv = Move::from_index(self.mv)
            .ok_or_else(|| wrong(format!("action index {} is above 63", self.mv)))?;
        self.check_policy(rules, here)
            .map_err(|fault| RecordFault::Policy { ply, fault })?;
        let values = self.policy.iter().map(|found| (found.proof, found.value));
        for (proof, value) in values.chain([(self.proof, self.value)]) {
            if proof.value().is_some_and(|proven| proven != value) {
                return Err(wrong(format!("value {value}/65535, but {proof:?}")));
            }
        }
        let played = rules
            .try_play(here, mv)
            .map_err(|fault| wrong(fault.to_string()))?;
        let laps = played.turn.laps;
        if let Some(recorded) = self.laps.filter(|&recorded| recorded != laps) {
            return Err(wrong(format!("{recorded} laps recorded, it takes {laps}")));
        }
        Ok(played)
    }

    fn check_policy(&self, rules: &Ruleset, here: &Position) -> Result<(), &'static str> {
        if self.policy.is_empty() {
            return if self.full || self.simulations > 0 {
                Err("of a searched move is empty")
            } else {
                Ok(())
            };
        }
        let legal = rules.legal_moves(here);
        let listed = self.policy.iter().map(|searched| searched.mv);
        if !listed.eq(legal.iter().map(|mv| mv.index())) {
            return Err("does not list the legal moves by action index");
        }
        if !is_one(self.policy.iter().map(|searched| searched.share)) {
            return Err("does not sum to 1");
        }
        if !self.is_detailed() {
            return Ok(());
        }
        // What a first look proves has no prior, so less than 1 is possible.
        let priors = self.policy.iter().map(|searched| u32::from(searched.prior));
        if priors.sum::<u32>() > 65535 + self.policy.len() as u32 {
            return Err("has priors that sum to more than 1");
        }
        let visits = self.policy.iter().map(|searched| searched.visits);
        if visits.map(u64::from).sum::<u64>() < u64::from(self.simulations) {
            return Err("has fewer visits than the search has simulations");
        }
        Ok(())
    }
}

/// Whether packed shares sum to 1: rounding moves each by half a unit at most.
fn is_one(shares: impl ExactSizeIterator<Item = u16>) -> bool {
    let count = shares.len() as u64;
    let sum: i64 = shares.map(i64::from).sum();
    (sum - 65535).unsigned_abs() <= count
}
