//! The board played by keys, without a terminal and without a search.

use std::time::Duration;

use bingwa_engine::{Game, Move, Outcome, Ruleset, Side};
use bingwa_models::Value;
use bingwa_selfplay::search::SearchResult;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Seat;
use super::animation::Speed;
use super::opponent::Strength;
use super::session::{Leaving, Session, View};
use super::thinker::{Answer, Task};
use crate::judge::Judge;
use crate::levels::Level;
use crate::preview::Preview;

/// A new game; its chances come from [`judged`] alone.
pub(super) fn session(rules: Ruleset, seat: Seat) -> Session {
    let strength = Strength::Level(Level::Medium);
    let game = Game::new(rules);
    Session::new(game, Judge::handwritten(rules), strength, seat, 1)
}

pub(super) fn press(session: &mut Session, code: KeyCode) {
    session.key(KeyEvent::new(code, KeyModifiers::NONE));
}

pub(super) fn type_text(session: &mut Session, text: &str) {
    for letter in text.chars() {
        press(session, KeyCode::Char(letter));
    }
}

/// What a search could have found.
pub(super) fn judged(value: Value, line: &[&str]) -> Answer {
    let variation: Vec<Move> = line.iter().map(|mv| mv.parse().unwrap()).collect();
    Answer::Judged(SearchResult {
        moves: Vec::new(),
        best: variation.first().copied(),
        value,
        network_value: 0.5,
        simulations: 1,
        nodes: 1,
        variation,
    })
}

/// Answers what the session wants, judgements with one value, until it wants a
/// move or nothing.
pub(super) fn judge_all(session: &mut Session, value: Value, line: &[&str]) {
    while let Some(task @ Task::Judge(..)) = session.wants() {
        session.take(task, judged(value, line));
    }
}

/// The computer's move comes in, after the chances.
fn answer(session: &mut Session, mv: &str) {
    judge_all(session, Value::Estimate(0.5), &[]);
    let Some(task @ Task::Move(_)) = session.wants() else {
        panic!("no move is wanted");
    };
    session.take(task, Answer::Move(mv.parse().ok()));
}

fn moves(session: &Session) -> Vec<String> {
    let moves = session.table.game().moves();
    moves.iter().map(ToString::to_string).collect()
}

#[test]
fn a_person_and_the_computer_take_turns_and_moves_are_taken_back() {
    let mut session = session(Ruleset::KUJIFUNZA, Seat::South);
    type_text(&mut session, "a1>");
    press(&mut session, KeyCode::Enter);
    assert_eq!(moves(&session), ["A1>"]);
    assert!(session.animation.is_some() && session.wants().is_none());
    press(&mut session, KeyCode::Char(' '));
    assert!(session.animation.is_none() && session.is_waiting());
    answer(&mut session, "B7>");
    assert!(session.animation.is_some());
    session.tick(Duration::from_secs(600));
    assert!(session.is_choosing());
    assert_eq!(session.judged.len(), 3);
    press(&mut session, KeyCode::Char('u'));
    assert!(moves(&session).is_empty() && session.judged.len() == 1);
    press(&mut session, KeyCode::Char('r'));
    assert_eq!(moves(&session), ["A1>", "B7>"]);
    press(&mut session, KeyCode::Char('r'));
    assert!(session.message.contains("nothing to play again"));
}

#[test]
fn what_cannot_be_chosen_is_said_and_changes_nothing() {
    let mut session = session(Ruleset::KISWAHILI, Seat::South);
    let chosen = session.choice.chosen();
    type_text(&mut session, "b3");
    assert!(session.message.contains("B3"), "{}", session.message);
    type_text(&mut session, "+");
    assert!(session.message.contains("safari"), "{}", session.message);
    assert_eq!(session.choice.chosen(), chosen);
    press(&mut session, KeyCode::Right);
    press(&mut session, KeyCode::Down);
    assert_eq!(session.choice.chosen(), "A7<".parse().ok());
}

