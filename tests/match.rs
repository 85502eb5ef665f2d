//! `bingwa match`: kept matches that go on, other programs as players, limits.

mod common;

use std::fs;
use std::path::Path;

use bingwa_selfplay::matches::SavedMatch;
use common::{refused, run, stderr, stdout, text};
use serde_json::Value;

fn joined<'a>(first: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [first, more].concat()
}

/// A match of some seconds: long enough to be killed.
const MATCH: [&str; 8] = [
    "match",
    "mcts:60",
    "untrained:60",
    "--ruleset",
    "kujifunza",
    "--games",
    "80",
    "--json",
];

fn kept(path: &Path, more: &[&str]) -> String {
    stdout(&[&MATCH[..], &["--save", text(path)], more].concat())
}

/// Kills the match when so many games are in its file.
fn killed_after(path: &Path, games: usize, more: &[&str]) {
    let args = [&MATCH[..], &["--save", text(path), "--threads", "1"], more].concat();
    common::killed_when(&args, || {
        SavedMatch::read(path).is_ok_and(|saved| saved.games().len() >= games)
    });
}

#[test]
fn a_killed_match_goes_on_and_ends_as_one_that_nobody_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.match");
    let whole = stdout(&MATCH);
    killed_after(&path, 2, &[]);
    let some = SavedMatch::read(&path).unwrap().games().len();
    assert!((2..80).contains(&some), "{some}");
    assert_eq!(kept(&path, &[]), whole);
    let file = fs::read(&path).unwrap();
    assert_eq!(kept(&path, &[]), whole);
    assert_eq!(
        fs::read(&path).unwrap(),
        file,
        "a finished match is only read"
    );
    // With a test, and another length: the same games are looked at again.
    let test = ["--sprt", "0,400"];
    let decided = stdout(&[&MATCH[..], &test].concat());
    assert_eq!(kept(&path, &test), decided);
    let other = folder.path().join("t.match");
    killed_after(&other, 2, &test);
    assert_eq!(kept(&other, &test), decided);
}

#[test]
fn another_match_does_not_go_on_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.match");
    let save = [
        "match",
        "--save",
        text(&path),
        "--games",
        "4",
        "--ruleset",
        "easy",
    ];
    stdout(&joined(&save, &["greedy", "random"]));
    refused(
        &joined(&save, &["random", "greedy"]),
        "",
        &["m.match", "first player is greedy, not random"],
    );
    refused(
        &joined(&save, &["greedy", "random", "--seed", "2"]),
        "",
        &["seed is 1, not 2"],
    );
    fs::write(&path, "hello").unwrap();
    refused(
        &joined(&save, &["greedy", "random"]),
        "",
        &["m.match", "line 1"],
    );
}

/// The program itself as an engine.
fn itself(args: &str) -> String {
    format!("'{}' ugi {args}", env!("CARGO_BIN_EXE_bingwa"))
}

const QUICK: [&str; 7] = [
    "match",
    "--ruleset",
    "easy",
    "--games",
    "4",
    "--threads",
    "2",
];

#[test]
fn an_engine_plays_and_the_same_match_comes_out_again() {
    let engine = itself("");
    let args = [
        &QUICK[..],
        &[
            "random",
            "--engine",
            &engine,
            "--engine-limit",
            "40",
            "--json",
        ],
    ];
    let told = stdout(&args.concat());
    let result: Value = serde_json::from_str(&told).unwrap();
    let name = result["players"][1].as_str().unwrap();
    assert!(
        name.starts_with("Bingwa ") && name.ends_with(":40"),
        "{name}"
    );
    assert_eq!(result["faults"], serde_json::json!([0, 0]));
    assert!(result["share"].as_f64().unwrap() < 0.5, "{told}");
    assert_eq!(stdout(&args.concat()), told);
    // Against itself, and by evaluations; it is told the rules of the match.
    let both = [
        "--engine",
        &engine,
        "--engine",
        &engine,
        "--engine-limit",
        "300e",
    ];
    let told = stdout(&[&QUICK[..], &both].concat());
    assert!(
        told.contains(" against Bingwa ") && !told.contains("by fault"),
        "{told}"
    );
}

#[test]
fn an_engine_that_crashes_stays_silent_or_cheats_loses_and_is_named() {
    for (go, says) in [
        ("exit 3", "ended when `bestmove` was awaited"),
        ("exec sleep 100", "gave no `bestmove` in 1s"),
        (
            "echo bestmove B8\\>+",
            "played `B8>+`, which is not legal in",
        ),
    ] {
        let script = format!(
            "while read -r line; do case \"$line\" in ugi) echo id name Odd; echo ugiok;; \
             isready) echo readyok;; quit) exit;; go*) {go};; esac; done"
        );
        let engine = format!("sh -c {}", shell_words::quote(&script));
        let more = [
            "greedy",
            "--engine",
            &engine,
            "--engine-patience",
            "1",
            "--games",
            "2",
        ];
        let quick = ["match", "--ruleset", "easy"];
        let told = stdout(&[&quick[..], &more].concat());
        assert!(told.contains("together      2 games  +2 =0 -0"), "{told}");
        assert!(told.contains("Odd:10000e lost 2 games by fault"), "{told}");
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn who_cannot_play_is_refused_before_the_match() {
    let missing = joined(&QUICK, &["random", "--engine", "/no/such/engine"]);
    refused(
        &missing,
        "",
        &["/no/such/engine", "cannot be started", "docs/PROTOCOL.md"],
    );
    refused(
        &joined(&QUICK, &["random", "--engine", "true"]),
        "",
        &["ended when `ugiok`"],
    );
    refused(
        &joined(&QUICK, &["random", "--engine", "'"]),
        "",
        &["--engine `'`"],
    );
    refused(
        &joined(&QUICK, &["random"]),
        "",
        &["a match has two players"],
    );
    refused(
        &joined(&QUICK, &["random", "greedy", "--engine", "x"]),
        "",
        &["a match has two players"],
    );
}

#[test]
fn players_that_think_by_time_have_a_core_each() {
    let timed = ["match", "alphabeta:1ms", "random", "--threads", "4096"];
    refused(&timed, "", &["4096 games at once", "--threads is at most"]);
    let engine = itself("");
    let timed = [
        "match",
        "random",
        "--engine",
        &engine,
        "--engine-limit",
        "5ms",
    ];
    refused(
        &[&timed[..], &["--threads", "4096"]].concat(),
        "",
        &["4096 games at once"],
    );
    let output = run(&[
        "match",
        "alphabeta:1ms",
        "random",
        "--games",
        "2",
        "--ruleset",
        "easy",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
}
