//! The 64-bit key: no collision among a million positions, every part of it
//! evenly spread, and the same for ever.

mod support;

use std::collections::HashMap;

use bingwa_engine::{Pit, Position, Ruleset, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{mutated, pick};

/// All that a key covers.
type Content = ([u8; 16], [u8; 16], [u8; 2], [bool; 2], Option<Pit>, Side);

fn content(position: &Position) -> Content {
    let sides = Side::ALL;
    (
        position.own_pits(),
        position.other_pits(),
        sides.map(|side| position.hand(side)),
        sides.map(|side| position.owns_nyumba(side)),
        position.takasia(),
        position.mover(),
    )
}

/// Distinct positions (moves played aside), half from random games, half with
/// one to a few seeds moved: neighbours that a weak key would confuse.
fn distinct_positions(count: usize) -> HashMap<Content, u64> {
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    let mut keys = HashMap::with_capacity(count);
    let mut note = |position: &Position| {
        let key = position.key();
        let before = keys.insert(content(position), key);
        assert!(before.is_none_or(|before| before == key), "{position}");
        keys.len() >= count
    };
    loop {
        let (_, rules) = *pick(&mut rng, &Ruleset::PRESETS);
        let mut position = Position::start(&rules);
        while rules.inner_row_outcome(&position).is_none() {
            if note(&position) || note(&mutated(&mut rng, &position, &rules)) {
                return keys;
            }
            let mut choose = |n| rng.random_range(0..n);
            match rules.random_move(&position, &mut choose) {
                Some(played) => position = played.position,
                None => break,
            }
        }
    }
}

#[test]
fn a_million_positions_have_a_million_keys() {
    let keys = distinct_positions(1_000_000);
    let mut seen: Vec<u64> = keys.into_values().collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 1_000_000);

    // Any sixteen bits spread them over 65,536 boxes as chance would: the sum
    // of squares over expectation is 65,535 ± 362 (one standard deviation).
    for shift in [0, 13, 24, 48] {
        let mut boxes = vec![0_u32; 1 << 16];
        for key in &seen {
            boxes[(key >> shift & 0xffff) as usize] += 1;
        }
        let expected = 1_000_000.0 / 65_536.0;
        let chi_square: f64 = boxes
            .iter()
            .map(|&n| (f64::from(n) - expected).powi(2) / expected)
            .sum();
        assert!((chi_square - 65_535.0).abs() < 5.0 * 362.0, "{chi_square}");
    }
}

#[test]
fn keys_never_change() {
    let key = |text: &str| text.parse::<Position>().unwrap().key();
    let start = Position::start(&Ruleset::KISWAHILI);
    assert_eq!(start.key(), 5_842_359_394_499_607_580);
    let marked = "0,1,2,1,4,8,2,2/10,0,0,10,2,1,0,1/0,2,0,0,1,1,0,0/0,0,2,2,0,2,6,4 N 0,0 - A4 7";
    assert_eq!(key(marked), 13_393_916_994_183_836_943);
    assert_eq!(key(&marked.replace("A4 7", "A4 8")), key(marked));
    for (from, to) in [
        (" N ", " S "),
        ("0,0 -", "1,0 -"),
        ("- A4", "S A4"),
        ("A4", "A5"),
    ] {
        assert_ne!(key(&marked.replace(from, to)), key(marked), "{to}");
    }
}

#[test]
fn one_seed_more_changes_half_the_bits() {
    let start = Position::start(&Ruleset::KUJIFUNZA).to_string();
    let (board, rest) = start.split_once(' ').unwrap();
    let key = |board: &str| format!("{board} {rest}").parse::<Position>().unwrap().key();
    let mut changed = 0;
    for pit in 0..32 {
        let mut board = board.to_owned();
        board.replace_range(2 * pit..=2 * pit, "1");
        changed += (key(&board) ^ key(&start[..63])).count_ones();
    }
    assert!((28..=36).contains(&(changed / 32)), "{}", changed / 32);
}
