//! The envelope of files that must be whole: models, checkpoints, proofs.
//!
//! Layout (little endian): 8 bytes of magic, `u32` format version, `u32` header
//! length, the header, the body, 32 bytes of SHA-256 over all before. What header
//! and body are is each kind's own business.

use sha2::{Digest, Sha256};

/// Bytes of the checksum at the end.
pub(crate) const HASH: usize = 32;
/// Where the header begins.
const HEADER: usize = 16;
/// Headers are a few hundred bytes; a longer one is damage.
pub const HEADER_LIMIT: usize = 1 << 16;

/// A kind of sealed file.
#[derive(Clone, Copy, Debug)]
pub struct Seal {
    /// What every file of the kind begins with.
    pub magic: [u8; 8],
    /// The only format version that is read.
    pub version: u32,
}

/// Why bytes are no sound file of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealFault {
    /// Other magic.
    Magic,
    /// Another format version.
    Version(u32),
    /// Too short, or a length that does not fit.
    Truncated,
    /// The checksum does not match.
    Checksum,
}

impl Seal {
    /// The bytes of a file.
    #[must_use]
    pub fn close(&self, header: &[u8], body: &[&[u8]]) -> Vec<u8> {
        let length: usize = body.iter().map(|part| part.len()).sum();
        let mut bytes = Vec::with_capacity(HEADER + header.len() + length + HASH);
        bytes.extend_from_slice(&self.magic);
        bytes.extend_from_slice(&self.version.to_le_bytes());
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(header);
        for part in body {
            bytes.extend_from_slice(part);
        }
        let hash = Sha256::digest(&bytes);
        bytes.extend_from_slice(&hash);
        bytes
    }

    /// Checks the bytes of a file; gives its header and body.
    ///
    /// # Errors
    /// [`SealFault`], the first thing that is wrong.
    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), SealFault> {
        if bytes.get(..8) != Some(&self.magic) {
            return Err(SealFault::Magic);
        }
        let word = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
        };
        match word(8) {
            Some(found) if found == self.version => {}
            Some(other) => return Err(SealFault::Version(other)),
            None => return Err(SealFault::Truncated),
        }
        let header = word(12).ok_or(SealFault::Truncated)? as usize;
        let end = bytes
            .len()
            .checked_sub(HASH)
            .filter(|&end| header <= HEADER_LIMIT && end >= HEADER + header)
            .ok_or(SealFault::Truncated)?;
        let (content, hash) = bytes.split_at(end);
        if Sha256::digest(content)[..] != *hash {
            return Err(SealFault::Checksum);
        }
        Ok(content[HEADER..].split_at(header))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: Seal = Seal {
        magic: *b"SOMEFILE",
        version: 3,
    };

    #[test]
    fn what_was_closed_opens_and_nothing_else_does() {
        let good = SEAL.close(b"header", &[b"bo", b"dy"]);
        assert_eq!(SEAL.open(&good), Ok((&b"header"[..], &b"body"[..])));
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            assert!(SEAL.open(&bytes).is_err(), "byte {at}");
            assert!(SEAL.open(&good[..at]).is_err(), "length {at}");
        }
        let older = Seal { version: 2, ..SEAL };
        assert_eq!(older.open(&good), Err(SealFault::Version(3)));
        let other = Seal {
            magic: *b"OTHERONE",
            ..SEAL
        };
        assert_eq!(other.open(&good), Err(SealFault::Magic));
    }
}
