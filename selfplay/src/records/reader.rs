//! Reading a file of games, damaged or not.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use super::block::{self, HEAD};
use super::checker::Checker;
use super::errors::{Damage, DamageFault, RecordsError};
use super::format::{
    FILE_LIMIT, Footer, HEADER_MAGIC, ShardHeader, StoredHeader, find_footer, is_known,
    read_header_frame,
};
use super::game::GameRecord;
use super::layout::{Area, Part};

/// A file of games, opened.
///
/// Its checksums have been looked at, its games are unpacked as
/// [`games`](Self::games) gives them.
#[derive(Clone, Debug)]
pub struct Shard {
    path: PathBuf,
    bytes: Vec<u8>,
    header: ShardHeader,
    schema: u32,
    written: u64,
    /// What its blocks and records call it.
    shard: u32,
    parts: Vec<Part>,
}

impl Shard {
    /// Opens a file and finds its blocks.
    ///
    /// Damage to blocks or footer is no error here: [`games`](Self::games)
    /// names it.
    ///
    /// # Errors
    /// [`RecordsError`] if nothing of the file can be used: it cannot be read,
    /// is empty, too long, no game file, of another schema, or its header is
    /// lost.
    pub fn open(path: &Path) -> Result<Self, RecordsError> {
        let path = path.to_owned();
        let bytes = match read(&path) {
            Ok(bytes) => bytes,
            Err(source) => return Err(RecordsError::Io { path, source }),
        };
        match bytes {
            Ok(bytes) => Self::from_bytes(path, bytes),
            Err(bytes) => Err(RecordsError::TooLong { path, bytes }),
        }
    }

    /// Opens the bytes of a file; `path` is only what errors call it.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_bytes(path: PathBuf, bytes: Vec<u8>) -> Result<Self, RecordsError> {
        if bytes.is_empty() {
            return Err(RecordsError::Empty { path });
        }
        let own = read_header_frame(&bytes);
        let footer = find_footer(&bytes, own.as_ref());
        let header_is_damaged = own.is_none();
        let Some(frame) = own
            .as_ref()
            .or(footer.as_ref().map(|footer| &footer.header))
        else {
            return Err(
                if bytes.starts_with(&HEADER_MAGIC) || HEADER_MAGIC.starts_with(&bytes) {
                    let fault =
                        "it does not fit its checksum, and there is no copy of it".to_owned();
                    RecordsError::Header { path, fault }
                } else {
                    RecordsError::NotGames { path }
                },
            );
        };
        let schema = frame.schema;
        if !is_known(schema) {
            let found = schema;
            return Err(RecordsError::Schema { path, found });
        }
        let stored: StoredHeader = match serde_json::from_slice(frame.payload) {
            Ok(stored) => stored,
            Err(error) => {
                let fault = error.to_string();
                return Err(RecordsError::Header { path, fault });
            }
        };
        let start = frame.bytes.len();
        let shard = frame.checksum();
        let area = Area {
            bytes: &bytes,
            start,
            end: footer.as_ref().map_or(bytes.len(), |footer| footer.offset),
            shard,
            games: stored.games,
            index: footer.as_ref().map(|footer| &footer.index[..]),
        };
        let mut parts = Vec::new();
        if header_is_damaged {
            parts.push(Part::Damaged {
                offset: 0,
                end: start,
                games: 0,
                fault: DamageFault::Header,
            });
        }
        parts.extend(area.parts());
        parts.extend(trailing(footer.as_ref(), bytes.len()));
        Ok(Self {
            path,
            header: stored.shard,
            schema,
            written: stored.games,
            shard,
            parts,
            bytes,
        })
    }

    /// What holds for every game of the file.
    #[must_use]
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// The schema it is written in.
    #[must_use]
    pub fn schema(&self) -> u32 {
        self.schema
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many games were written to it.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Every game that is there undamaged, in order, and every damage where it
    /// lies.
    ///
    /// A game out of a sound block is what the writer checked and wrote, by two
    /// checksums. Games that survive in a damaged block are replayed as well.
    #[must_use]
    pub fn games(&self) -> Games<'_> {
        Games {
            file: self,
            parts: self.parts.iter(),
            ready: VecDeque::new(),
            checker: Checker::new(&self.header, self.schema),
        }
    }
}

impl<'a> IntoIterator for &'a Shard {
    type Item = Result<GameRecord, Damage>;
    type IntoIter = Games<'a>;

    fn into_iter(self) -> Games<'a> {
        self.games()
    }
}

/// The games of a [`Shard`].
pub struct Games<'a> {
    file: &'a Shard,
    parts: std::slice::Iter<'a, Part>,
    ready: VecDeque<Result<GameRecord, Damage>>,
    checker: Checker<'a>,
}

impl Games<'_> {
    fn unpack(&mut self, part: Part) {
        let bytes = &self.file.bytes;
        let (offset, end, games, fault) = match part {
            Part::Block { offset, head } => {
                let payload = head.payload(&bytes[offset..]).unwrap_or_default();
                if let Some(records) = head.unpack(payload, self.file.schema) {
                    if let Some(last) = records.last() {
                        self.checker.pass(last);
                    }
                    self.ready.extend(records.into_iter().map(Ok));
                    return;
                }
                let end = offset + HEAD + payload.len();
                (offset, end, u64::from(head.games), DamageFault::Block)
            }
            Part::Damaged {
                offset,
                end,
                games,
                fault,
            } => (offset, end, games, fault),
        };
        let mut recovered = 0;
        if fault == DamageFault::Block && offset + HEAD < end {
            let payload = &bytes[offset + HEAD..end];
            for record in block::recover(payload, self.file.shard, self.file.schema) {
                if recovered < games && self.checker.check(&record).is_ok() {
                    self.ready.push_back(Ok(record));
                    recovered += 1;
                }
            }
        }
        self.ready.push_back(Err(Damage {
            path: self.file.path.clone(),
            offset: offset as u64,
            fault,
            lost: games - recovered,
        }));
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            let part = *self.parts.next()?;
            self.unpack(part);
        }
        self.ready.pop_front()
    }
}

/// The bytes of a file, or its length if that is beyond reason.
fn read(path: &Path) -> std::io::Result<Result<Vec<u8>, u64>> {
    let length = fs::metadata(path)?.len();
    if length > FILE_LIMIT {
        return Ok(Err(length));
    }
    Ok(Ok(fs::read(path)?))
}

fn trailing(footer: Option<&Footer<'_>>, length: usize) -> Option<Part> {
    footer
        .filter(|footer| footer.end < length)
        .map(|footer| Part::Damaged {
            offset: footer.end,
            end: length,
            games: 0,
            fault: DamageFault::Trailing,
        })
}
