//! The examples of one generation in memory: flat, decoded once, a few dozen
//! bytes an evaluation, because a window holds millions.

use std::sync::OnceLock;

use bingwa_engine::{Ruleset, Side};
use bingwa_models::features::Rows;
use bingwa_selfplay::records::{GameRecord, RecordFault};
use bingwa_selfplay::seeds::{Purpose, stream};
use rand::RngExt;
use rayon::prelude::*;

use crate::config::TrainConfig;
use crate::surprise::times;
use crate::targets::{Example, Reply, examples, replies};

/// The examples of some games, split into those to train on and those that
/// judge the training.
///
/// An *evaluation* is one position the network looks at. Those of an example
/// lie together: the position, then its children.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// Active rows of all evaluations, one after the other.
    rows: Vec<u16>,
    /// How many rows each evaluation has.
    lengths: Vec<u8>,
    /// Value target of each evaluation, 0 to 1.
    values: Vec<f32>,
    /// Policy share of each child, 0 to 1; a position has 0.
    shares: Vec<f32>,
    /// Whether the value target counts.
    valued: Vec<bool>,
    /// What the other player may answer, one position after the other.
    replies: Vec<Reply>,
    train: Vec<Entry>,
    /// Which of `train` are shown each time through the window.
    samples: Vec<u32>,
    validation: Vec<Entry>,
    games: u64,
    /// Taken once, when first asked for after a change.
    checksum: OnceLock<u32>,
}

/// Where an example lies, and what is to be known of it as a whole.
#[derive(Clone, Copy, Debug)]
struct Entry {
    first_row: usize,
    first_evaluation: usize,
    children: u16,
    first_reply: usize,
    replies: u8,
    mass: f32,
    result: f32,
    mirrorable: bool,
    namua: bool,
    mover: Side,
    moves_left: f32,
    margin: f32,
}

/// One example as it lies in memory.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Rows of the position and its children, one after the other.
    pub rows: &'a [u16],
    /// How many rows each has; the position comes first.
    pub lengths: &'a [u8],
    /// Value target of each, 0 to 1, for its own mover.
    pub values: &'a [f32],
    /// Whether that value target counts.
    pub valued: &'a [bool],
    /// Policy share of each; the children's sum to 1, the position's is 0.
    pub shares: &'a [f32],
    /// What the other player may answer.
    pub replies: &'a [Reply],
    /// Weight of the policy loss, 0 to 1.
    pub mass: f32,
    /// Result of the game for the mover: 0, ½ or 1.
    pub result: f32,
    /// Whether left and right may be exchanged.
    pub mirrorable: bool,
    /// Whether seeds are in hand.
    pub namua: bool,
    /// The player to move.
    pub mover: Side,
    /// Moves to the end of the game, in units of 64 moves.
    pub moves_left: f32,
    /// The mover's lead in seeds at the end, in units of 64 seeds.
    pub margin: f32,
}

/// Which side of the split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Games to learn from.
    Train,
    /// Games kept aside.
    Validation,
}

/// A game that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {index} of generation {generation}: {fault}")]
pub struct GameFault {
    /// Generation of the game.
    pub generation: u32,
    /// Number of the game in its generation.
    pub index: u64,
    /// What is wrong with it.
    pub fault: RecordFault,
}

impl Examples {
    /// Decodes games, on all cores; the result depends on their order alone.
    ///
    /// Games that do not replay are left out and named in the second part: how
    /// many are too many is the caller's business. `seed` is the run's; it
    /// decides which games judge, the same ones every time.
    #[must_use]
    pub fn of_games(
        games: &[GameRecord],
        rules: &Ruleset,
        config: &TrainConfig,
        seed: u64,
    ) -> (Self, Vec<GameFault>) {
        // Large enough to be worth a task, small enough for all cores.
        const CHUNK: usize = 64;
        let parts: Vec<(Self, Vec<GameFault>)> = games
            .par_chunks(CHUNK)
            .map(|games| {
                let mut part = Self::default();
                let faults = games
                    .iter()
                    .filter_map(|game| part.add(game, rules, config, seed).err())
                    .collect();
                (part, faults)
            })
            .collect();
        let mut all = Self::default();
        let mut faults = Vec::new();
        for (part, more) in parts {
            all.append(part);
            faults.extend(more);
        }
        (all, faults)
    }

    /// Decodes one game.
    ///
    /// # Errors
    /// [`GameFault`] if it does not replay; nothing is added then.
    pub fn add(
        &mut self,
        game: &GameRecord,
        rules: &Ruleset,
        config: &TrainConfig,
        seed: u64,
    ) -> Result<(), GameFault> {
        // Steps count from 0 in the same streams: games from the other end.
        let index = u64::MAX - game.index;
        let mut random = stream(seed, Purpose::Training, game.generation, index);
        // Drawn for each game on its own, so that a game stays on its side
        // whatever else is in the window.
        let split = if random.random::<f64>() < config.validation_share {
            Split::Validation
        } else {
            Split::Train
        };
        let search_value_weight = config.search_value_weight as f32;
        let first = self.train.len() as u32;
        let mut next = 0;
        examples(game, rules, search_value_weight, |example| {
            next += 1;
            let replies = match game.moves.get(next) {
                Some(searched) if config.reply_weight > 0.0 => replies(searched),
                _ => Vec::new(),
            };
            self.push(&example, &replies, split);
        })
        .map_err(|fault| GameFault {
            generation: game.generation,
            index: game.index,
            fault,
        })?;
        if split == Split::Train {
            let times = times(&game.moves, config.surprise_weight as f32, &mut random);
            for (entry, times) in (first..).zip(times) {
                self.samples.extend((0..times).map(|_| entry));
            }
        }
        self.games += 1;
        Ok(())
    }

