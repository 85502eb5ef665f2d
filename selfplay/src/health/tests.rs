//! Figures of hand-made and of real games; every limit is crossed once.

use bingwa_engine::{Endless, Ruleset};
use bingwa_models::Uniform;

use super::*;
use crate::records::{GameRecord, Proof, SearchedMove, pack};
use crate::search::SearchConfig;
use crate::worker::{SelfPlay, SelfPlayConfig};

fn games(rules: &Ruleset, count: u64, config: SelfPlayConfig) -> Vec<GameRecord> {
    let worker = SelfPlay {
        rules,
        search: SearchConfig::default(),
        config: SelfPlayConfig {
            simulations: 12,
            quick_simulations: 4,
            ..config
        },
        seed: 4,
        generation: 2,
    };
    worker.play_games(0..count, 4, &Uniform).unwrap()
}

fn health(rules: &Ruleset, games: &[GameRecord]) -> Health {
    let mut checkup = Checkup::new(*rules, 2);
    for game in games {
        checkup.add(game).unwrap();
    }
    checkup.health()
}

fn value(health: &Health, name: &str) -> f64 {
    health.figure(name).unwrap().value.unwrap()
}

#[test]
fn nothing_is_measured_of_nothing() {
    let health = health(&Ruleset::EASY, &[]);
    assert!(health.figures.iter().all(|figure| figure.value.is_none()));
    assert_eq!((health.warnings().count(), health.judged), (0, false));
}

#[test]
fn figures_are_those_counted_by_hand() {
    let rules = Ruleset::KISWAHILI;
    let games = games(&rules, 30, SelfPlayConfig::default());
    let of = health(&rules, &games);
    let moves = || games.iter().flat_map(|game| &game.moves);
    let count = moves().count() as f64;
    assert_eq!((of.games, of.moves, of.left_out), (30, count as u64, 0));
    assert_eq!(value(&of, "mean_length"), count / 30.0);
    let laps: u32 = moves().map(|mv| u32::from(mv.laps.unwrap())).sum();
    assert_eq!(value(&of, "mean_laps"), f64::from(laps) / count);
    let most = moves().map(|mv| mv.laps.unwrap()).max().unwrap();
    assert_eq!(value(&of, "most_laps"), f64::from(most));
    let first = games.iter().map(|game| match &*game.result {
        "S" => 1.0,
        "draw" => 0.5,
        _ => 0.0,
    });
    assert_eq!(value(&of, "first_player_share"), first.sum::<f64>() / 30.0);
    let searched = moves().filter(|mv| !mv.policy.is_empty());
    let proven = searched.clone().filter(|mv| mv.proof.is_proven()).count();
    assert_eq!(of.searched, searched.clone().count() as u64);
    assert_eq!(
        value(&of, "proven_share"),
        proven as f64 / of.searched as f64
    );
    let mut keys = std::collections::HashSet::new();
    let mut repeated = 0.0;
    for game in &games {
        let (positions, _) = game.replay(&rules).unwrap();
        for (position, mv) in positions.iter().zip(&game.moves) {
            if !mv.policy.is_empty() && !keys.insert(position.key()) {
                repeated += 1.0;
            }
        }
    }
    let share = value(&of, "duplicate_positions");
    assert!((share - repeated / of.searched as f64).abs() < 1e-12);
    assert!(share > 0.0);
    let entropy = value(&of, "policy_entropy");
    assert!((0.01..1.0).contains(&entropy), "{entropy}");
    assert!(value(&of, "policy_divergence") > 0.0);
}

#[test]
fn few_games_are_not_judged_and_good_ones_give_no_warning() {
    let rules = Ruleset::KISWAHILI;
    let games = games(&rules, 120, SelfPlayConfig::default());
    let of = health(&rules, &games);
    assert!(of.judged);
    assert_eq!(of.warnings().collect::<Vec<_>>(), [""; 0]);
    let same = vec![games[0].clone(); 99];
    assert_eq!(health(&rules, &same).warnings().count(), 0);
    assert!(!health(&rules, &same).judged);
}

/// The warnings of games, by figure.
fn warned(rules: &Ruleset, games: &[GameRecord]) -> Vec<String> {
    let figures = health(rules, games).figures.into_iter();
    let warned = figures.filter(|figure| figure.warning.is_some());
    warned.map(|figure| figure.name).collect()
}

fn tells(warned: &[String], name: &str) -> bool {
    warned.iter().any(|warned| warned == name)
}

