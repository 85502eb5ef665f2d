//! The logistic function by sums and products alone.

/// `1 / (1 + e⁻ˣ)`, within 2·10⁻⁷, the same bits on every machine: the system's
/// `exp` may differ in its last bits from one processor to the next.
///
/// `e⁻ˣ = 2ⁿ · eʳ` with `|r| ≤ ln 2 / 2`, `eʳ` by its Taylor series to the
/// seventh power (remainder below 6·10⁻⁹ of the value).
#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    // Beyond ±87 the result is 0 or 1 to the last bit of a probability.
    let t = -f64::from(x.clamp(-87.0, 87.0));
    // Adding and taking away 1.5 · 2⁵² rounds to the nearest whole number.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let shifted = t * core::f64::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = t - n * core::f64::consts::LN_2;
    let r2 = r * r;
    let r4 = r2 * r2;
    let low = (1.0 + r) + r2 * (1.0 / 2.0 + r * (1.0 / 6.0));
    let high = (1.0 / 24.0 + r * (1.0 / 120.0)) + r2 * (1.0 / 720.0 + r * (1.0 / 5040.0));
    // The same sum holds n in its lowest bits: moved up, an exponent.
    let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1023 << 52));
    (1.0 / (1.0 + (low + r4 * high) * power)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function_and_stays_in_range() {
        for i in -40_000..=40_000 {
            let x = i as f32 / 400.0;
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            let got = sigmoid(x);
            assert!((f64::from(got) - exact).abs() < 2e-7, "{x}: {got} {exact}");
            assert!((0.0..=1.0).contains(&got));
        }
        assert_eq!(sigmoid(0.0), 0.5);
        assert_eq!(sigmoid(f32::INFINITY), 1.0);
        assert_eq!(sigmoid(f32::NEG_INFINITY).round(), 0.0);
        assert!(sigmoid(f32::NAN).is_nan());
    }

    #[test]
    fn it_never_falls() {
        let values: Vec<f32> = (-20_000..=20_000)
            .map(|i| sigmoid(i as f32 / 1000.0))
            .collect();
        assert!(values.is_sorted());
    }
}
