//! What can be wrong with game files.

use std::fmt;
use std::io;
use std::path::PathBuf;

use bingwa_engine::RulesetError;

use super::fault::RecordFault;
use super::format::{FILE_LIMIT, OLDEST_SCHEMA, SCHEMA};

/// A file of games that cannot be written or read, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// The file system says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was said.
        source: io::Error,
    },
    /// The file has no bytes.
    #[error("{}: the file is empty: its games are lost, delete it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Other magic.
    #[error("{}: this is no Bingwa game file (one begins with `BINGWAGM`)", path.display())]
    NotGames {
        /// The file.
        path: PathBuf,
    },
    /// A format that this program does not know.
    #[error("{}: schema {found}, this program reads {OLDEST_SCHEMA} to {SCHEMA}: use a newer one", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// The schema it has.
        found: u32,
    },
    /// Neither the header nor its copy in the footer can be used.
    #[error("{}: the header cannot be used ({fault}): no game of the file can be read", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
    /// The switches of the header do not go together.
    #[error("{}: {source}", path.display())]
    Ruleset {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        source: RulesetError,
    },
    /// Games of other rules than asked for.
    #[error("{}: games of {found}, not {wanted}", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The rule set of the file, as text.
        found: String,
        /// The rule set asked for, as text.
        wanted: String,
    },
    /// Longer than any sound file.
    #[error("{}: {bytes} bytes, at most {FILE_LIMIT} are read and written", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// A record that the writer refuses.
    #[error("{}: not written: game {index}: {fault}", path.display())]
    Refused {
        /// The file that was to be written.
        path: PathBuf,
        /// Index of the game.
        index: u64,
        /// What is wrong with it, with the number of the move.
        fault: RecordFault,
    },
    /// Records that cannot be turned into bytes.
    #[error("{}: not written: {fault}", path.display())]
    Encode {
        /// The file that was to be written.
        path: PathBuf,
        /// What was said.
        fault: String,
    },
    /// A file that must not be overwritten.
    #[error("{}: exists already: choose another name", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process plays into the folder.
    #[error(
        "{}: in use by process {owner}, which plays into it: wait for it, or choose another folder",
        path.display()
    )]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The process, as it has written itself down.
        owner: String,
    },
    /// Games that another file of the folder holds too; they come once.
    #[error("{}: {games} games were in an earlier file already and are left out", path.display())]
    Repeated {
        /// The later file.
        path: PathBuf,
        /// How many.
        games: u64,
    },
    /// Part of a file is damaged.
    #[error(transparent)]
    Damage(#[from] Damage),
}

/// A part of a file that cannot be believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: byte {offset}: {fault}: {}", path.display(), Lost(*lost))]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// First byte of the part.
    pub offset: u64,
    /// What is wrong.
    pub fault: DamageFault,
    /// Games that are lost by it.
    pub lost: u64,
}

/// What is wrong with a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DamageFault {
    /// The header; its copy in the footer serves.
    #[error("the header is damaged, its copy in the footer was used")]
    Header,
    /// A block, or what should be one.
    #[error("a block of games is damaged")]
    Block,
    /// Blocks that are not there.
    #[error("blocks of games are missing")]
    Missing,
    /// A block that was there before.
    #[error("a block of games is repeated or out of place and was left out")]
    Misplaced,
    /// The footer.
    #[error("the footer is damaged or missing")]
    Footer,
    /// Bytes that belong to nothing.
    #[error("bytes follow after the end")]
    Trailing,
}

struct Lost(u64);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("no game is lost"),
            1 => f.write_str("1 game is lost"),
            games => write!(f, "{games} games are lost"),
        }
    }
}
