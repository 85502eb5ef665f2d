//! The checkpoint: everything a training needs to go on as if it had not
//! stopped, in one file that is there whole or not at all.
//!
//! Layout (little endian): 8 bytes of magic, `u32` version, `u32` header length,
//! the header (bincode), three sections of the lengths it gives (the network and
//! the optimiser in burn's burnpack form, which keeps parameter ids; the averaged
//! weights as `f32`), 32 bytes of SHA-256 over all before.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bingwa_engine::Ruleset;
use bingwa_models::network::Network;
use bingwa_models::sealed::{HEADER_LIMIT, Seal, SealFault};
use bingwa_models::{Weights, whole_file};
use burn::module::Module;
use burn::store::ModuleRecord;
use burn::tensor::Bytes;
use serde::{Deserialize, Serialize};

use crate::config::TrainConfig;
use crate::trainer::{Progress, Trainer, device, optimiser};

const VERSION: u32 = 3;
const SEAL: Seal = Seal {
    magic: *b"BINGWACK",
    version: VERSION,
};
/// How many checkpoints a folder keeps.
const KEPT: usize = 2;

#[derive(Serialize, Deserialize)]
struct Header {
    config: TrainConfig,
    rules: Ruleset,
    seed: u64,
    progress: Progress,
    /// Bytes of the network, the averaged weights and the optimiser.
    sections: [u64; 3],
}

/// A checkpoint that cannot be written or used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file system says no.
    #[error("checkpoint {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was said.
        source: io::Error,
    },
    /// The file does not hold a sound checkpoint.
    #[error(
        "checkpoint {}: {fault}{}",
        path.display(),
        previous.as_ref().map_or_else(String::new, |path| format!(
            "; the one before it, {}, can be resumed instead", path.display()
        ))
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: CheckpointFault,
        /// The next older checkpoint of the folder.
        previous: Option<PathBuf>,
    },
    /// The state cannot be turned into bytes.
    #[error("checkpoint: {0}")]
    Encode(String),
}

/// What is wrong with the bytes of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointFault {
    /// Other magic.
    #[error("this is no Bingwa checkpoint (it begins with `BINGWACK`)")]
    NotACheckpoint,
    /// A format this program does not know.
    #[error("format version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// Too short, or a length that does not fit.
    #[error("the file is cut short or its lengths are damaged")]
    Truncated,
    /// The checksum does not match.
    #[error("the file is damaged (its checksum does not match)")]
    Checksum,
    /// Sound bytes with a content that cannot be used.
    #[error("its content cannot be used: {0}")]
    Content(String),
}

impl From<SealFault> for CheckpointFault {
    fn from(fault: SealFault) -> Self {
        match fault {
            SealFault::Magic => Self::NotACheckpoint,
            SealFault::Version(version) => Self::Version(version),
            SealFault::Truncated => Self::Truncated,
            SealFault::Checksum => Self::Checksum,
        }
    }
}

impl Trainer {
    /// The bytes of a checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError::Encode`].
    pub fn to_checkpoint(&self) -> Result<Vec<u8>, CheckpointError> {
        let encode = |fault: &dyn core::fmt::Display| CheckpointError::Encode(fault.to_string());
        let network = self.network.clone().into_record().into_bytes();
        let network = network.map_err(|fault| encode(&fault))?;
        let optimiser = self
            .optimiser
            .into_bytes()
            .map_err(|fault| encode(&fault))?;
        let average: Vec<u8> = self
            .average
            .arrays()
            .iter()
            .flatten()
            .flat_map(|weight| weight.to_le_bytes())
            .collect();
        let sections: [&[u8]; 3] = [&network, &average, &optimiser];
        let header = Header {
            config: self.config.clone(),
            rules: self.rules,
            seed: self.seed,
            progress: self.progress,
            sections: sections.map(|section| section.len() as u64),
        };
        let header = bincode::serde::encode_to_vec(&header, bincode::config::standard())
            .map_err(|fault| encode(&fault))?;
        Ok(SEAL.close(&header, &sections))
    }

