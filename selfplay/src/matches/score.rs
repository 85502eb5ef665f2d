//! Wins, draws and losses, and the interval behind a share.

use bingwa_engine::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// Games counted for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// Counts one game of the player who sat at `seat`.
    pub fn count(&mut self, outcome: Outcome, seat: Side) {
        match outcome {
            Outcome::Win(winner) if winner == seat => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    /// Games in all.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: a draw counts half.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// The 95 % [`interval`] of the share of points.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        interval(self.share(), self.games())
    }

    /// Share of points, 0 to 1, a draw counting half; ½ without games.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            0.5
        } else {
            self.points() / f64::from(self.games())
        }
    }

    /// The opponent's score.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Two scores together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// The 95 % interval of a share of points over `games` games: Wilson's score
/// interval (Wilson, "Probable inference, the law of succession, and
/// statistical inference", JASA 22, 1927), which stays inside 0…1 and is right
/// near its ends. A draw has less spread than a win and a loss, so with draws it
/// is somewhat too wide.
#[must_use]
pub fn interval(share: f64, games: u32) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = f64::from(games);
    let centre = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (
        ((centre - spread) / scale).max(0.0),
        ((centre + spread) / scale).min(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_interval_agrees_with_published_values() {
        // Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
        let table = [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0000, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ];
        for (wins, games, low, high) in table {
            let (l, h) = interval(wins / f64::from(games), games);
            assert!((l - low).abs() < 1e-4 && (h - high).abs() < 1e-4, "{l} {h}");
        }
    }

    #[test]
    fn each_seat_counts_its_own_wins() {
        let mut score = Score::default();
        score.count(Outcome::Win(Side::North), Side::North);
        score.count(Outcome::Win(Side::North), Side::South);
        score.count(Outcome::Draw, Side::South);
        assert_eq!((score.wins, score.draws, score.losses), (1, 1, 1));
        assert_eq!(score.share(), 0.5);
    }
}
