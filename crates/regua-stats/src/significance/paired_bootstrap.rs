//! The paired bootstrap test, centred (Efron and Tibshirani, 1993, chapter 16; Koehn, 2004, for translation).
//!
//! Units are drawn with replacement, the same for both systems, and the difference is computed anew. The draws scatter
//! about the observed difference d̂ as it scatters about the true one; if that were zero, dᵦ − d̂ shows what chance alone
//! does:
//!
//! p = (#{|dᵦ − d̂| ≥ |d̂|} + 1) / (B + 1)
//!
//! Its p-values are uniform when systems are equal, but for the bootstrap's own error of the order 1/√n; with fewer than
//! about 50 units prefer [`super::randomisation`], which is exact. The share of draws in which one system wins is no
//! p-value of this kind, and neither is sacrebleu's formula, which is not uniform.
//! Draws within rounding of the observed difference count as at least as large, as they do there.

use super::{Alternative, draws};
use crate::Undefined;

/// The p-value of the `observed` difference given the differences of bootstrap draws.
///
/// ```
/// use regua_stats::significance::{Alternative, paired_bootstrap};
///
/// let drawn = [0.9, 1.4, 0.2, 1.0, 2.1, 0.6, 1.3, 0.8, 1.1];
/// let p = paired_bootstrap::p_value(1.0, &drawn, Alternative::TwoSided)?;
/// assert!((p - 0.2).abs() < 1e-15);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined without draws, or if a number is not finite.
pub fn p_value(observed: f64, drawn: &[f64], alternative: Alternative) -> Result<f64, Undefined> {
    let centred: Vec<f64> = drawn.iter().map(|draw| draw - observed).collect();
    draws::p_value(observed, &centred, alternative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_centred_before_they_are_compared() {
        let drawn = [1.0, 2.0, 3.0, 4.0, 5.0];
        let p = |alternative| p_value(2.0, &drawn, alternative).unwrap();
        assert!((p(Alternative::TwoSided) - 3.0 / 6.0).abs() < 1e-15);
        assert!((p(Alternative::Greater) - 3.0 / 6.0).abs() < 1e-15);
        assert!((p(Alternative::Less) - 5.0 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn without_draws_there_is_no_p_value() {
        assert_eq!(p_value(1.0, &[], Alternative::Less), Err(Undefined("there are no draws")));
    }
}
