//! The fast engine on positions with known results: random games of every rule
//! set, and positions taken from published games and other engines' tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use bingwa_engine::{Ending, Move, Outcome, Position, Ruleset};
use serde_json::Value;

fn lines(file: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(file);
    let text = fs::read_to_string(&path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn position(case: &Value) -> Position {
    case["position"].as_str().unwrap().parse().unwrap()
}

fn result(outcome: Option<Outcome>) -> Option<String> {
    outcome.map(|outcome| outcome.text().to_owned())
}

#[test]
fn random_games_of_every_rule_set() {
    let mut positions = 0;
    for (name, rules) in Ruleset::PRESETS {
        for case in lines(&format!("{name}.jsonl")) {
            let here = position(&case);
            let context = format!("{name}: {here}");
            here.check(&rules).expect(&context);
            assert_eq!(here.to_string(), case["position"], "{context}");
            assert_eq!(
                result(rules.outcome(&here)).as_deref(),
                case["result"].as_str(),
                "{context}"
            );
            let moves: BTreeMap<String, (String, Option<String>)> = rules
                .legal_moves(&here)
                .iter()
                .map(|&mv| {
                    let played = rules.play(&here, mv);
                    // What the move itself decides; a missing reply is the next position's result.
                    let outcome = result(rules.decided_by_move(&played));
                    (mv.to_string(), (played.position.to_string(), outcome))
                })
                .collect();
            let expected: BTreeMap<_, _> = serde_json::from_value(case["moves"].clone()).unwrap();
            assert_eq!(moves, expected, "{context}");
            positions += 1;
        }
    }
    assert_eq!(positions, 1648);
}

#[test]
fn sourced_positions() {
    let cases = lines("sourced.jsonl");
    assert_eq!(cases.len(), 66);
    for case in cases {
        let rules: Ruleset = case["ruleset"].as_str().unwrap().parse().unwrap();
        let here = position(&case);
        let context = case["id"].as_str().unwrap();
        if let Some(starts) = case.get("starts") {
            let mut legal: Vec<String> = rules
                .legal_moves(&here)
                .iter()
                .filter(|mv| !mv.safari())
                .map(Move::to_string)
                .collect();
            legal.sort();
            assert_eq!(Value::from(legal), *starts, "{context}");
        }
        if let Some(mv) = case.get("move") {
            let mv: Move = mv.as_str().unwrap().parse().unwrap();
            let played = rules.try_play(&here, mv).expect(context);
            assert_eq!(played.position.to_string(), case["after"], "{context}");
            assert_eq!(
                result(rules.decided_by_move(&played)).as_deref(),
                case["result"].as_str(),
                "{context}"
            );
        } else if let Some(expected) = case.get("result") {
            assert_eq!(
                result(rules.outcome(&here)).as_deref(),
                expected.as_str(),
                "{context}"
            );
        }
        if let Some(mv) = case.get("endless") {
            let mv: Move = mv.as_str().unwrap().parse().unwrap();
            let turn = rules.play(&here, mv).turn;
            assert_eq!(turn.ending, Ending::Endless, "{context}");
            assert!(rules.try_play(&here, mv).is_err(), "{context}");
        }
    }
}

#[test]
fn the_long_endless_move_under_each_setting() {
    use bingwa_engine::Endless;

    let here: Position =
        "4,5,1,0,1,2,1,6/1,17,1,0,3,2,13,1/0,0,0,0,0,0,1,0/1,0,1,0,0,1,1,1 N 0,0 - - 40"
            .parse()
            .unwrap();
    let mv: Move = "A3<".parse().unwrap();
    let with = |endless| Ruleset {
        endless,
        ..Ruleset::KUJIFUNZA
    };
    let illegal = with(Endless::Illegal);
    assert!(!illegal.is_legal(&here, mv));
    assert_eq!(illegal.legal_moves(&here).len(), 7);
    for &other in illegal.legal_moves(&here).iter() {
        assert!(illegal.play(&here, other).turn.laps <= 15);
    }
    let stop = with(Endless::Stop).try_play(&here, mv).unwrap();
    assert_eq!(stop.turn.laps, 1024);
    assert_eq!(stop.position.total_seeds(), 64);
    assert_eq!(with(Endless::Stop).decided_by_move(&stop), None);
    let loss = with(Endless::Loss);
    let lost = loss.try_play(&here, mv).unwrap();
    assert_eq!(result(loss.outcome_after(&lost)).as_deref(), Some("S"));
}
