//! Counting, game by game.

use bingwa_engine::{Ending, Outcome, Position, Ruleset, Side};

use super::distinct::{Distinct, mix};
use super::limits as limit;
use super::report::Health;
use crate::records::{GameRecord, MoveRecord, RecordFault};

/// Moves after which a game's opening is over: half as many as the random moves
/// that some games may begin with.
pub const OPENING_MOVES: usize = 8;

/// Games below which no limit is looked at: chance alone would cross them.
const ENOUGH: u64 = 100;

/// Collects the figures of one generation's games, in bounded memory.
#[derive(Clone, Debug)]
pub struct Checkup {
    rules: Ruleset,
    generation: u32,
    games: Distinct,
    moves: u64,
    positions: Distinct,
    openings: Distinct,
    /// Points of the player who began: 1 for a win, ½ for a draw.
    first_player: f64,
    draws: u64,
    shortest: u64,
    longest: u64,
    laps: u64,
    most_laps: u16,
    endless_played: u64,
    endless: u64,
    tried: u64,
    searched: u64,
    proven: u64,
    detailed: u64,
    entropy: Mean,
    divergence: Mean,
    left_out: u64,
}

/// A mean of what may be missing.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        ratio(self.sum, self.count)
    }
}

fn ratio(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

impl Checkup {
    /// Nothing yet, for games of one generation under these rules.
    #[must_use]
    pub fn new(rules: Ruleset, generation: u32) -> Self {
        Self {
            rules,
            generation,
            games: Distinct::default(),
            moves: 0,
            positions: Distinct::default(),
            openings: Distinct::default(),
            first_player: 0.0,
            draws: 0,
            shortest: u64::MAX,
            longest: 0,
            laps: 0,
            most_laps: 0,
            endless_played: 0,
            endless: 0,
            tried: 0,
            searched: 0,
            proven: 0,
            detailed: 0,
            entropy: Mean::default(),
            divergence: Mean::default(),
            left_out: 0,
        }
    }

    /// Counts a game in, or only that it was left out if it is no sound one.
    ///
    /// # Errors
    /// [`RecordFault`] says why.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordFault> {
        let rules = self.rules;
        // A first pass, so that half a game is never counted.
        let outcome = match game.walk(&rules, |_, _, _| {}) {
            Ok(outcome) => outcome,
            Err(fault) => {
                self.left_out += 1;
                return Err(fault);
            }
        };
        let mut hash = 0;
        let mut first = Side::South;
        let mut ply = 0;
        game.walk(&rules, |position, played, record| {
            if ply == 0 {
                first = position.mover();
                hash = position.key();
            }
            if ply == OPENING_MOVES {
                self.openings.add(position.key());
            }
            hash = mix(hash, u64::from(record.mv));
            self.laps += u64::from(played.turn.laps);
            self.most_laps = self.most_laps.max(played.turn.laps);
            self.endless_played += u64::from(played.turn.ending == Ending::Endless);
            self.count_endless(position);
            if !record.policy.is_empty() {
                self.positions.add(position.key());
                self.add_search(record);
            }
            ply += 1;
        })?;
        self.games.add(hash);
        self.first_player += f64::from(outcome.score(first));
        self.draws += u64::from(outcome == Outcome::Draw);
        let moves = game.moves.len() as u64;
        self.moves += moves;
        self.shortest = self.shortest.min(moves);
        self.longest = self.longest.max(moves);
        Ok(())
    }

    /// Moves that could be begun here, and how many of them never end.
    fn count_endless(&mut self, position: &Position) {
        for mv in self.rules.starts(position) {
            self.tried += 1;
            let turn = self.rules.play(position, mv).turn;
            self.endless += u64::from(turn.ending == Ending::Endless);
        }
    }

    fn add_search(&mut self, record: &MoveRecord) {
        self.searched += 1;
        if record.is_detailed() {
            self.detailed += 1;
            self.proven += u64::from(record.proof.is_proven());
        }
        if !record.full || record.proof.is_proven() {
            return;
        }
        if record.policy.len() > 1 {
            let most = (record.policy.len() as f64).ln();
            self.entropy.add(record.policy_entropy() / most);
        }
        if let Some(nats) = record.policy_divergence() {
            self.divergence.add(nats);
        }
    }

    /// The figures of all games so far.
    #[must_use]
    pub fn health(&self) -> Health {
        let games = self.games.seen();
        let judged = games >= ENOUGH;
        let repeated = |of: &Distinct| ratio((of.seen() - of.different()) as f64, of.seen());
        let share = |part: u64, whole| ratio(part as f64, whole);
        let of_any = |value: f64| (games > 0).then_some(value);
        let most_laps = 0.8 * f64::from(self.rules.lap_limit);
        let different = share(self.openings.different(), self.openings.seen());
        let figures = vec![
            limit::DUPLICATE_GAMES.judge(repeated(&self.games), judged),
            limit::DUPLICATE_POSITIONS.judge(repeated(&self.positions), judged),
            limit::DISTINCT_OPENINGS.judge(different, judged),
            limit::FIRST_PLAYER_SHARE.judge(ratio(self.first_player, games), judged),
            limit::DRAWS.judge(share(self.draws, games), judged),
            limit::MEAN_LENGTH.judge(share(self.moves, games), judged),
            limit::SHORTEST.judge(of_any(self.shortest as f64), judged),
            limit::LONGEST.judge(of_any(self.longest as f64), judged),
            limit::MEAN_LAPS.judge(share(self.laps, self.moves), judged),
            (limit::MOST_LAPS.at_most(most_laps)).judge(of_any(self.most_laps.into()), judged),
            limit::ENDLESS_OFFERED.judge(share(1_000_000 * self.endless, self.tried), judged),
            limit::ENDLESS_PLAYED.judge(of_any(self.endless_played as f64), judged),
            limit::PROVEN_SHARE.judge(share(self.proven, self.detailed), judged),
            limit::POLICY_ENTROPY.judge(self.entropy.value(), judged),
            limit::POLICY_DIVERGENCE.judge(self.divergence.value(), judged),
        ];
        Health {
            generation: self.generation,
            ruleset: self.rules.to_string(),
            games,
            moves: self.moves,
            searched: self.searched,
            left_out: self.left_out,
            judged,
            figures,
        }
    }
}
