//! Two players against each other, with the CPU time each thinks about a move.
//!
//! ```sh
//! cargo run --release -p bingwa-selfplay --example duel -- kiswahili 400 alphabeta:4 mcts:1000
//! ```
//!
//! `bingwa match` says the same of the score; the time is what this adds. Moves
//! without a choice are not timed.

use std::error::Error;
use std::time::Duration;

use bingwa_engine::{Outcome, Position, Ruleset, Side};
use bingwa_selfplay::matches::{Score, interval};
use bingwa_selfplay::openings::distinct_openings;
use bingwa_selfplay::players::{Player, PlayerFactory, PlayerSpec};
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::seeds::{Purpose, stream};
use cpu_time::ThreadTime;
use rayon::prelude::*;

const SEED: u64 = 1;
/// Simulations a move of a model that names none.
const SIMULATIONS: u32 = 64;

/// CPU time spent on moves, and how many.
#[derive(Clone, Copy, Default)]
struct Thought {
    time: Duration,
    moves: u32,
}

impl Thought {
    fn plus(self, other: Self) -> Self {
        Self {
            time: self.time + other.time,
            moves: self.moves + other.moves,
        }
    }

    fn per_move(self) -> String {
        let micros = self.time.as_secs_f64() * 1e6 / f64::from(self.moves.max(1));
        format!("{micros:.0} µs a move over {} moves", self.moves)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, games, first, second] = args.as_slice() else {
        return Err("write: duel RULESET GAMES PLAYER PLAYER".into());
    };
    let rules: Ruleset = rules.parse()?;
    let pairs = games.parse::<usize>()?.div_ceil(2);
    let factory = |text: &str| -> Result<PlayerFactory, Box<dyn Error>> {
        let spec: PlayerSpec = text.parse()?;
        Ok(spec.load(&rules, SearchConfig::default(), SIMULATIONS)?)
    };
    let players = [factory(first)?, factory(second)?];
    let openings = distinct_openings(&rules, SEED, pairs);
    let (score, thoughts) = (0..2 * openings.len())
        .into_par_iter()
        .map_init(
            || [players[0].make(), players[1].make()],
            |players, game| {
                let seat = Side::ALL[game % 2];
                let (outcome, thoughts) =
                    play(&rules, &openings[game / 2], game as u64, seat, players);
                let mut score = Score::default();
                score.count(outcome, seat);
                (score, thoughts)
            },
        )
        .reduce(
            || (Score::default(), [Thought::default(); 2]),
            |a, b| {
                let [first, second] = [0, 1].map(|i| a.1[i].plus(b.1[i]));
                (a.0.plus(b.0), [first, second])
            },
        );
    let (low, high) = interval(score.share(), score.games());
    println!(
        "{} {} – {}: {:.1} % ({:.1}–{:.1}) of {} games; {}; {}",
        rules,
        players[0].name,
        players[1].name,
        100.0 * score.share(),
        100.0 * low,
        100.0 * high,
        score.games(),
        thoughts[0].per_move(),
        thoughts[1].per_move(),
    );
    Ok(())
}

/// One game, the first player at `seat`.
fn play(
    rules: &Ruleset,
    opening: &Position,
    game: u64,
    seat: Side,
    players: &mut [Box<dyn Player>; 2],
) -> (Outcome, [Thought; 2]) {
    let mut random = stream(SEED, Purpose::Match, 0, game);
    let mut thoughts = [Thought::default(); 2];
    let mut here = *opening;
    loop {
        let who = usize::from(here.mover() != seat);
        let started = ThreadTime::now();
        let Some(mv) = players[who].choose(rules, &here, &mut random) else {
            return (Outcome::Draw, thoughts);
        };
        if rules.legal_moves(&here).len() > 1 {
            thoughts[who].time += started.elapsed();
            thoughts[who].moves += 1;
        }
        let played = rules.play(&here, mv);
        if let Some(outcome) = rules.outcome_after(&played) {
            return (outcome, thoughts);
        }
        here = played.position;
    }
}
