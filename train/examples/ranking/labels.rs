//! Positions whose every move is labelled by random games.

use std::collections::HashSet;
use std::path::Path;

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_selfplay::players::{Greedy, Player};
use bingwa_selfplay::seeds::{Purpose, Random, stream};
use rand::RngExt;
use rayon::prelude::*;

use crate::training::Outcome;

/// One position in so many is of a game in which half the moves are greedy; the
/// others are of random games.
const GREEDY_EVERY: u64 = 4;

/// A position with more than one legal move, and what each is worth.
pub(crate) struct Family {
    pub position: Position,
    pub children: Vec<Child>,
}

pub(crate) struct Child {
    pub mv: Move,
    pub position: Position,
    /// Whether the move ends the game: the engine knows then, no network is asked.
    pub decided: bool,
    /// Share of points of the player who moves, in random games after the move.
    pub value: f32,
}

impl Family {
    /// Whether every move is for a network to judge.
    pub(crate) fn is_open(&self) -> bool {
        self.children.iter().all(|child| !child.decided)
    }

    fn new(
        rules: &Ruleset,
        position: Position,
        mut value: impl FnMut(usize, &Child) -> f32,
    ) -> Self {
        let mut children = Vec::new();
        rules.children(&position, |mv, played| {
            let outcome = rules.outcome_after(&played);
            let mut child = Child {
                mv,
                position: played.position,
                decided: outcome.is_some(),
                value: outcome.map_or(0.5, |outcome| outcome.score(position.mover())),
            };
            if !child.decided {
                child.value = value(children.len(), &child);
            }
            children.push(child);
        });
        Self { position, children }
    }
}

/// How many positions, and how many random games label each move.
#[derive(Clone, Copy)]
pub(crate) struct Amount {
    pub positions: usize,
    pub games: u32,
}

/// Training and held-out families, from the cache if it has them. No position
/// is in both.
pub(crate) fn labels(
    rules: &Ruleset,
    amounts: [Amount; 2],
    seed: u64,
    cache: &Path,
) -> Outcome<[Vec<Family>; 2]> {
    let [train, held_out] = amounts;
    let name = format!(
        "{rules}-{}x{}-{}x{}-{seed}.labels",
        train.positions, train.games, held_out.positions, held_out.games
    );
    let path = cache.join(name);
    let known: Vec<(String, Vec<f32>)> = match std::fs::read(&path) {
        Ok(bytes) => bincode::serde::decode_from_slice(&bytes, bincode::config::standard())?.0,
        Err(_) => {
            let known = make(rules, amounts, seed);
            let bytes = bincode::serde::encode_to_vec(&known, bincode::config::standard())?;
            bingwa_models::whole_file::write(&path, &bytes)?;
            known
        }
    };
    let mut families = Vec::with_capacity(known.len());
    for (text, values) in known {
        families.push(Family::new(rules, text.parse()?, |place, _| values[place]));
    }
    let held_out = families.split_off(train.positions);
    Ok([families, held_out])
}

/// Position text and the label of each move.
fn make(rules: &Ruleset, amounts: [Amount; 2], seed: u64) -> Vec<(String, Vec<f32>)> {
    let wanted: usize = amounts.iter().map(|amount| amount.positions).sum();
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    let mut next = 0;
    while positions.len() < wanted {
        let batch = next..next + wanted as u64;
        next = batch.end;
        let found: Vec<Position> = batch
            .into_par_iter()
            .filter_map(|index| {
                let mut random = stream(seed, Purpose::Training, 0, index);
                somewhere(rules, index % GREEDY_EVERY == 0, &mut random)
            })
            .collect();
        positions.extend(found.into_iter().filter(|position| seen.insert(*position)));
    }
    positions.truncate(wanted);
    let label = |(index, position): (usize, &Position)| {
        let mut random = stream(seed, Purpose::Training, 1, index as u64);
        let games = amounts[usize::from(index >= amounts[0].positions)].games;
        let family = Family::new(rules, *position, |_, child| {
            let mut choose = |n: usize| random.random_range(0..n.max(1));
            let score = |_| {
                let game = rules.playout(&child.position, &mut choose);
                game.outcome.score(position.mover())
            };
            (0..games).map(score).sum::<f32>() / games as f32
        });
        let values = family.children.iter().map(|child| child.value).collect();
        (position.to_string(), values)
    };
    positions.par_iter().enumerate().map(label).collect()
}

/// A position of one game from the start, each with a choice equally likely.
fn somewhere(rules: &Ruleset, greedy: bool, random: &mut Random) -> Option<Position> {
    let mut here = Position::start(rules);
    let mut choices = Vec::new();
    loop {
        let moves = rules.legal_moves(&here);
        if moves.len() > 1 {
            choices.push(here);
        }
        let by_greed = greedy && random.random_bool(0.5);
        let mv = match by_greed.then(|| Greedy.choose(rules, &here, random)) {
            Some(Some(mv)) => mv,
            _ if moves.is_empty() => break,
            _ => moves[random.random_range(0..moves.len())],
        };
        let played = rules.play(&here, mv);
        if rules.outcome_after(&played).is_some() {
            break;
        }
        here = played.position;
    }
    (!choices.is_empty()).then(|| choices[random.random_range(0..choices.len())])
}
