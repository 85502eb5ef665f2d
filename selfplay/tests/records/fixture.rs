//! Files of every schema there ever was must stay readable, to the last digit.

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_engine::Ruleset;
use bingwa_selfplay::records::{
    GameRecord, MoveRecord, SCHEMA, Shard, ShardHeader, check, salvage, write_shard,
};

use crate::generator::{games, header};

fn fixture(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    PathBuf::from(folder).join(name)
}

/// `schema-N.games` holds what `schema-N.jsonl` says: the header, then a game a
/// line.
fn is_read_exactly(schema: u32) -> Vec<GameRecord> {
    let file = fixture(&format!("schema-{schema}.games"));
    let text = fixture(&format!("schema-{schema}.jsonl"));
    if schema == SCHEMA && std::env::var_os("BINGWA_WRITE_FIXTURE").is_some() {
        write(&file, &text);
    }
    let shard = Shard::open(&file).unwrap();
    assert_eq!(shard.schema(), schema);
    let text = fs::read_to_string(text).unwrap();
    let mut lines = text.lines();
    let header: ShardHeader = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(*shard.header(), header);
    let expected: Vec<GameRecord> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(expected.len(), 40);
    let found: Vec<GameRecord> = shard.games().map(Result::unwrap).collect();
    assert_eq!(found, expected);
    assert!(check(&file).unwrap().is_sound());
    found
}

#[test]
fn schema_1_is_read_exactly_and_known_for_what_it_lacks() {
    let games = is_read_exactly(1);
    let moves = || games.iter().flat_map(|game| &game.moves);
    assert!(moves().all(|mv| !mv.is_detailed()));
    // What schema 1 says of it: a move with a share was visited.
    let known = |mv: &MoveRecord| mv.policy.iter().filter(|found| found.is_known(mv)).count();
    assert!(moves().map(known).sum::<usize>() > 100);
}

#[test]
fn schema_2_is_read_exactly() {
    let games = is_read_exactly(2);
    let mut moves = games.iter().flat_map(|game| &game.moves);
    assert!(moves.all(MoveRecord::is_detailed));
}

#[test]
fn a_damaged_file_of_schema_1_is_saved_as_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(fixture("schema-1.games")).unwrap();
    let block = bytes.windows(8).rposition(|w| w == b"BINGWABK").unwrap();
    bytes[block + 60] ^= 1;
    let (damaged, saved) = (folder.path().join("d.games"), folder.path().join("s.games"));
    fs::write(&damaged, bytes).unwrap();
    let report = salvage(&damaged, &saved).unwrap();
    assert!((20..40).contains(&report.sound), "{report:?}");
    let shard = Shard::open(&saved).unwrap();
    assert_eq!(shard.schema(), 1);
    let all = is_read_exactly(1);
    let found: Vec<GameRecord> = shard.games().map(Result::unwrap).collect();
    assert_eq!(found.len() as u64, report.sound);
    assert!(found.iter().all(|game| all.contains(game)));
    // Whole, it is the same file byte for byte.
    let whole = folder.path().join("w.games");
    salvage(&fixture("schema-1.games"), &whole).unwrap();
    assert!(fs::read(&whole).unwrap() == fs::read(fixture("schema-1.games")).unwrap());
}

/// Writes the fixture of today's schema. One that is there is never touched: a
/// new schema gets a fixture of its own.
fn write(file: &Path, text: &Path) {
    assert!(!file.exists(), "{} is there already", file.display());
    let header = header(Ruleset {
        ply_limit: 10,
        ..Ruleset::KISWAHILI
    });
    let records = games(&header, 2026, 40);
    write_shard(file, &header, &records).unwrap();
    let mut lines = serde_json::to_string(&header).unwrap() + "\n";
    for record in &records {
        lines += &(serde_json::to_string(record).unwrap() + "\n");
    }
    fs::write(text, lines).unwrap();
}
