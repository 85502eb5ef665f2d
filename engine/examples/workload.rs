//! A fixed amount of work for profilers and instruction counters: random games
//! or a perft, without clocks.
//!
//! ```sh
//! cargo build --release -p bingwa-engine --example workload
//! valgrind --tool=callgrind target/release/examples/workload games kiswahili 5000
//! time target/release/examples/workload perft kujifunza 9
//! ```

use bingwa_engine::{Outcome, Position, Ruleset, Side};

/// Sebastiano Vigna's splitmix64, the high bits scaled to a range.
fn dice(mut state: u64) -> impl FnMut(usize) -> usize {
    move |n| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * n as u128) >> 64) as usize
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [work, rules, amount] = arguments.as_slice() else {
        return Err("usage: workload games|perft <rule set> <games|depth>".into());
    };
    let rules: Ruleset = rules.parse()?;
    let start = Position::start(&rules);
    match work.as_str() {
        "games" => {
            let mut choose = dice(3);
            let (mut moves, mut laps, mut south) = (0_u64, 0_u64, 0_u64);
            for _ in 0..amount.parse::<u64>()? {
                let game = rules.playout(&start, &mut choose);
                moves += u64::from(game.plies);
                laps += u64::from(game.laps);
                south += u64::from(game.outcome == Outcome::Win(Side::South));
            }
            println!("{amount} games, {moves} moves, {laps} laps, South won {south}");
        }
        "perft" => println!("{} positions", rules.perft(&start, amount.parse()?)),
        _ => return Err(format!("`{work}` is no work: games or perft").into()),
    }
    Ok(())
}
