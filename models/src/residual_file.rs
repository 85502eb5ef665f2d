//! The file of a residual network: like a model file, with another magic.
//!
//! Layout: that of [`crate::file`], sealed in the same way; the magic is `BINGWARN`, the body the
//! parameters in burn's burnpack form.

use std::path::Path;

use bingwa_engine::Ruleset;
use burn::module::Module;
use burn::prelude::*;
use burn::store::ModuleRecord;
use burn::tensor::Bytes;
use serde::{Deserialize, Serialize};

use crate::file::{Card, ModelError, ModelFault, decoded, encoded, read, write};
use crate::planes;
use crate::residual::{ResidualArchitecture, ResidualNetwork};
use crate::sealed::{Seal, SealFault};

const SEAL: Seal = Seal {
    magic: *b"BINGWARN",
    version: 1,
};

#[derive(Serialize, Deserialize)]
struct Header {
    ruleset: Ruleset,
    planes: u32,
    architecture: ResidualArchitecture,
    card: Card,
}

/// A residual network with what is known about it.
#[derive(Clone, Debug)]
pub struct ResidualModel {
    /// The rules it is for.
    pub ruleset: Ruleset,
    /// Where it comes from.
    pub card: Card,
    /// The network.
    pub network: ResidualNetwork,
}

impl ResidualModel {
    /// The bytes of the file.
    ///
    /// # Errors
    /// [`ModelFault::Parameters`] if the device cannot give them.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ModelFault> {
        let parameters = self.network.clone().into_record().into_bytes();
        let parameters = parameters.map_err(|fault| ModelFault::Parameters(fault.to_string()))?;
        let header = Header {
            ruleset: self.ruleset,
            planes: planes::VERSION,
            architecture: self.network.architecture(),
            card: self.card.clone(),
        };
        Ok(SEAL.close(&encoded(&header), &[&parameters]))
    }

    /// Reads the bytes of a file, the network onto a device.
    ///
    /// # Errors
    /// [`ModelFault`], the first thing that is wrong.
    pub fn from_bytes(bytes: &[u8], device: &Device) -> Result<Self, ModelFault> {
        let (header, parameters) = SEAL.open(bytes).map_err(|fault| match fault {
            SealFault::Magic => ModelFault::NotResidual,
            other => other.into(),
        })?;
        let header: Header = decoded(header)?;
        if header.planes != planes::VERSION {
            return Err(ModelFault::Planes {
                found: header.planes,
            });
        }
        let blank = ResidualNetwork::new(header.architecture, device);
        let blank = blank.ok_or(ModelFault::ResidualArchitecture)?;
        let unfit = |fault: &dyn core::fmt::Display| ModelFault::Parameters(fault.to_string());
        let record = ModuleRecord::from_bytes(Bytes::from_bytes_vec(parameters.to_vec()))
            .map_err(|fault| unfit(&fault))?;
        let network = blank
            .try_load_record(record)
            .map_err(|fault| unfit(&fault))?;
        Ok(Self {
            ruleset: header.ruleset,
            card: header.card,
            network,
        })
    }

    /// Writes the file whole.
    ///
    /// # Errors
    /// [`ModelError`] with the path.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let bytes = self.to_bytes().map_err(ModelError::damaged(path))?;
        write(path, &bytes)
    }

    /// Reads and checks a file.
    ///
    /// # Errors
    /// [`ModelError`] says what is wrong with which file.
    pub fn load(path: &Path, device: &Device) -> Result<Self, ModelError> {
        let bytes = read(path)?;
        Self::from_bytes(&bytes, device).map_err(ModelError::damaged(path))
    }
}
