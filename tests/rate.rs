//! `bingwa rate` through the real program, on a run made by hand.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_selfplay::matches::SavedMatch;
use common::{files, refused, stdout, text};
use serde_json::{Value, json};

/// A run of `easy` with these results: players, wins and losses of the first,
/// half of them from each seat.
fn a_run(folder: &Path, results: &[(&str, &str, u32, u32)]) -> PathBuf {
    let run = folder.join("run");
    fs::create_dir_all(run.join("matches")).unwrap();
    let config = "ruleset = \"easy\"\ngenerations = 1\ngames = 4\n";
    fs::write(run.join("config.toml"), config).unwrap();
    for (number, &(first, second, wins, losses)) in results.iter().enumerate() {
        let seat = json!({"wins": wins / 2, "draws": 0, "losses": losses / 2});
        let report = json!({
            "players": [first, second], "ruleset": "easy", "seed": 1,
            "south": seat, "north": seat, "pairs": [0, 0, 0, 0, 0], "distinct": 0,
        });
        fs::write(
            run.join(format!("matches/{number}.json")),
            report.to_string(),
        )
        .unwrap();
    }
    run
}

fn rate(run: &Path, more: &[&str]) -> Value {
    let told = stdout(&[&["rate", text(run), "--json"], more].concat());
    serde_json::from_str(&told).unwrap()
}

fn rating<'a>(rated: &'a Value, player: &str) -> &'a Value {
    let mut all = rated["ratings"].as_array().unwrap().iter();
    all.find(|rating| rating["player"] == player).unwrap()
}

/// 400 log₁₀ of 30 points to 10, and the interval of one match by hand:
/// ± 1.96 · 173.7 / √(40 · ¾ · ¼).
#[test]
fn a_match_has_the_elo_and_the_interval_of_the_textbook() {
    let folder = tempfile::tempdir().unwrap();
    let run = a_run(folder.path(), &[("g001@aa:64", "random", 30, 10)]);
    let rated = rate(&run, &[]);
    assert_eq!(
        (&rated["anchor"], &rated["games"]),
        (&json!("random"), &json!(40))
    );
    let model = rating(&rated, "g001@aa:64");
    let near = |key: &str, elo: f64| {
        let told = model[key].as_f64().unwrap();
        assert!((told - elo).abs() < 1.5, "{key} {told}, not {elo}");
    };
    near("elo", 190.85);
    near("low", 190.85 - 124.3);
    near("high", 190.85 + 124.3);
    assert_eq!(model["south"], json!({"wins": 15, "draws": 0, "losses": 5}));
    let random = rating(&rated, "random");
    assert_eq!(random["elo"], json!(0.0));
    assert_eq!(
        random["north"],
        json!({"wins": 5, "draws": 0, "losses": 15})
    );
    let table = stdout(&["rate", text(&run)]);
    assert!(table.contains("random stands at 0 Elo"), "{table}");
    assert!(
        table.contains("anchor") && table.contains("75.0 %"),
        "{table}"
    );
}

#[test]
fn what_no_game_bounds_or_connects_is_said_and_not_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let results = [
        ("strong", "random", 40, 0),
        ("weak", "random", 0, 20),
        ("far", "away", 6, 4),
    ];
    let run = a_run(folder.path(), &results);
    let rated = rate(&run, &[]);
    let strong = rating(&rated, "strong");
    assert!(strong["elo"].is_null() && strong["high"].is_null());
    assert!(strong["low"].as_f64().unwrap() > 100.0);
    assert!(rating(&rated, "weak")["low"].is_null());
    assert_eq!(rated["unrated"], json!(["away", "far"]));
    let table = stdout(&["rate", text(&run)]);
    let line = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(
        line("strong").contains(">+") && line("strong").contains("to ∞"),
        "{table}"
    );
    assert!(
        line("weak").contains("<-") && line("weak").contains("−∞ to"),
        "{table}"
    );
    assert!(
        table.contains("no chain of games connects these with random"),
        "{table}"
    );
    let moved = rate(&run, &["--anchor", "strong"]);
    assert_eq!(rating(&moved, "strong")["elo"], json!(0.0));
    refused(
        &["rate", text(&run), "--anchor", "who"],
        "",
        &["who", "strong"],
    );
}