#[test]
fn arrows_go_as_the_screen_shows_also_for_the_player_above() {
    let mut session = session(Ruleset::KUJIFUNZA, Seat::Both);
    type_text(&mut session, "a3");
    press(&mut session, KeyCode::Right);
    assert_eq!(session.choice.chosen().map(Move::pit), "A4".parse().ok());
    press(&mut session, KeyCode::Enter);
    press(&mut session, KeyCode::Esc);
    assert_eq!(session.table.position().mover(), Side::North);
    let pits: Vec<_> = session.choice.pits().collect();
    assert!(pits.len() > 1 && session.choice.take_pit(pits[1]));
    press(&mut session, KeyCode::Right);
    assert_eq!(session.choice.chosen().map(Move::pit), Some(pits[0]));
}

#[test]
fn the_position_shown_is_judged_first_then_the_rest_and_a_hint_looks_longer() {
    let game: Game = "[Rules \"kujifunza\"]\n\n1. A1> B7> *".parse().unwrap();
    let judge = Judge::handwritten(Ruleset::KUJIFUNZA);
    let strength = Strength::Simulations(9);
    let mut session = Session::new(game, judge, strength, Seat::South, 1);
    let Some(first @ Task::Judge(position, glance)) = session.wants() else {
        panic!("the position is to be judged");
    };
    assert_eq!(position, *session.table.position());
    session.take(first, judged(Value::Estimate(0.25), &["A2>"]));
    assert_eq!(session.judgement().map(|judged| judged.chance), Some(0.25));
    press(&mut session, KeyCode::Char('h'));
    assert!(session.is_looking());
    let Some(Task::Judge(again, longer)) = session.wants() else {
        panic!("a longer look is wanted");
    };
    assert!(again == position && longer > 10 * glance);
    judge_all(&mut session, Value::Estimate(0.75), &["A2>"]);
    assert!(!session.is_looking() && session.wants().is_none());
    // After one move North is to move: its chances are not South's.
    let chances: Vec<f32> = session.judged.iter().flatten().map(|j| j.chance).collect();
    assert_eq!(chances, [0.75, 0.25, 0.75]);
    // Who proves needs no longer look.
    judge_all(&mut session, Value::Win(3), &[]);
    assert!(session.wants().is_none());
}

#[test]
fn an_answer_to_another_position_is_not_played() {
    let mut session = session(Ruleset::KUJIFUNZA, Seat::North);
    judge_all(&mut session, Value::Estimate(0.5), &[]);
    let Some(task @ Task::Move(_)) = session.wants() else {
        panic!("the computer begins");
    };
    answer(&mut session, "A1>");
    session.animation = None;
    session.take(task, Answer::Move("A2>".parse().ok()));
    assert_eq!(moves(&session), ["A1>"]);
}

#[test]
fn a_game_comes_to_its_end_and_nothing_more_is_wanted() {
    // A capture that empties North's inner row.
    let position = "0,0,0,0,0,0,0,9/0,0,0,3,0,0,0,0/0,2,0,1,0,0,0,2/0,0,0,0,0,3,0,0 S 0,0 - - 10";
    let rules = Ruleset::KUJIFUNZA;
    let game = Game::from_position(rules, position.parse().unwrap()).unwrap();
    let judge = Judge::handwritten(rules);
    let strength = Strength::Level(Level::Easy);
    let mut session = Session::new(game, judge, strength, Seat::South, 1);
    session.speed = Speed::Off;
    type_text(&mut session, "a2>");
    let words = session.preview.as_ref().map(Preview::words);
    assert!(words.is_some_and(|words| words.ends_with("WINS")));
    press(&mut session, KeyCode::Enter);
    assert_eq!(
        session.table.game().outcome(),
        Some(Outcome::Win(Side::South))
    );
    assert!(
        session.message.ends_with("You have won!"),
        "{}",
        session.message
    );
    assert_eq!(session.judgement().map(|judged| judged.chance), Some(1.0));
    judge_all(&mut session, Value::Win(1), &[]);
    assert!(session.wants().is_none() && !session.is_choosing() && !session.is_waiting());
    press(&mut session, KeyCode::Char('q'));
    assert_eq!(session.leaving, Leaving::Yes);
}

