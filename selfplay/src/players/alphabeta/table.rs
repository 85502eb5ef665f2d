//! The transposition table: what was found out about a position, kept in a fixed
//! number of places (Breuker, Uiterwijk, van den Herik, "Replacement schemes for
//! transposition tables", ICCA Journal 17(4), 1994).

use bingwa_engine::{Move, Position, Ruleset};

use super::descent::FREE;
use crate::players::score::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    score: Score,
    generation: u16,
    /// Moves searched below it.
    pub(super) depth: u8,
    bound: Bound,
    /// The move that was best or good enough.
    pub(super) mv: Option<Move>,
}

impl Entry {
    /// The score, if it settles the question of this window.
    #[inline]
    pub(super) fn settles(&self, alpha: Score, beta: Score) -> Option<Score> {
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= beta,
            Bound::AtMost => self.score <= alpha,
        };
        settled.then_some(self.score)
    }
}

/// Places for entries; a position's key says which is its own.
#[derive(Debug)]
pub(super) struct Table {
    places: Vec<Option<Entry>>,
    generation: u16,
}

impl Table {
    /// 2 to the power of `bits` places.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            places: vec![None; 1 << bits],
            generation: 0,
        }
    }

    /// Forgets everything, so that a search never depends on the one before it.
    pub(super) fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.places.fill(None);
        }
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let index = key as usize & (self.places.len() - 1);
        self.places[index]
            .as_ref()
            .filter(|entry| entry.key == key && entry.generation == self.generation)
    }

    /// Puts what was found into its place. The newest stays: a deeper entry of
    /// another position mostly belongs to a line already dealt with.
    #[inline]
    pub(super) fn put(
        &mut self,
        key: u64,
        depth: u8,
        window: (Score, Score),
        score: Score,
        mv: Option<Move>,
    ) {
        let bound = if score >= window.1 {
            Bound::AtLeast
        } else if score <= window.0 {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let index = key as usize & (self.places.len() - 1);
        self.places[index] = Some(Entry {
            key,
            score,
            generation: self.generation,
            depth,
            bound,
            mv,
        });
    }
}

/// The key of a position searched so deep. [`Position::key`] leaves the number
/// of moves played out; where the search can reach the move limit, with
/// [`FREE`] moves before each that counts, it decides the result, and goes in.
#[inline]
pub(super) fn key(rules: &Ruleset, position: &Position, depth: u8) -> u64 {
    /// An odd word without pattern: from the digits of √2.
    const MIX: u64 = 0x6a09_e667_f3bc_c909;
    let plies = position.plies();
    let reach = u16::from(depth) * (u16::from(FREE) + 1);
    if plies.saturating_add(reach) >= rules.ply_limit {
        position.key() ^ MIX.wrapping_mul(u64::from(plies) + 1)
    } else {
        position.key()
    }
}
