use rand::RngExt;
use serde::Deserialize;

use super::*;
use crate::matches::elo::{elo_of_share, share_of_elo};
use crate::seeds::{Purpose, stream};

#[derive(Deserialize)]
struct Fixture {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    players: usize,
    /// Two players; wins, draws and losses of the first.
    results: Vec<(usize, usize, u32, u32, u32)>,
    fits: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    /// Precision of the prior.
    alpha: f64,
    /// Strengths above player 0, in nats, and their standard deviations.
    theta: Vec<f64>,
    deviation: Vec<f64>,
}

/// Written by choix_fixture.py beside it.
fn fixture() -> Fixture {
    let text = include_str!("../../../tests/ratings/choix_fixture.json");
    serde_json::from_str(text).unwrap()
}

/// All played as South.
fn score(wins: u32, draws: u32, losses: u32) -> [Score; 2] {
    let south = Score {
        wins,
        draws,
        losses,
    };
    [south, Score::default()]
}

/// The same games, seen by the other player.
fn turned([south, north]: [Score; 2]) -> [Score; 2] {
    [north.turned(), south.turned()]
}

#[test]
fn strengths_and_deviations_agree_with_choix() {
    let mut compared = 0;
    for case in fixture().cases {
        let meetings: Vec<Meeting> = case
            .results
            .iter()
            .map(|&(a, b, wins, draws, losses)| Meeting {
                players: [a, b],
                points: f64::from(wins) + 0.5 * f64::from(draws),
                games: f64::from(wins + draws + losses),
            })
            .collect();
        for expected in &case.fits {
            // Without any prior the strengths' mean is free: next to none holds it.
            let found = fit(case.players, &meetings, expected.alpha.max(1e-9)).unwrap();
            for player in 0..case.players {
                let theta = found.strengths[player] - found.strengths[0];
                let off = theta - expected.theta[player];
                assert!(off.abs() < 1e-6, "{}, {player}: {theta}", case.name);
                let deviation = found.deviation(player, 0);
                let off = deviation - expected.deviation[player];
                assert!(off.abs() < 1e-6, "{}, {player}: {deviation}", case.name);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 25);
}

#[test]
fn ratings_are_choix_in_elo_on_the_anchors_scale() {
    let mut compared = 0;
    for case in fixture().cases {
        let mut table = ResultTable::default();
        for &(a, b, wins, draws, losses) in &case.results {
            let names = [a, b].map(|player| format!("p{player}"));
            let score = score(wins, draws, losses);
            table.add(&names[0], &names[1], &score).unwrap();
        }
        let with_prior = &case.fits[case.fits.len() - 1];
        for rating in table.rate("p0", 250.0).unwrap() {
            let player: usize = rating.player[1..].parse().unwrap();
            let elo = 250.0 + 173.717_792_8 * with_prior.theta[player];
            assert!((rating.elo - elo).abs() < 1e-3, "{}: {rating:?}", case.name);
            let half = 1.959_964 * 173.717_792_8 * with_prior.deviation[player];
            for (end, away) in [(rating.low, -half), (rating.high, half)] {
                if end.is_finite() {
                    assert!((end - elo - away).abs() < 1e-3, "{rating:?}");
                    compared += 1;
                }
            }
        }
    }
    // All but the two ends that no game bounds.
    assert_eq!(compared, 2 * 14 - 2);
}

#[test]
fn neither_order_nor_splitting_of_matches_changes_a_bit() {
    let mut there = ResultTable::default();
    there.add("a", "b", &score(10, 4, 6)).unwrap();
    there.add("b", "c", &score(3, 0, 9)).unwrap();
    there.add("c", "a", &score(7, 1, 2)).unwrap();
    let mut back = ResultTable::default();
    back.add("a", "c", &turned(score(7, 1, 2))).unwrap();
    back.add("c", "b", &turned(score(3, 0, 9))).unwrap();
    back.add("a", "b", &score(10, 0, 0)).unwrap();
    back.add("b", "a", &turned(score(0, 4, 6))).unwrap();
    let ratings = there.rate("a", 0.0).unwrap();
    assert_eq!(ratings, back.rate("a", 0.0).unwrap());
    // Another anchor moves all by the same.
    let moved = there.rate("b", 0.0).unwrap();
    for (here, there) in ratings.iter().zip(&moved) {
        assert_eq!(here.player, there.player);
        let shift = here.elo - there.elo;
        assert!((shift - (ratings[0].elo - moved[0].elo)).abs() < 1e-8);
    }
    let anchor = ratings.iter().find(|r| r.player == "a").unwrap();
    assert_eq!((anchor.elo, anchor.low, anchor.high), (0.0, 0.0, 0.0));
    assert_eq!(anchor.games(), 30);
    let [south, north] = anchor.by_seat;
    assert_eq!((south.games(), north.games()), (20, 10));
}

#[test]
fn perfect_scores_stay_finite_and_more_games_say_more() {
    let mut before = 0.0;
    for games in [10, 100, 1000, 100_000] {
        let mut table = ResultTable::default();
        table.add("strong", "weak", &score(games, 0, 0)).unwrap();
        let ratings = table.rate("weak", 0.0).unwrap();
        assert_eq!(ratings[0].player, "strong");
        assert!(ratings[0].elo > before && ratings[0].elo < 4000.0);
        before = ratings[0].elo;
    }
}

/// No game bounds who always won above, whoever lost to it; its lower end is never
/// above the exact one, the share 0.025^(1/n) (Clopper and Pearson, 1934).
#[test]
fn ends_that_no_game_bounds_are_infinite_and_the_others_claim_too_little() {
    for games in [1, 2, 5, 10, 20, 50, 200, 1000] {
        let mut table = ResultTable::default();
        table.add("strong", "weak", &score(games, 0, 0)).unwrap();
        let strong = table.rate("weak", 0.0).unwrap().remove(0);
        let exact = elo_of_share(0.025_f64.powf(1.0 / f64::from(games)));
        assert_eq!(strong.high, f64::INFINITY);
        assert!(strong.low.is_finite() && strong.low < exact, "{strong:?}");
        let weak = table.rate("strong", 0.0).unwrap().remove(1);
        assert_eq!(weak.low, f64::NEG_INFINITY);
        assert!((weak.high + strong.low).abs() < 1e-6, "{weak:?}");
    }
    // Two that both beat the anchor always are not bounded by each other.
    let mut table = ResultTable::default();
    for name in ["p", "q"] {
        table.add(name, "anchor", &score(30, 0, 0)).unwrap();
    }
    table.add("p", "q", &score(12, 0, 18)).unwrap();
    let ends = |table: &ResultTable| -> Vec<bool> {
        let ratings = table.rate("anchor", 0.0).unwrap();
        ratings.iter().map(|r| r.high.is_finite()).collect()
    };
    assert_eq!(ends(&table), [false, false, true]);
    // One lost point bounds both: p through q.
    table.add("q", "anchor", &score(0, 0, 1)).unwrap();
    assert_eq!(ends(&table), [true, true, true]);
}

/// What the prior's comment says: 10 points to 1 are 400 Elo.
#[test]
fn the_prior_is_weak() {
    let mut table = ResultTable::default();
    table.add("strong", "weak", &score(100, 0, 10)).unwrap();
    let strong = table.rate("weak", 0.0).unwrap().remove(0);
    assert!(strong.elo > 399.0 && strong.elo < 400.0, "{strong:?}");
}

/// Of a chain without cycles the likeliest distance is that of each score.
#[test]
fn long_chains_of_very_many_games_settle_where_each_score_says() {
    let mut table = ResultTable::default();
    for player in 0..40 {
        let names = [player, player + 1].map(|player| format!("{player:02}"));
        let score = score(30_000_000 + player, 7, 20_000_000);
        table.add(&names[1], &names[0], &score).unwrap();
    }
    let ratings = table.rate("00", 0.0).unwrap();
    assert_eq!(ratings.len(), 41);
    for (place, rating) in ratings.iter().rev().enumerate() {
        let elo = place as f64 * 400.0 * 1.5_f64.log10();
        assert_eq!(rating.player, format!("{place:02}"));
        assert!((rating.elo - elo).abs() < 0.05, "{rating:?}, not {elo}");
    }
}

#[test]
fn tables_without_ratings_say_why() {
    let mut table = ResultTable::default();
    let itself = table.add("a", "a", &score(1, 0, 0));
    assert_eq!(itself, Err(RatingError::Itself("a".to_owned())));
    let none = table.rate("a", 0.0);
    assert_eq!(none, Err(RatingError::NoAnchor("a".to_owned())));
    table.add("a", "b", &score(1, 0, 2)).unwrap();
    table.add("c", "d", &score(1, 0, 2)).unwrap();
    // A meeting of no games connects nothing.
    table.add("b", "c", &[Score::default(); 2]).unwrap();
    let apart = table.rate("a", 0.0).unwrap_err();
    let told = RatingError::Disconnected {
        player: "c".to_owned(),
        anchor: "a".to_owned(),
    };
    assert_eq!(apart, told);
    let (near, far) = table.connected_with("a");
    assert_eq!((near.players(), near.games()), (vec!["a", "b"], 3));
    assert_eq!(far, ["c", "d"]);
    assert_eq!(near.rate("a", 0.0).unwrap().len(), 2);
    assert_eq!(table.connected_with("x").1.len(), 4);
    table.add("d", "b", &score(1, 0, 0)).unwrap();
    assert_eq!(table.rate("a", 0.0).unwrap().len(), 4);
    assert!(matches!(
        table.rate("a", f64::NAN),
        Err(RatingError::AnchorElo(_))
    ));
}

/// Five players of known strength, 200 tournaments: 95 % intervals hold it.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let truth = [0.0, -150.0, 80.0, 300.0, 420.0];
    let (mut held, mut told) = (0, 0);
    for number in 0..200 {
        let mut random = stream(5, Purpose::Match, 0, number);
        let mut table = ResultTable::default();
        for a in 0..truth.len() {
            for b in 0..a {
                let win = share_of_elo(truth[a] - truth[b]);
                let wins = (0..60).filter(|_| random.random::<f64>() < win).count() as u32;
                let names = [a, b].map(|player| player.to_string());
                let score = score(wins, 0, 60 - wins);
                table.add(&names[0], &names[1], &score).unwrap();
            }
        }
        for rating in table.rate("0", 0.0).unwrap() {
            let real = truth[rating.player.parse::<usize>().unwrap()];
            if rating.player != "0" {
                told += 1;
                held += usize::from(rating.low <= real && real <= rating.high);
            }
        }
    }
    let share = f64::from(held as u32) / f64::from(told);
    assert!((0.925..0.975).contains(&share), "{share}");
}
