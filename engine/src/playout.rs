//! One random game to its end: the unit of rollouts, benches and statistics.

use crate::outcome::Outcome;
use crate::play::Played;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Its result.
    pub outcome: Outcome,
    /// Moves played from the position it began with.
    pub plies: u16,
    /// Handfuls sown in them.
    pub laps: u32,
}

impl Ruleset {
    /// Plays one uniformly random game from a position to its end.
    ///
    /// Each move starts at one of the legal starts, all equally likely; where
    /// the nyumba choice arises, stopping and safari are equally likely. All
    /// chance comes from `choose(n)`, which gives an index below `n` (a higher
    /// one counts as 0). It is asked once a move, once more for each choice, and
    /// once more for each endless start that was drawn and is drawn again.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset};
    ///
    /// let rules = Ruleset::KISWAHILI;
    /// let mut state = 1_u32;
    /// let game = rules.playout(&Position::start(&rules), &mut |n| {
    ///     state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    ///     (state >> 8) as usize % n
    /// });
    /// assert!(game.plies >= 5);
    /// ```
    pub fn playout(&self, position: &Position, choose: &mut impl FnMut(usize) -> usize) -> Playout {
        let mut position = *position;
        let (mut plies, mut laps) = (0, 0);
        if let Some(outcome) = self.inner_row_outcome(&position) {
            return Playout {
                outcome,
                plies,
                laps,
            };
        }
        let outcome = loop {
            // The check for a missing move comes before the move limit.
            let at_limit = position.plies >= self.ply_limit;
            if at_limit && self.has_move(&position) {
                break Outcome::Draw;
            }
            let Some(played) = self.random_move(&position, choose) else {
                break Outcome::Win(position.mover.opponent());
            };
            plies += 1;
            laps += u32::from(played.turn.laps);
            position = played.position;
            if let Some(outcome) = self.decided_by_move(&played) {
                break outcome;
            }
        };
        Playout {
            outcome,
            plies,
            laps,
        }
    }

    /// Plays one move of a position whose inner rows are filled, as
    /// [`playout`](Self::playout) does; `None` if there is none.
    #[inline]
    pub fn random_move(
        &self,
        position: &Position,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Option<Played> {
        let mut starts = self.starts(position);
        let (mut played, mv) = loop {
            let mv = starts.nth(choose_below(starts.len(), choose)?)?;
            let played = self.play(position, mv);
            if !played.turn.is_refused(self) {
                break (played, mv);
            }
            // Drawing again among the rest keeps the legal ones equally likely.
            starts = starts.without(mv);
        };
        if played.turn.choice && choose_below(2, choose) == Some(1) {
            let safari = self.play(position, mv.with_safari());
            if !safari.turn.is_refused(self) {
                played = safari;
            }
        }
        Some(played)
    }
}

/// An index below `n`, or `None` of nothing.
#[inline]
fn choose_below(n: usize, choose: &mut impl FnMut(usize) -> usize) -> Option<usize> {
    if n == 0 {
        return None;
    }
    let chosen = choose(n);
    Some(if chosen < n { chosen } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pit::Side;

    fn dice(seed: u64) -> impl FnMut(usize) -> usize {
        let mut state = seed;
        move |n| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as usize) % n
        }
    }

    #[test]
    fn the_same_choices_give_the_same_game() {
        for (name, rules) in Ruleset::PRESETS {
            let start = Position::start(&rules);
            let games = |seed| {
                let mut choose = dice(seed);
                (0..200)
                    .map(|_| rules.playout(&start, &mut choose))
                    .collect::<Vec<_>>()
            };
            assert_eq!(games(1), games(1), "{name}");
            assert_ne!(games(1), games(2), "{name}");
            assert!(games(3).iter().all(|game| game.plies >= 3), "{name}");
        }
    }

    #[test]
    fn random_games_are_as_long_as_known() {
        // As docs/RULES.md, section 9, says; 200,000 games; 4,000 have a standard error of 0.5.
        for (name, length) in [("kiswahili", 54.6), ("kujifunza", 26.5), ("leaflet", 51.3)] {
            let rules: Ruleset = name.parse().unwrap();
            let mut choose = dice(7);
            let total: u32 = (0..4000)
                .map(|_| u32::from(rules.playout(&Position::start(&rules), &mut choose).plies))
                .sum();
            let mean = f64::from(total) / 4000.0;
            assert!((mean - length).abs() < 2.0, "{name}: {mean}");
        }
    }

    #[test]
    fn a_finished_position_ends_at_once() {
        let rules = Ruleset::KUJIFUNZA;
        let playout = |text: &str| rules.playout(&text.parse().unwrap(), &mut |_| 0);
        let empty =
            playout("0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0/1,0,0,0,2,0,0,0/0,0,0,0,0,0,0,0 S 0,0 - - 9");
        assert_eq!((empty.outcome, empty.plies), (Outcome::Win(Side::South), 0));
        let stuck = playout(
            "0,0,0,0,0,0,0,2/0,0,0,0,0,1,0,0/1,0,0,0,1,0,0,0/0,0,0,0,0,0,0,0 S 0,0 - - 500",
        );
        assert_eq!((stuck.outcome, stuck.plies), (Outcome::Win(Side::North), 0));
        let limit = playout(
            "0,0,0,0,0,0,0,2/0,0,0,0,0,1,0,0/1,0,0,0,2,0,0,0/0,0,0,0,0,0,0,0 S 0,0 - - 500",
        );
        assert_eq!((limit.outcome, limit.plies), (Outcome::Draw, 0));
    }

    #[test]
    fn an_endless_start_is_drawn_again() {
        let text = "4,5,1,0,1,2,1,6/1,17,1,0,3,2,13,1/0,0,0,0,0,0,1,0/1,0,1,0,0,1,1,1 N 0,0 - - 40";
        let position: Position = text.parse().unwrap();
        let rules = Ruleset::KUJIFUNZA;
        let mut starts: Vec<u16> = (0..8)
            .map(|first| {
                let mut asked = 0;
                let played = rules.random_move(&position, &mut |_| {
                    asked += 1;
                    if asked == 1 { first } else { 0 }
                });
                assert!(played.is_some_and(|played| played.turn.laps <= 15));
                asked
            })
            .collect();
        starts.sort_unstable();
        assert_eq!(starts, [1, 1, 1, 1, 1, 1, 1, 2]);
    }
}
