//! Positions to prove something about.

use bingwa_engine::{Position, Ruleset};
use bingwa_selfplay::seeds::{Purpose, Random, stream};
use rand::RngExt;

/// The generator of a test.
pub(crate) fn dice(index: u64) -> Random {
    stream(71, Purpose::Play, 0, index)
}

/// A thinly filled board that is not over, either player to move, `plies` moves
/// played. With hands and houses where the rules know them.
pub(crate) fn thin(rules: &Ruleset, dice: &mut Random, plies: u16) -> Position {
    loop {
        let mut pits = [0_u8; 32];
        for _ in 0..dice.random_range(5..16) {
            pits[dice.random_range(0..32)] += 1;
        }
        let rows: Vec<String> = pits
            .chunks(8)
            .map(|row| row.iter().map(u8::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let mover = ["S", "N"][dice.random_range(0..2)];
        // Both players place in turn: the mover has as many seeds left, or one more.
        let hand = if rules.hand > 0 && dice.random_bool(0.4) {
            dice.random_range(1..4)
        } else {
            0
        };
        let hands = match (mover, hand > 0 && dice.random_bool(0.5)) {
            ("S", true) => [hand, hand - 1],
            (_, true) => [hand - 1, hand],
            (_, false) => [hand, hand],
        };
        let owners = match rules.nyumba {
            Some(_) => ["SN", "S", "N", "-"][dice.random_range(0..4)],
            None => "-",
        };
        let board = rows.join("/");
        let [south, north] = hands;
        let text = format!("{board} {mover} {south},{north} {owners} - {plies}");
        let position: Position = text.parse().unwrap();
        if rules.outcome(&position).is_none() {
            return position;
        }
    }
}

/// The position after so many random moves from the start, if the game still
/// goes on.
pub(crate) fn played(rules: &Ruleset, dice: &mut Random, moves: u32) -> Option<Position> {
    let mut position = Position::start(rules);
    for _ in 0..moves {
        let legal = rules.legal_moves(&position);
        let played = rules.play(&position, legal[dice.random_range(0..legal.len())]);
        if rules.outcome_after(&played).is_some() {
            return None;
        }
        position = played.position;
    }
    Some(position)
}
