//! One game in flight: what has been played, and what to search next.

use bingwa_engine::{Move, Outcome, Position};
use rand::{Rng, RngExt, SeedableRng};

use super::SelfPlay;
use crate::openings::random_opening;
use crate::records::{GameFault, GameRecord, MoveRecord, Proof, RecordFault, SearchedMove, pack};
use crate::search::{Request, SearchConfig, SearchResult, pick_by_temperature};
use crate::seeds::{Purpose, Random, stream};

/// A game in flight. It alternates: [`ask`](Self::ask) a search,
/// [`answer`](Self::answer) with its result.
#[derive(Debug)]
pub(super) struct Lane {
    index: u64,
    random: Random,
    here: Position,
    moves: Vec<MoveRecord>,
    /// Moves that are still to be drawn from the policy alone.
    policy_plies: u32,
    /// Searched moves so far.
    searched: u32,
    asked: Asked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Policy,
    Quick,
    Full,
}

impl Lane {
    /// A game after its random opening.
    pub(super) fn start(play: &SelfPlay<'_>, index: u64) -> Self {
        let config = &play.config;
        let mut random = stream(play.seed, Purpose::SelfPlay, play.generation, index);
        let is_random = random.random::<f32>() < config.random_share;
        let most = if is_random {
            config.random_plies
        } else {
            config.policy_plies
        };
        let plies = random.random_range(0..=most);
        let random_plies = if is_random { plies } else { 0 };
        let (opening, here) = random_opening(play.rules, random_plies, &mut random);
        Self {
            index,
            random,
            here,
            moves: opening
                .iter()
                .map(|&(_, mv)| MoveRecord::unsearched(mv))
                .collect(),
            policy_plies: plies - random_plies,
            searched: 0,
            asked: Asked::Policy,
        }
    }

    /// The search that the next move needs.
    pub(super) fn ask(&mut self, play: &SelfPlay<'_>) -> Request {
        let config = &play.config;
        self.asked = if self.policy_plies > 0 {
            Asked::Policy
        } else if self.random.random::<f32>() < config.full_share {
            Asked::Full
        } else {
            Asked::Quick
        };
        Request {
            position: self.here,
            config: SearchConfig {
                root: config.root,
                ..play.search
            },
            simulations: match self.asked {
                Asked::Policy => 0,
                Asked::Quick => config.quick_simulations,
                Asked::Full => config.simulations,
            },
            random: (self.asked == Asked::Full).then(|| Random::from_rng(&mut self.random)),
        }
    }

    /// Plays the move that a search leads to; gives the game once it is over.
    ///
    /// # Errors
    /// [`GameFault`] if the search came to a number that is no probability.
    pub(super) fn answer(
        &mut self,
        play: &SelfPlay<'_>,
        found: &SearchResult,
    ) -> Result<Option<GameRecord>, GameFault> {
        let rules = play.rules;
        let Some((mv, record)) = self.choose(play, found) else {
            // A position without a move that ends: its mover has lost.
            let outcome = rules.outcome(&self.here).unwrap_or(Outcome::Draw);
            return Ok(Some(self.finish(play, outcome)));
        };
        self.moves.push(record.map_err(|(what, number)| GameFault {
            index: self.index,
            fault: RecordFault::Number {
                ply: self.moves.len() + 1,
                what,
                value: number.to_string(),
            },
        })?);
        let played = rules.play(&self.here, mv);
        if let Some(outcome) = rules.outcome_after(&played) {
            return Ok(Some(self.finish(play, outcome)));
        }
        self.here = played.position;
        Ok(None)
    }

    fn choose(
        &mut self,
        play: &SelfPlay<'_>,
        found: &SearchResult,
    ) -> Option<(Move, Result<MoveRecord, NoProbability>)> {
        let config = &play.config;
        if self.asked == Asked::Policy {
            self.policy_plies -= 1;
            let mv = draw_by_prior(found, config.policy_temperature, &mut self.random)?;
            return Some((mv, Ok(MoveRecord::unsearched(mv))));
        }
        let mv = if self.searched < config.temperature_plies {
            pick_by_temperature(found, config.temperature, &mut self.random)?
        } else {
            found.best?
        };
        self.searched += 1;
        Some((mv, searched(mv, self.asked == Asked::Full, found)))
    }

    fn finish(&mut self, play: &SelfPlay<'_>, result: Outcome) -> GameRecord {
        let mut record = GameRecord {
            generation: play.generation,
            index: self.index,
            start: Position::start(play.rules).to_string(),
            moves: core::mem::take(&mut self.moves),
            result: result.text().to_owned(),
        };
        record.count_laps(play.rules);
        record
    }
}

/// A move drawn with probability ∝ prior^(1/temperature); one that wins at once
/// is taken.
fn draw_by_prior(found: &SearchResult, temperature: f32, random: &mut impl Rng) -> Option<Move> {
    if found.value.is_proven() {
        return found.best;
    }
    let weight = |prior: f32| prior.powf(1.0 / temperature);
    let sum: f32 = found.moves.iter().map(|m| weight(m.prior)).sum();
    let mut draw = random.random::<f32>() * sum;
    for root_move in &found.moves {
        draw -= weight(root_move.prior);
        if draw < 0.0 {
            return Some(root_move.mv);
        }
    }
    found.best
}

/// A number that should be a probability, with its name.
type NoProbability = (&'static str, f32);

/// The record of a searched move, unless a number of it is no probability.
fn searched(mv: Move, full: bool, found: &SearchResult) -> Result<MoveRecord, NoProbability> {
    let packed = |what, p: f32| {
        // Sums of many floats may end a rounding error outside.
        let within = if p.is_finite() { p.clamp(0.0, 1.0) } else { p };
        pack(within).ok_or((what, p))
    };
    let policy = found.moves.iter().map(|root_move| {
        Ok(SearchedMove {
            mv: root_move.mv.index(),
            share: packed("a share of the policy", root_move.policy)?,
            value: packed("the value of a move", root_move.value.probability())?,
            proof: Proof::from(root_move.value),
            visits: root_move.visits,
            prior: packed("the prior of a move", root_move.prior)?,
        })
    });
    Ok(MoveRecord {
        mv: mv.index(),
        laps: None,
        simulations: found.simulations,
        full,
        value: packed("the value of the search", found.value.probability())?,
        proof: Proof::from(found.value),
        network_value: packed("the value of the network", found.network_value)?,
        policy: policy.collect::<Result<_, _>>()?,
    })
}
