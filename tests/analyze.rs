//! `bingwa analyze`: positions and games.

mod common;

use std::path::Path;

use bingwa_engine::{Game, Move, Position, Ruleset};
use common::{MODEL, bingwa, refused, run_with, stderr, stdout, text};
use serde_json::Value;

/// North wins in three moves.
const WON: &str = "4,1,5,0,5,6,3,0/1,1,11,3,4,6,1,1/1,1,0,0,0,0,0,1/1,0,1,1,0,3,1,2 N 0,0 - - 77";

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[&["analyze", "--json"], args].concat())).unwrap()
}

/// The moves of a line must be legal one after another.
fn assert_playable(rules: Ruleset, start: &str, line: &Value) {
    let start: Position = start.parse().unwrap();
    let mut game = Game::from_position(rules, start).unwrap();
    let moves = line["line"].as_array().unwrap();
    assert_eq!(moves[0], line["move"]);
    for mv in moves {
        game.push(mv.as_str().unwrap().parse().unwrap()).unwrap();
    }
}

fn write(folder: &Path, game: &str) -> String {
    let path = folder.join("game.txt");
    std::fs::write(&path, game).unwrap();
    text(&path).to_owned()
}

#[test]
fn the_best_lines_of_a_position_are_ordered_and_can_be_played() {
    let args = [
        "start",
        "--model",
        MODEL,
        "--lines",
        "4",
        "--simulations",
        "500",
        "--prove",
        "0",
    ];
    let found = json(&args);
    assert_eq!(found["ruleset"], "kiswahili");
    assert_eq!(found["evaluator"], "model 1ae1a93a of generation 6");
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 4);
    let worth = |line: &Value| line["value"]["win_probability"].as_f64().unwrap();
    assert!(lines.is_sorted_by(|a, b| worth(a) >= worth(b)), "{found}");
    assert_eq!(found["value"], lines[0]["value"]);
    for line in lines {
        assert_playable(
            Ruleset::KISWAHILI,
            found["position"].as_str().unwrap(),
            line,
        );
    }
    // The same again is the same.
    assert_eq!(json(&args), found);
}

#[test]
fn a_won_position_is_called_won_and_drawn() {
    let said = stdout(&["analyze", WON]);
    assert!(said.contains("North wins within 3 moves"), "{said}");
    assert!(
        said.contains("North to move") && said.contains("│>  4"),
        "{said}"
    );
    let found = json(&[WON]);
    let proven = &found["lines"][0]["value"]["proven"];
    assert_eq!(
        (&proven["result"], &proven["moves"]),
        (&"win".into(), &3.into())
    );
}

#[test]
fn a_forced_win_beyond_the_search_is_proved() {
    let args = ["start", "--ruleset", "kujifunza", "--simulations", "200"];
    let found = json(&args);
    assert_eq!(found["value"]["proven"], Value::Null);
    assert_eq!(found["proof"]["winner"], "S");
    let first: Move = found["proof"]["move"].as_str().unwrap().parse().unwrap();
    let rules = Ruleset::KUJIFUNZA;
    assert!(rules.is_legal(&Position::start(&rules), first));
    let said = stdout(&[&["analyze"], args.as_slice()].concat());
    assert!(said.contains(&format!("South wins with {first}")), "{said}");
    // No budget, no proof.
    let none = json(&[args.as_slice(), &["--prove", "0"]].concat());
    assert_eq!(none["proof"], Value::Null);
}

