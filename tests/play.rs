//! Playing over a pipe, and the levels.

mod common;

use std::process::Stdio;

use bingwa_engine::{Game, Ruleset};
use common::{bingwa, refused, run_with, stderr, stdout, text};

/// Plays over a pipe and gives what was printed.
fn play(args: &[&str], input: &str) -> String {
    let output = run_with(&[&["play"], args].concat(), input);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    assert!(!output.stdout.contains(&0x1b), "a pipe gets plain text");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn without_arguments_the_released_model_plays_kiswahili() {
    let said = play(&[], "A6>\nhint\nmoves\nquit\n");
    for part in [
        "kiswahili: you play South",
        "The computer: level medium",
        "released model",
        "South plays A6>",
        "North plays",
        "you win with",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // No model is released for rules of one's own.
    let said = play(&["--ruleset", "leaflet ply_limit=150"], "quit\n");
    assert!(said.contains("handwritten evaluation, no model"), "{said}");
}

#[test]
fn the_same_moves_get_the_same_answers_also_after_undo() {
    let moves = "A1>\nA2>\nA3>\nA4>\nA5>\nA6>\nA7>\nA8>\n";
    let args = ["--ruleset", "easy", "--level", "beginner", "--seed", "3"];
    let once = play(&args, moves);
    assert_eq!(once, play(&args, moves));
    let end = once.split("    North").last().unwrap();
    let again = play(&args, &format!("A1>\nundo\n{moves}"));
    assert!(again.ends_with(end), "{again}");
}

#[test]
fn the_computer_plays_itself_at_every_level() {
    for level in ["beginner", "easy", "medium", "strong", "expert", "master"] {
        let said = play(&["--as", "nobody", "--level", level], "");
        let last = said.lines().last().unwrap_or_default();
        assert!(last.contains(" after ") && last.contains("moves"), "{last}");
        assert!(said.contains(&format!("level {level}")), "{level}");
    }
}

#[test]
fn who_reads_no_further_is_no_failure() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = bingwa(&["play", "--as", "nobody", "--level", "beginner"])
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_saved_game_of_two_people_is_loaded_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evening.txt");
    let save = format!("A1>\nB7>\nundo\nB7>\nsave {}\nquit\n", text(&path));
    let said = play(&["--ruleset", "kujifunza", "--two"], &save);
    assert!(said.contains("two people play"), "{said}");
    let saved: Game = std::fs::read_to_string(&path).unwrap().parse().unwrap();
    assert_eq!(saved.rules(), &Ruleset::KUJIFUNZA);
    let moves: Vec<String> = saved.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["A1>", "B7>"]);

    let more = format!("moves\nundo\nsave {}\n", text(&path));
    let said = play(&["--load", text(&path), "--two"], &more);
    assert!(said.starts_with("kujifunza: two people play"), "{said}");
    let saved: Game = std::fs::read_to_string(&path).unwrap().parse().unwrap();
    assert_eq!(saved.moves().len(), 1);
}

#[test]
fn what_cannot_be_played_is_refused_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let none = text(&path);
    refused(&["play", "--load", none], "", &[none]);
    std::fs::write(&path, "[Rules \"kujifunza\"]\n\n1. A1> B8< *\n").unwrap();
    refused(&["play", "--load", none], "", &[none, "B8< is not legal"]);
    std::fs::write(&path, "[Rules \"kujifunza\"]\n\n1. A1> *\n").unwrap();
    refused(
        &["play", "--load", none, "--ruleset", "easy"],
        "",
        &["kujifunza", "--ruleset"],
    );
    refused(
        &["play", "--level", "hard"],
        "",
        &["hard", "beginner", "bingwa"],
    );
    refused(
        &["play", "--level", "easy", "--simulations", "5"],
        "",
        &["--level"],
    );
    refused(&["play", "--two", "--as", "north"], "", &["--two"]);
    refused(&["levels", "--measure"], "", &["--out"]);
    refused(&["levels", "--games", "4"], "", &["--measure"]);
    refused(&["levels", "--games", "4294967295"], "", &["2..=100000"]);
}

#[test]
fn the_levels_are_shown_and_measured_the_same_at_every_thread_count() {
    let shown = stdout(&["levels"]);
    assert!(
        shown.contains("kiswahili") && shown.contains("beginner"),
        "{shown}"
    );
    let folder = tempfile::tempdir().unwrap();
    let measure = |threads: &str| {
        let path = folder.path().join(format!("{threads}.json"));
        stdout(&[
            "levels",
            "--measure",
            "--ruleset",
            "kujifunza ply_limit=12",
            "--games",
            "2",
            "--threads",
            threads,
            "--out",
            text(&path),
        ]);
        std::fs::read_to_string(&path).unwrap()
    };
    let one = measure("1");
    assert!(
        one.contains("kujifunza ply_limit=12") && one.contains("\"greedy\""),
        "{one}"
    );
    assert_eq!(one, measure("2"));
    let path = folder.path().join("1.json");
    std::fs::write(&path, "{").unwrap();
    let bad = ["levels", "--measure", "--games", "2", "--out", text(&path)];
    refused(&bad, "", &["1.json", "ratings"]);
}