#[test]
fn leaving_a_game_under_way_is_asked_twice_and_ctrl_c_once() {
    let mut session = session(Ruleset::KUJIFUNZA, Seat::Both);
    type_text(&mut session, "a1>");
    press(&mut session, KeyCode::Enter);
    press(&mut session, KeyCode::Char('q'));
    assert_eq!(session.leaving, Leaving::Asked);
    press(&mut session, KeyCode::Char('e'));
    assert_eq!(session.leaving, Leaving::No);
    type_text(&mut session, "qq");
    assert_eq!(session.leaving, Leaving::Yes);
    session.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(session.leaving, Leaving::Interrupted);
}

#[test]
fn a_game_is_saved_and_loaded_and_no_file_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evening.txt");
    let mut session = session(Ruleset::KUJIFUNZA, Seat::Both);
    type_text(&mut session, "a1>");
    press(&mut session, KeyCode::Enter);
    let name = |session: &mut Session, key: char| {
        press(session, KeyCode::Char(key));
        for _ in 0..20 {
            press(session, KeyCode::Backspace);
        }
        press(session, KeyCode::Enter);
        assert!(matches!(session.view, View::File(_)), "no name is no file");
        type_text(session, path.to_str().unwrap());
        press(session, KeyCode::Enter);
    };
    name(&mut session, 's');
    assert!(
        session.message.starts_with("Saved in"),
        "{}",
        session.message
    );
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved.parse::<Game>().unwrap().moves().len(), 1);

    press(&mut session, KeyCode::Char('u'));
    name(&mut session, 's');
    assert!(
        matches!(session.view, View::File(_)),
        "it asks before it replaces"
    );
    press(&mut session, KeyCode::Esc);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), saved);

    let seed = session.seed;
    name(&mut session, 'l');
    assert_eq!(moves(&session), ["A1>"]);
    assert!(session.seed > seed);
    std::fs::write(&path, "no game").unwrap();
    name(&mut session, 'l');
    assert!(
        session.message.contains("evening.txt"),
        "{}",
        session.message
    );
    assert_eq!(moves(&session), ["A1>"]);
}

#[test]
fn a_new_game_changes_rules_and_players_and_the_given_judge_comes_back() {
    let mut session = session(Ruleset::KISWAHILI, Seat::South);
    let given = session.judge.name();
    press(&mut session, KeyCode::Char('n'));
    press(&mut session, KeyCode::Right);
    press(&mut session, KeyCode::Down);
    press(&mut session, KeyCode::Right);
    press(&mut session, KeyCode::Enter);
    assert_eq!(session.rules(), &Ruleset::MALAWI);
    assert_eq!(
        (session.table.seat(), session.below()),
        (Seat::North, Side::North)
    );
    assert_eq!(session.judge.rules, Ruleset::MALAWI);
    judge_all(&mut session, Value::Estimate(0.5), &[]);
    assert!(matches!(session.wants(), Some(Task::Move(_))));
    press(&mut session, KeyCode::Char('n'));
    press(&mut session, KeyCode::Left);
    press(&mut session, KeyCode::Enter);
    assert_eq!(
        (session.judge.name(), session.judge.rules),
        (given, Ruleset::KISWAHILI)
    );
    press(&mut session, KeyCode::Char('n'));
    press(&mut session, KeyCode::Right);
    press(&mut session, KeyCode::Esc);
    assert_eq!(session.rules(), &Ruleset::KISWAHILI);
}

#[test]
fn a_saved_game_names_the_computer() {
    let session = session(Ruleset::KISWAHILI, Seat::South);
    let text = session.text();
    assert!(text.contains("[North \"bingwa, level medium"), "{text}");
    assert!(!text.contains("[South"), "{text}");
}
