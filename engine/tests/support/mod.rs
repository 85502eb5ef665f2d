//! What several tests need: rule sets with random switches, and positions that
//! no game leads to.
#![allow(dead_code, unreachable_pub)]

use bingwa_engine::{
    Capture, EmptyInner, Endless, LoneKichwa, Nyumba, NyumbaMtaji, NyumbaStart, NyumbaTakataEnd,
    Position, Ruleset,
};
use rand::{Rng, RngExt};

/// A rule set with random switches and start rows that passes
/// [`Ruleset::check`]. One in four has a tiny lap limit, one in four a tiny
/// move limit, so that both are met often.
pub fn random_ruleset<R: Rng>(rng: &mut R) -> Ruleset {
    loop {
        let rules = any_switches(rng);
        if rules.check().is_ok() {
            return rules;
        }
    }
}

fn any_switches<R: Rng>(rng: &mut R) -> Ruleset {
    let pickup = rng.random_ratio(1, 4);
    let (inner_start, outer_start, hand) = start_rows(rng, pickup);
    let either = |rng: &mut R| rng.random_bool(0.5);
    let plain = |rng: &mut R| pickup || rng.random_bool(0.5);
    Ruleset {
        capture: if pickup {
            Capture::Pickup
        } else {
            Capture::Kichwa
        },
        inner_start,
        outer_start,
        hand,
        must_capture: either(rng),
        capture_max: if plain(rng) {
            None
        } else {
            Some(*pick(rng, &[1, 2, 3, 5, 15, 15, 15, 16, 17, 40]))
        },
        takata_inner_first: !plain(rng),
        lone_kichwa: if plain(rng) {
            LoneKichwa::Allowed
        } else {
            LoneKichwa::Forbidden
        },
        empty_inner_mid_move: if either(rng) {
            EmptyInner::Loss
        } else {
            EmptyInner::Ignore
        },
        takasia: !plain(rng),
        nyumba: if pickup || rng.random_ratio(1, 3) {
            None
        } else {
            Some(nyumba(rng))
        },
        endless: *pick(rng, &[Endless::Illegal, Endless::Stop, Endless::Loss]),
        lap_limit: if rng.random_ratio(1, 4) {
            rng.random_range(1..=9)
        } else {
            1024
        },
        ply_limit: if rng.random_ratio(1, 4) {
            rng.random_range(1..=40)
        } else {
            500
        },
    }
}

fn nyumba<R: Rng>(rng: &mut R) -> Nyumba {
    Nyumba {
        min: *pick(rng, &[1, 1, 2, 3, 6, 6, 8, 12]),
        start: *pick(rng, &[NyumbaStart::Alone, NyumbaStart::Free]),
        takata_end: *pick(rng, &[NyumbaTakataEnd::Stop, NyumbaTakataEnd::Choice]),
        mtaji: *pick(rng, &[NyumbaMtaji::Ordinary, NyumbaMtaji::Special]),
        lost_by_mtaji_capture: rng.random_bool(0.5),
        namua_prefer_two: rng.random_bool(0.5),
    }
}

/// Inner row, outer row, hand: those of a preset, or at random with as many
/// seeds as a player may have or fewer.
fn start_rows<R: Rng>(rng: &mut R, pickup: bool) -> ([u8; 8], [u8; 8], u8) {
    if rng.random_bool(0.5) {
        let (_, preset) = *pick(rng, &Ruleset::PRESETS);
        if !pickup || preset.hand == 0 {
            return (preset.inner_start, preset.outer_start, preset.hand);
        }
    }
    let seeds = if rng.random_bool(0.7) {
        32
    } else {
        rng.random_range(2..=32)
    };
    let hand = if pickup || rng.random_bool(0.5) {
        0
    } else {
        rng.random_range(0..seeds)
    };
    let mut rows = [[0; 8]; 2];
    for _ in hand..seeds {
        let row = usize::from(rng.random_bool(0.4));
        rows[row][rng.random_range(0..8)] += 1;
    }
    (rows[0], rows[1], hand)
}

/// One of a few.
pub fn pick<'a, T, R: Rng>(rng: &mut R, from: &'a [T]) -> &'a T {
    &from[rng.random_range(0..from.len())]
}

/// The position with seeds moved, houses given or taken, marks set: anything
/// that its text can say and the rule set allows ([`Position::check`]).
pub fn mutated<R: Rng>(rng: &mut R, position: &Position, rules: &Ruleset) -> Position {
    loop {
        if let Ok(other) = mutated_text(rng, position, rules).parse::<Position>()
            && other.check(rules).is_ok()
        {
            return other;
        }
    }
}

fn mutated_text<R: Rng>(rng: &mut R, position: &Position, rules: &Ruleset) -> String {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let mut pits: Vec<u32> = fields[0]
        .split(['/', ','])
        .map(|count| count.parse().unwrap())
        .collect();
    let mut hands: Vec<u32> = fields[2]
        .split(',')
        .map(|count| count.parse().unwrap())
        .collect();
    let seeds_moved = *pick(rng, &[0, 1, 1, 2, 3, 5, 8, 20, 60]);
    for _ in 0..seeds_moved {
        let from = rng.random_range(0..32);
        // Half of the moved pits go whole: big heaps and empty rows.
        let count = if rng.random_bool(0.5) {
            pits[from]
        } else {
            pits[from].min(1)
        };
        pits[from] -= count;
        if !rng.random_ratio(1, 40) {
            pits[rng.random_range(0..32)] += count;
        }
    }
    if rules.hand > 0 && rng.random_ratio(1, 8) {
        for hand in &mut hands {
            *hand = *pick(rng, &[0, 0, 1, 2, 10, 32]);
        }
    }
    // With more than 64 in all, placing would soon pass what a text may say.
    let board: u32 = pits.iter().sum();
    hands[0] = hands[0].min(64 - board);
    hands[1] = hands[1].min(64 - board - hands[0]);
    let rows: Vec<String> = pits
        .chunks(8)
        .map(|row| {
            let counts: Vec<String> = row.iter().map(u32::to_string).collect();
            counts.join(",")
        })
        .collect();
    let mover = *pick(rng, &["S", "N"]);
    let owned = if rules.nyumba.is_some() && rng.random_bool(0.5) {
        *pick(rng, &["SN", "S", "N", "-"])
    } else {
        fields[3]
    };
    let may_be_marked = rules.takasia && hands == [0, 0];
    let takasia = match rng.random_range(0..3) {
        0 if may_be_marked => format!("A{}", rng.random_range(1..=8)),
        2 if may_be_marked => fields[4].to_owned(),
        _ => "-".to_owned(),
    };
    let plies = if rng.random_ratio(1, 10) {
        (*pick(rng, &["0", "1", "39", "499", "500", "501"])).to_owned()
    } else {
        fields[5].to_owned()
    };
    format!(
        "{} {mover} {},{} {owned} {takasia} {plies}",
        rows.join("/"),
        hands[0],
        hands[1]
    )
}