#[test]
fn a_saved_game_is_read_and_its_mistakes_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.txt");
    // South loses by force after this first move, and has better ones.
    let input = format!("A1>\nsave {}\nquit\n", text(&path));
    let args = ["play", "--ruleset", "kujifunza", "--simulations", "50"];
    let played = run_with(&args, &input);
    assert!(played.status.success(), "{}", stderr(&played));

    let found = json(&[text(&path)]);
    let first = &found["moves"][0];
    let start = Position::start(&Ruleset::KUJIFUNZA).to_string();
    assert_eq!(
        (&first["side"], &first["position"]),
        (&"S".into(), &start.clone().into())
    );
    assert_eq!(first["played"]["move"], "A1>");
    assert_eq!(first["played"]["value"]["proven"]["result"], "loss");
    let lost = first["lost"].as_f64().unwrap();
    let chance = |line: &Value| line["value"]["win_probability"].as_f64().unwrap();
    let difference = chance(&first["best"]) - chance(&first["played"]);
    assert!((lost - difference.max(0.0)).abs() < 2e-4, "{first}");
    for line in [&first["played"], &first["best"]] {
        assert_playable(Ruleset::KUJIFUNZA, &start, line);
    }
    assert_eq!(first["mistake"], lost >= 0.05);
    assert_eq!(first["mistake"], true, "{first}");

    let said = stdout(&["analyze", text(&path)]);
    assert!(said.contains("the biggest mistake"), "{said}");
    assert!(said.contains("A1> gave away"), "{said}");
    assert!(said.contains("│>") && said.contains(&start), "{said}");
}

#[test]
fn a_game_that_ended_says_so_and_each_of_its_moves_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::from_position(Ruleset::KISWAHILI, WON.parse().unwrap()).unwrap();
    game.set_header("North", "Amina").unwrap();
    for mv in ["A6>", "B6>", "B7>"] {
        game.push(mv.parse().unwrap()).unwrap();
    }
    let path = write(folder.path(), &game.to_string());
    let said = stdout(&["analyze", &path]);
    assert!(
        said.contains("South against Amina (North): North wins"),
        "{said}"
    );
    assert!(said.contains("no move gave away 5.0 % or more"), "{said}");
    let found = json(&[&path]);
    assert_eq!(found["result"], "N");
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    // What is proved of a move stays proved of the answers to it.
    let results = moves
        .iter()
        .map(|mv| &mv["played"]["value"]["proven"]["result"]);
    assert_eq!(results.collect::<Vec<_>>(), ["win", "loss", "win"]);
    let last = &moves[2]["played"]["value"]["proven"];
    assert_eq!(
        (&last["result"], &last["moves"]),
        (&"win".into(), &1.into())
    );
}

#[test]
fn what_cannot_be_analyzed_is_refused_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    refused(&["analyze"], "", &["POSITION|start|FILE"]);
    refused(&["analyze", "nofile"], "", &["nofile", "no file", "start"]);
    refused(&["analyze", "1 2 3"], "", &["six fields"]);
    refused(&["analyze", MODEL], "", &[MODEL, "no text of a game"]);
    refused(&["analyze", "start", "--lines", "0"], "", &["--lines"]);
    refused(
        &["analyze", "start", "--simulations", "0"],
        "",
        &["--simulations"],
    );
    let args = ["analyze", "start", "--ruleset", "easy", "--model", MODEL];
    refused(&args, "", &["kiswahili", "easy"]);
    refused(
        &["analyze", WON, "--ruleset", "kiswahil"],
        "",
        &["kiswahil", "kujifunza"],
    );

    let one = "[Rules \"kujifunza\"]\n\n1. A1> B7> *\n";
    let path = write(folder.path(), one);
    refused(
        &["analyze", &path, "--model", MODEL],
        "",
        &["kiswahili", "kujifunza"],
    );
    refused(&["analyze", &path, "--ruleset", "easy"], "", &["kujifunza"]);
    let path = write(folder.path(), &format!("{one}\n{one}"));
    refused(&["analyze", &path], "", &["2 games"]);
    let path = write(folder.path(), "");
    refused(&["analyze", &path], "", &["no game"]);
    let path = write(folder.path(), &one.replace("B7>", "B8<"));
    refused(&["analyze", &path], "", &[&path, "B8< is not legal"]);
}

#[test]
fn a_game_that_is_over_or_without_moves_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "[Rules \"kujifunza\"]\n\n*\n");
    let said = stdout(&["analyze", &path]);
    assert!(said.contains("no move was played"), "{said}");
    // South's inner row is empty.
    let over = "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4 S 0,0 - - 20";
    let said = stdout(&["analyze", over]);
    assert!(said.contains("the game is over: North wins"), "{said}");
    assert_eq!(json(&[over])["result"], "N");
    assert!(
        bingwa(&["analyze", "--help"])
            .output()
            .unwrap()
            .status
            .success()
    );
}
