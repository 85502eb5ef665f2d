//! The weights of the network as plain numbers, shared by all its forms.

use serde::{Deserialize, Serialize};

use crate::features::INPUTS;

/// The widths of the network: [`INPUTS`] → `hidden[0]` → `hidden[1]` → value
/// logit and arrival logit, ReLU between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// Widths of the two hidden layers, multiples of [`Architecture::STEP`].
    pub hidden: [u32; 2],
}

impl Architecture {
    /// Hidden widths are multiples of this: one block of vector registers.
    pub const STEP: u32 = 32;

    /// The widest hidden layer the native inference has room for.
    pub const WIDEST: u32 = 1024;

    /// Whether the widths can be run.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.hidden
            .iter()
            .all(|&width| width > 0 && width % Self::STEP == 0 && width <= Self::WIDEST)
    }

    /// Lengths of the six weight arrays, in the order of [`Weights::arrays`].
    #[must_use]
    pub fn lengths(&self) -> [usize; 6] {
        let [first, second] = self.hidden.map(|width| width as usize);
        [INPUTS * first, first, first * second, second, second * 2, 2]
    }

    /// How many weights there are in all.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.lengths().iter().sum()
    }
}

impl Default for Architecture {
    fn default() -> Self {
        Self { hidden: [64, 32] }
    }
}

impl core::fmt::Display for Architecture {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [first, second] = self.hidden;
        write!(f, "{INPUTS}→{first}→{second}→2")
    }
}

/// All weights; matrices are `[inputs, outputs]`, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    architecture: Architecture,
    arrays: [Vec<f32>; 6],
}

impl Weights {
    /// Puts weights together; `None` when a length does not fit.
    #[must_use]
    pub fn new(architecture: Architecture, arrays: [Vec<f32>; 6]) -> Option<Self> {
        let fits = architecture.is_valid()
            && arrays
                .iter()
                .zip(architecture.lengths())
                .all(|(array, length)| array.len() == length);
        fits.then_some(Self {
            architecture,
            arrays,
        })
    }

    /// The widths.
    #[must_use]
    pub const fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// First layer's matrix and bias, second layer's matrix and bias, the two
    /// heads' matrix (columns: value, arrival) and bias.
    #[must_use]
    pub const fn arrays(&self) -> &[Vec<f32>; 6] {
        &self.arrays
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.arrays
            .iter()
            .flatten()
            .all(|weight| weight.is_finite())
    }
}
