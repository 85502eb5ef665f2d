//! Games in memory: the same whichever way they are loaded, split by game,
//! mirrored where that is allowed, found again in a window of several parts.

mod support;

use std::sync::Arc;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::features::Rows;
use bingwa_models::network::ACTIONS;
use bingwa_selfplay::records::GameRecord;
use bingwa_train::batch::Batch;
use bingwa_train::examples::View;
use bingwa_train::mirror::Mirror;
use bingwa_train::{Examples, Split, TrainConfig, Window};

const RULES: Ruleset = Ruleset::KISWAHILI;

fn games(numbers: core::ops::Range<u64>) -> Vec<GameRecord> {
    numbers
        .map(|index| support::greedy_game(&RULES, index))
        .collect()
}

fn load(games: &[GameRecord]) -> Examples {
    let (examples, faults) = Examples::of_games(games, &RULES, &TrainConfig::default(), 5);
    assert_eq!(faults, []);
    examples
}

#[test]
fn loading_on_all_cores_is_loading_one_by_one() {
    let games = games(0..300);
    let together = load(&games);
    let mut one_by_one = Examples::default();
    for game in &games {
        let added = one_by_one.add(game, &RULES, &TrainConfig::default(), 5);
        assert_eq!(added, Ok(()));
    }
    assert_eq!(together.checksum(), one_by_one.checksum());
    assert_eq!(together.games(), 300);
    for split in [Split::Train, Split::Validation] {
        assert_eq!(together.len(split), one_by_one.len(split));
    }
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let positions = together.len(Split::Train) + together.len(Split::Validation);
    assert_eq!(positions, moves);
    assert!(together.bytes() > 72 * positions);

    let before = one_by_one.checksum();
    let more = support::greedy_game(&RULES, 300);
    let added = one_by_one.add(&more, &RULES, &TrainConfig::default(), 5);
    assert_eq!(added, Ok(()));
    assert_ne!(one_by_one.checksum(), before);
}

#[test]
fn a_game_that_does_not_replay_is_named_and_left_out() {
    let mut games = games(0..10);
    games[3].result = "draw".to_owned();
    let (examples, faults) = Examples::of_games(&games, &RULES, &TrainConfig::default(), 5);
    assert_eq!(examples.games(), 9);
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].generation, faults[0].index), (0, 3));
    assert!(
        faults[0]
            .to_string()
            .starts_with("game 3 of generation 0: ")
    );
    games.remove(3);
    assert_eq!(examples.checksum(), load(&games).checksum());
}

#[test]
fn a_game_judges_or_teaches_as_a_whole_and_stays_on_its_side() {
    let games = games(0..2000);
    let side = |game: &GameRecord, seed| {
        let mut alone = Examples::default();
        let added = alone.add(game, &RULES, &TrainConfig::default(), seed);
        assert_eq!(added, Ok(()));
        let sides = [Split::Train, Split::Validation].map(|split| alone.len(split));
        assert!(sides.contains(&0) && sides.contains(&game.moves.len()));
        sides[0] == 0
    };
    let judges: Vec<&GameRecord> = games.iter().filter(|game| side(game, 5)).collect();
    // 5 % of 2000, standard deviation 10.
    assert!((60..140).contains(&judges.len()), "{}", judges.len());
    let kept: usize = judges.iter().map(|game| game.moves.len()).sum();
    assert_eq!(load(&games).len(Split::Validation), kept);
    let others = games.iter().filter(|game| side(game, 6)).count();
    assert!((60..140).contains(&others));
    assert!(judges.iter().any(|game| !side(game, 6)));
}

#[test]
fn a_window_counts_through_its_parts_and_validates_the_newest_first() {
    let parts = [0..40, 40..40, 40..80].map(|numbers| Arc::new(load(&games(numbers))));
    let window = Window::new(2, parts.to_vec());
    let length = |part: usize| parts[part].len(Split::Train) as u64;
    assert_eq!(window.len(), length(0) + length(2));
    for (index, part, place) in [
        (0, 0, 0),
        (length(0) - 1, 0, length(0) - 1),
        (length(0), 2, 0),
        (window.len() - 1, 2, length(2) - 1),
    ] {
        let expected = parts[part].get(Split::Train, place as usize).unwrap();
        let found = window.get(index).unwrap();
        assert_eq!((found.rows, found.values), (expected.rows, expected.values));
    }
    assert!(window.get(window.len()).is_none());
    let first = window.views(Split::Validation).next().unwrap();
    let newest = parts[2].get(Split::Validation, 0).unwrap();
    assert_eq!(first.rows, newest.rows);
    let judges: usize = parts.iter().map(|part| part.len(Split::Validation)).sum();
    assert_eq!(window.views(Split::Validation).count(), judges);

    let fingerprint =
        |generation, parts: &[Arc<Examples>]| Window::new(generation, parts.to_vec()).fingerprint();
    assert_eq!(window.fingerprint(), fingerprint(2, &parts));
    assert_ne!(window.fingerprint(), fingerprint(3, &parts));
    assert_ne!(window.fingerprint(), fingerprint(2, &parts[..2]));
}

