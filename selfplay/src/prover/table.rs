//! The memory of the search: a fixed number of positions, least work thrown out.
//!
//! Two words a position, four positions in a cache line. The product of the
//! 64-bit key with the number of lines tells the line, the low 48 bits of the key
//! are kept: two positions are taken for one only if all bits of their keys are
//! equal (where there are 65,536 lines or more). Even that makes no false proof:
//! every proof is played out with the engine.

use bingwa_engine::Move;

use super::ProveError;
use super::numbers::Numbers;

const WAYS: usize = 4;
const LINE_WORDS: usize = 2 * WAYS;
const LINE_BYTES: usize = 8 * LINE_WORDS;

/// The bits of a key that are kept.
const CHECK: u64 = (1 << 48) - 1;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    /// The move by which the mover reached its goal, if it has.
    pub(super) best: Option<Move>,
    /// Positions expanded for it, roughly.
    pub(super) work: u64,
}

/// The table. An entry is the word phi | delta << 32, then the word check |
/// work << 48 | best << 56: work by its logarithm, 0 where nothing is; best by
/// action index, 255 for none.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<u64>,
    /// Words before the first that begins a cache line.
    skipped: usize,
    lines: usize,
}

impl Table {
    /// A table of at most so many bytes, of one line at least.
    pub(super) fn new(bytes: usize) -> Result<Self, ProveError> {
        let lines = (bytes / LINE_BYTES).max(1);
        let words = (lines + 1) * LINE_WORDS;
        // Zeroed memory can only be had or the program ends: ask first.
        Vec::<u64>::new()
            .try_reserve_exact(words)
            .map_err(|_| ProveError::Memory(bytes))?;
        let words = vec![0; words];
        // A place that cannot be aligned is only slower.
        let skipped = words.as_ptr().align_offset(LINE_BYTES).min(LINE_WORDS);
        Ok(Self {
            words,
            skipped,
            lines,
        })
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let line = self.line(key);
        let at = (0..WAYS).find(|way| is(self.words[line + 2 * way + 1], key))?;
        let [numbers, rest] = [self.words[line + 2 * at], self.words[line + 2 * at + 1]];
        Some(Known {
            numbers: Numbers {
                phi: numbers as u32,
                delta: (numbers >> 32) as u32,
            },
            best: Move::from_index((rest >> 56) as u8),
            work: from_logarithm((rest >> 48) as u8),
        })
    }

    /// Keeps what is known about a position, in the place of what is known about
    /// it already, else of that which took least work.
    pub(super) fn put(&mut self, key: u64, known: &Known) {
        let line = self.line(key);
        let rest = |way: usize| self.words[line + 2 * way + 1];
        let way = (0..WAYS)
            .find(|&way| is(rest(way), key))
            .or_else(|| (0..WAYS).min_by_key(|&way| rest(way) >> 48 & 0xff))
            .unwrap_or(0);
        let Numbers { phi, delta } = known.numbers;
        let best = known.best.map_or(u8::MAX, Move::index);
        self.words[line + 2 * way] = u64::from(phi) | u64::from(delta) << 32;
        self.words[line + 2 * way + 1] =
            key & CHECK | u64::from(logarithm(known.work)) << 48 | u64::from(best) << 56;
    }

    /// The first word of a key's line.
    fn line(&self, key: u64) -> usize {
        let line = ((u128::from(key) * self.lines as u128) >> 64) as usize;
        self.skipped + line * LINE_WORDS
    }
}

/// Whether an entry is that of a key.
const fn is(rest: u64, key: u64) -> bool {
    (rest ^ key) & CHECK == 0 && rest >> 48 & 0xff != 0
}

/// Work in a byte: the place of its highest bit and the three bits below that.
/// Never 0.
fn logarithm(work: u64) -> u8 {
    let work = work.max(1);
    let high = work.ilog2();
    let below = if high >= 3 {
        work >> (high - 3)
    } else {
        work << (3 - high)
    } & 7;
    // 2^31 expansions or more are all the same.
    (high << 3 | below as u32).min(254) as u8 + 1
}

/// The work that a byte stands for, rounded down.
fn from_logarithm(byte: u8) -> u64 {
    let byte = byte.saturating_sub(1);
    let mantissa = u64::from(8 + (byte & 7));
    match byte >> 3 {
        high @ 3.. => mantissa << (high - 3),
        high => mantissa >> (3 - high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(phi: u32, work: u64) -> Known {
        Known {
            numbers: Numbers { phi, delta: 7 },
            best: Move::from_index(13),
            work,
        }
    }

    #[test]
    fn what_was_put_is_got_and_replaced() {
        let mut table = Table::new(1 << 16).unwrap();
        assert_eq!(table.get(5), None);
        table.put(5, &known(3, 16));
        assert_eq!(table.get(5), Some(known(3, 16)));
        assert_eq!(table.get(6), None);
        table.put(5, &known(4, 1));
        assert_eq!(table.get(5), Some(known(4, 1)));
        let nothing = Known {
            best: None,
            ..known(9, 2)
        };
        table.put(u64::MAX, &nothing);
        assert_eq!(table.get(u64::MAX), Some(nothing));
    }

    #[test]
    fn lines_begin_where_cache_lines_do() {
        let table = Table::new(1 << 12).unwrap();
        assert_eq!(table.lines, 64);
        assert!(table.words[table.skipped..].as_ptr().align_offset(64) == 0);
        assert!(table.line(u64::MAX) + LINE_WORDS <= table.words.len());
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(matches!(
            Table::new(usize::MAX),
            Err(ProveError::Memory(usize::MAX))
        ));
    }

    #[test]
    fn the_least_work_makes_room() {
        let mut table = Table::new(0).unwrap();
        for key in 1..=4 {
            table.put(key, &known(1, 10 * key));
        }
        table.put(9, &known(1, 1));
        assert_eq!(table.get(1), None);
        table.put(10, &known(1, 1000));
        assert_eq!(table.get(9), None);
        assert!([2, 3, 4, 10].iter().all(|&key| table.get(key).is_some()));
    }

    #[test]
    fn work_keeps_its_order_in_a_byte() {
        let mut last = 0;
        for work in (0..31).map(|bit| 1_u64 << bit) {
            for work in [work, work + work / 2] {
                let byte = logarithm(work);
                assert!(byte >= last && byte > 0, "{work}");
                let back = from_logarithm(byte);
                assert!(back <= work && back >= work / 8 * 7, "{work} {back}");
                last = byte;
            }
        }
        assert_eq!(logarithm(u64::MAX), 255);
        assert_eq!(logarithm(0), 1);
    }
}
