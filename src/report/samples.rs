//! Which games to show of many, and which moments of each.

use super::read::Told;

/// Moments of a game that are drawn between its start and its end.
const MOMENTS: usize = 3;
/// A change of South's chance that is worth a drawing.
const WORTH: f64 = 0.1;

/// A game with the reason to show it.
pub(super) struct Sample<'a> {
    pub(super) why: &'static str,
    pub(super) game: &'a Told,
}

/// Up to three games: one of the usual length, the one whose fortune turns most
/// at one move, the longest.
pub(super) fn samples(games: &[Told]) -> Vec<Sample<'_>> {
    let mut by_length: Vec<&Told> = games.iter().collect();
    by_length.sort_by_key(|game| game.turns.len());
    let turned = |game: &&Told| {
        turning(game)
            .first()
            .map_or(0.0, |moment| moment.change.abs())
    };
    let wanted = [
        (
            "of the usual length",
            by_length.get(by_length.len() / 2).copied(),
        ),
        (
            "with the greatest turn",
            games.iter().max_by(|a, b| turned(a).total_cmp(&turned(b))),
        ),
        ("the longest", by_length.last().copied()),
    ];
    let mut found: Vec<Sample<'_>> = Vec::new();
    for (why, game) in wanted {
        let Some(game) = game else { continue };
        if found.iter().all(|sample| sample.game.index != game.index) {
            found.push(Sample { why, game });
        }
    }
    found
}

/// A move at which the chances changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    /// Number of the move, from 0.
    pub(super) ply: usize,
    /// What South's chance gained by it, in the eyes of the two searches before
    /// and after.
    pub(super) change: f64,
}

/// The moves that changed most, in the order they were played.
pub(super) fn moments(game: &Told) -> Vec<Moment> {
    let mut moments = turning(game);
    moments.truncate(MOMENTS);
    moments.sort_by_key(|moment| moment.ply);
    moments
}

/// All moves that changed much, the greatest change first.
fn turning(game: &Told) -> Vec<Moment> {
    let pairs = game.turns.windows(2).enumerate();
    let changes = pairs.filter_map(|(ply, pair)| {
        let change = pair[1].south? - pair[0].south?;
        Some(Moment { ply, change })
    });
    let mut moments: Vec<Moment> = changes
        .filter(|found| found.change.abs() >= WORTH)
        .collect();
    moments.sort_by(|a, b| {
        b.change
            .abs()
            .total_cmp(&a.change.abs())
            .then(a.ply.cmp(&b.ply))
    });
    moments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read::games::Turn;
    use bingwa_engine::{Move, Outcome, Position, Ruleset, Side};

    fn game(index: u64, south: &[Option<f64>]) -> Told {
        let rules = Ruleset::EASY;
        let position = Position::start(&rules);
        let turn = |&south: &Option<f64>| Turn {
            position,
            mv: Move::from_index(0).unwrap(),
            south,
            proven: None,
        };
        Told {
            generation: 1,
            index,
            model: String::new(),
            rules,
            turns: south.iter().map(turn).collect(),
            end: position,
            outcome: Outcome::Win(Side::South),
        }
    }

    #[test]
    fn the_greatest_changes_come_in_the_order_of_play() {
        let chances = [
            None,
            Some(0.5),
            Some(0.7),
            Some(0.68),
            Some(0.2),
            Some(0.9),
            Some(0.75),
        ];
        let found = moments(&game(0, &chances));
        let plies: Vec<usize> = found.iter().map(|moment| moment.ply).collect();
        assert_eq!(plies, [1, 3, 4]);
        assert!((found[1].change + 0.48).abs() < 1e-9);
    }

    #[test]
    fn no_game_is_shown_twice() {
        let games = [
            game(0, &[Some(0.5)]),
            game(1, &[Some(0.5), Some(0.5), Some(0.5)]),
            game(2, &[Some(0.1), Some(0.9)]),
        ];
        let shown = samples(&games);
        let indices: Vec<u64> = shown.iter().map(|sample| sample.game.index).collect();
        assert_eq!(indices, [2, 1]);
        assert!(samples(&[]).is_empty());
    }
}