#[test]
fn a_batch_is_its_positions_then_their_children_mirrored_where_allowed() {
    let game = support::greedy_game(&RULES, 1);
    let (positions, _) = game.replay(&RULES).unwrap();
    let examples = load(core::slice::from_ref(&game));
    let split = match examples.len(Split::Train) {
        0 => Split::Validation,
        _ => Split::Train,
    };
    let views = || (0..positions.len()).filter_map(|index| examples.get(split, index));
    let batch = Batch::of(views().map(|view| (view, true)), &Mirror::new());
    assert_eq!(batch.positions, positions.len());
    let sorted = |evaluation: usize| {
        let mut rows = batch.rows_of(evaluation).to_vec();
        rows.sort_unstable();
        rows
    };
    let turned = |position: &Position, mirrored: bool| {
        let seen = if mirrored {
            position.mirrored()
        } else {
            *position
        };
        Rows::of(&seen).to_vec()
    };
    let mut families = batch.families.iter();
    let mut kinds = [0; 2];
    for (index, (position, view)) in positions.iter().zip(views()).enumerate() {
        kinds[usize::from(view.mirrorable)] += 1;
        assert_eq!(sorted(index), turned(position, view.mirrorable));
        if view.lengths.len() == 1 {
            continue;
        }
        let mut children = Vec::new();
        RULES.children(position, |_, played| {
            if RULES.decided_by_move(&played).is_none() {
                children.push(turned(&played.position, view.mirrorable));
            }
        });
        let family = families.next().unwrap().clone();
        assert_eq!(family.map(sorted).collect::<Vec<_>>(), children);
    }
    assert!(families.next().is_none());
    assert!(kinds.iter().all(|&n| n > 0), "{kinds:?}");
}

#[test]
fn surprising_positions_come_more_often_and_the_window_keeps_its_size() {
    let games: Vec<_> = (0..40).map(|i| support::greedy_game(&RULES, i)).collect();
    let examples = |surprise_weight| {
        let config = TrainConfig {
            surprise_weight,
            ..TrainConfig::default()
        };
        Examples::of_games(&games, &RULES, &config, 5).0
    };
    let (even, weighted) = (examples(0.0), examples(0.5));
    let positions = even.len(Split::Train);
    assert_eq!(
        (even.samples(), weighted.len(Split::Train)),
        (positions, positions)
    );
    // These games keep no priors: nothing surprises.
    assert_eq!(weighted.samples(), positions);
    let games: Vec<_> = games.into_iter().map(with_priors).collect();
    let config = TrainConfig {
        surprise_weight: 0.5,
        ..TrainConfig::default()
    };
    let (weighted, _) = Examples::of_games(&games, &RULES, &config, 5);
    assert!(weighted.samples().abs_diff(positions) < positions / 10);
    let rows: Vec<_> = (0..weighted.samples())
        .map(|i| weighted.sample(i).unwrap().rows)
        .collect();
    let repeated = rows.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(repeated > positions / 20, "{repeated} of {positions}");
    assert_ne!(weighted.checksum(), even.checksum());
    let again = Examples::of_games(&games, &RULES, &config, 5).0;
    assert_eq!(weighted.checksum(), again.checksum());
}

/// The game with even priors, as if the network had known nothing.
fn with_priors(mut game: GameRecord) -> GameRecord {
    for searched in &mut game.moves {
        let even = 65_535 / searched.policy.len() as u16;
        for mv in &mut searched.policy {
            mv.prior = even;
        }
    }
    game
}

#[test]
fn the_answer_to_a_position_is_the_policy_of_the_next() {
    let game = support::greedy_game(&RULES, 1);
    let examples = |reply_weight| {
        let config = TrainConfig {
            reply_weight,
            validation_share: 0.0,
            ..TrainConfig::default()
        };
        Examples::of_games(core::slice::from_ref(&game), &RULES, &config, 5).0
    };
    let with = examples(0.15);
    for (ply, next) in game.moves.iter().skip(1).enumerate() {
        let view = with.get(Split::Train, ply).unwrap();
        let chosen = next.policy.iter().filter(|mv| mv.share > 0);
        let actions: Vec<_> = chosen.map(|mv| mv.mv).collect();
        let found: Vec<_> = view.replies.iter().map(|reply| reply.action).collect();
        assert_eq!(found, actions);
        let sum: f32 = view.replies.iter().map(|reply| reply.share).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    }
    let last = with.get(Split::Train, game.moves.len() - 1).unwrap();
    assert!(last.replies.is_empty());
    // Mirrored, the actions are.
    let mirror = Mirror::new();
    let view = with.get(Split::Train, 0).unwrap();
    let rows = |mirrored| {
        let view = View {
            mirrorable: true,
            ..view
        };
        Batch::of(core::iter::once((view, mirrored)), &mirror).replies
    };
    let (plain, turned) = (rows(false), rows(true));
    assert_eq!(plain.len(), ACTIONS);
    for action in 0..ACTIONS as u8 {
        let there = turned[usize::from(mirror.action(action))];
        assert_eq!(plain[usize::from(action)], there);
    }
    let without = examples(0.0);
    assert!(without.get(Split::Train, 0).unwrap().replies.is_empty());
    let view = without.get(Split::Train, 0).unwrap();
    let batch = Batch::of(core::iter::once((view, false)), &mirror);
    assert!(batch.replies.is_empty());
}
