//! Matches at equal CPU time a move.

use core::time::Duration;

use bingwa_engine::{Move, Outcome, Position, Ruleset, Side};
use bingwa_models::NativeNetwork;
use bingwa_selfplay::matches::{MatchGame, MatchResult, interval};
use bingwa_selfplay::search::{Limits, Search, SearchConfig, Time};
use rayon::prelude::*;

use crate::native::Native;
use crate::textbook::{Constants, Textbook};

/// The project's search with its network, against the textbook's with its own.
pub(crate) struct Contest<'a> {
    pub rules: &'a Ruleset,
    pub project: &'a NativeNetwork,
    pub config: SearchConfig,
    pub textbook: &'a Native,
    pub(crate) constants: Constants,
    /// CPU time of each move, of both.
    pub time: Duration,
}

/// What a player did in all: moves, simulations, network evaluations.
#[derive(Clone, Copy, Default)]
pub(crate) struct Work {
    moves: u64,
    simulations: u64,
    evaluations: u64,
}

impl Work {
    fn plus(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            simulations: self.simulations + other.simulations,
            evaluations: self.evaluations + other.evaluations,
        }
    }

    fn text(&self, time: Duration) -> String {
        let each = |n: u64| n as f64 / self.moves.max(1) as f64;
        let (simulations, evaluations) = (each(self.simulations), each(self.evaluations));
        let rate = evaluations / time.as_secs_f64() / 1e6;
        format!("{simulations:.0} simulations, {evaluations:.0} evaluations a move ({rate:.2} M/s)")
    }
}

impl Contest<'_> {
    /// Plays each opening from both seats; the score is the project's.
    pub(crate) fn play(&self, openings: &[Position]) -> (MatchResult, [Work; 2]) {
        let played: Vec<(MatchGame, [Work; 2])> = (0..2 * openings.len())
            .into_par_iter()
            .map(|game| self.play_game(game / 2, openings[game / 2], Side::ALL[game % 2]))
            .collect();
        let add = |a: [Work; 2], b: [Work; 2]| [a[0].plus(b[0]), a[1].plus(b[1])];
        let work = played
            .iter()
            .map(|(_, work)| *work)
            .fold(Default::default(), add);
        let games: Vec<MatchGame> = played.into_iter().map(|(game, _)| game).collect();
        (MatchResult::of(&games), work)
    }

    /// Plays and prints one line; gives the project's share of points.
    pub(crate) fn report(&self, name: &str, openings: &[Position]) -> f64 {
        let (result, work) = self.play(openings);
        let score = result.total();
        let (low, high) = interval(score.share(), score.games());
        println!(
            "{name}, {:?} a move: {:.1} % ({:.1}–{:.1}) of {} games, pairs {:?}, {} distinct\n    project: {}\n    textbook: {}",
            self.time,
            100.0 * score.share(),
            100.0 * low,
            100.0 * high,
            score.games(),
            result.pairs,
            result.distinct,
            work[0].text(self.time),
            work[1].text(self.time)
        );
        score.share()
    }

    fn play_game(&self, opening: usize, start: Position, seat: Side) -> (MatchGame, [Work; 2]) {
        let mut search = Search::new(self.config, self.project.clone());
        let mut textbook = Textbook::new(self.rules, self.textbook, self.constants);
        let mut work = [Work::default(); 2];
        let mut here = start;
        let mut moves: Vec<Move> = Vec::new();
        let mut outcome = self.rules.outcome(&here);
        while outcome.is_none() {
            let legal = self.rules.legal_moves(&here);
            let chosen = if legal.len() == 1 {
                Some(legal[0])
            } else if here.mover() == seat {
                let limits = Limits {
                    time: Some(Time::Cpu(self.time)),
                    ..Limits::default()
                };
                let found = search.run(self.rules, &here, limits, None);
                // A search that ends early with a proof would blur the rates.
                if !found.value.is_proven() {
                    work[0] = work[0].plus(Work {
                        moves: 1,
                        simulations: u64::from(found.simulations),
                        evaluations: u64::from(found.nodes),
                    });
                }
                found.best
            } else {
                let (best, simulations) = textbook.run(&here, self.time);
                work[1] = work[1].plus(Work {
                    moves: 1,
                    simulations: u64::from(simulations),
                    evaluations: u64::from(textbook.evaluations()),
                });
                best
            };
            let Some(mv) = chosen else { break };
            let played = self.rules.play(&here, mv);
            moves.push(mv);
            outcome = self.rules.outcome_after(&played);
            here = played.position;
        }
        let game = MatchGame {
            opening,
            seat,
            moves,
            outcome: outcome.unwrap_or(Outcome::Draw),
        };
        (game, work)
    }
}
