//! The laps of a move in words.

use core::fmt;

use crate::events::{Ending, Event};
use crate::explain::seeds;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::pit::{Pit, Side};
use crate::position::Position;
use crate::ruleset::Ruleset;

impl fmt::Display for Event {
    /// What happens, said of the mover: `sows 5 seeds from A1 to A5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Placed { pit } => write!(f, "places a seed in {pit}"),
            Self::Lifted { pit, seeds: count } => write!(f, "lifts {} from {pit}", seeds(count)),
            Self::Captured { from, seeds: count } => {
                write!(f, "captures {} from the opponent's {from}", seeds(count))
            }
            Self::Sown {
                first,
                seeds: count,
                last,
                ..
            } if first == last && count == 1 => write!(f, "sows 1 seed in {first}"),
            Self::Sown {
                first,
                seeds: count,
                last,
                ..
            } => {
                write!(f, "sows {} from {first} to {last}", seeds(count))?;
                match count / 16 {
                    0 => Ok(()),
                    1 => f.write_str(", going round once"),
                    rounds => write!(f, ", going round {rounds} times"),
                }
            }
            Self::Stopped => f.write_str("stops in the nyumba"),
            Self::Safari => f.write_str("goes on safari"),
            Self::Ended(ending) => write!(f, "{ending}"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rest => "the move ends",
            Self::OpponentEmptied => "the opponent's inner row is empty: the mover wins",
            Self::OwnEmptied => "the mover's own inner row stood empty: the mover loses",
            Self::Endless => "the move has reached the lap limit",
        })
    }
}

impl Ruleset {
    /// Tells a move lap by lap, one line for each thing that happens.
    ///
    /// Like [`play`](Self::play) it takes the move as legal.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset};
    ///
    /// let rules = Ruleset::KISWAHILI;
    /// let told = rules.narrate(&Position::start(&rules), "A7>".parse()?);
    /// assert_eq!(
    ///     told,
    ///     [
    ///         "South plays A7>",
    ///         "places a seed in A7",
    ///         "lifts 3 seeds from A7",
    ///         "sows 3 seeds from A8 to B7",
    ///         "the last seed falls in the empty pit B7: the move ends",
    ///     ]
    /// );
    /// # Ok::<(), bingwa_engine::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn narrate(&self, position: &Position, mv: Move) -> Vec<String> {
        let mut events = Vec::new();
        let played = self.play_observed(position, mv, &mut events);
        let mover = position.mover();
        let mut told = vec![format!("{mover} plays {mv}")];
        let mut last = None;
        for event in &events {
            if let Event::Sown { last: pit, .. } = event {
                last = Some(*pit);
            }
            told.push(match (event, last) {
                (Event::Captured { from, seeds: count }, _) => {
                    let opponent = mover.opponent();
                    format!("captures {} from {opponent}'s {from}", seeds(*count))
                }
                (Event::Ended(ending), last) => {
                    ending_words(*ending, last, mover, &played.position)
                }
                _ => event.to_string(),
            });
        }
        // Stopping says already that the move ends.
        if events.contains(&Event::Stopped) {
            told.pop();
        }
        if let Some(pit) = played.position.takasia() {
            told.push(format!("{}'s {pit} is now under takasia", mover.opponent()));
        }
        if let Some(outcome) = self.outcome_after(&played) {
            let next = mover.opponent();
            told.push(match (self.decided_by_move(&played), outcome) {
                (Some(_), _) => outcome.to_string(),
                (None, Outcome::Win(_)) => format!("{next} has no move: {outcome}"),
                (None, Outcome::Draw) => format!("the move limit is reached: {outcome}"),
            });
        }
        told
    }
}

/// Why a move ended, seen from the board it left.
fn ending_words(ending: Ending, last: Option<Pit>, mover: Side, after: &Position) -> String {
    match (ending, last) {
        (Ending::OpponentEmptied, _) => format!("{}'s inner row is empty", mover.opponent()),
        (Ending::OwnEmptied, _) => format!("{mover}'s own inner row stood empty"),
        (Ending::Endless, _) => "the move has reached the lap limit".to_owned(),
        (Ending::Rest, Some(pit)) if after.seeds(mover, pit) == 1 => {
            format!("the last seed falls in the empty pit {pit}: the move ends")
        }
        (Ending::Rest, Some(pit)) if pit == Pit::NYUMBA && after.owns_nyumba(mover) => {
            "the last seed falls in the nyumba: the move ends".to_owned()
        }
        (Ending::Rest, Some(pit)) => {
            format!("the last seed falls in {pit}, which is under takasia: the move ends")
        }
        (Ending::Rest, None) => "the move ends".to_owned(),
    }
}
