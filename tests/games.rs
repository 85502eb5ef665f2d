//! The tools for game files, through the real program.

mod common;

use std::fs;
use std::path::Path;

use bingwa_selfplay::records::{GameRecord, Shard, shard_paths, write_shard};
use common::{bingwa, refused, run, selfplay, stderr, stdout, text};

#[test]
fn fifty_games_are_replayed_the_same_on_one_thread_and_on_two() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    assert!(selfplay("kiswahili", "50", "2", &games).status.success());
    for threads in ["1", "2"] {
        let replay = ["games", "replay", text(&games), "--model", "untrained"];
        let told = stdout(&[&replay[..], &["--threads", threads]].concat());
        assert_eq!(told, "50 of 50 games identical\n");
    }
    let some = [
        "games",
        "replay",
        text(&games),
        "--model",
        "untrained",
        "--games",
        "3",
    ];
    assert_eq!(stdout(&some), "3 of 3 games identical\n");
}

#[test]
fn what_differs_is_named_with_game_and_move_and_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    assert!(selfplay("kujifunza", "12", "1", &games).status.success());
    let path = shard_paths(&games).unwrap().remove(0);
    let shard = Shard::open(&path).unwrap();
    let mut records: Vec<GameRecord> = shard.games().map(Result::unwrap).collect();
    // One value, one digit.
    let searched = |record: &GameRecord| record.moves.iter().rposition(|mv| !mv.policy.is_empty());
    let ply = searched(&records[7]).unwrap();
    records[7].moves[ply].network_value ^= 1;
    write_shard(&path, shard.header(), &records).unwrap();
    let output = run(&["games", "replay", text(&path), "--model", "untrained"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"11 of 12 games identical\n");
    let said = stderr(&output);
    let wanted = format!("game 7 of generation 0, move {}: network value", ply + 1);
    assert!(said.contains(&wanted), "{said}");
}

#[test]
fn a_model_that_did_not_play_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let model = folder.path().join("m.bingwa");
    assert!(selfplay("easy", "20", "2", &games).status.success());
    let train = [
        "train",
        "--ruleset",
        "easy",
        "--games",
        text(&games),
        "--out",
        text(&model),
    ];
    assert!(run(&train).status.success());
    refused(
        &["games", "replay", text(&games), "--model", text(&model)],
        "",
        &["no model (untrained)", "not by model"],
    );
    // What that model plays is replayed by it alone.
    let played = folder.path().join("played");
    let out = bingwa(&[
        "selfplay",
        "--ruleset",
        "easy",
        "--games",
        "6",
        "--simulations",
        "8",
    ])
    .args(["--model", text(&model), "--out", text(&played)])
    .output()
    .unwrap();
    assert!(out.status.success(), "{}", stderr(&out));
    let replay = ["games", "replay", text(&played), "--model", text(&model)];
    assert_eq!(stdout(&replay), "6 of 6 games identical\n");
    refused(
        &["games", "replay", text(&played), "--model", "untrained"],
        "",
        &["played by model", "no model (untrained)"],
    );
    let schema_1 =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("selfplay/tests/fixtures/schema-1.games");
    refused(
        &["games", "replay", text(&schema_1), "--model", "untrained"],
        "",
        &["schema-1.games", "played by model 0123abcd"],
    );
}

#[test]
fn health_is_shown_written_beside_the_games_and_told_when_it_is_bad() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    // Games that a limit of moves cuts off, all of them.
    let output = selfplay("easy ply_limit=8", "120", "2", &games);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.contains("health of self-play g0: draws"), "{said}");
    let beside = fs::read_to_string(games.join("health-g000.json")).unwrap();
    let beside: serde_json::Value = serde_json::from_str(&beside).unwrap();
    let shown = stdout(&["games", "health", text(&games), "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown, beside);
    assert_eq!(
        (&shown["games"], &shown["judged"]),
        (&120.into(), &true.into())
    );
    let told = stdout(&["games", "health", text(&games)]);
    assert!(
        told.contains("! draws ") && told.contains("raise ply_limit"),
        "{told}"
    );
    assert!(
        told.contains("generation 0, easy ply_limit=8: 120 games"),
        "{told}"
    );
    let none = stdout(&["games", "health", text(&games), "--generation", "4"]);
    assert!(none.is_empty());
}

#[test]
fn arrays_for_numpy_are_one_file_of_one_rule_set() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let out = folder.path().join("games.npz");
    assert!(selfplay("easy", "5", "1", &games).status.success());
    let export = [
        "games",
        "export",
        text(&games),
        "--format",
        "npz",
        "--out",
        text(&out),
    ];
    assert!(stderr(&run(&export)).contains("5 games in"));
    let bytes = fs::read(&out).unwrap();
    assert!(bytes.starts_with(b"PK") && bytes.len() > 10_000);
    assert!(bytes.windows(8).any(|window| window == b"pits.npy"));
    refused(&export[..5], "", &["--out"]);
    let jsonl = [
        "games",
        "export",
        text(&games),
        "--format",
        "jsonl",
        "--out",
        "x",
    ];
    refused(&jsonl, "", &["standard output"]);
    let other = folder.path().join("other");
    assert!(selfplay("leaflet", "2", "1", &other).status.success());
    let shard = shard_paths(&other).unwrap().remove(0);
    fs::copy(shard, games.join("leaflet.games")).unwrap();
    refused(&export, "", &["several rule sets"]);
}

#[test]
fn a_game_is_drawn_move_by_move_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    assert!(selfplay("kujifunza", "4", "1", &games).status.success());
    let shown = stdout(&["games", "show", text(&games), "--game", "2"]);
    for part in [
        "game 2 of generation 0, kujifunza, played by no model",
        "full search, ",
        "win probability",
        "policy (value): ",
        "\n1. ",
    ] {
        assert!(shown.contains(part), "no `{part}` in:\n{shown}");
    }
    let listed = stdout(&["games", "show", text(&games), "--generation", "0"]);
    assert_eq!(listed.lines().count(), 5);
    let row = listed
        .lines()
        .find(|line| line.starts_with("0           2 "));
    let row: Vec<&str> = row.unwrap().split_whitespace().collect();
    let (moves, result) = (row[3], row[5]);
    let winner = ["South", "North"][usize::from(result == "N")];
    assert!(
        shown.ends_with(&format!("\n{winner} wins after {moves} moves\n")),
        "{shown}"
    );
    assert!(shown.contains(&format!("\n{moves}. ")), "{shown}");
    // A board before each move and one at the end.
    let boards = shown.matches('╞').count();
    assert_eq!(boards, moves.parse::<usize>().unwrap() + 1);
    refused(
        &[
            "games",
            "show",
            text(&games),
            "--game",
            "2",
            "--generation",
            "1",
        ],
        "",
        &["no game 2 of generation 1"],
    );
}
