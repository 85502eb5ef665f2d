//! The one module with `unsafe`: choosing the vector width at run time.
#![allow(unsafe_code)]

use bingwa_engine::Position;

use super::integer::{Portable, Products};
use super::{float, integer};
use crate::evaluator::Evaluation;

/// A forward pass in plain Rust that can be compiled for several instruction
/// sets: everything it calls is inlined.
pub(super) trait Forward {
    /// What its scratch room holds.
    type Number;

    fn evaluate(
        &self,
        positions: &[Position],
        out: &mut [Evaluation],
        scratch: &mut [Self::Number],
        products: impl Products,
    );
}

impl Forward for float::Layers {
    type Number = f32;

    #[inline(always)]
    fn evaluate(
        &self,
        positions: &[Position],
        out: &mut [Evaluation],
        scratch: &mut [f32],
        _: impl Products,
    ) {
        self.evaluate(positions, out, scratch);
    }
}

impl Forward for integer::Layers {
    type Number = i16;

    #[inline(always)]
    fn evaluate(
        &self,
        positions: &[Position],
        out: &mut [Evaluation],
        scratch: &mut [i16],
        products: impl Products,
    ) {
        self.evaluate(positions, out, scratch, products);
    }
}

/// The vectors that evaluations use on this machine: `AVX2`, or `portable` for
/// plain code.
#[must_use]
pub fn vectors() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "AVX2";
    }
    "portable"
}

/// Evaluates with the widest vectors this machine has.
pub(super) fn evaluate<F: Forward>(
    layers: &F,
    positions: &[Position],
    out: &mut [Evaluation],
    scratch: &mut [F::Number],
) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has just said that it has AVX2.
        return unsafe { x86::avx2(layers, positions, out, scratch) };
    }
    layers.evaluate(positions, out, scratch, Portable);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    use bingwa_engine::Position;

    use super::super::integer::{BLOCK, Pair, Products};
    use super::Forward;
    use crate::evaluator::Evaluation;

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2<F: Forward>(
        layers: &F,
        positions: &[Position],
        out: &mut [Evaluation],
        scratch: &mut [F::Number],
    ) {
        layers.evaluate(positions, out, scratch, Avx2(()));
    }

    /// Made only where AVX2 is known to be there.
    #[derive(Clone, Copy)]
    struct Avx2(());

    impl Products for Avx2 {
        #[inline(always)]
        fn sum(self, bias: &[i32; BLOCK], pairs: &[Pair], inputs: &[[i16; 2]]) -> [i32; BLOCK] {
            // SAFETY: an `Avx2` exists only where AVX2 does.
            unsafe { sum_avx2(bias, pairs, inputs) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn sum_avx2(bias: &[i32; BLOCK], pairs: &[Pair], inputs: &[[i16; 2]]) -> [i32; BLOCK] {
        const REGISTERS: usize = BLOCK / 8;
        // SAFETY: 128 bytes either way, and any bits are valid.
        let mut sum: [__m256i; REGISTERS] = unsafe { core::mem::transmute(*bias) };
        for (pair, &x) in pairs.iter().zip(inputs) {
            // SAFETY: four bytes either way, and any bits are valid.
            let x = _mm256_set1_epi32(unsafe { core::mem::transmute::<[i16; 2], i32>(x) });
            // SAFETY: 128 bytes either way, and any bits are valid.
            let pair: [__m256i; REGISTERS] = unsafe { core::mem::transmute(*pair) };
            for r in 0..REGISTERS {
                sum[r] = _mm256_add_epi32(sum[r], _mm256_madd_epi16(pair[r], x));
            }
        }
        // SAFETY: 128 bytes either way, and any bits are valid.
        unsafe { core::mem::transmute(sum) }
    }
}
