//! The commands that show the rules: `perft`, `moves`, `rules`.

mod common;

use std::fs;
use std::path::Path;

use bingwa_engine::Ruleset;
use common::{run_with, stderr, stdout};

#[test]
fn perft_prints_the_known_totals_last() {
    for (ruleset, depth, total) in [
        ("kiswahili", "7", "5655"),
        ("malawi", "6", "1595"),
        ("encyclopedia", "5", "2009"),
        ("zanzibar", "5", "2121"),
        ("kujifunza", "5", "6550"),
        ("easy", "4", "4016"),
        ("leaflet", "3", "17892"),
    ] {
        assert_eq!(stdout(&["perft", ruleset, depth]).trim_end(), total);
        let divided = stdout(&["perft", ruleset, depth, "--divide"]);
        let lines: Vec<&str> = divided.lines().collect();
        assert_eq!(*lines.last().unwrap(), total);
        let sum: u64 = lines[..lines.len() - 1]
            .iter()
            .map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap())
            .sum();
        assert_eq!(sum.to_string(), total);
    }
}

#[test]
fn perft_counts_from_any_position() {
    let lost = "0,0,0,0,0,0,0,46/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0 S 0,0 - - 9";
    let args = ["perft", "kiswahili", "3", "--position", lost];
    assert_eq!(stdout(&args).trim_end(), "0");
}

#[test]
fn moves_answers_every_case_to_the_letter() {
    for (name, _) in Ruleset::PRESETS {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("engine/tests/cases/{name}.jsonl"));
        let cases = fs::read_to_string(path).unwrap();
        let questions: String = cases
            .lines()
            .map(|line| {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                format!("{}\n", serde_json::json!({ "position": case["position"] }))
            })
            .collect();
        let output = run_with(&["moves", "--ruleset", name, "--jsonl"], &questions);
        assert!(output.status.success(), "{}", stderr(&output));
        let answers = String::from_utf8(output.stdout).unwrap();
        assert_eq!(answers.lines().count(), cases.lines().count());
        for (answer, case) in answers.lines().zip(cases.lines()) {
            assert_eq!(answer, case, "{name}");
        }
    }
}

#[test]
fn rules_are_told_side_by_side_and_in_words() {
    let table = stdout(&["rules"]);
    for (name, _) in Ruleset::PRESETS {
        assert!(table.contains(name));
        let told = stdout(&["rules", name]);
        assert!(
            told.contains("South to move") && told.lines().count() > 20,
            "{told}"
        );
        assert!(
            told.lines().all(|line| line.chars().count() <= 80),
            "{told}"
        );
    }
    assert!(table.contains("nyumba_takata_end"));
}

#[test]
fn show_draws_a_position_and_tells_a_move() {
    let shown = stdout(&["show"]);
    assert!(shown.contains("legal moves: A6> A6< A7> A7<"), "{shown}");
    let told = stdout(&["show", "--ruleset", "kujifunza", "--move", "A1>"]);
    assert!(
        told.contains("South plays A1>") && told.contains("captures"),
        "{told}"
    );
    assert!(told.contains(" N 0,0 - - 1"), "{told}");
    common::refused(&["show", "--move", "A1>"], "", &["A1> is not legal", "A6>"]);
}

#[test]
fn rule_sets_of_ones_own_are_written_behind_a_preset() {
    let one = stdout(&["perft", "kiswahili", "4"]);
    assert_eq!(stdout(&["perft", "kiswahili lap_limit=2048", "4"]), one);
    let free = stdout(&["perft", "kiswahili nyumba_start=free", "1"]);
    assert_eq!(free.trim_end(), "6");
    common::refused(
        &["perft", "kiswahili nyumba_strt=free", "1"],
        "",
        &["nyumba_strt", "nyumba_start"],
    );
}

#[test]
fn bench_gives_figures_as_json() {
    let args = [
        "bench",
        "engine",
        "--ruleset",
        "easy",
        "--json",
        "--seconds",
        "0.01",
    ];
    let figures: serde_json::Value = serde_json::from_str(&stdout(&args)).unwrap();
    let easy = figures["easy"].as_object().unwrap();
    assert_eq!(easy.len(), 7);
    assert!(
        easy.values().all(|rate| rate.as_f64().unwrap() > 0.0),
        "{figures}"
    );
    let args = ["bench", "search", "--json", "--seconds", "0.01"];
    let figures: serde_json::Value = serde_json::from_str(&stdout(&args)).unwrap();
    for (row, figure) in [
        ("network in f32", "batch_8"),
        ("network quantised", "batch_8"),
        ("gumbel, 32 simulations, 8 in flight", "simulations"),
        ("puct, 800 simulations", "evaluations"),
    ] {
        let rate = figures[row][figure].as_f64().unwrap();
        assert!(rate > 0.0, "{row}: {figures}");
    }
}

#[test]
fn bench_selfplay_finds_the_games_in_flight_and_writes_them_into_a_config() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("my.toml");
    let text = "ruleset = \"easy\"\ngenerations = 1\ngames = 5\n[match]\ngames = 0\n";
    fs::write(&config, text).unwrap();
    let quick = [
        "--ruleset",
        "easy",
        "--simulations",
        "4",
        "--seconds",
        "0.01",
    ];
    let mut args = vec!["bench", "selfplay", "--write", config.to_str().unwrap()];
    args.extend(quick);
    let told = stdout(&args);
    assert!(told.contains("32 games in flight"), "{told}");
    let best = told
        .lines()
        .find_map(|line| line.strip_prefix("in_flight = "))
        .and_then(|line| line.split(' ').next())
        .unwrap();
    let changed = fs::read_to_string(&config).unwrap();
    assert!(
        changed.contains(&format!("in_flight = {best}\n[match]")),
        "{changed}"
    );

    let mut args = vec!["bench", "selfplay", "--soak", "1", "--json"];
    args.extend(quick);
    let soak: serde_json::Value = serde_json::from_str(&stdout(&args)).unwrap();
    let readings = soak["readings"].as_array().unwrap();
    assert_eq!(readings.len(), 10);
    assert!(
        readings
            .iter()
            .all(|r| r["games_per_second"].as_f64().unwrap() > 0.0)
    );
    assert!(
        readings
            .iter()
            .all(|r| r["memory_mib"].as_f64().unwrap() > 1.0)
    );
}

#[test]
fn the_self_test_passes_and_says_what_it_looked_at() {
    let told = stdout(&["selftest", "--ruleset", "kujifunza", "--json"]);
    let checks: Vec<serde_json::Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(checks.len() > 10, "{told}");
    for check in checks {
        assert_eq!(check["passed"], true, "{check}");
        assert!(check["cases"].as_u64().unwrap() > 0, "{check}");
    }
}
