//! Games for tests and benches: random play with a policy made by a rule.
#![allow(dead_code, reason = "each user needs a part")]

use std::sync::Arc;

use bingwa_engine::{Move, Played, Position, Ruleset};
use bingwa_selfplay::records::{GameRecord, MoveRecord, Proof, SearchedMove, pack};
use bingwa_selfplay::seeds::{Purpose, Random, stream};
use bingwa_train::{Examples, TrainConfig, Window};
use rand::RngExt;

/// A searched move that is not played, with what the test wants to be known.
pub(crate) struct Guess {
    pub(crate) share: f32,
    pub(crate) value: f32,
}

/// Plays a game from `start`: `search` judges all moves of a position (shares
/// need not sum to 1) and says the position's value, `choose` picks one.
pub(crate) fn game(
    rules: &Ruleset,
    start: Position,
    index: u64,
    mut search: impl FnMut(&Position, &[(Move, Played)]) -> (f32, Vec<Guess>),
    mut choose: impl FnMut(&[f32]) -> usize,
) -> GameRecord {
    let mut here = start;
    let mut moves = Vec::new();
    loop {
        let mut children = Vec::new();
        rules.children(&here, |mv, played| children.push((mv, played)));
        let (value, guesses) = search(&here, &children);
        let total: f32 = guesses.iter().map(|guess| guess.share).sum();
        let shares: Vec<f32> = guesses.iter().map(|guess| guess.share / total).collect();
        let (mv, played) = children[choose(&shares)];
        moves.push(MoveRecord {
            mv: mv.index(),
            laps: Some(played.turn.laps),
            simulations: 16,
            full: true,
            value: pack(value).unwrap(),
            proof: Proof::Open,
            network_value: pack(0.5).unwrap(),
            policy: policy(&children, &shares, &guesses),
        });
        here = played.position;
        if let Some(outcome) = rules.outcome_after(&played) {
            return GameRecord {
                generation: 0,
                index,
                start: start.to_string(),
                moves,
                result: outcome.text().to_owned(),
            };
        }
    }
}

/// Shares that sum to 65535 as near as rounding lets them.
fn policy(children: &[(Move, Played)], shares: &[f32], guesses: &[Guess]) -> Vec<SearchedMove> {
    children
        .iter()
        .zip(shares.iter().zip(guesses))
        .map(|((mv, _), (share, guess))| SearchedMove {
            mv: mv.index(),
            share: pack(share.min(1.0)).unwrap(),
            value: pack(guess.value).unwrap(),
            proof: Proof::Open,
            // Searched where it has a share.
            visits: if guess.share > 0.0 { 16 } else { 0 },
            prior: 0,
        })
        .collect()
}

/// An index drawn with the given probabilities.
pub(crate) fn draw(shares: &[f32], random: &mut Random) -> usize {
    let mut rest: f32 = random.random();
    for (index, share) in shares.iter().enumerate() {
        rest -= share;
        if rest < 0.0 {
            return index;
        }
    }
    shares.len() - 1
}

/// A game of a player who likes captures: shares grow with the seeds captured.
pub(crate) fn greedy_game(rules: &Ruleset, index: u64) -> GameRecord {
    let mut random = stream(99, Purpose::SelfPlay, 0, index);
    game(
        rules,
        Position::start(rules),
        index,
        |_, children| {
            let guesses = children.iter().map(|(_, played)| Guess {
                share: (0.5 * f32::from(played.turn.captured)).exp(),
                value: f32::from(played.turn.captured).mul_add(0.01, 0.5).min(1.0),
            });
            (0.5, guesses.collect())
        },
        |shares| draw(shares, &mut random),
    )
}

/// A window of such games for model 1.
pub(crate) fn window(rules: &Ruleset, config: &TrainConfig, games: u64) -> Window {
    let games: Vec<_> = (0..games).map(|index| greedy_game(rules, index)).collect();
    let (examples, faults) = Examples::of_games(&games, rules, config, 5);
    assert_eq!(faults, []);
    Window::new(1, vec![Arc::new(examples)])
}