    /// The trainer that wrote a checkpoint.
    ///
    /// # Errors
    /// [`CheckpointFault`], the first thing that is wrong.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointFault> {
        let (header, [network, average, optimiser_state]) = open(bytes)?;
        let content = |fault: &dyn core::fmt::Display| CheckpointFault::Content(fault.to_string());
        let config = header.config;
        config.check().map_err(|fault| content(&fault))?;
        let architecture = config.architecture();
        let mut numbers = average
            .chunks_exact(4)
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let arrays = architecture
            .lengths()
            .map(|length| numbers.by_ref().take(length).collect());
        let average = Weights::new(architecture, arrays)
            .ok_or_else(|| content(&"the averaged weights do not fit the network"))?;
        let record = ModuleRecord::from_bytes(Bytes::from_bytes_vec(network.to_vec()))
            .map_err(|fault| content(&fault))?;
        let network = Network::from_weights(&average, &device())
            .try_load_record(record)
            .map_err(|fault| content(&fault))?;
        let optimiser = optimiser(&config)
            .from_bytes(Bytes::from_bytes_vec(optimiser_state.to_vec()))
            .map_err(|fault| content(&fault))?;
        Ok(Self::assemble(
            config,
            header.rules,
            header.seed,
            header.progress,
            network,
            optimiser,
            average,
        ))
    }

    /// Writes a checkpoint into a folder, named by its step, and removes all but
    /// the last two.
    ///
    /// # Errors
    /// [`CheckpointError::Encode`], [`CheckpointError::Io`].
    pub fn save(&self, folder: &Path) -> Result<PathBuf, CheckpointError> {
        let path = folder.join(format!("checkpoint-{:010}.bin", self.progress.total_steps));
        let bytes = self.to_checkpoint()?;
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| CheckpointError::Io { path, source }
        };
        whole_file::write(&path, &bytes).map_err(io(&path))?;
        for old in checkpoints(folder)?.into_iter().skip(KEPT) {
            fs::remove_file(&old).map_err(io(&old))?;
        }
        Ok(path)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// [`CheckpointError::Io`], or [`CheckpointError::Damaged`] with the path of
    /// the checkpoint before it, if there is one.
    pub fn resume(path: &Path) -> Result<Self, CheckpointError> {
        let bytes = fs::read(path).map_err(|source| CheckpointError::Io {
            path: path.to_owned(),
            source,
        })?;
        Self::from_checkpoint(&bytes).map_err(|fault| CheckpointError::Damaged {
            path: path.to_owned(),
            fault,
            previous: previous(path),
        })
    }
}

/// The checkpoints of a folder, newest first; none if there is no folder.
///
/// # Errors
/// [`CheckpointError::Io`].
pub fn checkpoints(folder: &Path) -> Result<Vec<PathBuf>, CheckpointError> {
    let io = |source| CheckpointError::Io {
        path: folder.to_owned(),
        source,
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(fault) => return Err(io(fault)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(io)?.path();
        if let Some(step) = step_of(&path) {
            found.push((step, path));
        }
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// The total steps that a checkpoint's name tells.
fn step_of(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let step = name.strip_prefix("checkpoint-")?.strip_suffix(".bin")?;
    step.parse().ok()
}

/// The newest checkpoint older than one.
fn previous(path: &Path) -> Option<PathBuf> {
    let step = step_of(path)?;
    // The error that matters is the damage.
    let all = checkpoints(path.parent()?).unwrap_or_default();
    all.into_iter()
        .find(|other| step_of(other).is_some_and(|other| other < step))
}

/// Checks the bytes of a file and takes them apart.
fn open(bytes: &[u8]) -> Result<(Header, [&[u8]; 3]), CheckpointFault> {
    let (header, mut rest) = SEAL.open(bytes)?;
    let limits = bincode::config::standard().with_limit::<HEADER_LIMIT>();
    let (header, _): (Header, usize) = bincode::serde::decode_from_slice(header, limits)
        .map_err(|fault| CheckpointFault::Content(fault.to_string()))?;
    let mut sections: [&[u8]; 3] = [&[]; 3];
    for (section, length) in sections.iter_mut().zip(header.sections) {
        let length = usize::try_from(length).map_err(|_| CheckpointFault::Truncated)?;
        (*section, rest) = rest
            .split_at_checked(length)
            .ok_or(CheckpointFault::Truncated)?;
    }
    if rest.is_empty() {
        Ok((header, sections))
    } else {
        Err(CheckpointFault::Truncated)
    }
}
