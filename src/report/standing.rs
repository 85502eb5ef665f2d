//! Who is how strong: ratings over all matches of a run, on one scale.

use bingwa_selfplay::matches::{Rating, RatingError, ResultTable};
use bingwa_train::pipeline::MatchReport;

/// Points that a fixed player must have taken for the scale to stand on it: with
/// five its distance is known to about 150 Elo.
const ENOUGH: f64 = 5.0;

/// The players of a run, rated.
pub(super) struct Standing {
    /// The player at 0 Elo.
    pub(super) zero: String,
    /// Strongest first.
    pub(super) rated: Vec<Rating>,
    /// Players whom no chain of games links to `zero`.
    pub(super) unrated: Vec<String>,
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
    let mut table = ResultTable::default();
    for met in matches {
        let [first, second] = &met.players;
        table.add(first, second, &[met.south, met.north])?;
    }
    let Some(zero) = zero(&table) else {
        return Ok(None);
    };
    let (connected, unrated) = table.connected_with(&zero);
    Ok(Some(Standing {
        rated: connected.rate(&zero, 0.0)?,
        unrated,
        zero,
    }))
}

/// The player to stand at 0: the fixed player that took the most points; if none
/// took [`ENOUGH`], the first model, since then the distance to all of them is
/// little more than a guess.
fn zero(table: &ResultTable) -> Option<String> {
    let players = table.players();
    let points = |name: &str| table.score(name).points();
    let fixed = players.iter().filter(|name| generation(name).is_none());
    let strong = fixed
        .map(|name| (points(name), *name))
        .filter(|(points, _)| *points >= ENOUGH);
    let most = strong
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name);
    let models = players.iter().filter(|name| generation(name).is_some());
    let first = || models.min_by_key(|name| generation(name)).copied();
    let found = most.or_else(first).or_else(|| players.first().copied());
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bingwa_selfplay::matches::Score;

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
            asked: 0,
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
        assert_eq!(generation(&best.player), Some(2));
        // 400 log₁₀(30 / 20).
        assert!((best.elo - 70.4).abs() < 1.0, "{}", best.elo);
        let random = found.rated.last().unwrap();
        assert!(random.player == "random" && random.low.is_infinite());
        assert_eq!(random.total().losses, 50);
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
