//! What the writer lets pass, and that it comes back.

use std::fs;
use std::path::PathBuf;
use std::thread;

use bingwa_engine::Ruleset;
use bingwa_selfplay::records::{
    GameRecord, RecordFault, RecordsError, Shard, ShardHeader, check, write_shard,
};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::generator::{games, header, tiny_rules};

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g003-0000512.games");
    (folder, path)
}

fn read(path: &std::path::Path) -> (ShardHeader, Vec<GameRecord>) {
    let shard = Shard::open(path).unwrap();
    let records = shard.games().collect::<Result<_, _>>().unwrap();
    (shard.header().clone(), records)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_written_is_read(
        preset in 0..Ruleset::PRESETS.len(),
        seed: u64,
        count in 0_u64..70,
        text in ".{0,40}",
        generation: u32,
        first_index in 0..u64::MAX / 2,
    ) {
        let header = ShardHeader {
            engine: text.clone(),
            model: text.clone(),
            config: text.clone(),
            settings: text,
            seed,
            generation,
            first_index,
            ruleset: Ruleset::PRESETS[preset].1,
        };
        let records = games(&header, seed, count);
        let (_folder, path) = place();
        write_shard(&path, &header, &records).unwrap();
        prop_assert_eq!(read(&path), (header, records));
        let report = check(&path).unwrap();
        prop_assert!(report.is_sound());
        prop_assert_eq!((report.written, report.sound, report.lost()), (count, count, 0));
    }
}

#[test]
fn equal_games_make_equal_bytes() {
    let header = header(Ruleset::KISWAHILI);
    let records = games(&header, 1, 40);
    let (_folder, path) = place();
    let bytes = || {
        write_shard(&path, &header, &records).unwrap();
        fs::read(&path).unwrap()
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn the_highest_index_has_none_after_it() {
    let mut header = header(tiny_rules());
    header.first_index = u64::MAX;
    let mut records = games(&header, 1, 1);
    let (_folder, path) = place();
    write_shard(&path, &header, &records).unwrap();
    assert_eq!(read(&path).1, records);
    records.push(records[0].clone());
    assert!(write_shard(&path, &header, &records).is_err());
}

/// The fault for which the writer refuses a game changed by `spoil`.
fn refusal(spoil: impl FnOnce(&mut GameRecord)) -> RecordFault {
    let header = header(Ruleset::KISWAHILI);
    let mut records = games(&header, 5, 3);
    spoil(&mut records[1]);
    let (_folder, path) = place();
    match write_shard(&path, &header, &records).unwrap_err() {
        RecordsError::Refused { index, fault, .. } => {
            assert_eq!(index, records[1].index);
            assert!(!path.exists());
            fault
        }
        other => panic!("{other}"),
    }
}

fn searched(record: &mut GameRecord) -> usize {
    let found = record.moves.iter().position(|mv| mv.policy.len() > 1);
    found.unwrap()
}

#[test]
fn a_wrong_policy_is_refused() {
    let sum = refusal(|record| {
        let ply = searched(record);
        record.moves[ply].policy[0].share ^= 0x4000;
    });
    assert!(sum.to_string().contains("does not sum to 1"), "{sum}");
    let missing = refusal(|record| {
        let ply = searched(record);
        let gone = record.moves[ply].policy.pop().unwrap();
        record.moves[ply].policy[0].share += gone.share;
    });
    assert!(missing.to_string().contains("legal moves"), "{missing}");
    let doubled = refusal(|record| {
        let ply = searched(record);
        record.moves[ply].policy[1].mv = record.moves[ply].policy[0].mv;
    });
    assert!(doubled.to_string().contains("legal moves"), "{doubled}");
    let empty = refusal(|record| {
        let ply = searched(record);
        record.moves[ply].policy.clear();
    });
    assert!(
        empty.to_string().contains("searched move is empty"),
        "{empty}"
    );
}

#[test]
fn a_wrong_move_is_refused_by_its_number() {
    let illegal = refusal(|record| {
        let mv = &mut record.moves[0];
        mv.policy.clear();
        (mv.full, mv.simulations, mv.mv) = (false, 0, 63);
    });
    assert!(
        matches!(illegal, RecordFault::Move { ply: 1, .. }),
        "{illegal}"
    );
    let no_move = refusal(|record| record.moves[2].mv = 200);
    assert!(
        matches!(no_move, RecordFault::Move { ply: 3, .. }),
        "{no_move}"
    );
    let after_the_end = refusal(|record| {
        let last = record.moves.last().unwrap().clone();
        record.moves.push(last);
    });
    assert!(
        after_the_end.to_string().contains("over"),
        "{after_the_end}"
    );
}

#[test]
fn a_wrong_result_is_refused() {
    let is_result = |fault| matches!(fault, RecordFault::Result { .. });
    assert!(is_result(refusal(
        |record| "draw".clone_into(&mut record.result)
    )));
    assert!(is_result(refusal(|record| record.result.clear())));
    assert!(is_result(refusal(|record| record.moves.truncate(3))));
}

#[test]
fn a_wrong_start_is_refused() {
    let is_start = |fault| matches!(fault, RecordFault::Start(_));
    assert!(is_start(refusal(|record| record.start.clear())));
    assert!(is_start(refusal(|record| record.start.push(' '))));
    // South has no seed in its inner row.
    assert!(is_start(refusal(|record| {
        let over = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0 S 0,0 - - 9";
        over.clone_into(&mut record.start);
        "N".clone_into(&mut record.result);
        record.moves.clear();
    })));
}

#[test]
fn a_game_out_of_place_is_refused() {
    let is_place = |fault| matches!(fault, RecordFault::Place(_));
    assert!(is_place(refusal(|record| record.generation = 4)));
    assert!(is_place(refusal(|record| record.index = 0)));
    assert!(is_place(refusal(|record| record.index = 512)));
}

#[test]
fn senseless_rules_are_refused() {
    let rules = Ruleset {
        lap_limit: 0,
        ..Ruleset::KUJIFUNZA
    };
    let (_folder, path) = place();
    let error = write_shard(&path, &header(rules), &[]).unwrap_err();
    assert!(matches!(error, RecordsError::Ruleset { .. }), "{error}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let (_folder, path) = place();
    fs::write(&path, "a file").unwrap();
    let below = path.join("x.games");
    let error = write_shard(&below, &header(tiny_rules()), &[]).unwrap_err();
    assert!(error.to_string().contains("x.games"), "{error}");
}

#[test]
fn two_writers_of_one_file_leave_one_whole_file() {
    let header = header(tiny_rules());
    let (_folder, path) = place();
    let (few, many) = (games(&header, 1, 5), games(&header, 2, 150));
    for _ in 0..10 {
        thread::scope(|scope| {
            for records in [&few, &many, &few, &many] {
                scope.spawn(|| write_shard(&path, &header, records).unwrap());
            }
        });
        let found = read(&path).1;
        assert!(found == few || found == many);
    }
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}