    /// Training positions that are shown each time through the window, those
    /// that come several times counted so.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// One of [`samples`](Self::samples), or `None` past the end.
    #[must_use]
    pub fn sample(&self, index: usize) -> Option<View<'_>> {
        self.get(Split::Train, *self.samples.get(index)? as usize)
    }

    /// Positions on one side of the split.
    #[must_use]
    pub fn len(&self, split: Split) -> usize {
        self.entries(split).len()
    }

    /// Whether one side of the split has none.
    #[must_use]
    pub fn is_empty(&self, split: Split) -> bool {
        self.entries(split).is_empty()
    }

    /// Games on both sides of the split.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Memory held, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u16>()
            + self.lengths.capacity()
            + (self.values.capacity() + self.shares.capacity()) * size_of::<f32>()
            + self.valued.capacity()
            + self.replies.capacity() * size_of::<Reply>()
            + self.samples.capacity() * size_of::<u32>()
            + (self.train.capacity() + self.validation.capacity()) * size_of::<Entry>()
    }

    /// A checksum of everything a batch can be made of.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        /// Numbers turned into bytes together.
        const RUN: usize = 4096;
        *self.checksum.get_or_init(|| {
            let mut hash = crc32fast::Hasher::new();
            hash.update(&self.lengths);
            let mut bytes = Vec::with_capacity(4 * RUN);
            for rows in self.rows.chunks(RUN) {
                bytes.clear();
                bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
                hash.update(&bytes);
            }
            for numbers in self.values.chunks(RUN).chain(self.shares.chunks(RUN)) {
                bytes.clear();
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                hash.update(&bytes);
            }
            for reply in &self.replies {
                hash.update(&[reply.action]);
                hash.update(&reply.share.to_le_bytes());
            }
            for sample in &self.samples {
                hash.update(&sample.to_le_bytes());
            }
            for entry in &self.train {
                hash.update(&(entry.first_evaluation as u64).to_le_bytes());
                for number in [entry.mass, entry.moves_left, entry.margin] {
                    hash.update(&number.to_le_bytes());
                }
            }
            hash.finalize()
        })
    }

    /// One example, or `None` past the end.
    #[must_use]
    pub fn get(&self, split: Split, index: usize) -> Option<View<'_>> {
        let entry = self.entries(split).get(index)?;
        let evaluations =
            entry.first_evaluation..entry.first_evaluation + 1 + usize::from(entry.children);
        let lengths = self.lengths.get(evaluations.clone())?;
        let rows: usize = lengths.iter().map(|&length| usize::from(length)).sum();
        Some(View {
            rows: self.rows.get(entry.first_row..entry.first_row + rows)?,
            lengths,
            values: self.values.get(evaluations.clone())?,
            valued: self.valued.get(evaluations.clone())?,
            shares: self.shares.get(evaluations)?,
            replies: self
                .replies
                .get(entry.first_reply..entry.first_reply + usize::from(entry.replies))?,
            mass: entry.mass,
            result: entry.result,
            mirrorable: entry.mirrorable,
            namua: entry.namua,
            mover: entry.mover,
            moves_left: entry.moves_left,
            margin: entry.margin,
        })
    }

    fn entries(&self, split: Split) -> &[Entry] {
        match split {
            Split::Train => &self.train,
            Split::Validation => &self.validation,
        }
    }

    fn push(&mut self, example: &Example, replies: &[Reply], split: Split) {
        self.checksum.take();
        let entry = Entry {
            first_row: self.rows.len(),
            first_evaluation: self.lengths.len(),
            // A position has at most 64 moves.
            children: example.children.len() as u16,
            first_reply: self.replies.len(),
            replies: replies.len() as u8,
            mass: example.mass,
            result: example.result,
            mirrorable: example.mirrorable,
            namua: example.namua,
            mover: example.mover,
            moves_left: example.moves_left,
            margin: example.margin,
        };
        self.replies.extend_from_slice(replies);
        self.push_evaluation(&example.rows, Some(example.value), 0.0);
        for child in &example.children {
            self.push_evaluation(&child.rows, child.value, child.share);
        }
        match split {
            Split::Train => self.train.push(entry),
            Split::Validation => self.validation.push(entry),
        }
    }

    fn push_evaluation(&mut self, rows: &Rows, value: Option<f32>, share: f32) {
        self.rows.extend_from_slice(rows);
        self.lengths.push(rows.len() as u8);
        self.values.push(value.unwrap_or(0.0));
        self.valued.push(value.is_some());
        self.shares.push(share);
    }

    /// Puts the examples of `more` behind these.
    fn append(&mut self, more: Self) {
        self.checksum.take();
        let (rows, evaluations) = (self.rows.len(), self.lengths.len());
        let (replies, entries) = (self.replies.len(), self.train.len() as u32);
        let moved = |entry: Entry| Entry {
            first_row: entry.first_row + rows,
            first_evaluation: entry.first_evaluation + evaluations,
            first_reply: entry.first_reply + replies,
            ..entry
        };
        self.rows.extend(more.rows);
        self.lengths.extend(more.lengths);
        self.values.extend(more.values);
        self.valued.extend(more.valued);
        self.shares.extend(more.shares);
        self.replies.extend(more.replies);
        self.samples
            .extend(more.samples.into_iter().map(|entry| entry + entries));
        self.train.extend(more.train.into_iter().map(moved));
        self.validation
            .extend(more.validation.into_iter().map(moved));
        self.games += more.games;
    }
}
