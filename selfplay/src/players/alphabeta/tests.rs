//! Alpha-beta against plain minimax, on positions of every rule set.

use std::fs;
use std::path::Path;

use bingwa_engine::{Outcome, Position, Ruleset};
use bingwa_models::{Evaluator, Value};

use super::descent::{Descent, FREE};
use super::{AlphaBeta, Verdict};
use crate::players::effort::{Budget, DepthLimit};
use crate::players::reference::{FORCED, OVER, Senseless, after, best, positions, same, wins};
use crate::players::{Handwritten, Player};
use crate::seeds::{Purpose, stream};

fn to_depth(depth: u8) -> AlphaBeta<Senseless> {
    AlphaBeta::new(DepthLimit::Depth(depth), Senseless)
}

/// A depth that plain minimax reaches in a moment.
fn deepest(rules: &Ruleset) -> u8 {
    if rules.must_capture { 5 } else { 3 }
}

/// The value is that of plain minimax, and the move attains it.
fn check<E: Evaluator>(
    search: &mut AlphaBeta<E>,
    rules: &Ruleset,
    here: &Position,
    depth: u8,
) -> Verdict {
    let verdict = search.search(rules, here);
    // A proof ends the search earlier; so does the end of all lines, where the
    // value at the wanted depth is the same.
    let searched = if verdict.value.is_proven() {
        verdict.depth as u8
    } else {
        depth
    };
    let expected = best(rules, here, searched, FREE);
    let context = format!("{rules}, depth {depth}: {here}: {verdict:?} {expected:?}");
    assert!(same(verdict.value, expected), "{context}");
    let attained = after(rules, here, verdict.mv.unwrap(), searched, FREE);
    assert!(same(attained, expected), "{context}: {attained:?}");
    verdict
}

