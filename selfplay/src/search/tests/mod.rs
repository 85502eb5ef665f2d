use super::*;
use bingwa_engine::{Move, Side};
use bingwa_models::{Uniform, Value};

use crate::seeds::{Purpose, stream};

mod methods;

/// Likes positions in which its mover has more seeds than the other player.
#[derive(Clone)]
struct Seeds;

impl Evaluator for Seeds {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        for (position, out) in positions.iter().zip(out) {
            let seeds = |pits: [u8; 16]| pits.iter().map(|&n| f32::from(n)).sum::<f32>();
            let own = seeds(position.own_pits()) + f32::from(position.hand(position.mover()));
            let value = own / 64.0;
            *out = Evaluation {
                value,
                arrival: 6.0 * (1.0 - value),
            };
        }
    }
}

/// Sees left and right alike, and hardly ever two positions as equal.
struct Symmetric;

impl Evaluator for Symmetric {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        let worth = |pits: [u8; 16]| -> f32 {
            let pit = |(i, n): (usize, u8)| {
                let from_edge = (i % 8).min(7 - i % 8) as f32;
                f32::from(n).powf(1.1) * (1.0 + 0.13 * from_edge + 0.31 * (i / 8) as f32)
            };
            pits.into_iter().enumerate().map(pit).sum()
        };
        for (position, out) in positions.iter().zip(out) {
            let (own, other) = (worth(position.own_pits()), worth(position.other_pits()));
            let value = own / (own + other);
            *out = Evaluation {
                value,
                arrival: -5.0 * value,
            };
        }
    }
}

fn search<E: Evaluator>(
    evaluator: E,
    rules: &Ruleset,
    text: &str,
    simulations: u32,
) -> SearchResult {
    Search::new(SearchConfig::default(), evaluator).run(
        rules,
        &text.parse().unwrap(),
        simulations,
        None,
    )
}

fn best(result: &SearchResult) -> String {
    result
        .best
        .map(|mv: Move| mv.to_string())
        .unwrap_or_default()
}

/// The mover captures the only filled inner pit of the opponent: A2> wins.
const WIN_IN_ONE: &str =
    "0,0,0,0,0,0,0,9/0,0,0,3,0,0,0,0/0,2,0,1,0,0,0,2/0,0,0,0,0,3,0,0 S 0,0 - - 10";

#[test]
fn a_win_in_one_is_proven_by_the_first_expansion_for_both_seats() {
    for rules in [Ruleset::KUJIFUNZA, Ruleset::EASY] {
        let south: Position = WIN_IN_ONE.parse().unwrap();
        for position in [south, south.turned()] {
            let mut search = Search::new(SearchConfig::default(), Uniform);
            let result = search.run(&rules, &position, 100, None);
            assert_eq!(result.value, Value::Win(1), "{position}");
            assert_eq!(best(&result), "A2>");
            let played = rules.play(&position, result.best.unwrap());
            let outcome = rules.outcome_after(&played);
            assert_eq!(outcome, Some(bingwa_engine::Outcome::Win(position.mover())));
        }
    }
}

#[test]
fn a_lost_position_is_proven_lost_and_its_longest_resistance_played() {
    // South has only A8< and A8> with singles elsewhere; North then wins.
    let rules = Ruleset::KUJIFUNZA;
    let text = "0,0,0,0,0,0,0,0/0,0,0,0,0,0,5,5/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 S 0,0 - - 20";
    let result = search(Uniform, &rules, text, 5000);
    match result.value {
        Value::Loss(distance) => assert!(distance % 2 == 0, "{distance}"),
        other => panic!("{other:?}"),
    }
    // The proof agrees with plain minimax.
    let position: Position = text.parse().unwrap();
    assert!(!wins(&rules, &position, 12));
}

/// Whether the mover can force a win within so many moves, by plain search.
fn wins(rules: &Ruleset, position: &Position, depth: u32) -> bool {
    depth > 0
        && rules.legal_moves(position).iter().any(|&mv| {
            let played = rules.play(position, mv);
            match rules.outcome_after(&played) {
                Some(outcome) => outcome == bingwa_engine::Outcome::Win(position.mover()),
                None => loses(rules, &played.position, depth - 1),
            }
        })
}

