//! Playing a match: distinct openings, each from both seats.

use core::convert::Infallible;
use core::ops::Range;
use core::time::Duration;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bingwa_engine::{Move, Outcome, Position, Ruleset, Side};
use rayon::prelude::*;

use super::decide::Sequence;
use super::score::Score;
use super::sprt::Sprt;
use crate::players::{Player, PlayerFactory};
use crate::seeds::{Purpose, stream};

/// Most pairs each thread plays between two looks at a stop.
const PAIRS_PER_THREAD: usize = 32;

/// How long a batch may take: a slower one is followed by a smaller one. Games
/// do not depend on their batch.
const BATCH_TIME: Duration = Duration::from_secs(3);

/// Two players and the openings they meet in.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The player whose score is counted, and its opponent.
    pub players: [&'a PlayerFactory; 2],
    /// The openings; each gives a pair of games.
    pub openings: &'a [Position],
    /// Seed of the players' draws.
    pub seed: u64,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    /// Number of its opening.
    pub opening: usize,
    /// Where the first player sat.
    pub seat: Side,
    /// The moves from the opening on.
    pub moves: Vec<Move>,
    /// Its result.
    pub outcome: Outcome,
    /// Why the loser lost without the rules: it gave no legal move.
    pub fault: Option<String>,
}

/// The score of a match, for the first player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// Games the first player played as South, and as North.
    pub by_seat: [Score; 2],
    /// Pairs by the first player's half points in them: 0 to 4.
    pub pairs: [u32; 5],
    /// Games that differ from every other in opening or moves.
    pub distinct: usize,
}

impl MatchResult {
    /// Both seats together.
    #[must_use]
    pub fn total(&self) -> Score {
        self.by_seat[0].plus(self.by_seat[1])
    }

    /// Counts finished games, two of each opening.
    #[must_use]
    pub fn of(games: &[MatchGame]) -> Self {
        let mut result = Self::default();
        let mut seen = HashSet::new();
        for pair in games.chunk_by(|a, b| a.opening == b.opening) {
            let mut half_points = 0.0;
            for game in pair {
                result.by_seat[game.seat as usize].count(game.outcome, game.seat);
                half_points += 2.0 * game.outcome.score(game.seat);
                seen.insert((game.opening, &game.moves));
            }
            if pair.len() == 2 {
                result.pairs[half_points as usize] += 1;
            }
        }
        result.distinct = seen.len();
        result
    }

    /// Both together, of matches from different openings.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            by_seat: [0, 1].map(|seat| self.by_seat[seat].plus(other.by_seat[seat])),
            pairs: core::array::from_fn(|kind| self.pairs[kind] + other.pairs[kind]),
            distinct: self.distinct + other.distinct,
        }
    }
}