#[test]
fn a_budget_stopped_and_gone_on_with_plays_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let budget = |run: &Path| {
        [
            "rate",
            text(run),
            "--budget",
            "100",
            "--opponents",
            "random,greedy,mcts:40",
        ]
        .map(str::to_owned)
    };
    let whole = a_run(&folder.path().join("whole"), &[]);
    let args = budget(&whole);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let table = stdout(&args);
    assert!(table.contains(": 100 games;"), "{table}");
    assert_eq!(stdout(&args), table, "the budget counts what is there");
    let kept = SavedMatch::read(&whole.join("ratings/greedy--random.match")).unwrap();
    assert_ne!(kept.header.seed, 1, "`bingwa match` plays those games");

    let matches = |run: &Path| {
        let mut all = files(&run.join("ratings"));
        all.retain(|(name, _)| name.ends_with(".match"));
        all
    };
    let killed = a_run(&folder.path().join("killed"), &[]);
    let args = budget(&killed);
    for games in 0..3 {
        common::killed_when(&args.each_ref().map(String::as_str), || {
            killed.join("ratings").exists() && matches(&killed).len() > games
        });
    }
    // In another order they are the same players.
    let turned = args.map(|word| word.replace("random,greedy,mcts:40", "mcts:40,greedy,random"));
    stdout(&turned.each_ref().map(String::as_str));
    assert_eq!(matches(&killed), matches(&whole));
}

#[test]
fn one_name_with_two_searches_is_not_rated_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let run = a_run(folder.path(), &[]);
    let config = run.join("config.toml");
    let changed = fs::read_to_string(&config).unwrap() + "\n[search]\nexploration = 0.3\n";
    fs::write(&config, changed).unwrap();
    let saved = run.join("ratings/u.match");
    stdout(&[
        "match",
        "untrained:4",
        "random",
        "--ruleset",
        "easy",
        "--games",
        "2",
        "--save",
        text(&saved),
    ]);
    let budget = [
        "rate",
        text(&run),
        "--budget",
        "20",
        "--opponents",
        "random,untrained:4",
    ];
    refused(
        &budget,
        "",
        &["untrained:4", "u.match", "exploration is 0.3, not 0.2"],
    );
    assert_eq!(rate(&run, &[])["games"], json!(2));
}

#[test]
fn what_cannot_be_rated_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = a_run(folder.path(), &[]);
    refused(
        &["rate", text(&run)],
        "",
        &["no game was played", "--budget"],
    );
    refused(&["rate", "nowhere"], "", &["nowhere"]);
    let one = [
        "rate",
        text(&run),
        "--budget",
        "20",
        "--opponents",
        "random",
    ];
    refused(&one, "", &["one player alone"]);
    let timed = [
        "rate",
        text(&run),
        "--budget",
        "20",
        "--opponents",
        "alphabeta:5ms",
    ];
    refused(&timed, "", &["alphabeta:5ms", "by time"]);
    let other = json!({
        "players": ["a", "b"], "ruleset": "kiswahili", "seed": 1,
        "south": {"wins": 1, "draws": 0, "losses": 0},
        "north": {"wins": 1, "draws": 0, "losses": 0},
        "pairs": [0, 0, 0, 0, 1], "distinct": 2,
    });
    fs::write(run.join("matches/x.json"), other.to_string()).unwrap();
    refused(&["rate", text(&run)], "", &["x.json", "kiswahili", "easy"]);
    fs::write(run.join("matches/x.json"), "{}").unwrap();
    refused(&["rate", text(&run)], "", &["x.json"]);
}
