//! What is learned from hand-made records: signs for every side and seat, which
//! children count, and what their shares become.

mod support;

use bingwa_engine::{Outcome, Position, Ruleset, Side};
use bingwa_models::features::Rows;
use bingwa_selfplay::records::{GameRecord, Proof, RecordFault, pack};
use bingwa_train::targets::{Example, examples};
use support::{Guess, game};

/// South has three moves; one empties North's inner row and wins.
const SOUTH_WINS: &str =
    "0,0,0,0,1,3,0,1/0,0,1,0,0,0,0,1/4,0,1,13,2,0,0,2/1,3,10,4,0,6,2,9 S 0,0 - - 44";

fn learned(record: &GameRecord, rules: &Ruleset, weight: f32) -> Vec<Example> {
    let mut all = Vec::new();
    examples(record, rules, weight, |example| all.push(example)).unwrap();
    all
}

fn near(a: f32, b: f32) {
    assert!((a - b).abs() < 1e-4, "{a} is not {b}");
}

/// Random games of both start seats: the search says 0.7 at every position and
/// 0.9 for its first move, 0.2 for the second, 0 share for the third.
fn plain_game(rules: &Ruleset, start: Position, index: u64) -> GameRecord {
    let mut turn = index as usize;
    game(
        rules,
        start,
        index,
        |_, children| {
            let guesses = (0..children.len()).map(|i| Guess {
                share: [3.0, 1.0, 0.0][i.min(2)],
                value: [0.9, 0.2, 0.6][i.min(2)],
            });
            (0.7, guesses.collect())
        },
        |shares| {
            turn = turn.wrapping_mul(31).wrapping_add(7);
            turn / 4 % shares.len()
        },
    )
}

