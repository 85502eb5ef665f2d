//! Games on disk: what is kept of a game, and the files that keep it.
//!
//! [`write_shard`] checks some hundred [`GameRecord`]s and writes them as one
//! file, whole or not at all. [`Shard::open`] reads it back: what is damaged is
//! named and counted, everything else comes. [`read_folder`] reads all files of
//! a folder; [`check`] and [`salvage`] look after single ones. The bytes are in
//! `docs/FORMATS.md`.

mod block;
mod checker;
mod codec;
mod errors;
mod export;
mod fault;
mod folder;
mod format;
mod game;
mod layout;
mod lock;
mod npz;
mod proof;
mod reader;
mod replaying;
mod salvage;
mod schema1;
mod schema2;
mod stats;
mod writer;

pub use errors::{Damage, DamageFault, RecordsError};
pub use export::to_json;
pub use fault::{GameFault, RecordFault};
pub use folder::{FolderGames, Tally, read_folder, shard_paths};
pub use format::{
    EXTENSION, FILE_LIMIT, OLDEST_SCHEMA, SCHEMA, ShardHeader, parse_shard_name, shard_name,
};
pub use game::{GameRecord, MoveRecord, SearchedMove, pack, unpack};
pub use lock::FolderLock;
pub use npz::Arrays;
pub use proof::Proof;
pub use reader::{Games, Shard};
pub use salvage::{Report, check, salvage};
pub use stats::{Collector, Stats};
pub use writer::{shard_size, write_shard};
