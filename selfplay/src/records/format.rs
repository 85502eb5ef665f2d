//! The frame of a game file: header, footer, names. `docs/FORMATS.md` gives it
//! byte by byte.
//!
//! Header and footer are frames: 8 bytes of magic, `u32` schema, `u32` length,
//! that many bytes, `u32` CRC-32 of all before. This much stays the same in
//! every schema, so that any program can name the schema of any file.

use bingwa_engine::Ruleset;
use serde::{Deserialize, Serialize};

/// The schema this program writes.
pub const SCHEMA: u32 = 2;

/// The oldest schema it reads.
pub const OLDEST_SCHEMA: u32 = 1;

/// Whether files of a schema can be read.
pub(super) const fn is_known(schema: u32) -> bool {
    OLDEST_SCHEMA <= schema && schema <= SCHEMA
}

/// How the name of a game file ends.
pub const EXTENSION: &str = "games";

/// The longest file that is read, in bytes: some 150,000 games. A shard holds
/// a few hundred.
pub const FILE_LIMIT: u64 = 256 << 20;

pub(super) const HEADER_MAGIC: [u8; 8] = *b"BINGWAGM";
const FOOTER_MAGIC: [u8; 8] = *b"BINGWAFT";

/// Bytes of a frame around its payload.
const FRAME: usize = 20;

/// What holds for every game of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The rules, with all switches.
    pub ruleset: Ruleset,
    /// Version of the program that played.
    pub engine: String,
    /// Short hash of the model that played; empty before there was one.
    pub model: String,
    /// Short hash of the run's config.
    pub config: String,
    /// How the games were searched and played, in full, as text that whoever
    /// plays them again can read ([`Settings`](crate::replay::Settings)); empty
    /// in schema 1.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub settings: String,
    /// Seed of the run.
    pub seed: u64,
    /// Generation of the games.
    pub generation: u32,
    /// No game of the file has a lower index.
    pub first_index: u64,
}

/// The header as it is stored: JSON, so that it explains itself.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredHeader {
    pub(super) shard: ShardHeader,
    /// Games in the file.
    pub(super) games: u64,
}

/// The name of the file whose first game has this index: names sort as the
/// games were played.
///
/// ```
/// assert_eq!(bingwa_selfplay::records::shard_name(3, 512), "g003-0000512.games");
/// ```
#[must_use]
pub fn shard_name(generation: u32, first_index: u64) -> String {
    format!("g{generation:03}-{first_index:07}.{EXTENSION}")
}

/// The generation and first index in a name that [`shard_name`] makes.
#[must_use]
pub fn parse_shard_name(name: &str) -> Option<(u32, u64)> {
    let (generation, index) = name
        .strip_prefix('g')?
        .strip_suffix(EXTENSION)?
        .strip_suffix('.')?
        .split_once('-')?;
    let parsed = (generation.parse().ok()?, index.parse().ok()?);
    (shard_name(parsed.0, parsed.1) == name).then_some(parsed)
}

/// The bytes of a header.
pub(super) fn header_frame(header: &StoredHeader, schema: u32) -> Result<Vec<u8>, String> {
    let json = serde_json::to_vec(header).map_err(|error| error.to_string())?;
    frame(HEADER_MAGIC, schema, &json)
}

/// A sound frame as it lies in a file.
pub(super) struct Frame<'a> {
    pub(super) schema: u32,
    pub(super) payload: &'a [u8],
    /// The whole frame.
    pub(super) bytes: &'a [u8],
}

impl Frame<'_> {
    /// The frame's checksum; a header's names the file in each of its blocks.
    pub(super) fn checksum(&self) -> u32 {
        word(self.bytes, self.bytes.len() - 4).unwrap_or_default()
    }
}

/// The header frame that `bytes` begin with, if it is sound.
pub(super) fn read_header_frame(bytes: &[u8]) -> Option<Frame<'_>> {
    read_frame(bytes, HEADER_MAGIC)
}

/// Where a block lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexEntry {
    /// Its first byte in the file.
    pub(super) offset: u64,
    /// Its games.
    pub(super) games: u32,
}

