//! The model file: everything that is needed to use a network, in one file.
//!
//! Layout (little endian): 8 bytes of magic, `u32` format version, `u32` header
//! length, the header (bincode), the weights (`f32`, the order of
//! [`Weights::arrays`]), 32 bytes of SHA-256 over all before.

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_engine::Ruleset;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::features;
use crate::native::{NativeNetwork, QuantisedNetwork};
use crate::sealed::{HASH, HEADER_LIMIT, Seal, SealFault};
use crate::weights::{Architecture, Weights};
use crate::whole_file;

const VERSION: u32 = 1;
const SEAL: Seal = Seal {
    magic: *b"BINGWAMD",
    version: VERSION,
};

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Card {
    /// Name of the run that trained it.
    pub run: String,
    /// Its number in that run, from 1.
    pub generation: u32,
    /// Self-play games it has learned from, over all generations.
    pub games: u64,
    /// Training steps made, over all generations.
    pub steps: u64,
    /// Short hash of the run's config.
    pub config: String,
}

#[derive(Serialize, Deserialize)]
struct Header {
    ruleset: Ruleset,
    features: u32,
    architecture: Architecture,
    card: Card,
}

/// A trained network with what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The rules it was trained for.
    pub ruleset: Ruleset,
    /// Where it comes from.
    pub card: Card,
    /// Its weights.
    pub weights: Weights,
}

impl Model {
    /// The native f32 inference of this model.
    #[must_use]
    pub fn network(&self) -> NativeNetwork {
        NativeNetwork::new(&self.weights)
    }

    /// The native integer inference of this model: faster, and the same bits on
    /// every machine.
    #[must_use]
    pub fn quantised(&self) -> QuantisedNetwork {
        QuantisedNetwork::new(&self.weights)
    }

    /// Eight hex digits that name this model wherever it is mentioned.
    #[must_use]
    pub fn short_hash(&self) -> String {
        let bytes = self.to_bytes();
        short_hash(&bytes[bytes.len() - HASH..])
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            ruleset: self.ruleset,
            features: features::VERSION,
            architecture: self.weights.architecture(),
            card: self.card.clone(),
        };
        let weights = self.weights.arrays().iter().flatten();
        let body: Vec<u8> = weights.flat_map(|weight| weight.to_le_bytes()).collect();
        SEAL.close(&encoded(&header), &[&body])
    }

    /// Writes the file whole.
    ///
    /// # Errors
    /// [`ModelError::Io`] with the path.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        write(path, &self.to_bytes())
    }

    /// Reads and checks a file.
    ///
    /// # Errors
    /// [`ModelError`] says what is wrong with which file.
    pub fn load(path: &Path) -> Result<Self, ModelError> {
        Self::from_bytes(&read(path)?).map_err(ModelError::damaged(path))
    }

    /// Reads and checks a file that must be for a rule set.
    ///
    /// # Errors
    /// As [`load`](Self::load), and [`ModelError::Ruleset`].
    pub fn load_for(path: &Path, ruleset: &Ruleset) -> Result<Self, ModelError> {
        let model = Self::load(path)?;
        if model.ruleset == *ruleset {
            Ok(model)
        } else {
            Err(ModelError::Ruleset {
                path: path.to_owned(),
                model: model.ruleset.to_string(),
                wanted: ruleset.to_string(),
            })
        }
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`ModelFault`], the first thing that is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelFault> {
        let (header, body) = SEAL.open(bytes)?;
        let header: Header = decoded(header)?;
        if header.features != features::VERSION {
            return Err(ModelFault::Features {
                found: header.features,
            });
        }
        if !header.architecture.is_valid() {
            return Err(ModelFault::Architecture);
        }
        if body.len() != 4 * header.architecture.parameters() {
            return Err(ModelFault::Truncated);
        }
        let mut numbers = body
            .chunks_exact(4)
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let arrays = header
            .architecture
            .lengths()
            .map(|length| numbers.by_ref().take(length).collect());
        let weights = Weights::new(header.architecture, arrays).ok_or(ModelFault::Architecture)?;
        if !weights.is_finite() {
            return Err(ModelFault::NotFinite);
        }
        Ok(Self {
            ruleset: header.ruleset,
            card: header.card,
            weights,
        })
    }
}

/// The first eight hex digits of a hash.
#[must_use]
pub fn short_hash(hash: &[u8]) -> String {
    hash.iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A model that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The file system says no.
    #[error("model file {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was said.
        source: std::io::Error,
    },
    /// The file does not hold a sound model.
    #[error("model file {}: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: ModelFault,
    },
    /// The model was trained for other rules.
    #[error(
        "model file {} plays {model}, not {wanted}: choose another model or --ruleset {model}",
        path.display()
    )]
    Ruleset {
        /// The file.
        path: PathBuf,
        /// The rule set it is for.
        model: String,
        /// The rule set asked for.
        wanted: String,
    },
}

