//! A block: the games that are compressed together, and so live or die together.
//!
//! 40 bytes of head, then one zstd frame; inside it, each record after its
//! length and checksum. A head names its file by the checksum of the file's
//! header, and records are summed together with it: nothing of another file is
//! ever taken for this one's.

use std::io::Read;

use super::codec::{self, RECORD_LIMIT};
use super::format::{long, word};
use super::game::GameRecord;

const MAGIC: [u8; 8] = *b"BINGWABK";

/// Bytes of a block's head.
pub(super) const HEAD: usize = 40;

/// Bytes of records after which a block is full, some six games of kiswahili:
/// damage to a block costs no more. Blocks four times as large save 2 % of the
/// bytes.
const FULL: usize = 16 << 10;

/// Games after which a block is full.
const MOST_GAMES: usize = 16;

/// Bytes before a record: its length and checksum.
const RECORD_HEAD: usize = 8;

/// The longest content of a block.
const RAW_LIMIT: usize = FULL + RECORD_HEAD + RECORD_LIMIT;

/// zstd's window as a power of two: 8 MiB, above [`RAW_LIMIT`].
const WINDOW: u32 = 23;

/// zstd's default: level 9 saves 2 % of the bytes for several times the time.
const LEVEL: i32 = 3;

/// Records on their way into a block.
pub(super) struct Filling {
    shard: u32,
    raw: Vec<u8>,
    games: usize,
}

impl Filling {
    pub(super) fn new(shard: u32) -> Self {
        Self {
            shard,
            raw: Vec::new(),
            games: 0,
        }
    }

    pub(super) fn push(&mut self, record: &[u8]) {
        // The caller has checked the record's length.
        self.raw
            .extend_from_slice(&(record.len() as u32).to_le_bytes());
        self.raw
            .extend_from_slice(&record_checksum(self.shard, record).to_le_bytes());
        self.raw.extend_from_slice(record);
        self.games += 1;
    }

    pub(super) fn is_full(&self) -> bool {
        self.games == MOST_GAMES || self.raw.len() >= FULL
    }

    pub(super) fn games(&self) -> u32 {
        self.games as u32
    }

    /// The bytes of the block.
    pub(super) fn pack(&self, first: u64) -> std::io::Result<Vec<u8>> {
        let packed = zstd::bulk::compress(&self.raw, LEVEL)?;
        let mut bytes = Vec::with_capacity(HEAD + packed.len());
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&self.shard.to_le_bytes());
        bytes.extend_from_slice(&self.games().to_le_bytes());
        bytes.extend_from_slice(&first.to_le_bytes());
        // Both lengths stay below RAW_LIMIT and a little.
        bytes.extend_from_slice(&(self.raw.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&packed).to_le_bytes());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes.extend_from_slice(&packed);
        Ok(bytes)
    }
}

/// A sound head of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Games in the block.
    pub(super) games: u32,
    /// Games in the blocks before it.
    pub(super) first: u64,
    shard: u32,
    raw: usize,
    packed: usize,
    checksum: u32,
}

impl Head {
    /// The head that `bytes` begin with, if it is sound and of this file.
    pub(super) fn read(bytes: &[u8], shard: u32) -> Option<Self> {
        if !bytes.starts_with(&MAGIC)
            || word(bytes, 36)? != crc32fast::hash(&bytes[..36])
            || word(bytes, 8)? != shard
        {
            return None;
        }
        Some(Self {
            shard,
            games: word(bytes, 12)?,
            first: long(bytes, 16)?,
            raw: word(bytes, 24)? as usize,
            packed: word(bytes, 28)? as usize,
            checksum: word(bytes, 32)?,
        })
    }

    /// The block's zstd frame, if `bytes`, the block on, hold it undamaged.
    pub(super) fn payload<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let payload = bytes.get(HEAD..HEAD.checked_add(self.packed)?)?;
        (crc32fast::hash(payload) == self.checksum).then_some(payload)
    }

    /// The records of an undamaged payload.
    pub(super) fn unpack(&self, payload: &[u8], schema: u32) -> Option<Vec<GameRecord>> {
        if self.raw > RAW_LIMIT {
            return None;
        }
        let raw = zstd::bulk::decompress(payload, self.raw).ok()?;
        let mut records = Vec::new();
        let mut rest = &raw[..];
        while !rest.is_empty() {
            let body = record_body(rest, self.shard)?;
            records.push(codec::decode(body, schema)?);
            rest = &rest[RECORD_HEAD + body.len()..];
        }
        (records.len() == self.games as usize && raw.len() == self.raw).then_some(records)
    }
}

/// The next offset after `from` and before `end` where a sound head lies.
pub(super) fn find_head(
    bytes: &[u8],
    from: usize,
    end: usize,
    shard: u32,
) -> Option<(usize, Head)> {
    let area = bytes.get(from..end)?;
    area.windows(MAGIC.len())
        .enumerate()
        .filter(|(_, window)| *window == MAGIC)
        .find_map(|(at, _)| Some((from + at, Head::read(&area[at..], shard)?)))
}

/// Whatever records a damaged payload still holds whole: as far as zstd gets,
/// every stretch of bytes that its own checksum vouches for.
pub(super) fn recover(payload: &[u8], shard: u32, schema: u32) -> Vec<GameRecord> {
    let mut raw = Vec::new();
    if let Ok(decoder) = zstd::stream::read::Decoder::with_buffer(payload) {
        let mut decoder = decoder.single_frame();
        if decoder.window_log_max(WINDOW).is_ok() {
            // What was read before an error stays, and is all there is.
            let _ = decoder.take(RAW_LIMIT as u64).read_to_end(&mut raw);
        }
    }
    let mut records = Vec::new();
    let mut rest = &raw[..];
    // Bytes that may be summed in vain: content made to look like records
    // everywhere must not cost its length squared.
    let mut patience = 64 * raw.len();
    while rest.len() > RECORD_HEAD {
        let body = record_body(rest, shard);
        let record = body.and_then(|body| codec::decode(body, schema));
        let step = match (body, record) {
            (Some(body), Some(record)) => {
                records.push(record);
                RECORD_HEAD + body.len()
            }
            _ => {
                let length = word(rest, 0).map_or(0, |length| length as usize);
                let summed = if length < rest.len() { length } else { 0 };
                match patience.checked_sub(summed) {
                    Some(left) => patience = left,
                    None => break,
                }
                1
            }
        };
        rest = &rest[step..];
    }
    records
}

/// The bytes of the record that `raw` begins with, if they fit their checksum.
fn record_body(raw: &[u8], shard: u32) -> Option<&[u8]> {
    let length = word(raw, 0)? as usize;
    let body = raw.get(RECORD_HEAD..RECORD_HEAD.checked_add(length)?)?;
    (word(raw, 4)? == record_checksum(shard, body)).then_some(body)
}

/// CRC-32 of the file's name for itself and a record.
fn record_checksum(shard: u32, body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&shard.to_le_bytes());
    hasher.update(body);
    hasher.finalize()
}
