//! The rules a record must follow to stand in a file.

use super::fault::RecordFault;
use super::format::ShardHeader;
use super::game::GameRecord;

/// Checks the records of a file in their order.
pub(super) struct Checker<'a> {
    header: &'a ShardHeader,
    schema: u32,
    /// The lowest index that may come next; `None` after the highest there is.
    lowest: Option<u64>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(header: &'a ShardHeader, schema: u32) -> Self {
        Self {
            header,
            schema,
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
        record.walk(&header.ruleset, |_, _, _| {})?;
        if record.start_position(&header.ruleset)?.to_string() != record.start {
            return Err(RecordFault::Start(
                "it is not written as positions are".to_owned(),
            ));
        }
        if self.schema > 1
            && let Some(ply) = record.moves.iter().position(|mv| !mv.is_detailed())
        {
            return Err(RecordFault::Move {
                ply: ply + 1,
                fault: "its laps were not counted".to_owned(),
            });
        }
        self.pass(record);
        Ok(())
    }
}