/// The end of a file: the header once more, and where each block lies.
pub(super) struct Footer<'a> {
    /// Its own first byte in the file.
    pub(super) offset: usize,
    /// The byte after it.
    pub(super) end: usize,
    pub(super) header: Frame<'a>,
    /// By ascending offset.
    pub(super) index: Vec<IndexEntry>,
}

/// The bytes of a footer.
pub(super) fn footer_frame(
    header: &[u8],
    index: &[IndexEntry],
    schema: u32,
) -> Result<Vec<u8>, String> {
    let mut payload = header.to_vec();
    for entry in index {
        payload.extend_from_slice(&entry.offset.to_le_bytes());
        payload.extend_from_slice(&entry.games.to_le_bytes());
    }
    frame(FOOTER_MAGIC, schema, &payload)
}

/// The last sound footer of a file, of its own header if that is known.
pub(super) fn find_footer<'a>(bytes: &'a [u8], own: Option<&Frame<'_>>) -> Option<Footer<'a>> {
    bytes
        .windows(FOOTER_MAGIC.len())
        .enumerate()
        .rev()
        .filter(|(_, window)| *window == FOOTER_MAGIC)
        // A sound file has one; a file made of many would cost a checksum each.
        .take(8)
        .filter_map(|(offset, _)| read_footer(bytes, offset))
        .find(|footer| own.is_none_or(|own| own.bytes == footer.header.bytes))
}

fn read_footer(bytes: &[u8], offset: usize) -> Option<Footer<'_>> {
    let frame = read_frame(&bytes[offset..], FOOTER_MAGIC)?;
    let header = read_header_frame(frame.payload)?;
    let entries = frame.payload[header.bytes.len()..].chunks_exact(12);
    if !entries.remainder().is_empty() && is_known(frame.schema) {
        return None;
    }
    let index: Vec<IndexEntry> = entries
        .map(|entry| {
            Some(IndexEntry {
                offset: long(entry, 0)?,
                games: word(entry, 8)?,
            })
        })
        .collect::<Option<_>>()?;
    index
        .is_sorted_by(|a, b| a.offset < b.offset)
        .then_some(Footer {
            offset,
            end: offset + frame.bytes.len(),
            header,
            index,
        })
}

/// Builds a frame.
pub(super) fn frame(magic: [u8; 8], schema: u32, payload: &[u8]) -> Result<Vec<u8>, String> {
    let length = u32::try_from(payload.len()).map_err(|error| error.to_string())?;
    let mut bytes = Vec::with_capacity(payload.len() + FRAME);
    bytes.extend_from_slice(&magic);
    bytes.extend_from_slice(&schema.to_le_bytes());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(payload);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    Ok(bytes)
}

fn read_frame(bytes: &[u8], magic: [u8; 8]) -> Option<Frame<'_>> {
    if !bytes.starts_with(&magic) {
        return None;
    }
    let schema = word(bytes, 8)?;
    let end = 16_usize.checked_add(word(bytes, 12)? as usize)?;
    let payload = bytes.get(16..end)?;
    let sound = word(bytes, end)? == crc32fast::hash(&bytes[..end]);
    sound.then_some(Frame {
        schema,
        payload,
        bytes: &bytes[..end + 4],
    })
}

/// The `u32` at an offset.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// The `u64` at an offset.
pub(super) fn long(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_and_are_read_back() {
        for (generation, index) in [(0, 0), (3, 512), (1234, 12_345_678)] {
            let name = shard_name(generation, index);
            assert_eq!(parse_shard_name(&name), Some((generation, index)), "{name}");
        }
        for name in ["g3-512.games", "g003-0000512", "g003-0000512.games.tmp", ""] {
            assert_eq!(parse_shard_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_frame_is_sound_only_whole() {
        let whole = frame(HEADER_MAGIC, SCHEMA, b"payload").unwrap();
        assert!(read_header_frame(&whole).is_some());
        for at in 0..whole.len() {
            assert!(read_header_frame(&whole[..at]).is_none());
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            assert!(read_header_frame(&flipped).is_none());
        }
    }
}
