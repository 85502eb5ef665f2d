//! The fuzz targets' bodies in an ordinary run: a bounded number of inputs from
//! a fixed seed, half of them good texts with a few bytes changed.

mod fuzz_bodies;
mod support;

use bingwa_engine::{CustomRuleset, Game, Position, Ruleset};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{mutated, pick, random_ruleset};

/// Runs a body on random bytes and on damaged texts.
fn run(inputs: u32, body: fn(&[u8]), good: impl Fn(&mut ChaCha8Rng) -> String) {
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    for _ in 0..inputs {
        let mut noise = vec![0; rng.random_range(0..200)];
        rng.fill_bytes(&mut noise);
        body(&noise);
        let mut text = good(&mut rng).into_bytes();
        body(&text);
        for _ in 0..rng.random_range(1..4) {
            damage(&mut rng, &mut text);
            body(&text);
        }
    }
}

/// Changes, removes or puts in a byte, or cuts the text.
fn damage(rng: &mut ChaCha8Rng, text: &mut Vec<u8>) {
    const LIKELY: &[u8] = b"0123456789,/ .+-<>*[]\"\\=ABSNabcdefghij\n\r\t\xff";
    if text.is_empty() {
        return;
    }
    let at = rng.random_range(0..text.len());
    match rng.random_range(0..7) {
        0..3 => text[at] = *pick(rng, LIKELY),
        3..5 => text.insert(at, *pick(rng, LIKELY)),
        5 => {
            text.remove(at);
        }
        _ => text.truncate(at),
    }
}

fn random_position(rng: &mut ChaCha8Rng) -> (Ruleset, Position) {
    let rules = random_ruleset(rng);
    let start = Position::start(&rules);
    (rules, mutated(rng, &start, &rules))
}

#[test]
fn position_text() {
    run(400, fuzz_bodies::position_text, |rng| {
        random_position(rng).1.to_string()
    });
}

#[test]
fn move_text() {
    run(2000, fuzz_bodies::move_text, |rng| {
        let row = pick(rng, &["A", "B"]);
        let arrow = pick(rng, &["<", ">", ">+", "<+"]);
        format!("{row}{}{arrow}", rng.random_range(1..9))
    });
}

#[test]
fn game_text() {
    run(300, fuzz_bodies::game_text, |rng| {
        let (rules, position) = random_position(rng);
        let mut game = Game::from_position(rules, position).unwrap();
        for _ in 0..rng.random_range(0..12) {
            let legal = game.legal_moves();
            if !legal.is_empty() {
                game.push(*pick(rng, &legal)).unwrap();
            }
        }
        game.to_string()
    });
}

#[test]
fn ruleset_text() {
    run(2000, fuzz_bodies::ruleset_text, |rng| {
        let custom = CustomRuleset::of(&random_ruleset(rng));
        if rng.random_bool(0.5) {
            custom.to_string()
        } else {
            toml::to_string(&custom).unwrap_or_else(|_| custom.to_string())
        }
    });
}

#[test]
fn any_game() {
    run(1000, fuzz_bodies::any_game, |rng| {
        (0..200).map(|_| char::from(rng.random::<u8>())).collect()
    });
}
