//! What holds in every rule set and every position.

mod support;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bingwa_engine::{Game, Move, Outcome, Played, Position, Ruleset};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use support::{mutated, random_ruleset};

/// The same cases in every run; `PROPTEST_CASES` (256 unless said) asks for more.
fn config() -> Config {
    Config {
        cases: 4 * Config::default().cases,
        rng_seed: RngSeed::Fixed(1995),
        failure_persistence: None,
        ..Config::default()
    }
}

/// A preset or random switches.
fn rulesets() -> impl Strategy<Value = Ruleset> {
    let preset = (0..7_usize).prop_map(|i| Ruleset::PRESETS[i].1);
    let custom = any::<u64>().prop_map(|seed| random_ruleset(&mut ChaCha8Rng::seed_from_u64(seed)));
    prop_oneof![preset, custom]
}

/// A game of legal moves, from the start position.
fn games() -> impl Strategy<Value = Game> {
    let choices = prop::collection::vec(any::<u8>(), 0..80);
    (rulesets(), choices).prop_map(|(rules, choices)| {
        let mut game = Game::new(rules);
        for choice in choices {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            game.push(legal[usize::from(choice) % legal.len()]).unwrap();
        }
        game
    })
}

/// A position of a game, or one with seeds moved and marks changed.
fn positions() -> impl Strategy<Value = (Ruleset, Position)> {
    (games(), any::<Option<u64>>()).prop_map(|(game, seed)| {
        let position = *game.position();
        let rules = *game.rules();
        let changed = |seed| mutated(&mut ChaCha8Rng::seed_from_u64(seed), &position, &rules);
        (rules, seed.map_or(position, changed))
    })
}

fn all_moves() -> impl Iterator<Item = Move> {
    (0..64).filter_map(Move::from_index)
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

fn hash(position: &Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn seeds_stay_while_the_game_goes_on(game in games()) {
        let seeds = game.start().total_seeds();
        if Ruleset::PRESETS.iter().any(|(_, preset)| preset == game.rules()) {
            prop_assert_eq!(seeds, 64);
        }
        // Those of a winning capture leave the board.
        let going_on = game.positions().len() - usize::from(game.outcome().is_some());
        for position in &game.positions()[..going_on] {
            prop_assert_eq!(position.total_seeds(), seeds);
        }
        prop_assert!(game.position().total_seeds() <= seeds);
    }

    #[test]
    fn legal_moves_are_played_and_others_refused((rules, position) in positions()) {
        let legal = rules.legal_moves(&position);
        prop_assert!(legal.is_sorted());
        prop_assert_eq!(legal.is_empty(), rules.outcome(&position).is_some());
        for mv in all_moves() {
            prop_assert_eq!(rules.is_legal(&position, mv), legal.contains(&mv));
            match rules.try_play(&position, mv) {
                Ok(played) => {
                    prop_assert!(legal.contains(&mv));
                    prop_assert_eq!(played.position.plies(), position.plies() + 1);
                    prop_assert_eq!(played.position.mover(), position.mover().opponent());
                    prop_assert!(played.turn.laps <= rules.lap_limit);
                }
                Err(refused) => {
                    prop_assert!(!legal.contains(&mv));
                    prop_assert_eq!(refused.mv, mv);
                    prop_assert_eq!(&refused.legal[..], &legal[..]);
                }
            }
        }
    }

    #[test]
    fn children_are_the_legal_moves_played((rules, position) in positions()) {
        if rules.outcome(&position).is_none() {
            let mut children: Vec<(Move, Played)> = Vec::new();
            rules.children(&position, |mv, played| children.push((mv, played)));
            let legal = rules.legal_moves(&position);
            prop_assert_eq!(children.len(), legal.len());
            for ((child, played), &mv) in children.into_iter().zip(legal.iter()) {
                prop_assert_eq!(child, mv);
                prop_assert_eq!(played, rules.play(&position, mv));
                let mut events = Vec::new();
                prop_assert_eq!(played, rules.play_observed(&position, mv, &mut events));
                prop_assert!(!events.is_empty());
            }
        }
    }

    #[test]
    fn texts_round_trip(game in games(), (_, position) in positions()) {
        let text = game.to_string();
        prop_assert_eq!(text.parse::<Game>().unwrap(), game);
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        for mv in all_moves() {
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }

    #[test]
    fn left_and_right_are_alike_where_nobody_owns_a_nyumba((rules, position) in positions()) {
        use bingwa_engine::Side;

        let owned = Side::ALL.iter().any(|&side| position.owns_nyumba(side));
        if rules.is_mirror_symmetric() || !owned {
            let other = position.mirrored();
            prop_assert_eq!(rules.outcome(&other), rules.outcome(&position));
            let legal = rules.legal_moves(&position);
            let mirrored = sorted(rules.legal_moves(&other).iter().map(|mv| mv.mirrored()));
            prop_assert_eq!(&mirrored[..], &legal[..]);
            for &mv in legal.iter() {
                let played = rules.play(&position, mv);
                let mirrored = rules.play(&other, mv.mirrored());
                prop_assert_eq!(mirrored.position, played.position.mirrored());
                prop_assert_eq!(mirrored.turn, played.turn);
                prop_assert_eq!(rules.outcome_after(&mirrored), rules.outcome_after(&played));
            }
        }
    }

    #[test]
    fn a_turned_board_gives_the_same_game((rules, position) in positions()) {
        let other_way = |outcome: Option<Outcome>| outcome.map(|outcome| match outcome {
            Outcome::Win(side) => Outcome::Win(side.opponent()),
            Outcome::Draw => Outcome::Draw,
        });
        let turned = position.turned();
        prop_assert_eq!(rules.outcome(&turned), other_way(rules.outcome(&position)));
        let legal = rules.legal_moves(&position);
        prop_assert_eq!(&rules.legal_moves(&turned)[..], &legal[..]);
        for &mv in legal.iter() {
            let (played, other) = (rules.play(&position, mv), rules.play(&turned, mv));
            prop_assert_eq!(other.position, played.position.turned());
            prop_assert_eq!(other.turn, played.turn);
            prop_assert_eq!(
                rules.outcome_after(&other),
                other_way(rules.outcome_after(&played))
            );
        }
    }

    #[test]
    fn equal_positions_hash_equal((rules, position) in positions()) {
        let again: Position = position.to_string().parse().unwrap();
        prop_assert_eq!(again, position);
        prop_assert_eq!(hash(&again), hash(&position));
        prop_assert_eq!(again.key(), position.key());
        // Replayed, not copied.
        for &mv in rules.legal_moves(&position).iter() {
            let (one, other) = (rules.play(&position, mv), rules.play(&again, mv));
            prop_assert_eq!(one, other);
            prop_assert_eq!(one.position.key(), other.position.key());
        }
    }

    #[test]
    fn any_action_in_any_position_ends(
        rules in rulesets(),
        // Of another rule set: hands, houses and marks that these rules do not know.
        (_, mut position) in positions(),
        actions in prop::collection::vec(0..64_u8, 0..60),
    ) {
        for action in actions {
            let mv = Move::from_index(action).unwrap();
            let played = rules.play(&position, mv);
            prop_assert!(played.turn.laps <= rules.lap_limit);
            let _ = rules.outcome_after(&played);
            position = played.position;
        }
    }
}
