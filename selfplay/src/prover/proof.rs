//! A proof that one player wins, and its file.
//!
//! One winning move for every position in which the winner moves. The positions
//! are not written: who replays the proof in its order comes to them (docs/FORMATS.md,
//! "Proof files"). Layout (little endian): 8 bytes of magic, `u32` version, `u32`
//! header length, the header (JSON), one byte for each move, 32 bytes of SHA-256
//! over all before.

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_engine::{Move, Outcome, Position, Ruleset, Side};
use bingwa_models::sealed::{Seal, SealFault};
use bingwa_models::whole_file;
use serde::{Deserialize, Serialize};

const VERSION: u32 = 1;
const SEAL: Seal = Seal {
    magic: *b"BINGWAPF",
    version: VERSION,
};

/// The claim that a player wins from a position, with the moves that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The rules.
    pub rules: Ruleset,
    /// The position won.
    pub root: Position,
    /// Who wins it.
    pub winner: Side,
    /// A move for each position of the winner, in the order in which
    /// [`check`](super::check) walks.
    pub moves: Vec<Move>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    ruleset: Ruleset,
    root: String,
    winner: String,
    moves: usize,
}

impl Proof {
    /// The winner's first move, if it is its turn.
    #[must_use]
    pub fn first_move(&self) -> Option<Move> {
        let first = self.moves.first().copied();
        first.filter(|_| self.root.mover() == self.winner)
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            ruleset: self.rules,
            root: self.root.to_string(),
            winner: self.winner.letter().to_string(),
            moves: self.moves.len(),
        };
        // Plain data into memory has no way to fail.
        let header = serde_json::to_vec(&header).unwrap_or_default();
        let moves: Vec<u8> = self.moves.iter().map(|mv| mv.index()).collect();
        SEAL.close(&header, &[&moves])
    }

    /// Reads the bytes of a file. Whether the proof holds is not looked at.
    ///
    /// # Errors
    /// [`ProofFault`], the first thing that is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ProofFault> {
        let (header, moves) = SEAL.open(bytes)?;
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| ProofFault::Header(error.to_string()))?;
        let root: Position = header
            .root
            .parse()
            .map_err(|error| ProofFault::Header(format!("root: {error}")))?;
        root.check(&header.ruleset)
            .map_err(|error| ProofFault::Header(format!("root: {error}")))?;
        let Some(Outcome::Win(winner)) = Outcome::from_text(&header.winner) else {
            let winner = header.winner;
            return Err(ProofFault::Header(format!(
                "winner: it is S or N, not `{winner}`"
            )));
        };
        let moves = moves
            .iter()
            .map(|&index| Move::from_index(index).ok_or(ProofFault::Move(index)))
            .collect::<Result<Vec<_>, _>>()?;
        if moves.len() != header.moves {
            return Err(ProofFault::Truncated);
        }
        Ok(Self {
            rules: header.ruleset,
            root,
            winner,
            moves,
        })
    }

    /// Writes the file whole.
    ///
    /// # Errors
    /// [`ProofFileError::Io`] with the path.
    pub fn save(&self, path: &Path) -> Result<(), ProofFileError> {
        whole_file::write(path, &self.to_bytes()).map_err(|source| ProofFileError::Io {
            path: path.to_owned(),
            source,
        })
    }

    /// Reads a file. Whether the proof holds, [`check`](super::check) says.
    ///
    /// # Errors
    /// [`ProofFileError`] says what is wrong with which file.
    pub fn load(path: &Path) -> Result<Self, ProofFileError> {
        let bytes = fs::read(path).map_err(|source| ProofFileError::Io {
            path: path.to_owned(),
            source,
        })?;
        Self::from_bytes(&bytes).map_err(|fault| ProofFileError::Damaged {
            path: path.to_owned(),
            fault,
        })
    }
}

/// A proof file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ProofFileError {
    /// The file system says no.
    #[error("proof file {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The content is not a sound proof file.
    #[error("proof file {}: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: ProofFault,
    },
}

impl From<SealFault> for ProofFault {
    fn from(fault: SealFault) -> Self {
        match fault {
            SealFault::Magic => Self::NotAProof,
            SealFault::Version(version) => Self::Version(version),
            SealFault::Truncated => Self::Truncated,
            SealFault::Checksum => Self::Checksum,
        }
    }
}

/// What is wrong with the bytes of a proof file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofFault {
    /// It begins otherwise.
    #[error("this is no proof file: those begin with BINGWAPF")]
    NotAProof,
    /// Another version.
    #[error("proof files of version {0} are not known here, only version {VERSION}")]
    Version(u32),
    /// Too short or too long.
    #[error("the file has not the length that its header says: copy it again")]
    Truncated,
    /// Bytes have changed.
    #[error("the checksum does not fit: the file was damaged or changed")]
    Checksum,
    /// The header says something that cannot be.
    #[error("the header does not fit: {0}")]
    Header(String),
    /// A byte that is no move.
    #[error("{0} is no move: action indices are 0 to 63")]
    Move(u8),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> Proof {
        Proof {
            rules: Ruleset::MALAWI,
            root: Position::start(&Ruleset::MALAWI),
            winner: Side::North,
            moves: (0..64).filter_map(Move::from_index).collect(),
        }
    }

    #[test]
    fn the_file_brings_back_what_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/folder/a.proof");
        proof().save(&path).unwrap();
        assert_eq!(Proof::load(&path).unwrap(), proof());
    }

    #[test]
    fn every_changed_byte_and_every_length_is_refused() {
        let good = proof().to_bytes();
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            assert!(Proof::from_bytes(&bytes).is_err(), "byte {at}");
            assert!(Proof::from_bytes(&good[..at]).is_err(), "length {at}");
        }
        let longer: Vec<u8> = good.iter().copied().chain([0]).collect();
        assert_eq!(Proof::from_bytes(&longer), Err(ProofFault::Checksum));
    }

    /// Changes the text of the header, and makes lengths and checksum fit again.
    fn with_header(change: impl Fn(String) -> String, moves: &[u8]) -> Vec<u8> {
        let bytes = proof().to_bytes();
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let header = change(String::from_utf8(bytes[16..16 + length].to_vec()).unwrap());
        SEAL.close(header.as_bytes(), &[moves])
    }

    #[test]
    fn a_header_that_cannot_be_is_named() {
        let moves: Vec<u8> = (0..64).collect();
        let fault = |from: &str, to: &str| {
            let bytes = with_header(|header| header.replace(from, to), &moves);
            Proof::from_bytes(&bytes).unwrap_err().to_string()
        };
        assert!(fault("\"winner\":\"N\"", "\"winner\":\"draw\"").contains("S or N"));
        assert!(fault("N\",\"moves", "N\",\"move").contains("move"));
        assert!(fault("S 20,20", "S 20").contains("root: the hands field"));
        assert!(fault("\"hand\":20", "\"hand\":99").contains("hand"));
        assert_eq!(fault(":64", ":63"), ProofFault::Truncated.to_string());
        let bytes = with_header(|header| header, &[64; 64]);
        assert_eq!(Proof::from_bytes(&bytes), Err(ProofFault::Move(64)));
    }
}
