//! Who is how strong: ratings over all matches of a run, on one scale.

use std::collections::BTreeMap;

use bingwa_selfplay::matches::{Rating, RatingError, ResultTable, Score};
use bingwa_train::pipeline::MatchReport;

/// Points that a fixed player must have taken for the scale to stand on it: with
/// five its distance is known to about 150 Elo.
const ENOUGH: f64 = 5.0;

/// The players of a run, rated.
pub(super) struct Standing {
    /// The player at 0 Elo.
    pub(super) zero: String,
    /// Strongest first.
    pub(super) rated: Vec<Rated>,
    /// Players whom no chain of games links to `zero`.
    pub(super) unrated: Vec<String>,
}

/// A player with its rating and all its games.
pub(super) struct Rated {
    pub(super) rating: Rating,
    pub(super) score: Score,
}

impl Rated {
    /// Its generation, if it is a model of the run.
    pub(super) fn generation(&self) -> Option<u32> {
        generation(&self.rating.player)
    }

    /// Whether games bound its rating on both sides.
    pub(super) fn is_bounded(&self) -> bool {
        self.rating.low.is_finite() && self.rating.high.is_finite()
    }
}

/// The generation in a player's name like `g002@06068d90:400`; `None` for a
/// fixed player.
pub(super) fn generation(player: &str) -> Option<u32> {
    let (name, _) = player.split_once('@')?;
    name.strip_prefix('g')?.parse().ok()
}

/// A player's name without hash and settings: `g002`.
pub(super) fn short(player: &str) -> &str {
    let model = generation(player).and_then(|_| player.split_once('@'));
    model.map_or(player, |(name, _)| name)
}

/// Rates all players; `Ok(None)` without matches.
///
/// # Errors
/// [`RatingError`] when the fit does not settle.
pub(super) fn standing(matches: &[MatchReport]) -> Result<Option<Standing>, RatingError> {
    let scores = scores(matches);
    let Some(zero) = zero(&scores) else {
        return Ok(None);
    };
    let mut unreached: Vec<String> = Vec::new();
    // Each round takes one player out, so there are no more than players.
    loop {
        let mut table = ResultTable::default();
        for met in matches {
            let [first, second] = &met.players;
            let is_out = [first, second].iter().any(|name| unreached.contains(*name));
            if first != second && !is_out {
                table.add(first, second, &[met.south, met.north])?;
            }
        }
        match table.rate(&zero, 0.0) {
            Ok(ratings) => {
                let is_rated = |name: &str| ratings.iter().any(|rating| rating.player == name);
                let unrated = scores.keys().filter(|name| !is_rated(name));
                let unrated = unrated.map(|name| (*name).to_owned()).collect();
                let rated = ratings.into_iter().map(|rating| Rated {
                    score: scores.get(&*rating.player).copied().unwrap_or_default(),
                    rating,
                });
                return Ok(Some(Standing {
                    rated: rated.collect(),
                    zero,
                    unrated,
                }));
            }
            Err(RatingError::Disconnected { player, .. }) => unreached.push(player),
            Err(error) => return Err(error),
        }
    }
}

/// Every player's score over all its games.
fn scores(matches: &[MatchReport]) -> BTreeMap<&str, Score> {
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for met in matches.iter().filter(|met| met.total().games() > 0) {
        let total = met.total();
        let turned = Score {
            wins: total.losses,
            draws: total.draws,
            losses: total.wins,
        };
        let [first, second] = &met.players;
        if first != second {
            for (player, score) in [(first, total), (second, turned)] {
                let held = scores.entry(player).or_default();
                *held = held.plus(score);
            }
        }
    }
    scores
}

/// The player to stand at 0: the fixed player that took the most points; if none
/// took [`ENOUGH`], the first model, since then the distance to all of them is
/// little more than a guess.
fn zero(scores: &BTreeMap<&str, Score>) -> Option<String> {
    let points = |score: &Score| f64::from(score.games()) * score.share();
    let fixed = scores
        .iter()
        .filter(|(name, score)| generation(name).is_none() && points(score) >= ENOUGH);
    let most = fixed.max_by(|(_, a), (_, b)| points(a).total_cmp(&points(b)));
    let first = || {
        let models = scores.iter().filter(|(name, _)| generation(name).is_some());
        models.min_by_key(|(name, _)| generation(name))
    };
    let found = most.or_else(first).or_else(|| scores.iter().next());
    found.map(|(name, _)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(first: &str, second: &str, wins: u32, losses: u32) -> MatchReport {
        let score = Score {
            wins,
            draws: 0,
            losses,
        };
        MatchReport {
            players: [first.to_owned(), second.to_owned()],
            ruleset: String::new(),
            seed: 0,
            south: score,
            north: Score::default(),
            pairs: [0; 5],
            distinct: 0,
        }
    }

    #[test]
    fn the_scale_stands_on_the_fixed_player_who_took_points() {
        let matches = [
            met("g001@a:8", "random", 50, 0),
            met("g002@b:8", "mcts:9", 30, 20),
            met("g002@b:8", "g001@a:8", 30, 20),
        ];
        let found = standing(&matches).unwrap().unwrap();
        assert_eq!(found.zero, "mcts:9");
        assert!(found.unrated.is_empty());
        let best = &found.rated[0];
        assert_eq!(best.generation(), Some(2));
        // 400 log₁₀(30 / 20).
        assert!((best.rating.elo - 70.4).abs() < 1.0, "{}", best.rating.elo);
        let random = found.rated.last().unwrap();
        assert!(random.rating.player == "random" && !random.is_bounded());
        let lost = standing(&matches[..1]).unwrap().unwrap();
        assert_eq!(lost.zero, "g001@a:8");
        let nearly = standing(&[met("g001@a:8", "greedy", 46, 4)]).unwrap();
        assert_eq!(nearly.unwrap().zero, "g001@a:8");
    }

    #[test]
    fn who_met_nobody_of_the_others_is_named_and_not_rated() {
        let matches = [
            met("g001@a:8", "greedy", 40, 10),
            met("g007@c:8", "g006@d:8", 30, 20),
        ];
        let found = standing(&matches).unwrap().unwrap();
        assert_eq!(found.unrated, ["g006@d:8", "g007@c:8"]);
        assert_eq!(found.rated.len(), 2);
        assert!(standing(&[]).unwrap().is_none());
        assert!(standing(&[met("a", "a", 1, 1)]).unwrap().is_none());
    }

    #[test]
    fn only_models_have_a_generation() {
        assert_eq!(generation("g012@06068d90:400"), Some(12));
        for fixed in ["greedy", "greedy@", "mcts:1000", "g@1", ""] {
            assert_eq!(generation(fixed), None, "{fixed}");
        }
        assert_eq!(short("g012@06068d90:400"), "g012");
        assert_eq!(short("mcts:1000"), "mcts:1000");
    }
}