impl Match<'_> {
    /// Plays all pairs, batch by batch, telling `progress` the games so far;
    /// `None` when `stop` was set before the last batch.
    pub fn play(
        &self,
        stop: &AtomicBool,
        mut progress: impl FnMut(&[MatchGame]),
    ) -> Option<Vec<MatchGame>> {
        let told = self.go_on(Vec::new(), None, stop, |games| {
            progress(games);
            Ok::<(), Infallible>(())
        });
        match told {
            Ok(games) => games,
        }
    }

    /// Goes on after the games that were played, two of each opening in order,
    /// until all pairs are played or `test` is decided. Gives the games up to the
    /// pair that decided, the same at every thread count and from whatever games
    /// it went on; tells `each` all games after every batch, those beyond the
    /// deciding pair too. `None` when `stop` was set before the end.
    ///
    /// # Errors
    /// Whatever `each` says; no more is played then.
    pub fn go_on<E>(
        &self,
        mut games: Vec<MatchGame>,
        test: Option<&Sprt>,
        stop: &AtomicBool,
        mut each: impl FnMut(&[MatchGame]) -> Result<(), E>,
    ) -> Result<Option<Vec<MatchGame>>, E> {
        games.truncate(2 * self.openings.len());
        let mut sequence = test.map(Sequence::new);
        let mut decided = |games: &[MatchGame]| sequence.as_mut().and_then(|s| s.decided(games));
        let mut end = decided(&games);
        let mut pairs = 1;
        while end.is_none() && games.len() < 2 * self.openings.len() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let (from, started) = (games.len() / 2, Instant::now());
            games.extend(self.play_pairs(from..from + pairs * rayon::current_num_threads()));
            pairs = match started.elapsed() {
                slow if slow > BATCH_TIME => (pairs / 2).max(1),
                quick if quick < BATCH_TIME / 4 => (2 * pairs).min(PAIRS_PER_THREAD),
                _ => pairs,
            };
            each(&games)?;
            end = decided(&games);
        }
        games.truncate(end.unwrap_or(games.len()));
        Ok(Some(games))
    }

    /// Plays the pairs with these numbers on the current rayon pool, in order.
    #[must_use]
    pub fn play_pairs(&self, pairs: Range<usize>) -> Vec<MatchGame> {
        let range = pairs.start..pairs.end.min(self.openings.len());
        (2 * range.start..2 * range.end)
            .into_par_iter()
            .map_init(
                || self.players.map(PlayerFactory::make),
                |players, game| self.play_game(game / 2, Side::ALL[game % 2], players),
            )
            .collect()
    }

    fn play_game(
        &self,
        opening: usize,
        seat: Side,
        players: &mut [Box<dyn Player>; 2],
    ) -> MatchGame {
        let game = 2 * opening as u64 + seat as u64;
        let mut random = stream(self.seed, Purpose::Match, 0, game);
        let mut here = self.openings[opening];
        let mut moves = Vec::new();
        let mut fault = None;
        players.iter_mut().for_each(|player| player.begin_game());
        let outcome = loop {
            if let Some(outcome) = self.rules.outcome(&here) {
                break outcome;
            }
            let mover = &mut players[usize::from(here.mover() != seat)];
            let Some(mv) = mover.choose(self.rules, &here, &mut random) else {
                fault = Some(mover.fault().unwrap_or_else(|| "gave no move".to_owned()));
                break Outcome::Win(here.mover().opponent());
            };
            let played = self.rules.play(&here, mv);
            moves.push(mv);
            if let Some(outcome) = self.rules.outcome_after(&played) {
                break outcome;
            }
            here = played.position;
        };
        MatchGame {
            opening,
            seat,
            moves,
            outcome,
            fault,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::distinct_openings;
    use crate::players::PlayerSpec;
    use crate::search::SearchConfig;

    fn factory(rules: &Ruleset, spec: &str) -> PlayerFactory {
        let spec: PlayerSpec = spec.parse().unwrap();
        spec.load(rules, SearchConfig::default(), 10).unwrap()
    }

    fn play(rules: &Ruleset, a: &str, b: &str, pairs: usize, threads: usize) -> Vec<MatchGame> {
        let (a, b) = (factory(rules, a), factory(rules, b));
        let openings = distinct_openings(rules, 4, pairs);
        let contest = Match {
            rules,
            players: [&a, &b],
            openings: &openings,
            seed: 9,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| contest.play_pairs(0..pairs))
    }

    #[test]
    fn greedy_beats_random_from_both_seats_and_turning_the_match_turns_the_score() {
        for rules in [Ruleset::KISWAHILI, Ruleset::KUJIFUNZA] {
            let games = play(&rules, "greedy", "random", 60, 2);
            let result = MatchResult::of(&games);
            assert_eq!(result.total().games(), 120);
            assert_eq!(result.pairs.iter().sum::<u32>(), 60);
            assert!(result.distinct > 110);
            let halves = games.split_at(40);
            let sum = MatchResult::of(halves.0).plus(&MatchResult::of(halves.1));
            assert_eq!(sum, result);
            for seat in result.by_seat {
                assert!(seat.share() > 0.6, "{result:?}");
            }
            let turned = MatchResult::of(&play(&rules, "random", "greedy", 60, 2));
            assert!(turned.total().share() < 0.4);
        }
    }

    #[test]
    fn the_same_match_at_every_thread_count() {
        let rules = Ruleset::KUJIFUNZA;
        let one = play(&rules, "mcts:20", "greedy", 6, 1);
        assert_eq!(one, play(&rules, "mcts:20", "greedy", 6, 2));
    }
}
