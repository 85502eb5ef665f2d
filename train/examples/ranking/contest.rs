//! Matches at equal CPU time a move.

use core::time::Duration;

use bingwa_engine::{Move, Outcome, Position, Ruleset, Side};
use bingwa_models::{Evaluation, Evaluator};
use bingwa_selfplay::matches::{MatchGame, MatchResult, interval};
use bingwa_selfplay::search::{Limits, Search, Time};
use rayon::prelude::*;

use crate::native::{ARRIVAL_HEAD, Native, encode};
use crate::textbook::Textbook;

/// Who searches for so much CPU time.
pub(crate) trait Searcher {
    /// The move chosen; simulations and evaluations made, unless a proof ended
    /// the search early, which would blur the rates.
    fn search(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        time: Duration,
    ) -> (Option<Move>, Option<[u32; 2]>);
}

impl<E: Evaluator> Searcher for Search<E> {
    fn search(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        time: Duration,
    ) -> (Option<Move>, Option<[u32; 2]>) {
        let limits = Limits {
            time: Some(Time::Cpu(time)),
            ..Limits::default()
        };
        let found = self.run(rules, position, limits, None);
        let work = [found.simulations, found.nodes];
        (found.best, (!found.value.is_proven()).then_some(work))
    }
}

impl Searcher for Textbook<'_> {
    fn search(
        &mut self,
        _: &Ruleset,
        position: &Position,
        time: Duration,
    ) -> (Option<Move>, Option<[u32; 2]>) {
        let (best, simulations) = self.run(position, time);
        (best, Some([simulations, self.evaluations()]))
    }
}

/// A network that looks at positions after moves, with this example's inference.
pub(crate) struct AfterMoves<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) network: &'a Native,
    pub(crate) captures: bool,
    pub(crate) rows: Vec<u16>,
    pub(crate) out: Vec<f32>,
}

impl Evaluator for AfterMoves<'_> {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        for (position, out) in positions.iter().zip(out) {
            self.rows.clear();
            encode(self.rules, position, self.captures, &mut self.rows);
            self.network.run(&self.rows, &[ARRIVAL_HEAD], &mut self.out);
            *out = Evaluation {
                value: 1.0 / (1.0 + (-self.out[0]).exp()),
                arrival: self.out[1],
            };
        }
    }
}

/// Makes a searcher for each game.
pub(crate) type Maker<'a> = &'a (dyn Fn() -> Box<dyn Searcher + 'a> + Sync);

/// Two searchers with the same CPU time for each move.
pub(crate) struct Contest<'a> {
    pub(crate) rules: &'a Ruleset,
    /// The first one's score is counted.
    pub(crate) players: [Maker<'a>; 2],
    pub(crate) time: Duration,
}

/// What a player did in all: moves, simulations, evaluations.
type Work = [u64; 3];

impl Contest<'_> {
    /// Plays each opening from both seats, prints the score, and gives the first
    /// player's share of points.
    pub(crate) fn play(&self, name: &str, openings: &[Position]) -> f64 {
        let played: Vec<(MatchGame, [Work; 2])> = (0..2 * openings.len())
            .into_par_iter()
            .map(|game| self.play_game(game / 2, openings[game / 2], Side::ALL[game % 2]))
            .collect();
        let mut work = [Work::default(); 2];
        for (_, of_game) in &played {
            for (sum, n) in work
                .as_flattened_mut()
                .iter_mut()
                .zip(of_game.as_flattened())
            {
                *sum += n;
            }
        }
        let games: Vec<MatchGame> = played.into_iter().map(|(game, _)| game).collect();
        let result = MatchResult::of(&games);
        let (share, games) = (result.total().share(), result.total().games());
        let (low, high) = interval(share, games);
        let [percent, low, high] = [share, low, high].map(|x| 100.0 * x);
        println!(
            "{name}, {:?} a move: {percent:.1} % ({low:.1}–{high:.1}) of {games} games, pairs {:?}, {} distinct",
            self.time, result.pairs, result.distinct
        );
        for [moves, simulations, evaluations] in work {
            let each = |n| n as f64 / moves.max(1) as f64;
            let rate = each(evaluations) / self.time.as_secs_f64() / 1e6;
            println!(
                "    {:.0} simulations, {:.0} evaluations a move, {rate:.2} M evaluations/s",
                each(simulations),
                each(evaluations)
            );
        }
        share
    }

    fn play_game(&self, opening: usize, start: Position, seat: Side) -> (MatchGame, [Work; 2]) {
        let mut players = self.players.map(|make| make());
        let mut work = [Work::default(); 2];
        let mut here = start;
        let mut moves = Vec::new();
        let mut outcome = self.rules.outcome(&here);
        while outcome.is_none() {
            let mover = usize::from(here.mover() != seat);
            let legal = self.rules.legal_moves(&here);
            let (chosen, made) = match legal[..] {
                [only] => (Some(only), None),
                _ => players[mover].search(self.rules, &here, self.time),
            };
            if let Some([simulations, evaluations]) = made {
                let made = [1, u64::from(simulations), u64::from(evaluations)];
                work[mover]
                    .iter_mut()
                    .zip(made)
                    .for_each(|(sum, n)| *sum += n);
            }
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
            fault: None,
        };
        (game, work)
    }
}