#[test]
fn values_are_for_the_mover_of_each_position_whoever_wins_and_whoever_starts() {
    let mut seen = [[[0; 2]; 2]; 2];
    for rules in [Ruleset::KISWAHILI, Ruleset::KUJIFUNZA] {
        for index in 0..20 {
            let start = Position::start(&rules);
            for (seat, start) in [start, start.turned()].into_iter().enumerate() {
                let record = plain_game(&rules, start, index);
                let outcome = Outcome::from_text(&record.result).unwrap();
                let (positions, _) = record.replay(&rules).unwrap();
                let all = learned(&record, &rules, 0.25);
                assert_eq!(all.len(), positions.len());
                for (example, position) in all.iter().zip(&positions) {
                    let won = outcome == Outcome::Win(position.mover());
                    assert_eq!(example.result, f32::from(u8::from(won)));
                    near(example.value, if won { 0.75 + 0.175 } else { 0.175 });
                    assert_eq!(example.mover, position.mover());
                    assert_eq!(&*example.rows, &*Rows::of(position));
                    let mover = usize::from(position.mover() == Side::North);
                    seen[seat][mover][usize::from(won)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().flatten().flatten().all(|&n| n > 20), "{seen:?}");
}

#[test]
fn children_get_one_minus_the_value_their_parent_saw_and_keep_the_order_of_moves() {
    let mut families = 0;
    let rules = Ruleset::KUJIFUNZA;
    for index in 0..10 {
        let start = Position::start(&rules);
        let start = if index % 2 == 0 {
            start
        } else {
            start.turned()
        };
        let record = plain_game(&rules, start, index);
        let (positions, _) = record.replay(&rules).unwrap();
        for (example, position) in learned(&record, &rules, 0.5).iter().zip(&positions) {
            let mut children = Vec::new();
            let mut decided = false;
            rules.children(position, |_, played| {
                decided |= rules.decided_by_move(&played).is_some();
                children.push(played.position);
            });
            if decided || children.len() < 2 {
                continue;
            }
            families += 1;
            assert_eq!(example.children.len(), children.len());
            for (child, position) in example.children.iter().zip(&children) {
                assert_eq!(&*child.rows, &*Rows::of(position));
            }
            near(example.children[0].value.unwrap(), 1.0 - 0.9);
            near(example.children[1].value.unwrap(), 1.0 - 0.2);
            near(example.children[0].share, 0.75);
            near(example.children[1].share, 0.25);
            near(example.mass, 1.0);
            for child in &example.children[2..] {
                assert_eq!((child.value, child.share), (None, 0.0));
            }
        }
    }
    assert!(families > 10);
}

/// One move that wins at once, from the position above; the other moves get what
/// the test says.
fn winning_move(start: &str, share_of_win: f32) -> (Vec<Example>, usize) {
    let rules = Ruleset::KUJIFUNZA;
    let start: Position = start.parse().unwrap();
    let mut wins = Vec::new();
    let mut count = 0;
    rules.children(&start, |_, played| {
        wins.push(rules.decided_by_move(&played) == Some(Outcome::Win(start.mover())));
        count += 1;
    });
    assert_eq!(wins.iter().filter(|&&win| win).count(), 1, "{wins:?}");
    let others = (count - 1) as f32;
    let record = game(
        &rules,
        start,
        0,
        |_, _| {
            let guesses = wins.iter().map(|&win| Guess {
                share: if win {
                    share_of_win
                } else {
                    (1.0 - share_of_win) / others
                },
                value: if win { 1.0 } else { 0.4 },
            });
            (1.0, guesses.collect())
        },
        |_| wins.iter().position(|&win| win).unwrap(),
    );
    assert_eq!(record.moves.len(), 1);
    (learned(&record, &rules, 0.5), count)
}

#[test]
fn a_move_that_decides_the_game_needs_no_network_and_the_others_share_the_rest() {
    let turned = |text: &str| text.parse::<Position>().unwrap().turned().to_string();
    for start in [SOUTH_WINS.to_owned(), turned(SOUTH_WINS)] {
        let (learned, count) = winning_move(&start, 0.8);
        assert_eq!(learned.len(), 1);
        let example = &learned[0];
        near(example.value, 1.0);
        assert_eq!(example.children.len(), count - 1);
        near(example.mass, 0.2);
        for child in &example.children {
            near(child.share, 1.0 / (count - 1) as f32);
            near(child.value.unwrap(), 0.6);
        }
        // All on the winning move: nothing is left to learn.
        let (learned, _) = winning_move(&start, 1.0);
        assert!(learned[0].children.is_empty() && learned[0].mass == 0.0);
    }
}

#[test]
fn a_proven_loss_teaches_its_child_that_it_has_won() {
    let rules = Ruleset::KUJIFUNZA;
    let mut record = plain_game(&rules, Position::start(&rules), 0);
    let unshared = record.moves[0].policy.iter_mut().find(|m| m.share == 0);
    let unshared = unshared.unwrap();
    (unshared.value, unshared.proof) = (0, Proof::Loss(2));
    let found = learned(&record, &rules, 0.5);
    let values = found[0].children.iter().map(|child| child.value);
    assert_eq!(values.filter(|&value| value == Some(1.0)).count(), 1);
}

#[test]
fn moves_without_a_search_teach_the_result_and_short_searches_no_policy() {
    let rules = Ruleset::KISWAHILI;
    let mut record = plain_game(&rules, Position::start(&rules), 1);
    record.moves[0].simulations = 0;
    record.moves[0].full = false;
    record.moves[0].policy.clear();
    record.moves[1].full = false;
    let won = record.result == "S";
    let found = learned(&record, &rules, 0.5);
    assert_eq!(found[0].value, f32::from(u8::from(won)));
    near(found[1].value, 0.35 + if won { 0.0 } else { 0.5 });
    assert!(
        found[..2]
            .iter()
            .all(|e| e.children.is_empty() && e.mass == 0.0)
    );
    assert!(found[2..].iter().any(|e| !e.children.is_empty()));
}

#[test]
fn positions_mirror_where_nobody_owns_a_nyumba() {
    let rules = Ruleset::KISWAHILI;
    let mut kinds = [0; 2];
    for index in 0..20 {
        let record = plain_game(&rules, Position::start(&rules), index);
        let (positions, _) = record.replay(&rules).unwrap();
        for (example, position) in learned(&record, &rules, 0.5).iter().zip(&positions) {
            let owned = Side::ALL.iter().any(|&side| position.owns_nyumba(side));
            assert_eq!(example.mirrorable, !owned, "{position}");
            kinds[usize::from(owned)] += 1;
        }
    }
    assert!(kinds.iter().all(|&n| n > 20), "{kinds:?}");
    let rules = Ruleset::LEAFLET;
    let record = plain_game(&rules, Position::start(&rules), 0);
    assert!(learned(&record, &rules, 0.5).iter().all(|e| e.mirrorable));
}

#[test]
fn a_record_that_does_not_replay_gives_nothing() {
    let rules = Ruleset::KUJIFUNZA;
    let mut record = plain_game(&rules, Position::start(&rules), 0);
    record.result = if record.result == "S" { "N" } else { "S" }.to_owned();
    let mut given = 0;
    let fault = examples(&record, &rules, 0.5, |_| given += 1);
    assert!(matches!(fault, Err(RecordFault::Result { .. })));
    assert_eq!(given, 0);
    assert_eq!(pack(1.5), None);
}

#[test]
fn auxiliary_targets_count_moves_and_seeds_to_the_end_for_each_mover() {
    let mut leads = [0; 2];
    for rules in [Ruleset::KISWAHILI, Ruleset::KUJIFUNZA] {
        for index in 0..20 {
            let record = plain_game(&rules, Position::start(&rules), index);
            let (positions, outcome) = record.replay(&rules).unwrap();
            let all = learned(&record, &rules, 0.0);
            let last = all.last().unwrap();
            near(last.moves_left, 1.0 / 64.0);
            for (pair, positions) in all.windows(2).zip(positions.windows(2)) {
                near(pair[0].moves_left, pair[1].moves_left + 1.0 / 64.0);
                let same_mover = positions[0].mover() == positions[1].mover();
                let sign = if same_mover { 1.0 } else { -1.0 };
                near(pair[0].margin, sign * pair[1].margin);
            }
            // Whoever has won by taking all the inner row has more seeds, as a rule.
            assert!(last.margin.abs() <= 1.0);
            let winner = outcome == Outcome::Win(last.mover);
            leads[usize::from(winner == (last.margin > 0.0))] += 1;
        }
    }
    assert!(leads[1] > 3 * leads[0], "{leads:?}");
}
