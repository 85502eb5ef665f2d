//! The rules a record must follow to stand in a file.

use bingwa_engine::Position;

use super::format::ShardHeader;
use super::game::{GameRecord, RecordFault};

/// Checks the records of a file in their order.
pub(super) struct Checker<'a> {
    header: &'a ShardHeader,
    /// The lowest index that may come next; `None` after the highest there is.
    lowest: Option<u64>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(header: &'a ShardHeader) -> Self {
        Self {
            header,
            lowest: Some(header.first_index),
        }
    }

    /// Lets a record pass that needs no check.
    pub(super) fn pass(&mut self, record: &GameRecord) {
        self.lowest = record.index.checked_add(1);
    }

    /// Checks the next record: its place in the file, and by replaying it.
    ///
    /// # Errors
    /// The first [`RecordFault`]; the record then counts as not there.
    pub(super) fn check(&mut self, record: &GameRecord) -> Result<(), RecordFault> {
        let header = self.header;
        if record.generation != header.generation {
            return Err(RecordFault::Place(format!(
                "generation {} in a file of generation {}",
                record.generation, header.generation
            )));
        }
        match self.lowest {
            Some(lowest) if record.index >= lowest => {}
            Some(lowest) => {
                return Err(RecordFault::Place(format!(
                    "indices ascend, the next one is at least {lowest}"
                )));
            }
            None => {
                return Err(RecordFault::Place(format!(
                    "indices ascend, none is above {}",
                    u64::MAX
                )));
            }
        }
        let (positions, _) = record.replay(&header.ruleset)?;
        let plain = positions.first().map(Position::to_string);
        if plain.as_ref() != Some(&record.start) {
            return Err(RecordFault::Start(
                "it is not written as positions are".to_owned(),
            ));
        }
        self.pass(record);
        Ok(())
    }
}
