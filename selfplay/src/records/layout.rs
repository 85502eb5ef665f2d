//! Where the blocks of a file lie, damaged or not.
//!
//! A walk from the header to the footer. Where no sound block begins, it looks
//! for the next place where one does: a block's own magic and checksum tell,
//! and the footer's index tells where heads themselves are lost. Every block
//! says how many games come before it, so what lies between is counted.

use super::block::{self, HEAD, Head};
use super::errors::DamageFault;
use super::format::IndexEntry;

/// A part of a file between header and footer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A block that fits its checksums.
    Block {
        /// Its first byte.
        offset: usize,
        head: Head,
    },
    /// Something else.
    Damaged {
        /// Its first byte.
        offset: usize,
        /// The byte after it.
        end: usize,
        /// Games that were in it.
        games: u64,
        fault: DamageFault,
    },
}

/// The bytes between header and footer, and what is known about them.
pub(super) struct Area<'a> {
    /// The whole file.
    pub(super) bytes: &'a [u8],
    /// Where blocks begin.
    pub(super) start: usize,
    /// Where they end: at the footer if there is one, else at the file's end.
    pub(super) end: usize,
    /// What the heads call this file.
    pub(super) shard: u32,
    /// Games in the file.
    pub(super) games: u64,
    /// The footer's index; `None` without a sound footer.
    pub(super) index: Option<&'a [IndexEntry]>,
}

impl Area<'_> {
    /// Every part, in order.
    pub(super) fn parts(&self) -> Vec<Part> {
        let indexed = self.indexed();
        let mut parts = Vec::new();
        let mut offset = self.start;
        // Games accounted for so far.
        let mut games = 0;
        // Without a footer, what follows the last game is what is left of it.
        while offset < self.end && !(self.index.is_none() && games == self.games) {
            let head = Head::read(&self.bytes[offset..self.end], self.shard);
            if let Some(ahead) = head.and_then(|head| head.first.checked_sub(games))
                && ahead > 0
            {
                parts.push(missing(offset, ahead));
                games += ahead;
            }
            let misplaced = head.is_some_and(|head| head.first < games);
            if let Some(head) = head
                && !misplaced
                && let Some(payload) = head.payload(&self.bytes[offset..self.end])
            {
                parts.push(Part::Block { offset, head });
                offset += HEAD + payload.len();
                games = games.saturating_add(u64::from(head.games));
                continue;
            }
            let (end, before_end) = self.boundary(offset, &indexed);
            let lost = if misplaced {
                0
            } else {
                before_end.saturating_sub(games)
            };
            parts.push(Part::Damaged {
                offset,
                end,
                games: lost,
                fault: if misplaced {
                    DamageFault::Misplaced
                } else {
                    DamageFault::Block
                },
            });
            offset = end;
            games += lost;
        }
        if games < self.games {
            parts.push(missing(offset, self.games - games));
        } else if self.index.is_none() && !parts.last().is_some_and(|part| part.ends_at(self.end)) {
            parts.push(Part::Damaged {
                offset,
                end: self.end,
                games: 0,
                fault: DamageFault::Footer,
            });
        }
        parts
    }

    /// Where the index says that blocks begin, and the games before each.
    fn indexed(&self) -> Vec<(usize, u64)> {
        let entries = self.index.unwrap_or_default().iter();
        entries
            .scan(0_u64, |games, entry| {
                let before = *games;
                *games += u64::from(entry.games);
                Some((usize::try_from(entry.offset).ok()?, before))
            })
            .take_while(|&(offset, _)| offset < self.end)
            .collect()
    }

    /// The next place after `offset` where a block begins or the blocks end,
    /// and the games before it.
    fn boundary(&self, offset: usize, indexed: &[(usize, u64)]) -> (usize, u64) {
        let later = indexed.partition_point(|&(at, _)| at <= offset);
        let (end, before) = *indexed.get(later).unwrap_or(&(self.end, self.games));
        block::find_head(self.bytes, offset + 1, end, self.shard)
            .map_or((end, before), |(at, head)| (at, head.first))
    }
}

impl Part {
    /// Whether it is damage that goes on to `end`.
    fn ends_at(&self, end: usize) -> bool {
        matches!(self, Self::Damaged { end: own, .. } if *own == end)
    }
}

fn missing(offset: usize, games: u64) -> Part {
    Part::Damaged {
        offset,
        end: offset,
        games,
        fault: DamageFault::Missing,
    }
}
