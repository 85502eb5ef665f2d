//! Runs the reference engine over all cases of `tests/cases` and the known
//! values of `RULES.md` section 9.

mod reference;

use reference::{Endless, State, Switches, legal_moves, perft, play, result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The lines of one case file.
fn cases(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(file);
    let text = std::fs::read_to_string(&path).expect("case file");
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn switches(name: &str) -> Switches {
    Switches::preset(name).unwrap_or_else(|| panic!("no preset {name}"))
}

/// Parses a position and checks that it is written the same way.
fn position(text: &str) -> State {
    let state = State::parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(state.to_string(), text);
    state
}

fn legal_set(switches: &Switches, state: &State) -> BTreeSet<String> {
    let moves = legal_moves(switches, state);
    let set: BTreeSet<String> = moves.iter().cloned().collect();
    assert_eq!(set.len(), moves.len(), "a move twice in {state}");
    set
}

fn check_random_games(ruleset: &str, lines_expected: usize) {
    let switches = switches(ruleset);
    let lines = cases(&format!("{ruleset}.jsonl"));
    assert_eq!(lines.len(), lines_expected, "{ruleset}");
    for line in lines {
        let text = line["position"].as_str().expect("position");
        let state = position(text);
        assert_eq!(
            result(&switches, &state),
            line["result"].as_str(),
            "{ruleset}: result of {text}"
        );
        let moves = line["moves"].as_object().expect("moves");
        let expected: BTreeSet<String> = moves.keys().cloned().collect();
        assert_eq!(
            legal_set(&switches, &state),
            expected,
            "{ruleset}: moves of {text}"
        );
        for (move_text, after_and_result) in moves {
            let (after, result) = play(&switches, &state, move_text).expect("a legal move");
            assert_eq!(
                (after.to_string().as_str(), result),
                (
                    after_and_result[0].as_str().expect("position after"),
                    after_and_result[1].as_str()
                ),
                "{ruleset}: {move_text} in {text}"
            );
        }
    }
}

#[test]
fn random_games_of_kiswahili() {
    check_random_games("kiswahili", 277);
}

#[test]
fn random_games_of_malawi() {
    check_random_games("malawi", 251);
}

#[test]
fn random_games_of_encyclopedia() {
    check_random_games("encyclopedia", 252);
}

#[test]
fn random_games_of_zanzibar() {
    check_random_games("zanzibar", 261);
}

#[test]
fn random_games_of_kujifunza() {
    check_random_games("kujifunza", 159);
}

#[test]
fn random_games_of_easy() {
    check_random_games("easy", 235);
}

#[test]
fn random_games_of_leaflet() {
    check_random_games("leaflet", 213);
}

#[test]
fn sourced() {
    let lines = cases("sourced.jsonl");
    assert_eq!(lines.len(), 66);
    for line in lines {
        let id = line["id"].as_str().expect("id");
        let switches = switches(line["ruleset"].as_str().expect("ruleset"));
        let state = position(line["position"].as_str().expect("position"));
        let legal = legal_set(&switches, &state);
        let mut checked = false;
        if let Some(starts) = line["starts"].as_array() {
            let expected: BTreeSet<&str> =
                starts.iter().map(|s| s.as_str().expect("start")).collect();
            let found: BTreeSet<&str> = legal
                .iter()
                .map(String::as_str)
                .filter(|text| !text.ends_with('+'))
                .collect();
            assert_eq!(found, expected, "{id}: starts");
            checked = true;
        }
        if let Some(move_text) = line["move"].as_str() {
            let Some((after, result)) = play(&switches, &state, move_text) else {
                panic!("{id}: {move_text} is not legal, but {legal:?}");
            };
            assert_eq!(
                after.to_string(),
                line["after"].as_str().expect("after"),
                "{id}"
            );
            assert_eq!(result, line["result"].as_str(), "{id}: result");
            checked = true;
        } else if let Some(expected) = line["result"].as_str() {
            assert_eq!(result(&switches, &state), Some(expected), "{id}: result");
            assert!(legal.is_empty(), "{id}: the game is over");
            checked = true;
        }
        if let Some(move_text) = line["endless"].as_str() {
            check_endless(&switches, &state, move_text);
            checked = true;
        }
        assert!(checked, "{id}: nothing to check");
    }
}

/// The move is not legal, and it is so only because it is endless.
fn check_endless(switches: &Switches, state: &State, move_text: &str) {
    assert!(!legal_set(switches, state).contains(move_text), "{state}");
    assert!(play(switches, state, move_text).is_none());
    let stopping = Switches {
        endless: Endless::Stop,
        ..switches.clone()
    };
    assert!(legal_set(&stopping, state).contains(move_text), "{state}");
}

#[test]
fn long_endless_move() {
    let switches = switches("kujifunza");
    let state =
        position("4,5,1,0,1,2,1,6/1,17,1,0,3,2,13,1/0,0,0,0,0,0,1,0/1,0,1,0,0,1,1,1 N 0,0 - - 40");
    check_endless(&switches, &state, "A3<");
    let legal = legal_set(&switches, &state);
    assert_eq!(legal.len(), 7);
    // The other seven starts end within 15 laps.
    let fifteen = Switches {
        lap_limit: 15,
        ..switches
    };
    assert_eq!(legal_set(&fifteen, &state), legal);
}

#[test]
fn start_positions() {
    let nyumba = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 0";
    let malawi = "0,0,0,0,0,0,0,0/0,2,2,8,0,0,0,0/0,0,0,0,8,2,2,0/0,0,0,0,0,0,0,0 S 20,20 SN - 0";
    let twos = "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S 0,0 - - 0";
    let expected = [nyumba, malawi, nyumba, nyumba, twos, twos, twos];
    for (name, text) in Switches::PRESETS.into_iter().zip(expected) {
        assert_eq!(State::start(&switches(name)).to_string(), text, "{name}");
        assert_eq!(
            State::parse(text),
            Ok(State::start(&switches(name))),
            "{name}"
        );
    }
    assert_eq!(Switches::preset("other"), None);
}

fn check_perft(ruleset: &str, known: &[u64]) {
    let switches = switches(ruleset);
    let start = State::start(&switches);
    for (depth, leaves) in (1..).zip(known) {
        assert_eq!(
            perft(&switches, &start, depth),
            *leaves,
            "{ruleset} at depth {depth}"
        );
    }
}

#[test]
fn perft_kiswahili() {
    check_perft(
        "kiswahili",
        &[4, 14, 38, 124, 405, 1430, 5655, 23270, 105704],
    );
}

#[test]
fn perft_malawi() {
    check_perft("malawi", &[4, 14, 38, 128, 447, 1595, 6675, 28691, 137336]);
}

#[test]
fn perft_kujifunza() {
    check_perft("kujifunza", &[16, 108, 500, 1902, 6550, 23442, 84200]);
}

#[test]
fn perft_encyclopedia() {
    check_perft("encyclopedia", &[6, 28, 104, 454, 2009, 8889]);
}

#[test]
fn perft_zanzibar() {
    check_perft("zanzibar", &[6, 28, 104, 456, 2121, 9804]);
}

#[test]
fn perft_easy() {
    check_perft("easy", &[16, 160, 810, 4016, 16396, 72748]);
}

#[test]
fn perft_leaflet() {
    check_perft("leaflet", &[32, 912, 17892, 333860]);
}

/// Cases worked by hand for rules that no line of the case files depends on:
/// rule set, position, move, position after, result. `e` is an empty row; a
/// position after of "illegal" means that the move is not legal.
#[rustfmt::skip]
const WORKED: [[&str; 5]; 21] = [
    // 2.6: the inner row runs dry with the first seed; the lap is completed.
    ["encyclopedia", "e/0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,10/e S 0,0 - - 0", "A8>",
     "e/0,0,0,0,0,0,0,1/1,1,0,0,0,0,0,0/1,1,1,1,1,1,1,1 N 0,0 - - 1", "N"],
    ["zanzibar", "e/0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,10/e S 0,0 - - 0", "A8>",
     "e/0,0,0,0,0,0,0,1/1,1,0,0,0,0,0,0/1,1,1,1,1,1,1,1 N 0,0 - - 1", ""],
    // 3: the tax in mtaji; of two seeds nothing is left, so the nyumba is lost.
    ["encyclopedia", "e/0,0,0,0,0,0,0,1/0,0,0,0,6,0,0,0/e S 0,0 S - 0", "A5>",
     "e/0,0,0,0,0,0,0,1/0,0,0,0,4,1,1,0/e N 0,0 S - 1", ""],
    ["encyclopedia", "e/0,0,0,0,0,0,0,1/0,0,0,0,2,0,0,0/e S 0,0 S - 0", "A5>",
     "e/0,0,0,0,0,0,0,1/0,0,0,0,0,1,1,0/e N 0,0 - - 1", ""],
    // 3: a capture turn in mtaji ends in the nyumba (six seeds): powers or none.
    ["encyclopedia", "e/0,0,0,5,0,0,0,1/0,2,0,1,5,0,0,0/e S 0,0 S - 0", "A2>",
     "e/0,0,0,0,0,0,0,1/1,1,2,3,6,0,0,0/e N 0,0 S - 1", ""],
    ["encyclopedia", "e/0,0,0,5,0,0,0,1/0,2,0,1,5,0,0,0/e S 0,0 S - 0", "A2>+",
     "e/0,0,0,0,0,0,0,1/1,1,2,3,0,1,1,1/0,0,0,0,0,1,1,1 N 0,0 - - 1", ""],
    ["kiswahili", "e/0,0,0,5,0,0,0,1/0,2,0,1,5,0,0,0/e S 0,0 S - 0", "A2>",
     "e/0,0,0,0,0,0,0,1/1,1,2,3,0,1,1,1/0,0,0,0,0,1,1,1 N 0,0 - - 1", ""],
    ["kiswahili", "e/0,0,0,5,0,0,0,1/0,2,0,1,5,0,0,0/e S 0,0 S - 0", "A2>+", "illegal", ""],
    // 2.2, capture_max = none: the 17th seed falls in a pit that its own lap filled.
    ["zanzibar", "e/0,0,0,0,1,0,0,1/0,0,0,17,0,0,0,0/e S 0,0 - - 0", "A4>",
     "e/e/0,2,0,2,0,2,2,2/1,1,1,1,1,1,1,1 N 0,0 - - 1", "S"],
    // 3, nyumba_takata_end = choice: facing pit filled, then empty.
    ["zanzibar", "e/0,0,0,0,1,0,0,0/0,0,0,0,1,0,1,0/0,0,0,0,0,0,0,2 S 0,0 S - 0", "B8>",
     "e/0,0,0,0,1,0,0,0/0,0,0,0,2,1,0,1/e N 0,0 S - 1", ""],
    ["zanzibar", "e/0,0,0,0,1,0,0,0/0,0,0,0,1,0,1,0/0,0,0,0,0,0,0,2 S 0,0 S - 0", "B8>+",
     "illegal", ""],
    ["zanzibar", "e/1,0,0,0,0,0,0,0/0,0,0,0,1,0,1,0/0,0,0,0,0,0,0,2 S 0,0 S - 0", "B8>+",
     "e/1,0,0,0,0,0,0,0/0,0,1,1,0,1,0,1/e N 0,0 - - 1", ""],
    // 3: the stage of a move is the stage in which it began (the last hand seed).
    ["kiswahili", "e/1,0,5,0,0,0,0,0/0,0,2,0,5,0,0,0/e S 1,0 S - 0", "A3>",
     "e/1,0,0,0,0,0,0,0/1,1,4,1,6,0,0,0/e N 0,0 S - 1", ""],
    // 3: powers are counted before placing: five seeds, lifted whole and lost.
    ["kiswahili", "e/1,0,0,0,0,0,0,0/0,0,0,1,5,0,0,0/e S 1,1 S - 0", "A5>",
     "e/1,0,0,0,0,0,0,0/0,0,0,1,0,1,1,1/0,0,0,0,0,1,1,1 N 0,1 - - 1", ""],
    // 3, nyumba_lost_by_mtaji_capture: a nyumba that is not touched; a winning capture.
    ["kiswahili", "e/0,1,0,0,0,0,0,1/0,1,0,2,3,0,0,0/e S 0,0 S - 0", "A4<",
     "e/0,0,0,0,0,0,0,1/1,2,1,0,3,0,0,0/e N 0,0 - - 1", ""],
    ["encyclopedia", "e/0,1,0,0,0,0,0,1/0,1,0,2,3,0,0,0/e S 0,0 S - 0", "A4<",
     "e/0,0,0,0,0,0,0,1/1,2,1,0,3,0,0,0/e N 0,0 S - 1", ""],
    ["kiswahili", "e/0,1,0,0,0,0,0,0/0,1,0,2,3,0,0,0/e S 0,0 S - 0", "A4<",
     "e/e/0,2,1,0,3,0,0,0/e N 0,0 - - 1", "S"],
    // 4: under takasia; not if it is the only inner pit with two seeds; not if
    // two pits can be captured; not after a move that began in namua.
    ["kiswahili", "e/0,6,0,0,2,0,2,0/0,0,1,0,0,0,0,0/2,3,0,0,0,0,4,0 S 0,0 - - 0", "B1<",
     "e/0,6,0,0,2,0,2,0/1,1,1,0,0,0,0,0/0,3,0,0,0,0,4,0 N 0,0 - A7 1", ""],
    ["kiswahili", "e/0,6,0,0,1,0,1,0/0,0,1,0,0,0,0,0/2,3,0,0,0,0,4,0 S 0,0 - - 0", "B1<",
     "e/0,6,0,0,1,0,1,0/1,1,1,0,0,0,0,0/0,3,0,0,0,0,4,0 N 0,0 - - 1", ""],
    ["kiswahili", "e/2,6,0,0,2,0,2,0/0,0,1,0,0,0,0,0/2,3,3,0,0,0,4,0 S 0,0 - - 0", "B1<",
     "e/2,6,0,0,2,0,2,0/1,1,1,0,0,0,0,0/0,3,3,0,0,0,4,0 N 0,0 - - 1", ""],
    ["kiswahili", "e/0,6,0,0,2,0,2,0/0,0,1,0,0,0,0,0/0,3,0,0,0,0,4,0 S 1,0 - - 0", "A3<",
     "e/0,6,0,0,2,0,2,0/1,1,0,0,0,0,0,0/0,3,0,0,0,0,4,0 N 0,0 - - 1", ""],
];

/// `e` in a position of [`WORKED`] is an empty row.
fn with_empty_rows(text: &str) -> String {
    let (rows, rest) = text.split_once(' ').expect("a position");
    let rows: Vec<&str> = rows
        .split('/')
        .map(|row| if row == "e" { "0,0,0,0,0,0,0,0" } else { row })
        .collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn worked_by_hand() {
    for [ruleset, text, move_text, after, result] in WORKED {
        let state = position(&with_empty_rows(text));
        let played = play(&switches(ruleset), &state, move_text)
            .map(|(after, result)| (after.to_string(), result.unwrap_or("")));
        let expected = (after != "illegal").then(|| (with_empty_rows(after), result));
        assert_eq!(played, expected, "{ruleset}: {move_text} in {text}");
    }
}

/// Section 6: at the lap limit what would come next is not done any more.
#[test]
fn lap_limit_before_a_capture() {
    let text = "e/0,1,0,0,0,0,0,1/0,1,0,2,0,0,0,1/e S 0,0 - - 0";
    let state = position(&with_empty_rows(text));
    let stopped = "e/0,1,0,0,0,0,0,1/0,2,1,0,0,0,0,1/e N 0,0 - - 1";
    for (endless, expected) in [(Endless::Stop, None), (Endless::Loss, Some("N"))] {
        let one_lap = Switches {
            lap_limit: 1,
            endless,
            ..switches("kiswahili")
        };
        let (after, found) = play(&one_lap, &state, "A4<").expect("legal");
        assert_eq!(after.to_string(), with_empty_rows(stopped));
        assert_eq!(found, expected);
    }
    // Illegal: the only capture turn may not be chosen, nor a takata turn then.
    let one_lap = Switches {
        lap_limit: 1,
        ..switches("kiswahili")
    };
    assert_eq!(legal_moves(&one_lap, &state), Vec::<String>::new());
    assert_eq!(result(&one_lap, &state), Some("N"));
}

/// Section 5: no legal move comes before the move limit; section 2.1 without
/// `must_capture`; a mover without a seed in hand in namua.
#[test]
fn ends_and_optional_captures() {
    let limit = Switches {
        ply_limit: 7,
        ..switches("kujifunza")
    };
    let free = position(&with_empty_rows(
        "e/1,0,0,0,0,0,0,0/0,0,2,0,0,0,0,0/e S 0,0 - - 7",
    ));
    assert_eq!(result(&limit, &free), Some("draw"));
    assert!(legal_moves(&limit, &free).is_empty());
    let stuck = position(&with_empty_rows(
        "e/1,0,0,0,0,0,0,0/0,0,1,0,0,0,0,0/e S 0,0 - - 7",
    ));
    assert_eq!(result(&limit, &stuck), Some("N"));

    let malawi = switches("malawi");
    let facing = with_empty_rows("e/1,0,0,0,0,0,0,1/1,0,0,0,0,0,0,0/e S 2,2 - - 0");
    assert_eq!(legal_moves(&malawi, &position(&facing)), ["A1>"]);
    let no_hand = position(&facing.replace("2,2", "0,2"));
    assert_eq!(result(&malawi, &no_hand), Some("N"));
    let optional = Switches {
        must_capture: false,
        ..malawi
    };
    assert_eq!(legal_moves(&optional, &position(&facing)), ["A1>", "A1<"]);
}
