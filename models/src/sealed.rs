//! What all model files have in common: magic, version, header, body, checksum.
//!
//! Layout (little endian): 8 bytes of magic, `u32` format version, `u32` header
//! length, the header (bincode), the body, 32 bytes of SHA-256 over all before.

use std::fs;
use std::path::Path;

use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::file::{ModelError, ModelFault};
use crate::whole_file;

/// Bytes of the checksum at the end.
pub(crate) const HASH: usize = 32;
/// Headers are a few hundred bytes; a longer one is damage.
const HEADER_LIMIT: usize = 1 << 16;

/// The bytes of a file.
pub(crate) fn seal(magic: [u8; 8], version: u32, header: &impl Serialize, body: &[u8]) -> Vec<u8> {
    // Encoding plain data into memory has no way to fail.
    let header =
        bincode::serde::encode_to_vec(header, bincode::config::standard()).unwrap_or_default();
    let mut bytes = Vec::with_capacity(16 + header.len() + body.len() + HASH);
    bytes.extend_from_slice(&magic);
    bytes.extend_from_slice(&version.to_le_bytes());
    bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(body);
    let hash = Sha256::digest(&bytes);
    bytes.extend_from_slice(&hash);
    bytes
}

/// Checks the bytes of a file; gives its header and body.
pub(crate) fn open<H: DeserializeOwned>(
    bytes: &[u8],
    magic: [u8; 8],
    version: u32,
) -> Result<(H, &[u8]), ModelFault> {
    if bytes.get(..8) != Some(&magic) {
        return Err(ModelFault::NotAModel);
    }
    let word = |at: usize| -> Option<u32> {
        Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
    };
    match word(8) {
        Some(found) if found == version => {}
        Some(other) => return Err(ModelFault::Version(other)),
        None => return Err(ModelFault::Truncated),
    }
    let header_length = word(12).ok_or(ModelFault::Truncated)? as usize;
    let body = bytes
        .len()
        .checked_sub(HASH)
        .filter(|&body| header_length <= HEADER_LIMIT && body >= 16 + header_length)
        .ok_or(ModelFault::Truncated)?;
    let (content, hash) = bytes.split_at(body);
    if Sha256::digest(content)[..] != *hash {
        return Err(ModelFault::Checksum);
    }
    let (header, body) = content[16..].split_at(header_length);
    let config = bincode::config::standard().with_limit::<HEADER_LIMIT>();
    let (header, _): (H, usize) = bincode::serde::decode_from_slice(header, config)
        .map_err(|error| ModelFault::Header(error.to_string()))?;
    Ok((header, body))
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, ModelError> {
    fs::read(path).map_err(|source| ModelError::Io {
        path: path.to_owned(),
        source,
    })
}

/// Writes a file whole.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), ModelError> {
    whole_file::write(path, bytes).map_err(|source| ModelError::Io {
        path: path.to_owned(),
        source,
    })
}
