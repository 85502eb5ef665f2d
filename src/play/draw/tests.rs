//! Screens as text, kept beside the code.
//!
//! After a change that is meant: `BINGWA_WRITE_SCREENS=1 cargo test draw`, and
//! look at the difference.

use std::path::PathBuf;

use bingwa_engine::{Game, Ruleset};
use bingwa_models::Value;
use crossterm::event::KeyCode;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::super::Seat;
use super::super::opponent::Strength;
use super::super::tests::{judge_all, press, session, type_text};
use super::*;
use crate::judge::Judge;

fn drawn(session: &Session, width: u16, height: u16, palette: &Palette) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| draw(frame, session, palette))
        .unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let rows = buffer.content().chunks(width).map(|row| {
        let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        row.trim_end().to_owned() + "\n"
    });
    rows.collect()
}

fn has_colours(buffer: &Buffer) -> bool {
    let mut cells = buffer.content().iter();
    cells.any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
}

/// Draws with and without colours: the same text, as it was kept.
fn assert_screen(name: &str, session: &Session, width: u16, height: u16) {
    let plain = drawn(session, width, height, &Palette::plain());
    assert!(!has_colours(&plain), "{name}");
    let coloured = drawn(session, width, height, &Palette::coloured());
    assert!(has_colours(&coloured), "{name}");
    let found = text(&plain);
    assert_eq!(text(&coloured), found, "{name}");
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "src/play/draw/screens", name]
        .iter()
        .collect();
    if std::env::var_os("BINGWA_WRITE_SCREENS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &found).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, kept, "{name} differs");
}

#[test]
fn the_start_in_both_sizes() {
    let mut session = session(Ruleset::KISWAHILI, Seat::South);
    judge_all(&mut session, Value::Estimate(0.62), &["A6>", "A7<"]);
    assert_screen("start-80x24.txt", &session, 80, 24);
    assert_screen("start-120x40.txt", &session, 120, 40);
}

#[test]
fn a_capture_is_shown_before_it_is_made_and_a_hint_below() {
    let mut session = session(Ruleset::KUJIFUNZA, Seat::South);
    type_text(&mut session, "a1>h");
    judge_all(&mut session, Value::Estimate(0.385), &["A1>", "B7>", "A2<"]);
    assert_screen("capture-80x24.txt", &session, 80, 24);
    assert_screen("capture-120x40.txt", &session, 120, 40);
}

#[test]
fn a_move_under_way() {
    let mut session = session(Ruleset::KUJIFUNZA, Seat::South);
    judge_all(&mut session, Value::Estimate(0.5), &[]);
    type_text(&mut session, "a1>");
    press(&mut session, KeyCode::Enter);
    session.tick(std::time::Duration::from_millis(2000));
    assert_screen("sowing-80x24.txt", &session, 80, 24);
}

/// North at the keyboard sits below, and a long game has a graph.
#[test]
fn a_game_seen_from_the_north() {
    let rules = Ruleset::KISWAHILI;
    let mut game = Game::new(rules);
    while game.moves().len() < 31 && game.outcome().is_none() {
        let moves = game.legal_moves();
        game.push(moves[game.moves().len() * 7 % moves.len()])
            .unwrap();
    }
    let judge = Judge::handwritten(rules);
    let strength = Strength::Simulations(400);
    let mut session = Session::new(game, judge, strength, Seat::North, 1);
    for chance in 1_u8.. {
        let Some(task) = session.wants() else { break };
        let value = Value::Estimate(f32::from(chance) / 40.0);
        session.take(task, super::super::tests::judged(value, &[]));
    }
    assert_screen("north-80x24.txt", &session, 80, 24);
    assert_screen("north-120x40.txt", &session, 120, 40);
}

#[test]
fn a_proven_result_is_told_once_where_there_is_no_room_for_both() {
    for (value, short, south, north) in [
        (
            Value::Win(5),
            " South wins in 5",
            "South wins in 5",
            "lost in 5 North",
        ),
        (
            Value::Loss(14),
            " wins in 14 North",
            "South lost in 14",
            "wins in 14 North",
        ),
    ] {
        let mut session = session(Ruleset::KUJIFUNZA, Seat::South);
        judge_all(&mut session, value, &["A1>"]);
        let told = |width, height| {
            let screen = text(&drawn(&session, width, height, &Palette::plain()));
            screen.lines().nth(1).unwrap().to_owned()
        };
        let small = told(80, 24);
        assert!(small.contains(short) && !small.contains("lost"), "{small}");
        let large = told(120, 40);
        assert!(large.contains(south) && large.ends_with(north), "{large}");
    }
}

#[test]
fn a_game_that_is_over() {
    let position = "0,0,0,0,0,0,0,9/0,0,0,3,0,0,0,0/0,2,0,1,0,0,0,2/0,0,0,0,0,3,0,0 S 0,0 - - 10";
    let rules = Ruleset::KUJIFUNZA;
    let game = Game::from_position(rules, position.parse().unwrap()).unwrap();
    let judge = Judge::handwritten(rules);
    let mut session = Session::new(game, judge, Strength::Simulations(9), Seat::South, 1);
    judge_all(&mut session, Value::Win(1), &["A2>"]);
    type_text(&mut session, "a2>");
    press(&mut session, KeyCode::Enter);
    press(&mut session, KeyCode::Enter);
    assert_screen("over-80x24.txt", &session, 80, 24);
}

#[test]
fn the_help_the_form_and_the_prompt() {
    let mut session = session(Ruleset::KUJIFUNZA, Seat::South);
    judge_all(&mut session, Value::Estimate(0.5), &[]);
    press(&mut session, KeyCode::Char('?'));
    assert_screen("help-80x24.txt", &session, 80, 24);
    press(&mut session, KeyCode::End);
    let end = text(&drawn(&session, 80, 24, &Palette::plain()));
    assert!(!end.contains("there is more"), "{end}");
    let words: Vec<&str> = end.split_whitespace().collect();
    assert!(
        words.join(" ").contains("moves the game is a draw."),
        "{end}"
    );
    press(&mut session, KeyCode::Up);
    let up = text(&drawn(&session, 80, 24, &Palette::plain()));
    assert!(up.contains("there is more"), "{up}");
    press(&mut session, KeyCode::Esc);
    press(&mut session, KeyCode::Char('n'));
    press(&mut session, KeyCode::Down);
    let form = text(&drawn(&session, 80, 24, &Palette::plain()));
    for part in ["kujifunza", "◂ you are South and begin ▸", "Enter begin"] {
        assert!(form.contains(part), "{form}");
    }
    press(&mut session, KeyCode::Esc);
    press(&mut session, KeyCode::Char('s'));
    assert_screen("save-80x24.txt", &session, 80, 24);
}

#[test]
fn a_window_that_is_too_small_says_so_and_none_is_a_panic() {
    let session = session(Ruleset::LEAFLET, Seat::South);
    let small = text(&drawn(&session, 79, 24, &Palette::plain()));
    assert!(
        small.contains("79×24") && small.contains("80×24") && small.contains("Ctrl-C"),
        "{small}"
    );
    for width in [1, 2, 30, 80, 81, 103, 104, 105, 150, 300] {
        for height in [1, 2, 3, 23, 24, 32, 33, 34, 80] {
            drawn(&session, width, height, &Palette::coloured());
        }
    }
}
