//! Ratings of many players from all their matches, on one scale.

mod fit;
mod pairing;
mod reach;
mod symmetric;

use core::f64::consts::LN_10;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Score;
use super::elo::Z_95;
use fit::{Fit, Meeting, fit};
use reach::{Way, reached};

/// Elo of one unit of log strength: 400 / ln 10.
const ELO_PER_NAT: f64 = 400.0 / LN_10;
/// Spread, in Elo, of the strengths expected before any game: a normal
/// distribution about the players' mean. It draws two players 400 Elo apart
/// after 100 games together by less than 1 Elo, and keeps the rating of a player
/// who never lost a point finite.
pub const PRIOR_ELO: f64 = 1000.0;

/// Scores of players against each other. The order in which matches are
/// added changes no rating.
#[derive(Clone, Debug, Default)]
pub struct ResultTable {
    /// Points and games of the lower name, by both names in order.
    meetings: BTreeMap<[String; 2], [f64; 2]>,
    /// Each player's own score as South, as North.
    seats: BTreeMap<String, [Score; 2]>,
}

/// One player's strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Its Elo, on the anchor's scale. Where one end of the interval is infinite
    /// it says little: no game does, only the prior.
    pub elo: f64,
    /// Lower end of the 95 % interval of its distance to the anchor; −∞ (in JSON
    /// null) where no game bounds it below.
    pub low: f64,
    /// Upper end; ∞ where no game bounds it above.
    pub high: f64,
    /// Its games as South, and as North.
    pub by_seat: [Score; 2],
}

impl Rating {
    /// Its score over both seats.
    #[must_use]
    pub const fn total(&self) -> Score {
        self.by_seat[0].plus(self.by_seat[1])
    }

    /// Games it played.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.total().games()
    }

    /// Whether games bound it on both sides.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}

/// A table that gives no ratings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// The anchor has no games.
    #[error("the anchor {0} played no game: it must be one of the players rated")]
    NoAnchor(String),
    /// The anchor's own Elo.
    #[error("an anchor cannot stand at {0} Elo: it must be a finite number")]
    AnchorElo(f64),
    /// Games against oneself tell nothing.
    #[error("{0} played against itself: only games between two players are rated")]
    Itself(String),
    /// Two groups that never met.
    #[error("no chain of games leads from {player} to the anchor {anchor}: play a match between")]
    Disconnected {
        /// A player out of reach.
        player: String,
        /// The anchor.
        anchor: String,
    },
    /// The fit did not settle, which sound tables never show.
    #[error("the ratings did not settle in {0} steps")]
    Unsettled(usize),
}

impl ResultTable {
    /// Adds games of `first` against `second`, counted for `first`: those it played
    /// as South, and as North.
    ///
    /// # Errors
    /// [`RatingError::Itself`] when they are the same.
    pub fn add(
        &mut self,
        first: &str,
        second: &str,
        by_seat: &[Score; 2],
    ) -> Result<(), RatingError> {
        if first == second {
            return Err(RatingError::Itself(first.to_owned()));
        }
        let [south, north] = *by_seat;
        for (name, own) in [
            (first, [south, north]),
            (second, [north.turned(), south.turned()]),
        ] {
            let held = self.seats.entry(name.to_owned()).or_default();
            *held = [held[0].plus(own[0]), held[1].plus(own[1])];
        }
        let score = south.plus(north);
        let games = f64::from(score.games());
        let points = score.points();
        let (names, points) = if first < second {
            ([first, second], points)
        } else {
            ([second, first], games - points)
        };
        let held = self.meetings.entry(names.map(str::to_owned)).or_default();
        held[0] += points;
        held[1] += games;
        Ok(())
    }

    /// A player's score over all its games.
    #[must_use]
    pub fn score(&self, player: &str) -> Score {
        let [south, north] = self.seats.get(player).copied().unwrap_or_default();
        south.plus(north)
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.meetings.values().map(|held| held[1] as u32).sum()
    }

    /// Everyone who played a game, in order of their names.
    #[must_use]
    pub fn players(&self) -> Vec<&str> {
        let played = self.meetings.iter().filter(|(_, held)| held[1] > 0.0);
        let names: BTreeSet<&str> = played.flat_map(|(n, _)| n).map(String::as_str).collect();
        names.into_iter().collect()
    }

