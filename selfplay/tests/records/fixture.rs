//! Files of every schema there ever was must stay readable, to the last digit.

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_engine::Ruleset;
use bingwa_selfplay::records::{GameRecord, Shard, ShardHeader, write_shard};

use crate::generator::{games, header};

fn fixture(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    PathBuf::from(folder).join(name)
}

/// `schema-1.games` holds what `schema-1.jsonl` says: the header, then a game a
/// line.
#[test]
fn schema_1_is_read_exactly() {
    let (file, text) = (fixture("schema-1.games"), fixture("schema-1.jsonl"));
    if std::env::var_os("BINGWA_WRITE_FIXTURE").is_some() {
        write(&file, &text);
    }
    let shard = Shard::open(&file).unwrap();
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
