//! Elo differences and sequential tests of matches, through the real program.

mod common;

use common::{refused, stdout};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let quick = ["match", "--ruleset", "easy", "--json"];
    serde_json::from_str(&stdout(&[&quick[..], args].concat())).unwrap()
}

#[test]
fn a_test_stops_when_it_is_decided_and_the_same_on_one_thread_and_on_two() {
    let test = ["greedy", "random", "--games", "600", "--sprt", "0,20"];
    let one = json(&[&test[..], &["--threads", "1"]].concat());
    let two = json(&[&test[..], &["--threads", "2"]].concat());
    assert_eq!(one, two);
    let games = one["games"].as_u64().unwrap();
    assert!((30..600).contains(&games), "{one}");
    assert_eq!(one["sprt"]["verdict"], "H1");
    assert_eq!(one["sprt"]["hypotheses"], serde_json::json!([0.0, 20.0]));
    let llr = one["sprt"]["llr"].as_f64().unwrap();
    assert!(llr >= one["sprt"]["bounds"][1].as_f64().unwrap());
    let elo = |end: &str| one["elo"][end].as_f64().unwrap();
    assert!(elo("low") < elo("elo") && elo("elo") < elo("high"));
    assert!(elo("elo") > 0.0);
    // The players turned, the other strength is believed.
    let turned = ["random", "greedy", "--games", "600", "--sprt", "-20,0"];
    assert_eq!(json(&turned)["sprt"]["verdict"], "H0");
}

#[test]
fn a_match_too_short_for_the_test_says_so_and_succeeds() {
    let quick = ["match", "random", "random", "--ruleset", "easy"];
    let short = [&quick[..], &["--games", "40", "--sprt", "0,5"]].concat();
    let told = stdout(&short);
    assert!(told.contains("undecided after 40 games"), "{told}");
    let json = json(&["random", "random", "--games", "40", "--sprt", "0,5"]);
    assert!(json["sprt"]["verdict"].is_null());
    assert!(json["elo"]["elo"].is_f64());
}

#[test]
fn no_elo_below_the_floor() {
    let few = json(&["greedy", "random", "--games", "20"]);
    assert!(few["elo"].is_null() && few["sprt"].is_null(), "{few}");
    let quick = ["match", "greedy", "random", "--ruleset", "easy"];
    let told = stdout(&[&quick[..], &["--games", "20"]].concat());
    assert!(told.contains("no Elo from"), "{told}");
    // It loses no point of so few games.
    let told = stdout(&[
        "match",
        "alphabeta:6",
        "random",
        "--ruleset",
        "easy",
        "--games",
        "38",
    ]);
    assert!(
        told.contains("\nElo above +388: no point was lost"),
        "{told}"
    );
    let told = stdout(&[&quick[..], &["--games", "100"]].concat());
    assert!(told.contains("\nElo +"), "{told}");
    assert!(!told.contains("test of"), "{told}");
}

#[test]
fn tests_that_cannot_be_made_are_refused() {
    for (test, says) in [
        ("30", "ELO0,ELO1"),
        ("30,0", "the first must be the lower"),
        ("0,5000", "outside"),
    ] {
        refused(&["match", "greedy", "random", "--sprt", test], "", &[says]);
    }
}