fn loses(rules: &Ruleset, position: &Position, depth: u32) -> bool {
    depth > 0
        && rules.legal_moves(position).iter().all(|&mv| {
            let played = rules.play(position, mv);
            match rules.outcome_after(&played) {
                Some(outcome) => {
                    outcome == bingwa_engine::Outcome::Win(position.mover().opponent())
                }
                None => wins(rules, &played.position, depth - 1),
            }
        })
}

#[test]
fn proofs_agree_with_plain_minimax_in_random_endings() {
    let rules = Ruleset::KUJIFUNZA;
    let mut random = stream(3, Purpose::Play, 0, 0);
    let (mut won, mut lost) = (0, 0);
    for _ in 0..60 {
        let mut position = Position::start(&rules);
        let mut before = Vec::new();
        loop {
            let moves = rules.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            before.push(position);
            let mv = moves[rand::RngExt::random_range(&mut random, 0..moves.len())];
            position = rules.play(&position, mv).position;
        }
        for position in before.iter().rev().take(3) {
            let mut search = Search::new(SearchConfig::default(), Seeds);
            match search.run(&rules, position, 200, None).value {
                Value::Win(d) if d <= 5 => {
                    won += 1;
                    assert!(wins(&rules, position, u32::from(d)), "{position}: {d}");
                }
                Value::Loss(d) if d <= 4 => {
                    lost += 1;
                    let lost_by_rule = rules.legal_moves(position).is_empty();
                    assert!(
                        lost_by_rule || loses(&rules, position, u32::from(d)),
                        "{position}"
                    );
                }
                _ => {}
            }
        }
    }
    assert!(won > 20 && lost > 5, "{won} {lost}");
}

#[test]
fn visits_follow_the_better_value_and_values_are_the_movers() {
    let rules = Ruleset::KUJIFUNZA;
    let start = Position::start(&rules).to_string();
    let result = search(Seeds, &rules, &start, 400);
    assert_eq!(result.simulations, 400);
    assert_eq!(result.moves.iter().map(|m| m.visits).sum::<u32>(), 400);
    // After eight or more seeds captured the mover must think well of itself.
    assert!(result.value.probability() > 0.5);
    let favourite = result.moves.iter().max_by_key(|m| m.visits).unwrap();
    let worst = result
        .moves
        .iter()
        .min_by(|a, b| a.value.preference(b.value))
        .unwrap();
    assert!(favourite.value.probability() > worst.value.probability());
    assert_eq!(result.variation.first().copied(), result.best);
    assert!((result.moves.iter().map(|m| m.prior).sum::<f32>() - 1.0).abs() < 1e-5);
}

#[test]
fn a_mirrored_position_has_the_mirrored_search() {
    let rules = Ruleset::KUJIFUNZA;
    // Uneven, so that no two moves tie.
    let text = "0,2,1,3,0,4,1,2/3,1,0,5,2,0,1,4/2,0,3,1,1,4,0,2/1,5,2,0,3,1,2,1 N 0,0 - - 8";
    let position: Position = text.parse().unwrap();
    let run = |position: &Position| {
        Search::new(SearchConfig::default(), Symmetric).run(&rules, position, 50, None)
    };
    let (plain, mirrored) = (run(&position), run(&position.mirrored()));
    assert_eq!(plain.best.map(Move::mirrored), mirrored.best);
    assert!((plain.value.probability() - mirrored.value.probability()).abs() < 1e-4);
}

#[test]
fn a_finished_game_has_no_moves_and_its_result() {
    let text = "0,0,0,0,0,0,0,46/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0 S 0,0 - - 9";
    let result = search(Uniform, &Ruleset::KISWAHILI, text, 10);
    assert!(result.moves.is_empty());
    assert_eq!(result.value, Value::Loss(0));
    assert_eq!(result.best, None);
    let position: Position = text.parse().unwrap();
    assert_eq!(position.mover(), Side::South);
}