impl ModelError {
    /// A fault, with the file that has it.
    pub(crate) fn damaged(path: &Path) -> impl FnOnce(ModelFault) -> Self {
        let path = path.to_owned();
        move |fault| Self::Damaged { path, fault }
    }
}

/// A header as bytes.
pub(crate) fn encoded(header: &impl Serialize) -> Vec<u8> {
    // Encoding plain data into memory has no way to fail.
    bincode::serde::encode_to_vec(header, bincode::config::standard()).unwrap_or_default()
}

/// A header from its bytes.
pub(crate) fn decoded<H: DeserializeOwned>(bytes: &[u8]) -> Result<H, ModelFault> {
    let config = bincode::config::standard().with_limit::<HEADER_LIMIT>();
    bincode::serde::decode_from_slice(bytes, config)
        .map(|(header, _)| header)
        .map_err(|error| ModelFault::Header(error.to_string()))
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

impl From<SealFault> for ModelFault {
    fn from(fault: SealFault) -> Self {
        match fault {
            SealFault::Magic => Self::NotAModel,
            SealFault::Version(version) => Self::Version(version),
            SealFault::Truncated => Self::Truncated,
            SealFault::Checksum => Self::Checksum,
        }
    }
}

/// What is wrong with the bytes of a model.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    /// Other magic.
    #[error("this is no Bingwa model (a model begins with `BINGWAMD`)")]
    NotAModel,
    /// A format this program does not know.
    #[error("format version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// Too short, or a length that does not fit.
    #[error("the file is cut short or its lengths are damaged: copy or train it again")]
    Truncated,
    /// Bytes have changed.
    #[error("the checksum does not fit: the file is damaged, copy or train it again")]
    Checksum,
    /// The header cannot be read.
    #[error("the header cannot be read: {0}")]
    Header(String),
    /// Another input encoding.
    #[error(
        "features version {found}, this program has version {}",
        features::VERSION
    )]
    Features {
        /// The version in the file.
        found: u32,
    },
    /// Widths that cannot be run.
    #[error(
        "its layer widths are not multiples of {} up to {}",
        Architecture::STEP,
        Architecture::WIDEST
    )]
    Architecture,
    /// NaN or infinity among the weights.
    #[error("some weights are not finite numbers")]
    NotFinite,
    /// Other magic than a residual network's.
    #[error("this is no residual network of Bingwa (one begins with `BINGWARN`)")]
    NotResidual,
    /// Another encoding in planes.
    #[error(
        "planes version {found}, this program has version {}",
        crate::planes::VERSION
    )]
    Planes {
        /// The version in the file.
        found: u32,
    },
    /// A residual network of a size that cannot be built.
    #[error("its size is not 1 to 40 blocks of 8 to 512 channels, a multiple of 8")]
    ResidualArchitecture,
    /// Parameters that cannot be given or do not fit their network.
    #[error("its parameters do not fit the network: {0}")]
    Parameters(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let architecture = Architecture { hidden: [32, 32] };
        let arrays = architecture.lengths().map(|length| vec![0.25; length]);
        Model {
            ruleset: Ruleset::KUJIFUNZA,
            card: Card {
                run: "test".to_owned(),
                generation: 3,
                ..Card::default()
            },
            weights: Weights::new(architecture, arrays).unwrap(),
        }
    }

    #[test]
    fn bytes_round_trip_and_are_named_by_their_content() {
        let model = model();
        let again = Model::from_bytes(&model.to_bytes()).unwrap();
        assert_eq!(again, model);
        let mut other = model.clone();
        other.card.generation = 4;
        assert_ne!(other.short_hash(), model.short_hash());
        assert_eq!(model.short_hash().len(), 8);
    }

    #[test]
    fn damage_anywhere_is_noticed() {
        let good = model().to_bytes();
        for at in (0..good.len())
            .step_by(997)
            .chain(0..40)
            .chain(good.len() - 40..good.len())
        {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(Model::from_bytes(&bad).is_err(), "byte {at}");
            assert!(Model::from_bytes(&good[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn another_rule_set_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.bingwa");
        model().save(&path).unwrap();
        assert!(Model::load_for(&path, &Ruleset::KUJIFUNZA).is_ok());
        let error = Model::load_for(&path, &Ruleset::KISWAHILI).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("plays kujifunza, not kiswahili"), "{text}");
    }
}
