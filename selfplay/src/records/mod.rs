//! Games on disk: what is kept of a game, and the files that keep it.

mod game;

pub use game::{GameRecord, MoveRecord, RecordFault, SearchedMove, pack, unpack};
