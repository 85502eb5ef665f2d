//! Which arithmetic evaluates a model on the CPU.

use core::fmt;
use core::str::FromStr;

use bingwa_engine::Position;

use crate::evaluator::{Evaluation, Evaluator};
use crate::file::Model;
use crate::native::{NativeNetwork, QuantisedNetwork};

/// Which numbers the native inference computes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Integers: the default, faster and the same bits on every machine.
    #[default]
    Quantised,
    /// Floating point, as the network was trained.
    F32,
}

/// A name that is no arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither `quantised` nor `f32`")]
pub struct ArithmeticError(String);

impl FromStr for Arithmetic {
    type Err = ArithmeticError;

    fn from_str(text: &str) -> Result<Self, ArithmeticError> {
        match text {
            "quantised" => Ok(Self::Quantised),
            "f32" => Ok(Self::F32),
            _ => Err(ArithmeticError(text.to_owned())),
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quantised => "quantised",
            Self::F32 => "f32",
        })
    }
}

/// A model's native inference in either arithmetic. Cheap to clone.
#[derive(Clone, Debug)]
pub enum CpuNetwork {
    /// In integers.
    Quantised(QuantisedNetwork),
    /// In floating point.
    F32(NativeNetwork),
}

impl CpuNetwork {
    /// The inference of a model.
    #[must_use]
    pub fn new(model: &Model, arithmetic: Arithmetic) -> Self {
        match arithmetic {
            Arithmetic::Quantised => Self::Quantised(model.quantised()),
            Arithmetic::F32 => Self::F32(model.network()),
        }
    }
}

impl Evaluator for CpuNetwork {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        match self {
            Self::Quantised(network) => network.evaluate(positions, out),
            Self::F32(network) => network.evaluate(positions, out),
        }
    }
}
