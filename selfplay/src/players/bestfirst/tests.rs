//! Best-first minimax: proofs against plain minimax, budgets, both seats.

use bingwa_engine::{Position, Ruleset};
use bingwa_models::Value;

use super::BestFirst;
use crate::players::effort::Budget;
use crate::players::reference::{FORCED, OVER, Senseless, after, minimax, positions, same, wins};
use crate::players::{Handwritten, Player};
use crate::seeds::{Purpose, stream};

fn within(evaluations: u32) -> BestFirst<Senseless> {
    BestFirst::new(Budget::Evaluations(evaluations), Senseless)
}

#[test]
fn with_the_least_budget_it_looks_one_move_deep() {
    for (_, rules) in Ruleset::PRESETS {
        for here in positions(&rules, 40) {
            let verdict = within(1).search(&rules, &here);
            assert!(
                same(verdict.value, minimax(&rules, &here, 1, 0)),
                "{rules}: {here}"
            );
            let attained = after(&rules, &here, verdict.mv.unwrap(), 1, 0);
            assert!(same(attained, verdict.value), "{rules}: {here}");
            assert_eq!(verdict.depth, 1);
        }
    }
}

/// A move limit close by makes a game that can be searched to its end.
#[test]
fn it_solves_every_short_game_and_its_move_keeps_the_result() {
    let mut seen = [0; 3];
    for (_, preset) in Ruleset::PRESETS {
        let depth = if preset.must_capture { 5 } else { 3 };
        for here in positions(&preset, 40) {
            let rules = Ruleset {
                ply_limit: here.plies() + u16::from(depth),
                ..preset
            };
            let truth = minimax(&rules, &here, depth, 0);
            let verdict = within(u32::MAX).search(&rules, &here);
            let context = format!("{rules}: {here}: {truth:?} {verdict:?}");
            let kept = after(&rules, &here, verdict.mv.unwrap(), depth, 0);
            let at = |value: Value| value.probability();
            assert_eq!(
                (at(verdict.value), at(kept)),
                (at(truth), at(truth)),
                "{context}"
            );
            seen[(2.0 * at(truth)) as usize] += 1;
            // The first win found need not be the shortest.
            if let (Value::Win(found), Value::Win(shortest)) = (verdict.value, truth) {
                assert!(found >= shortest, "{context}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn it_finds_forced_results_and_plays_the_wins_to_their_end() {
    for (rules, text, value) in FORCED {
        let here: Position = text.parse().unwrap();
        let context = format!("{rules}: {here}: {value:?}");
        let budget = Budget::Evaluations(20_000);
        let mut player = BestFirst::new(budget, Handwritten::new(&rules));
        match (value, player.search(&rules, &here).value) {
            (Value::Win(_), Value::Win(moves)) => {
                let mut choose = |here: &Position| player.search(&rules, here).mv;
                // Each new search may find another, longer win.
                assert!(wins(&rules, &here, 4 * moves, &mut choose), "{context}");
            }
            (Value::Loss(_), Value::Loss(_)) => {}
            (_, found) => panic!("{context}, found {found:?}"),
        }
    }
}

#[test]
fn a_draw_that_every_line_comes_to_is_found() {
    let rules = Ruleset {
        ply_limit: 2,
        ..Ruleset::KUJIFUNZA
    };
    let start = Position::start(&rules);
    let verdict = within(1_000_000).search(&rules, &start);
    assert_eq!(verdict.value, Value::Estimate(0.5));
    assert_eq!(verdict.depth, 2);
    assert!(verdict.evaluations < 200);
}

#[test]
fn both_seats_and_every_order_of_searches_get_the_same_answer() {
    for (_, rules) in Ruleset::PRESETS {
        let mut used = within(500);
        for here in positions(&rules, 20) {
            let fresh = within(500).search(&rules, &here);
            assert_eq!(used.search(&rules, &here), fresh, "{rules}: {here}");
            assert_eq!(
                used.search(&rules, &here.turned()),
                fresh,
                "{rules}: {here}"
            );
            assert!(fresh.evaluations < 500 + 64);
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let rules = Ruleset::KUJIFUNZA;
    let over: Position = OVER.parse().unwrap();
    let verdict = within(10).search(&rules, &over);
    assert_eq!((verdict.mv, verdict.value), (None, Value::Loss(0)));
    let mut random = stream(0, Purpose::Play, 0, 0);
    assert_eq!(within(10).choose(&rules, &over, &mut random), None);
}
