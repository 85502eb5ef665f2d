//! What a user gets wrong is answered with what, where, and what would be
//! right; exit code 2; and nothing is lost.

mod common;

use std::fs;
use std::path::Path;

use common::{files, refused, run, selfplay, stderr, text};

const START: &str =
    "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 0";

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    text(&path).to_owned()
}

/// A model made by the real program from a few games.
fn model(folder: &Path, ruleset: &str) -> String {
    let games = folder.join(format!("{ruleset}-games"));
    assert!(selfplay(ruleset, "12", "2", &games).status.success());
    let file = folder.join(format!("{ruleset}.bingwa"));
    let output = run(&[
        "train",
        "--ruleset",
        ruleset,
        "--games",
        text(&games),
        "--out",
        text(&file),
        "--hidden",
        "32,32",
        "--batch",
        "64",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    text(&file).to_owned()
}

#[test]
fn an_unknown_rule_set() {
    let says = ["kiswahli", "kiswahili"];
    refused(&["perft", "kiswahli", "3"], "", &says);
    refused(&["rules", "kiswahli"], "", &says);
    refused(
        &["selfplay", "--ruleset", "kiswahli", "--out", "x"],
        "",
        &says,
    );
    refused(
        &["match", "random", "greedy", "--ruleset", "kiswahli"],
        "",
        &says,
    );
}

#[test]
fn a_malformed_position() {
    let short = START.replace(" - 0", "");
    refused(
        &["perft", "kiswahili", "1", "--position", &short],
        "",
        &["six fields"],
    );
    let row = START.replace("6,2,2,0/", "6,2,2/");
    refused(
        &["perft", "kiswahili", "1", "--position", &row],
        "",
        &["row 3"],
    );
    refused(
        &["perft", "kujifunza", "1", "--position", START],
        "",
        &["nyumba", "write `-`"],
    );
    let line = format!("{{\"position\": \"{START}\"}}\n{{\"position\": \"{row}\"}}\n");
    let output = refused(
        &["moves", "--ruleset", "kiswahili", "--jsonl"],
        &line,
        &["line 2", "row 3"],
    );
    // What came before it is answered.
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
    refused(
        &["moves", "--ruleset", "easy", "--jsonl"],
        "{}\n",
        &["line 1", "position"],
    );
}

#[test]
fn an_illegal_move_while_playing_is_explained_and_the_game_goes_on() {
    let output = common::run_with(&["play", "--simulations", "20"], "A1>\nZ9\nA6>\nquit\n");
    assert!(output.status.success(), "{}", stderr(&output));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("A1> is not legal here: the legal moves are A6> A6< A7> A7<"));
    assert!(told.contains("`Z9` is no move"), "{told}");
    assert!(
        told.contains("South plays A6>") && told.contains("North plays"),
        "{told}"
    );
}

#[test]
fn a_damaged_game_file() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    assert!(selfplay("kujifunza", "40", "2", &games).status.success());
    let (name, bytes) = files(&games).remove(0);
    let path = games.join(&name);
    fs::write(&path, &bytes[..bytes.len() * 2 / 3]).unwrap();
    let path = text(&path);
    let shown = refused(&["games", "show", path], "", &[&name, "damaged", "salvage"]);
    let listed = String::from_utf8(shown.stdout).unwrap().lines().count();
    assert!(listed > 5, "the sound games are listed: {listed}");
    refused(&["games", "check", path], "", &["damaged"]);
    refused(
        &["games", "export", path, "--format", "jsonl"],
        "",
        &["lost"],
    );
    let sound = folder.path().join("sound.games");
    assert!(
        run(&["games", "salvage", path, text(&sound)])
            .status
            .success()
    );
    assert!(run(&["games", "check", text(&sound)]).status.success());
    refused(
        &["games", "salvage", path, text(&sound)],
        "",
        &["sound.games"],
    );
    refused(
        &["games", "show", "no-such-file.games"],
        "",
        &["no-such-file.games"],
    );
    let foreign = write(folder.path(), "foreign.games", "hello");
    refused(&["games", "show", &foreign], "", &["foreign.games"]);
}

#[test]
fn a_model_of_another_rule_set_or_a_damaged_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = model(folder.path(), "kujifunza");
    let says = ["plays kujifunza, not kiswahili", "--ruleset kujifunza"];
    refused(
        &["match", &file, "random", "--ruleset", "kiswahili"],
        "",
        &says,
    );
    refused(
        &["play", "--ruleset", "kiswahili", "--model", &file],
        "",
        &says,
    );
    let out = folder.path().join("out");
    refused(
        &[
            "selfplay",
            "--ruleset",
            "kiswahili",
            "--model",
            &file,
            "--out",
            text(&out),
        ],
        "",
        &says,
    );
    assert!(!out.exists(), "nothing is made for a refused command");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    refused(&["model", "show", &file], "", &["checksum", "damaged"]);
    refused(
        &["model", "show", "nowhere.bingwa"],
        "",
        &["nowhere.bingwa"],
    );
    refused(&["match", "nobody", "random"], "", &["nobody"]);
    refused(
        &["match", "mcts:many", "random"],
        "",
        &["mcts:many", "mcts:1000"],
    );
}

#[test]
fn an_unknown_or_missing_config_key() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let try_config = |content: &str, says: &[&str]| {
        let path = write(folder.path(), "c.toml", content);
        refused(&["run", &path, "--out", text(&out)], "", says);
        assert!(!out.exists(), "a refused config makes no folder");
    };
    let base = "ruleset = \"easy\"\ngenerations = 1\ngames = 4\n";
    try_config(
        &format!("{base}[train]\nbach = 3\n"),
        &["c.toml", "train.bach", "train.batch"],
    );
    try_config(
        "ruleset = \"easy\"\ngames = 4\n",
        &["c.toml", "generations"],
    );
    try_config(&base.replace("easy", "esy"), &["ruleset", "esy", "easy"]);
    try_config(
        &format!("{base}[search]\nminimax_weight = 7\n"),
        &["minimax_weight", "0 to 1"],
    );
    try_config("ruleset = ", &["c.toml", "line 1"]);
    refused(&["run", "none.toml"], "", &["none.toml"]);
}

#[test]
fn an_unwritable_folder() {
    let folder = tempfile::tempdir().unwrap();
    // A file where a folder should be: not even root can write below it.
    let file = write(folder.path(), "file", "");
    let below = format!("{file}/games");
    refused(
        &[
            "selfplay",
            "--ruleset",
            "easy",
            "--games",
            "2",
            "--out",
            &below,
        ],
        "",
        &[&below],
    );
    let config = write(
        folder.path(),
        "c.toml",
        "ruleset = \"easy\"\ngenerations = 1\ngames = 4\n",
    );
    refused(&["run", &config, "--out", &below], "", &[&below]);
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"");
}
