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
