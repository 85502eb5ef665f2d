//! Games as JSON, and figures about them.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_selfplay::records::{Collector, Proof, Stats, to_json};

use crate::generator::{games, header, tiny_rules};

#[test]
fn a_game_is_exported_with_its_positions_and_policies() {
    let header = header(Ruleset::KISWAHILI);
    let record = &games(&header, 4, 1)[0];
    let json = to_json(&header, record).unwrap();
    assert_eq!(json["generation"], 3);
    assert_eq!(json["index"], 512);
    assert_eq!(json["ruleset"], "kiswahili");
    assert_eq!(json["start"], record.start);
    assert_eq!(json["result"], record.result);
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), record.moves.len());
    let mut here = Position::start(&header.ruleset);
    for (json, mv) in moves.iter().zip(&record.moves) {
        assert_eq!(json["position"], here.to_string());
        assert_eq!(json["simulations"], mv.simulations);
        assert_eq!(json["full"], mv.full);
        assert_eq!(json["laps"], mv.laps.unwrap());
        assert_eq!(json["proof"].is_null(), mv.proof == Proof::Open);
        for found in &mv.policy {
            let json = &json["policy"][Move::from_index(found.mv).unwrap().to_string()];
            assert_eq!(json["visits"], found.visits);
            let proof = match found.proof {
                Proof::Open => serde_json::Value::Null,
                Proof::Win(n) => serde_json::json!({ "win": n }),
                Proof::Loss(n) => serde_json::json!({ "loss": n }),
                Proof::Draw(n) => serde_json::json!({ "draw": n }),
            };
            assert_eq!(json["proof"], proof);
        }
        let policy = json["policy"].as_object().unwrap();
        assert_eq!(policy.len(), mv.policy.len());
        let shares: f64 = policy
            .values()
            .map(|found| found["share"].as_f64().unwrap())
            .sum();
        assert!(policy.is_empty() || (shares - 1.0).abs() < 1e-3, "{shares}");
        let played = json["move"].as_str().unwrap().parse().unwrap();
        assert!(policy.is_empty() || policy.contains_key(json["move"].as_str().unwrap()));
        here = header.ruleset.try_play(&here, played).unwrap().position;
    }
}

#[test]
fn changed_rules_are_exported_with_their_changes() {
    let header = header(tiny_rules());
    let json = to_json(&header, &games(&header, 4, 1)[0]).unwrap();
    assert_eq!(json["ruleset"], "kujifunza ply_limit=2");
}

#[test]
fn an_unsound_record_is_not_exported_and_not_counted() {
    let header = header(Ruleset::KISWAHILI);
    let mut record = games(&header, 4, 1).remove(0);
    record.moves.truncate(2);
    assert!(to_json(&header, &record).is_err());
    let mut collector = Collector::default();
    assert!(collector.add(&header.ruleset, &record).is_err());
    assert_eq!(collector.stats(), Stats::default());
}

#[test]
fn figures_are_counted() {
    let header = header(tiny_rules());
    let mut records = games(&header, 4, 2);
    // Two moves, all games drawn by the limit; one searched move, quite unsure.
    for record in &mut records {
        assert_eq!((record.moves.len(), record.result.as_str()), (2, "draw"));
        for mv in &mut record.moves {
            mv.policy.clear();
            (mv.full, mv.simulations) = (false, 0);
        }
    }
    let legal = header
        .ruleset
        .legal_moves(&Position::start(&header.ruleset));
    let share = (65535 / legal.len()) as u16;
    let policy = legal
        .iter()
        .map(|mv| bingwa_selfplay::records::SearchedMove {
            mv: mv.index(),
            share,
            value: 0,
            proof: Proof::Open,
            visits: 0,
            prior: 0,
        });
    records[0].moves[0].policy = policy.collect();
    records[0].moves[0].full = true;
    records.push(records[0].clone());
    let mut collector = Collector::default();
    for record in &records {
        collector.add(&header.ruleset, record).unwrap();
    }
    let stats = collector.stats();
    assert_eq!((stats.games, stats.plies, stats.draws), (3, 6, 3));
    assert_eq!((stats.south_wins, stats.north_wins), (0, 0));
    assert_eq!((stats.shortest, stats.longest), (2, 2));
    assert_eq!((stats.searched_moves, stats.full_searches), (2, 2));
    assert_eq!((stats.repeated_games, stats.repeated_finals), (1, 1));
    assert!((stats.mean_length - 2.0).abs() < 1e-9);
    let unsure = (legal.len() as f64).ln();
    assert!((stats.policy_entropy - unsure).abs() < 1e-3, "{stats:?}");
}