#[test]
fn it_is_plain_minimax_and_its_move_attains_the_value() {
    let (mut won, mut lost) = (0, 0);
    for (_, rules) in Ruleset::PRESETS {
        for here in positions(&rules, 60) {
            for depth in 1..=deepest(&rules) {
                let verdict = check(&mut to_depth(depth), &rules, &here, depth);
                assert!(verdict.depth == u16::from(depth) || verdict.value.is_proven());
                won += u32::from(matches!(verdict.value, Value::Win(2..)));
                lost += u32::from(matches!(verdict.value, Value::Loss(2..)));
            }
        }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}

#[test]
fn a_table_of_any_size_changes_no_value() {
    for (_, rules) in Ruleset::PRESETS {
        let depth = deepest(&rules);
        for here in positions(&rules, 20) {
            let mut values = [0, 4, 16].map(|bits| {
                let mut search = AlphaBeta {
                    limit: DepthLimit::Depth(depth),
                    descent: Descent::new(Senseless, bits),
                };
                check(&mut search, &rules, &here, depth).value
            });
            values.sort_by(|a, b| a.preference(*b));
            assert_eq!(values[0], values[2], "{rules}: {here}");
        }
    }
}

#[test]
fn it_sees_the_move_limit() {
    let mut drawn = 0;
    for (_, preset) in Ruleset::PRESETS {
        let depth = deepest(&preset);
        for here in positions(&preset, 30) {
            for ahead in 1..=u16::from(depth) + 1 {
                let rules = Ruleset {
                    ply_limit: here.plies() + ahead,
                    ..preset
                };
                let verdict = check(&mut to_depth(depth), &rules, &here, depth);
                drawn += u32::from(verdict.value == Value::Estimate(0.5));
            }
        }
    }
    assert!(drawn > 100, "{drawn} drawn");
}

#[test]
fn where_the_move_limit_is_in_reach_the_number_of_moves_is_in_the_key() {
    let rules = Ruleset::KUJIFUNZA;
    let board = "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S 0,0 - -";
    let key = |plies: u16, depth| {
        let position: Position = format!("{board} {plies}").parse().unwrap();
        super::table::key(&rules, &position, depth)
    };
    let reach = 5 * (u16::from(FREE) + 1);
    assert_eq!(key(0, 5), key(499 - reach, 5));
    assert_ne!(key(499 - reach, 5), key(500 - reach, 5));
    assert_ne!(key(495, 5), key(497, 5));
    assert_eq!(key(495, 5), key(495, 9));
}

#[test]
fn both_seats_and_every_order_of_searches_get_the_same_answer() {
    for (_, rules) in Ruleset::PRESETS {
        for limit in [
            DepthLimit::Depth(4),
            DepthLimit::Within(Budget::Evaluations(300)),
        ] {
            let mut used = AlphaBeta::new(limit, Senseless);
            for here in positions(&rules, 20) {
                let fresh = AlphaBeta::new(limit, Senseless).search(&rules, &here);
                assert_eq!(used.search(&rules, &here), fresh, "{rules}: {here}");
                let turned = used.search(&rules, &here.turned());
                assert_eq!(
                    (turned.mv, turned.value),
                    (fresh.mv, fresh.value),
                    "{rules}: {here}"
                );
            }
        }
    }
}

#[test]
fn a_budget_of_evaluations_is_kept_and_more_of_it_looks_deeper() {
    let rules = Ruleset::KISWAHILI;
    let start = Position::start(&rules);
    let within = |n| {
        let limit = DepthLimit::Within(Budget::Evaluations(n));
        AlphaBeta::new(limit, Handwritten::new(&rules)).search(&rules, &start)
    };
    let mut depth = 0;
    for budget in [1, 100, 10_000] {
        let verdict = within(budget);
        // Beyond it at most the children of one position.
        assert!(verdict.evaluations < u64::from(budget) + 64);
        assert!(verdict.depth > depth);
        depth = verdict.depth;
        assert!(rules.is_legal(&start, verdict.mv.unwrap()));
    }
}

#[test]
fn it_stops_when_nothing_is_left_to_look_at() {
    let start = Position::start(&Ruleset::KUJIFUNZA);
    let rules = Ruleset {
        ply_limit: 1,
        ..Ruleset::KUJIFUNZA
    };
    let verdict = to_depth(99).search(&rules, &start);
    assert_eq!(verdict.value, Value::Estimate(0.5));
    assert_eq!(verdict.evaluations, 0);
    assert!(verdict.depth < 99);
}

#[test]
fn a_finished_game_has_no_move() {
    let rules = Ruleset::KUJIFUNZA;
    let over: Position = OVER.parse().unwrap();
    let verdict = to_depth(3).search(&rules, &over);
    assert_eq!((verdict.mv, verdict.value), (None, Value::Loss(0)));
    let no_moves = Ruleset {
        ply_limit: 0,
        ..rules
    };
    let verdict = to_depth(3).search(&no_moves, &Position::start(&rules));
    assert_eq!((verdict.mv, verdict.value), (None, Value::Estimate(0.5)));
    let mut random = stream(0, Purpose::Play, 0, 0);
    assert_eq!(to_depth(3).choose(&rules, &over, &mut random), None);
}

#[test]
fn it_finds_forced_results_and_plays_the_wins_to_their_end() {
    for (rules, text, value) in FORCED {
        let south_or_north: Position = text.parse().unwrap();
        for here in [south_or_north, south_or_north.turned()] {
            let context = format!("{rules}: {here}");
            let mut player = AlphaBeta::new(DepthLimit::Depth(9), Handwritten::new(&rules));
            assert_eq!(player.search(&rules, &here).value, value, "{context}");
            if let Value::Win(moves) = value {
                let mut choose = |here: &Position| player.search(&rules, here).mv;
                assert!(wins(&rules, &here, moves, &mut choose), "{context}");
            }
        }
    }
}

/// Every position of the engine's cases in which a move wins at once.
#[test]
fn it_plays_every_win_in_one_of_the_engines_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/cases");
    let mut wins = 0;
    for (name, rules) in Ruleset::PRESETS {
        let text = fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap();
        for line in text.lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let here: Position = case["position"].as_str().unwrap().parse().unwrap();
            let winning: Vec<&String> = case["moves"]
                .as_object()
                .unwrap()
                .iter()
                .filter(|(_, after)| after[1] == Outcome::Win(here.mover()).text())
                .map(|(mv, _)| mv)
                .collect();
            if winning.is_empty() {
                continue;
            }
            let verdict = to_depth(4).search(&rules, &here);
            assert_eq!(verdict.value, Value::Win(1), "{name}: {here}");
            let played = rules.play(&here, verdict.mv.unwrap());
            assert_eq!(
                rules.outcome_after(&played),
                Some(Outcome::Win(here.mover()))
            );
            wins += 1;
        }
    }
    assert!(wins > 50, "{wins}");
}
