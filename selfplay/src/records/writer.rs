//! Writing a file of games, whole or not at all.

use std::path::Path;

use bingwa_models::whole_file;

use super::block::Filling;
use super::checker::Checker;
use super::codec::{self, RECORD_LIMIT};
use super::errors::RecordsError;
use super::format::{
    FILE_LIMIT, IndexEntry, SCHEMA, ShardHeader, StoredHeader, footer_frame, header_frame,
    read_header_frame,
};
use super::game::GameRecord;

/// Writes games to a new file, replacing an old one of that name.
///
/// Every record is replayed first. The bytes depend on the arguments alone.
/// Killed at any moment, this leaves the old file or the new one.
///
/// # Errors
/// [`RecordsError::Refused`] names the first game and move that no sound game
/// has; nothing is written then.
pub fn write_shard(
    path: &Path,
    header: &ShardHeader,
    records: &[GameRecord],
) -> Result<(), RecordsError> {
    write_shard_as(SCHEMA, path, header, records)
}

/// How many bytes [`write_shard`] would write.
///
/// # Errors
/// As [`write_shard`].
pub fn shard_size(header: &ShardHeader, records: &[GameRecord]) -> Result<u64, RecordsError> {
    let bytes = shard_bytes(SCHEMA, Path::new(""), header, records)?;
    Ok(bytes.len() as u64)
}

/// [`write_shard`] in a schema that may be an older one.
pub(super) fn write_shard_as(
    schema: u32,
    path: &Path,
    header: &ShardHeader,
    records: &[GameRecord],
) -> Result<(), RecordsError> {
    let bytes = shard_bytes(schema, path, header, records)?;
    whole_file::write(path, &bytes).map_err(|source| RecordsError::Io {
        path: path.to_owned(),
        source,
    })
}

fn shard_bytes(
    schema: u32,
    path: &Path,
    header: &ShardHeader,
    records: &[GameRecord],
) -> Result<Vec<u8>, RecordsError> {
    let encode = |fault| RecordsError::Encode {
        path: path.to_owned(),
        fault,
    };
    header
        .ruleset
        .check()
        .map_err(|source| RecordsError::Ruleset {
            path: path.to_owned(),
            source,
        })?;
    let stored = StoredHeader {
        shard: header.clone(),
        games: records.len() as u64,
    };
    let head = header_frame(&stored, schema).map_err(encode)?;
    let shard = read_header_frame(&head).map_or(0, |frame| frame.checksum());

    let mut bytes = head.clone();
    let mut index = Vec::new();
    let mut checker = Checker::new(header, schema);
    let mut block = Filling::new(shard);
    for (number, record) in (1..).zip(records) {
        checker
            .check(record)
            .map_err(|fault| RecordsError::Refused {
                path: path.to_owned(),
                index: record.index,
                fault,
            })?;
        let body = codec::encode(record, schema).map_err(encode)?;
        if body.len() > RECORD_LIMIT {
            return Err(encode(format!(
                "game {} has {} bytes, the limit is {RECORD_LIMIT}",
                record.index,
                body.len()
            )));
        }
        block.push(&body);
        if block.is_full() || number == records.len() {
            let first = number - block.games() as usize;
            index.push(IndexEntry {
                offset: bytes.len() as u64,
                games: block.games(),
            });
            let packed = block
                .pack(first as u64)
                .map_err(|error| encode(error.to_string()))?;
            bytes.extend_from_slice(&packed);
            block = Filling::new(shard);
        }
    }
    bytes.extend_from_slice(&footer_frame(&head, &index, schema).map_err(encode)?);
    if bytes.len() as u64 > FILE_LIMIT {
        return Err(RecordsError::TooLong {
            path: path.to_owned(),
            bytes: bytes.len() as u64,
        });
    }
    Ok(bytes)
}