    /// The games between players with these sorted names, by their numbers.
    fn meetings(&self, names: &[&str]) -> Vec<Meeting> {
        let number = |name: &str| names.binary_search(&name);
        self.meetings
            .iter()
            .filter(|(_, held)| held[1] > 0.0)
            .filter_map(|([first, second], &[points, games])| {
                let players = [number(first).ok()?, number(second).ok()?];
                Some(Meeting {
                    players,
                    points,
                    games,
                })
            })
            .collect()
    }

    /// The games of those whom a chain of games connects with `anchor`, and the
    /// names of the others.
    #[must_use]
    pub fn connected_with(&self, anchor: &str) -> (Self, Vec<String>) {
        let names = self.players();
        let Ok(from) = names.binary_search(&anchor) else {
            return (
                Self::default(),
                names.into_iter().map(str::to_owned).collect(),
            );
        };
        let near = reached(&self.meetings(&names), names.len(), from, Way::Met);
        let is_near = |name: &str| names.binary_search(&name).is_ok_and(|number| near[number]);
        let mut table = self.clone();
        table.meetings.retain(|[first, _], _| is_near(first));
        table.seats.retain(|name, _| is_near(name));
        let far = names.iter().filter(|&&name| !is_near(name));
        (table, far.map(|&name| name.to_owned()).collect())
    }

    /// Ratings of all players by the model of R. Bradley and M. Terry ("Rank
    /// analysis of incomplete block designs", Biometrika 39, 1952), strongest
    /// first, with `anchor` at `elo`.
    ///
    /// The likeliest strengths under a weak prior ([`PRIOR_ELO`]), a draw counted
    /// as half a win. Intervals are those of the inverse Fisher information: a
    /// draw has less spread than the model says, so with many draws they are
    /// somewhat too wide; games of one opening count as independent. A player who
    /// took points from the anchor, or from one who did, and so on, is bounded
    /// below; one who lost points to it so is bounded above; the other ends are
    /// infinite (L. Ford, "Solution of a ranking problem from binary comparisons",
    /// American Mathematical Monthly 64, 1957: where the likelihood has a
    /// maximum).
    ///
    /// # Errors
    /// [`RatingError`] when the anchor did not play, or some player is connected
    /// with it by no chain of games.
    pub fn rate(&self, anchor: &str, elo: f64) -> Result<Vec<Rating>, RatingError> {
        if !elo.is_finite() {
            return Err(RatingError::AnchorElo(elo));
        }
        let names = self.players();
        let anchored = names
            .binary_search(&anchor)
            .map_err(|_| RatingError::NoAnchor(anchor.to_owned()))?;
        let meetings = self.meetings(&names);
        let reached = |way| reached(&meetings, names.len(), anchored, way);
        if let Some(out) = reached(Way::Met).iter().position(|near| !near) {
            return Err(RatingError::Disconnected {
                player: names[out].to_owned(),
                anchor: anchor.to_owned(),
            });
        }
        let [below, above] = [Way::TookPoints, Way::LostPoints].map(reached);
        let fitted = fit_with_prior(names.len(), &meetings)?;
        let mut ratings: Vec<Rating> = (0..names.len())
            .map(|player| {
                let distance = fitted.strengths[player] - fitted.strengths[anchored];
                let half = Z_95 * ELO_PER_NAT * fitted.deviation(player, anchored);
                let here = elo + ELO_PER_NAT * distance;
                let end = |end, is_bounded, without| if is_bounded { end } else { without };
                Rating {
                    player: names[player].to_owned(),
                    elo: here,
                    low: end(here - half, below[player], f64::NEG_INFINITY),
                    high: end(here + half, above[player], f64::INFINITY),
                    by_seat: self.seats.get(names[player]).copied().unwrap_or_default(),
                }
            })
            .collect();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        Ok(ratings)
    }
}

/// The fit under the prior.
fn fit_with_prior(players: usize, meetings: &[Meeting]) -> Result<Fit, RatingError> {
    fit(players, meetings, (ELO_PER_NAT / PRIOR_ELO).powi(2))
}

#[cfg(test)]
mod tests;
