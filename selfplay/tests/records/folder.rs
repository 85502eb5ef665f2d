//! Reading all games of a folder.

use std::fs;

use bingwa_engine::Ruleset;
use bingwa_selfplay::records::{
    RecordsError, Tally, read_folder, shard_name, shard_paths, write_shard,
};

use crate::generator::{games, header, tiny_rules};

#[test]
fn every_game_comes_once_and_every_problem_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut first = header(tiny_rules());
    first.generation = 2;
    let mut second = first.clone();
    second.first_index = 1_000;
    let mut third = first.clone();
    third.generation = 1000;
    let mut expected = Vec::new();
    for (seed, header) in [(1, &first), (2, &second), (3, &third)] {
        let records = games(header, seed, 10);
        let name = shard_name(header.generation, header.first_index);
        write_shard(&folder.join(name), header, &records).unwrap();
        expected.extend(records);
    }
    // The same games under another name, as salvage leaves them.
    fs::copy(
        folder.join(shard_name(2, 1_000)),
        folder.join("saved.games"),
    )
    .unwrap();
    let kiswahili = header(Ruleset::KISWAHILI);
    write_shard(&folder.join("a-kiswahili.games"), &kiswahili, &[]).unwrap();
    fs::write(folder.join("empty.games"), "").unwrap();
    fs::write(folder.join("notes.txt"), "not a game file").unwrap();
    fs::write(folder.join(".hidden.games"), "nor this").unwrap();
    fs::create_dir(folder.join("folder.games")).unwrap();
    // One block is damaged whole.
    let damaged = folder.join(shard_name(1000, 512));
    let mut bytes = fs::read(&damaged).unwrap();
    let block = bytes.windows(8).position(|w| w == b"BINGWABK").unwrap();
    bytes[block + 40..block + 120].fill(0xaa);
    fs::write(&damaged, bytes).unwrap();
    expected.truncate(20);

    let mut reader = read_folder(folder, &tiny_rules()).unwrap();
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for game in reader.by_ref() {
        match game {
            Ok(record) => found.push(record),
            Err(problem) => problems.push(problem),
        }
    }
    assert_eq!(found, expected);
    assert!(matches!(problems[0], RecordsError::Damage(_)));
    let other = problems[1].to_string();
    assert!(
        other.ends_with("games of kiswahili, not kujifunza ply_limit=2"),
        "{other}"
    );
    assert!(matches!(problems[2], RecordsError::Empty { .. }));
    assert!(matches!(
        problems[3],
        RecordsError::Repeated { games: 10, .. }
    ));
    assert_eq!(problems.len(), 4);
    assert_eq!(
        reader.tally(),
        Tally {
            shards: 4,
            games: 20,
            lost: 10,
            damages: 1,
            repeated: 10,
            other_rules: 1,
            unusable: 1,
        }
    );
}

#[test]
fn files_come_in_the_order_of_play_past_the_padding() {
    let folder = tempfile::tempdir().unwrap();
    let names = [
        shard_name(2, 10_000_000),
        shard_name(10, 0),
        shard_name(999, 5),
        shard_name(1000, 0),
        "zz.games".to_owned(),
    ];
    for name in names.iter().rev() {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let paths = shard_paths(folder.path()).unwrap();
    let found: Vec<_> = paths
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap())
        .collect();
    assert_eq!(found, names);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none");
    let Err(error) = read_folder(&none, &tiny_rules()) else {
        panic!("read a folder that is not there");
    };
    assert!(error.to_string().contains("none"), "{error}");
}
