//! Looking a file over, and saving what is sound in it.

use std::path::Path;

use super::checker::Checker;
use super::errors::{Damage, RecordsError};
use super::fault::RecordFault;
use super::format::ShardHeader;
use super::game::GameRecord;
use super::reader::Shard;
use super::writer::write_shard_as;

/// What is known of a file after every game in it was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The file's header.
    pub header: ShardHeader,
    /// Games that were written to it.
    pub written: u64,
    /// Games that are sound.
    pub sound: u64,
    /// Every damaged part, in order.
    pub damages: Vec<Damage>,
    /// Games whose bytes are undamaged but that no writer would have let pass,
    /// by index.
    pub refused: Vec<(u64, RecordFault)>,
}

impl Report {
    /// Whether nothing at all is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.damages.is_empty() && self.refused.is_empty()
    }

    /// Games that cannot be used.
    #[must_use]
    pub fn lost(&self) -> u64 {
        let damaged: u64 = self.damages.iter().map(|damage| damage.lost).sum();
        damaged.saturating_add(self.refused.len() as u64)
    }
}

/// Reads a file to its end and replays every game.
///
/// # Errors
/// [`RecordsError`] if nothing of it can be used.
pub fn check(path: &Path) -> Result<Report, RecordsError> {
    Ok(inspect(&Shard::open(path)?).0)
}

/// Writes every sound game of a file to a new sound file of the same schema, and
/// says what was lost. The old file stays as it is.
///
/// # Errors
/// [`RecordsError`] if nothing of it can be used, if `to` exists, or if it
/// cannot be written.
pub fn salvage(from: &Path, to: &Path) -> Result<Report, RecordsError> {
    if to.exists() {
        return Err(RecordsError::Exists {
            path: to.to_owned(),
        });
    }
    let shard = Shard::open(from)?;
    let (report, records) = inspect(&shard);
    write_shard_as(shard.schema(), to, shard.header(), &records)?;
    Ok(report)
}

fn inspect(shard: &Shard) -> (Report, Vec<GameRecord>) {
    let mut checker = Checker::new(shard.header(), shard.schema());
    let mut records = Vec::new();
    let mut damages = Vec::new();
    let mut refused = Vec::new();
    for game in shard {
        match game {
            Ok(record) => match checker.check(&record) {
                Ok(()) => records.push(record),
                Err(fault) => refused.push((record.index, fault)),
            },
            Err(damage) => damages.push(damage),
        }
    }
    let report = Report {
        header: shard.header().clone(),
        written: shard.written(),
        sound: records.len() as u64,
        damages,
        refused,
    };
    (report, records)
}
