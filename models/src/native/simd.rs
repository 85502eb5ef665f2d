//! The one module with `unsafe`: choosing the vector width at run time.
#![allow(unsafe_code)]

use bingwa_engine::Position;

use super::forward::{self, Layers};
use crate::evaluator::Evaluation;

/// Evaluates with the widest vectors this machine has.
#[cfg(target_arch = "x86_64")]
pub(super) fn evaluate(layers: &Layers, positions: &[Position], out: &mut [Evaluation]) {
    #[target_feature(enable = "avx2")]
    fn avx2(layers: &Layers, positions: &[Position], out: &mut [Evaluation]) {
        forward::evaluate(layers, positions, out);
    }

    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has just said that it has AVX2.
        unsafe { avx2(layers, positions, out) }
    } else {
        forward::evaluate(layers, positions, out);
    }
}

/// Evaluates with the vectors every machine of this kind has.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn evaluate(layers: &Layers, positions: &[Position], out: &mut [Evaluation]) {
    forward::evaluate(layers, positions, out);
}
