//! Games for the tests: random legal moves with made-up searches.

use bingwa_engine::{Outcome, Position, Ruleset};
use bingwa_selfplay::records::{GameRecord, MoveRecord, Proof, SearchedMove, ShardHeader, pack};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Rules of games so short that a file of many is small.
pub(crate) fn tiny_rules() -> Ruleset {
    Ruleset {
        ply_limit: 2,
        ..Ruleset::KUJIFUNZA
    }
}

pub(crate) fn header(ruleset: Ruleset) -> ShardHeader {
    ShardHeader {
        ruleset,
        engine: "0.1.0".to_owned(),
        model: "0123abcd".to_owned(),
        config: "89ef4567".to_owned(),
        settings: r#"{"any":"text"}"#.to_owned(),
        seed: u64::MAX,
        generation: 3,
        first_index: 512,
    }
}

/// Games for a header, with gaps between their indices.
pub(crate) fn games(header: &ShardHeader, seed: u64, count: u64) -> Vec<GameRecord> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..count)
        .map(|number| {
            let index = header.first_index + 2 * number;
            game(&header.ruleset, header.generation, index, &mut random)
        })
        .collect()
}

fn game(rules: &Ruleset, generation: u32, index: u64, random: &mut ChaCha8Rng) -> GameRecord {
    let mut here = Position::start(rules);
    let mut record = GameRecord {
        generation,
        index,
        start: here.to_string(),
        moves: Vec::new(),
        result: String::new(),
    };
    loop {
        let legal = rules.legal_moves(&here);
        let mv = legal[below(random, legal.len() as u32) as usize];
        let search = below(random, 4);
        let policy = if search == 0 {
            Vec::new()
        } else {
            let weights: Vec<f32> = legal.iter().map(|_| fraction(random) + 0.01).collect();
            let sum: f32 = weights.iter().sum();
            let searched = legal.iter().zip(&weights).map(|(mv, weight)| {
                let (proof, value) = judged(random);
                SearchedMove {
                    mv: mv.index(),
                    share: pack(weight / sum).unwrap(),
                    value,
                    proof,
                    visits: 64 + below(random, 3),
                    prior: pack(weight / sum).unwrap(),
                }
            });
            searched.collect()
        };
        let (proof, value) = judged(random);
        record.moves.push(MoveRecord {
            mv: mv.index(),
            laps: None,
            simulations: [0, 16, 16, 64][search as usize],
            full: search == 3,
            value,
            proof,
            network_value: pack(fraction(random)).unwrap(),
            policy,
        });
        let played = rules.play(&here, mv);
        if let Some(outcome) = rules.outcome_after(&played) {
            record.result = Outcome::text(outcome).to_owned();
            record.count_laps(rules);
            return record;
        }
        here = played.position;
    }
}

/// A value, mostly an estimate.
fn judged(random: &mut ChaCha8Rng) -> (Proof, u16) {
    let distance = below(random, 9) as u16;
    let proof = match below(random, 12) {
        0 => Proof::Win(distance),
        1 => Proof::Loss(distance),
        2 => Proof::Draw(distance),
        _ => Proof::Open,
    };
    let estimate = pack(fraction(random)).unwrap();
    (proof, proof.value().unwrap_or(estimate))
}

fn below(random: &mut ChaCha8Rng, limit: u32) -> u32 {
    random.next_u32() % limit
}

fn fraction(random: &mut ChaCha8Rng) -> f32 {
    (random.next_u32() >> 8) as f32 / (1 << 24) as f32
}
