//! The learned evaluator: what the network sees, what it says, and its file.
//!
//! The network judges positions, the engine plays the laps. It looks at one
//! position from its mover's side and gives two numbers: **value**, the
//! probability that the mover wins, and **arrival**, a logit for how good it was
//! for the *other* player to move here. The policy at a position is the softmax
//! of its children's arrival logits.
#![deny(unsafe_code)]

pub mod cpu;
#[cfg(feature = "burn")]
pub mod device;
pub mod evaluator;
#[cfg(feature = "burn")]
pub mod export;
pub mod features;
pub mod file;
mod native;
#[cfg(feature = "burn")]
pub mod network;
#[cfg(feature = "burn")]
pub mod on_device;
pub mod planes;
#[cfg(feature = "burn")]
pub mod residual;
#[cfg(feature = "burn")]
pub mod residual_file;
pub mod sealed;
pub mod value;
pub mod weights;
pub mod whole_file;

pub use cpu::{Arithmetic, ArithmeticError, CpuNetwork};
pub use evaluator::{Evaluation, Evaluator, Uniform};
pub use file::{Card, Model, ModelError};
pub use native::{NativeNetwork, QuantisedNetwork, vectors};
pub use value::Value;
pub use weights::{Architecture, Weights};
