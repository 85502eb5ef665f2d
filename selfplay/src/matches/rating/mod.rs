//! Ratings of many players from all their matches, on one scale.

mod fit;
mod symmetric;

use core::f64::consts::LN_10;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Score;
use super::elo::Z_95;
use fit::{Meeting, fit};

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
}

/// One player's strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// Its Elo, on the anchor's scale.
    pub elo: f64,
    /// Lower end of the 95 % interval of its distance to the anchor.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Games it played.
    pub games: u32,
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
    /// Adds games of `first` against `second`, counted for `first`.
    ///
    /// # Errors
    /// [`RatingError::Itself`] when they are the same.
    pub fn add(&mut self, first: &str, second: &str, score: &Score) -> Result<(), RatingError> {
        if first == second {
            return Err(RatingError::Itself(first.to_owned()));
        }
        let games = f64::from(score.games());
        let points = f64::from(score.wins) + 0.5 * f64::from(score.draws);
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

    /// Ratings of all players by the model of R. Bradley and M. Terry ("Rank
    /// analysis of incomplete block designs", Biometrika 39, 1952), strongest
    /// first, with `anchor` at `elo`.
    ///
    /// The likeliest strengths under a weak prior ([`PRIOR_ELO`]), a draw counted
    /// as half a win. Intervals are those of the inverse Fisher information: a
    /// draw has less spread than the model says, so with many draws they are
    /// somewhat too wide; games of one opening count as independent; and after
    /// perfect scores little but the prior bounds them above.
    ///
    /// # Errors
    /// [`RatingError`] when the anchor did not play, or some player is connected
    /// with it by no chain of games.
    pub fn rate(&self, anchor: &str, elo: f64) -> Result<Vec<Rating>, RatingError> {
        if !elo.is_finite() {
            return Err(RatingError::AnchorElo(elo));
        }
        let played = || self.meetings.iter().filter(|(_, held)| held[1] > 0.0);
        let names: BTreeSet<&str> = played().flat_map(|(n, _)| n).map(String::as_str).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let number = |name: &str| names.binary_search(&name);
        let anchored = number(anchor).map_err(|_| RatingError::NoAnchor(anchor.to_owned()))?;
        let meetings: Vec<Meeting> = played()
            .filter_map(|([first, second], &[points, games])| {
                let players = [number(first).ok()?, number(second).ok()?];
                Some(Meeting {
                    players,
                    points,
                    games,
                })
            })
            .collect();
        if let Some(out) = unreached(&meetings, names.len(), anchored) {
            return Err(RatingError::Disconnected {
                player: names[out].to_owned(),
                anchor: anchor.to_owned(),
            });
        }
        let precision = (ELO_PER_NAT / PRIOR_ELO).powi(2);
        let fitted = fit(names.len(), &meetings, precision)?;
        let mut ratings: Vec<Rating> = (0..names.len())
            .map(|player| {
                let distance = fitted.strengths[player] - fitted.strengths[anchored];
                let half = Z_95 * ELO_PER_NAT * fitted.deviation(player, anchored);
                let here = elo + ELO_PER_NAT * distance;
                let own = meetings.iter().filter(|m| m.players.contains(&player));
                Rating {
                    player: names[player].to_owned(),
                    elo: here,
                    low: here - half,
                    high: here + half,
                    games: own.map(|m| m.games).sum::<f64>() as u32,
                }
            })
            .collect();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        Ok(ratings)
    }
}

/// The first player no chain of games leads to.
fn unreached(meetings: &[Meeting], players: usize, from: usize) -> Option<usize> {
    let mut reached = vec![false; players];
    reached[from] = true;
    for _ in 0..players {
        for meeting in meetings {
            let [a, b] = meeting.players;
            let either = reached[a] || reached[b];
            (reached[a], reached[b]) = (either, either);
        }
    }
    reached.iter().position(|here| !here)
}

#[cfg(test)]
mod tests;