#[test]
fn the_same_game_over_and_over_is_noticed() {
    let rules = Ruleset::KISWAHILI;
    let mut all = games(&rules, 10, SelfPlayConfig::default());
    all.retain(|game| game.result == "S");
    let same = vec![all[0].clone(); 100];
    let warned = warned(&rules, &same);
    for name in [
        "duplicate_games",
        "duplicate_positions",
        "distinct_openings",
        "first_player_share",
    ] {
        assert!(tells(&warned, name), "{name}: {warned:?}");
    }
    let of = health(&rules, &same);
    assert_eq!(value(&of, "duplicate_games"), 0.99);
    let text = of.warnings().next().unwrap();
    assert!(
        text.starts_with("duplicate games 99.0 %, above 25.0 %: games repeat"),
        "{text}"
    );
}

#[test]
fn short_and_drawn_games_are_noticed() {
    let rules = Ruleset {
        ply_limit: 6,
        ..Ruleset::EASY
    };
    let config = SelfPlayConfig {
        random_plies: 0,
        ..SelfPlayConfig::default()
    };
    let warned = warned(&rules, &games(&rules, 100, config));
    assert!(
        tells(&warned, "draws") && tells(&warned, "mean_length"),
        "{warned:?}"
    );
}

#[test]
fn moves_near_the_lap_limit_and_endless_ones_are_noticed() {
    let rules = Ruleset {
        lap_limit: 12,
        endless: Endless::Stop,
        ..Ruleset::KUJIFUNZA
    };
    let games = games(&rules, 100, SelfPlayConfig::default());
    let warned = warned(&rules, &games);
    for name in ["most_laps", "endless_offered", "endless_played"] {
        assert!(tells(&warned, name), "{name}: {warned:?}");
    }
    // Refused, they are offered and never played.
    let rules = Ruleset {
        endless: Endless::Illegal,
        ..rules
    };
    let of = health(&rules, &self::games(&rules, 100, SelfPlayConfig::default()));
    assert!(of.figure("endless_offered").unwrap().warning.is_some());
    assert_eq!(value(&of, "endless_played"), 0.0);
}

/// Real games whose searches are made to say something else.
fn with_searches(spoil: impl Fn(&mut [SearchedMove]) -> Proof) -> Vec<String> {
    let rules = Ruleset::KISWAHILI;
    let mut games = games(&rules, 100, SelfPlayConfig::default());
    for mv in games.iter_mut().flat_map(|game| &mut game.moves) {
        if mv.policy.is_empty() {
            continue;
        }
        for found in &mut mv.policy {
            (found.proof, found.prior, found.share) = (Proof::Open, 0, 0);
        }
        mv.proof = spoil(&mut mv.policy);
        mv.value = mv.proof.value().unwrap_or(mv.value);
    }
    warned(&rules, &games)
}

#[test]
fn policies_that_are_too_sure_or_too_even_or_proven_are_noticed() {
    let even = |found: &[SearchedMove]| pack(1.0 / found.len() as f32).unwrap();
    let sure = with_searches(|found| {
        found[0].share = u16::MAX;
        found[found.len() - 1].prior = u16::MAX;
        Proof::Open
    });
    assert!(
        tells(&sure, "policy_entropy") && tells(&sure, "policy_divergence"),
        "{sure:?}"
    );
    let flat = with_searches(|found| {
        let even = even(found);
        for found in found {
            (found.share, found.prior) = (even, even);
        }
        Proof::Open
    });
    assert!(
        tells(&flat, "policy_entropy") && tells(&flat, "policy_divergence"),
        "{flat:?}"
    );
    let proven = with_searches(|found| {
        found[0].share = u16::MAX;
        Proof::Win(3)
    });
    assert!(tells(&proven, "proven_share"), "{proven:?}");
}

#[test]
fn a_game_that_is_none_is_left_out_whole() {
    let rules = Ruleset::EASY;
    let mut all = games(&rules, 3, SelfPlayConfig::default());
    all[1].moves.pop();
    let mut checkup = Checkup::new(rules, 2);
    let counted = all.iter().filter(|game| checkup.add(game).is_ok());
    assert_eq!(counted.count(), 2);
    let of = checkup.health();
    assert_eq!((of.games, of.left_out), (2, 1));
    assert_eq!(of.moves as usize, all[0].moves.len() + all[2].moves.len());
}

#[test]
fn it_is_written_beside_the_games_for_programs() {
    let rules = Ruleset::EASY;
    let folder = tempfile::tempdir().unwrap();
    let of = health(&rules, &games(&rules, 5, SelfPlayConfig::default()));
    of.write(folder.path()).unwrap();
    let text = std::fs::read_to_string(folder.path().join("health-g002.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["games"], 5);
    assert_eq!(json["ruleset"], "easy");
    let figures = json["figures"].as_array().unwrap();
    assert_eq!(figures.len(), of.figures.len());
    let length = figures.iter().find(|f| f["name"] == "mean_length").unwrap();
    assert_eq!(
        (&length["unit"], &length["low"]),
        (&"moves".into(), &10.0.into())
    );
    assert!(length["warning"].is_null());
}
