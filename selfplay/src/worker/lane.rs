//! One game in flight: what has been played, and what to search next.

use bingwa_engine::{Move, Outcome, Position};
use rand::{Rng, RngExt, SeedableRng};

use super::SelfPlay;
use crate::openings::random_opening;
use crate::records::{GameRecord, MoveRecord, SearchedMove, pack};
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
            moves: opening.iter().map(|&(_, mv)| unsearched(mv)).collect(),
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
    pub(super) fn answer(
        &mut self,
        play: &SelfPlay<'_>,
        found: &SearchResult,
    ) -> Option<GameRecord> {
        let rules = play.rules;
        let Some((mv, record)) = self.choose(play, found) else {
            // A position without a move that ends: its mover has lost.
            let outcome = rules.outcome(&self.here).unwrap_or(Outcome::Draw);
            return Some(self.finish(play, outcome));
        };
        self.moves.push(record);
        let played = rules.play(&self.here, mv);
        match rules.outcome_after(&played) {
            Some(outcome) => Some(self.finish(play, outcome)),
            None => {
                self.here = played.position;
                None
            }
        }
    }

    fn choose(&mut self, play: &SelfPlay<'_>, found: &SearchResult) -> Option<(Move, MoveRecord)> {
        let config = &play.config;
        if self.asked == Asked::Policy {
            self.policy_plies -= 1;
            let mv = draw_by_prior(found, config.policy_temperature, &mut self.random)?;
            return Some((mv, unsearched(mv)));
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
        GameRecord {
            generation: play.generation,
            index: self.index,
            start: Position::start(play.rules).to_string(),
            moves: core::mem::take(&mut self.moves),
            result: result.text().to_owned(),
        }
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

fn unsearched(mv: Move) -> MoveRecord {
    MoveRecord {
        mv: mv.index(),
        simulations: 0,
        full: false,
        value: 0,
        network_value: 0,
        policy: Vec::new(),
    }
}

fn searched(mv: Move, full: bool, found: &SearchResult) -> MoveRecord {
    // Values are probabilities by construction; the writer of game files checks
    // every record again before it is kept.
    let packed = |p: f32| pack(p.clamp(0.0, 1.0)).unwrap_or_default();
    let policy = found
        .moves
        .iter()
        .map(|root_move| SearchedMove {
            mv: root_move.mv.index(),
            share: packed(root_move.policy),
            value: packed(root_move.value.probability()),
        })
        .collect();
    MoveRecord {
        mv: mv.index(),
        simulations: found.simulations,
        full,
        value: packed(found.value.probability()),
        network_value: packed(found.network_value),
        policy,
    }
}
