//! Where games begin: distinct, even positions a few random moves from the start.

use std::collections::{HashSet, VecDeque};

use bingwa_engine::{Position, Ruleset};
use rand::RngExt;
use rayon::prelude::*;

use crate::players::Handwritten;
use crate::search::{Search, SearchConfig};
use crate::seeds::{Purpose, Random, stream};

/// Plays up to `plies` uniformly random legal moves from the start position and
/// gives every position reached with the move played there, then the last one.
/// Stops before a move that would end the game.
pub(crate) fn random_opening(
    rules: &Ruleset,
    plies: u32,
    random: &mut Random,
) -> (Vec<(Position, bingwa_engine::Move)>, Position) {
    let mut here = Position::start(rules);
    let mut played = Vec::new();
    for _ in 0..plies {
        let moves = rules.legal_moves(&here);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        let next = rules.play(&here, mv);
        if rules.outcome_after(&next).is_some() {
            break;
        }
        played.push((here, mv));
        here = next.position;
    }
    (played, here)
}

/// Fewest and most random moves of a match opening.
const OPENING_PLIES: core::ops::RangeInclusive<u32> = 2..=12;

/// Simulations after which a search judges an opening, and how far from even, 0
/// to ½, its mover's probability of winning may then be. The first looks only
/// save time: they drop what is clearly decided.
const LOOKS: [(u32, f32); 4] = [(10, 0.3), (40, 0.25), (200, 0.2), (1000, 0.15)];

/// Random walks in a row that find no new opening: so few are left with so many
/// moves that the book goes on with one more.
const BARREN: u32 = 1000;

/// Walks judged together, by all threads.
const TOGETHER: u64 = 16;

/// The openings of a rule set and a seed, one after another, without end as far
/// as a match goes: distinct, and even as a search on the handwritten evaluation
/// judges them.
///
/// A few random moves can decide a game (in kujifunza the earliest win is move
/// 3), and an opening that decides it tells nothing about the players. They lie
/// as few random moves from the start as give new ones: the earlier, the more of
/// the game is left to the players. How many are asked for changes none: a longer
/// match begins with the openings of a shorter one. The same at every thread
/// count.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    rules: Ruleset,
    seed: u64,
    plies: u32,
    /// Walks made with so many moves, and since the last new opening.
    walks: u64,
    barren: u32,
    seen: HashSet<Position>,
    ready: VecDeque<Position>,
}

impl OpeningBook {
    /// The book, open at its first page.
    #[must_use]
    pub fn new(rules: &Ruleset, seed: u64) -> Self {
        Self {
            rules: *rules,
            seed,
            plies: *OPENING_PLIES.start(),
            walks: 0,
            barren: 0,
            seen: HashSet::new(),
            ready: VecDeque::new(),
        }
    }

    /// Makes some walks and keeps the new openings they lead to.
    fn walk(&mut self) {
        let ends: Vec<Option<Position>> = (self.walks..self.walks + TOGETHER)
            .map(|index| {
                let mut random = stream(self.seed, Purpose::Openings, self.plies, index);
                let (played, end) = random_opening(&self.rules, self.plies, &mut random);
                (played.len() == self.plies as usize && self.seen.insert(end)).then_some(end)
            })
            .collect();
        self.walks += TOGETHER;
        let rules = &self.rules;
        let even: Vec<Option<Position>> = ends
            .into_par_iter()
            .map_init(
                || Search::new(SearchConfig::default(), Handwritten::new(rules)),
                |judge, end| end.filter(|position| is_even(rules, position, judge)),
            )
            .collect();
        for found in even {
            self.barren = if found.is_some() { 0 } else { self.barren + 1 };
            self.ready.extend(found);
        }
        if self.barren >= BARREN {
            self.plies += 1;
            self.walks = 0;
            self.barren = 0;
        }
    }
}

impl Iterator for OpeningBook {
    type Item = Position;

    /// `None` only if a rule set has no more: all presets have thousands.
    fn next(&mut self) -> Option<Position> {
        while self.ready.is_empty() && OPENING_PLIES.contains(&self.plies) {
            self.walk();
        }
        self.ready.pop_front()
    }
}

/// The first `count` openings of a book.
#[must_use]
pub fn distinct_openings(rules: &Ruleset, seed: u64, count: usize) -> Vec<Position> {
    OpeningBook::new(rules, seed).take(count).collect()
}

fn is_even(rules: &Ruleset, position: &Position, judge: &mut Search<Handwritten>) -> bool {
    judge.start(rules, position, None, None);
    LOOKS.iter().all(|&(simulations, far)| {
        judge.go_on(rules, simulations);
        let value = judge.result().value;
        !value.is_proven() && (value.probability() - 0.5).abs() <= far
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_distinct_seeded_and_still_going_on() {
        for (name, rules) in Ruleset::PRESETS {
            let openings = distinct_openings(&rules, 1, 60);
            assert_eq!(openings.len(), 60, "{name}");
            assert_ne!(openings, distinct_openings(&rules, 2, 60));
            let distinct: HashSet<_> = openings.iter().collect();
            assert_eq!(distinct.len(), 60, "{name}");
            assert!(
                openings
                    .iter()
                    .all(|position| rules.outcome(position).is_none())
            );
        }
    }

    #[test]
    fn a_longer_book_begins_with_a_shorter_one_at_every_thread_count() {
        let rules = Ruleset::KUJIFUNZA;
        let openings = |count, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap()
                .install(|| distinct_openings(&rules, 1, count))
        };
        let long = openings(50, 2);
        assert_eq!(openings(23, 1), long[..23]);
    }

    /// A search four times as long finds few of them decided, and most of those
    /// that random moves alone lead to.
    #[test]
    fn openings_are_about_even_for_a_longer_search() {
        let rules = Ruleset::KUJIFUNZA;
        let mut search = Search::new(SearchConfig::default(), Handwritten::new(&rules));
        let mut decided = |openings: &[Position]| {
            let is_decided = |position: &&Position| {
                let value = search.run(&rules, position, 4000, None).value;
                value.is_proven() || (value.probability() - 0.5).abs() > 0.3
            };
            openings.iter().filter(is_decided).count()
        };
        let random: Vec<Position> = (0..40)
            .map(|index| random_opening(&rules, 5, &mut stream(3, Purpose::Openings, 5, index)).1)
            .collect();
        let of_random = decided(&random);
        let of_book = decided(&distinct_openings(&rules, 3, 40));
        assert!(of_random > 30 && of_book < 12, "{of_random}, {of_book}");
    }
}
