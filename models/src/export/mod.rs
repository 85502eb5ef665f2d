//! Models for other programs: safetensors and ONNX.

mod onnx;
mod protobuf;
mod safetensors;

use core::fmt;
use core::str::FromStr;
use std::path::Path;

use crate::features;
use crate::file::{Model, ModelError};

/// A format other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Named tensors and metadata: PyTorch, NumPy, JAX, candle.
    Safetensors,
    /// A network that runs in ONNX Runtime and the like.
    Onnx,
}

impl Format {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Safetensors, Self::Onnx];

    /// The name as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safetensors => "safetensors",
            Self::Onnx => "onnx",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ExportError;

    fn from_str(text: &str) -> Result<Self, ExportError> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| ExportError::Format(text.to_owned()))
    }
}

/// A model that cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// No such format.
    #[error("there is no format `{0}`: choose safetensors or onnx")]
    Format(String),
    /// The network cannot be written in that format.
    #[error("the network cannot be written as {0}: {1}")]
    Network(Format, String),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] ModelError),
}

/// Writes a model in a format other programs read, the file whole.
///
/// Either way the input of the network is the one-hot vector of
/// [`crate::features`], `[batch, 791]`, the value head gives a logit (ONNX: its
/// logistic, the probability that the mover wins), the arrival head a logit, and
/// what the model file knows about the model goes along as text.
///
/// # Errors
/// [`ExportError::Network`], [`ExportError::File`].
pub fn export(model: &Model, format: Format, path: &Path) -> Result<(), ExportError> {
    let bytes = match format {
        Format::Safetensors => safetensors::bytes(model),
        Format::Onnx => onnx::bytes(model)?,
    };
    Ok(crate::file::write(path, &bytes)?)
}

/// What is known about a model, as names and texts.
fn metadata(model: &Model) -> Vec<(&'static str, String)> {
    let card = &model.card;
    vec![
        ("bingwa.model", model.short_hash()),
        ("bingwa.ruleset", model.ruleset.to_string()),
        ("bingwa.features", features::VERSION.to_string()),
        ("bingwa.network", model.weights.architecture().to_string()),
        ("bingwa.run", card.run.clone()),
        ("bingwa.config", card.config.clone()),
        ("bingwa.generation", card.generation.to_string()),
        ("bingwa.games", card.games.to_string()),
        ("bingwa.steps", card.steps.to_string()),
    ]
}
