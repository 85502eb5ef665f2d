//! Figures about many games.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use bingwa_engine::{Outcome, Ruleset, Side};
use serde::Serialize;

use super::fault::RecordFault;
use super::game::GameRecord;

/// Collects figures game by game.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    stats: Stats,
    entropy: f64,
    /// Hashes: two games in a million million share one by chance.
    games: HashSet<u64>,
    finals: HashSet<u64>,
}

/// Figures about many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Moves in them.
    pub plies: u64,
    /// Games that South, who usually starts, has won.
    pub south_wins: u64,
    /// Games that North has won.
    pub north_wins: u64,
    /// Games that reached the move limit.
    pub draws: u64,
    /// Moves of the shortest game.
    pub shortest: u64,
    /// Moves of the longest game.
    pub longest: u64,
    /// Moves of a game on average.
    pub mean_length: f64,
    /// Moves that were searched.
    pub searched_moves: u64,
    /// Moves whose search was a full one.
    pub full_searches: u64,
    /// Games with start and moves of an earlier one.
    pub repeated_games: u64,
    /// Games that end on the board of an earlier one.
    pub repeated_finals: u64,
    /// Entropy of the policy of a full search on average, in nats: 0 where it
    /// is always sure, the logarithm of the legal moves where it never is.
    pub policy_entropy: f64,
}

impl Collector {
    /// Counts a game in.
    ///
    /// # Errors
    /// [`RecordFault`] if it is not a sound game; it is not counted then.
    pub fn add(&mut self, rules: &Ruleset, record: &GameRecord) -> Result<(), RecordFault> {
        let mut end = None;
        let outcome = record.walk(rules, |_, played, _| end = Some(played.position))?;
        let stats = &mut self.stats;
        let plies = record.moves.len() as u64;
        stats.shortest = match stats.games {
            0 => plies,
            _ => stats.shortest.min(plies),
        };
        stats.longest = stats.longest.max(plies);
        stats.games += 1;
        stats.plies += plies;
        *match outcome {
            Outcome::Win(Side::South) => &mut stats.south_wins,
            Outcome::Win(Side::North) => &mut stats.north_wins,
            Outcome::Draw => &mut stats.draws,
        } += 1;
        for mv in &record.moves {
            stats.searched_moves += u64::from(!mv.policy.is_empty());
            if mv.full {
                stats.full_searches += 1;
                self.entropy += mv.policy_entropy();
            }
        }
        let moves: Vec<u8> = record.moves.iter().map(|mv| mv.mv).collect();
        if !self.games.insert(hash(&(&record.start, &moves))) {
            stats.repeated_games += 1;
        }
        if !self.finals.insert(hash(&end)) {
            stats.repeated_finals += 1;
        }
        Ok(())
    }

    /// The figures so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mean = |sum: f64, count: u64| if count == 0 { 0.0 } else { sum / count as f64 };
        Stats {
            mean_length: mean(self.stats.plies as f64, self.stats.games),
            policy_entropy: mean(self.entropy, self.stats.full_searches),
            ..self.stats
        }
    }
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
