//! Paired approximate randomisation (Noreen, 1989; Riezler and Maxwell, 2005).
//!
//! If two systems are equal, it does not matter which of the two wrote which output of a unit. So the outputs are swapped
//! at random, unit by unit, and the difference is computed anew; the p-value is the share of swaps that give a difference
//! at least as large as the one observed, itself counted as one of them:
//!
//! p = (#{|d*| ≥ |d|} + 1) / (T + 1)
//!
//! A swap that gives the same difference but for rounding counts as at least as large: a draw may fall short of the
//! observed difference by 1e-10 of the largest magnitude among the draws and the observation.
//!
//! Exact for any statistic, however it is computed; blind to how the units were chosen (see [`super::paired_bootstrap`]).

use super::{Alternative, draws};
use crate::Undefined;

/// The p-value of the `observed` difference among those of random swaps.
///
/// ```
/// use regua_stats::significance::{Alternative, randomisation};
///
/// let swapped = [0.1, -0.4, 0.3, -0.2, 0.0, 0.5, -0.3, 0.2, 0.1];
/// let p = randomisation::p_value(0.4, &swapped, Alternative::TwoSided)?;
/// assert!((p - 0.3).abs() < 1e-15);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined without draws, or if a number is not finite.
pub fn p_value(observed: f64, swapped: &[f64], alternative: Alternative) -> Result<f64, Undefined> {
    draws::p_value(observed, swapped, alternative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_by_rounding_count() {
        let observed = 0.1 + 0.2;
        let p = p_value(observed, &[0.3, -0.3], Alternative::TwoSided).unwrap();
        assert!((p - 1.0).abs() < 1e-15);
    }

    #[test]
    fn equal_outputs_have_a_p_value_of_one() {
        let p = p_value(0.0, &[0.0; 99], Alternative::TwoSided).unwrap();
        assert!((p - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_sides_look_one_way() {
        let swapped = [-3.0, -1.0, 1.0, 3.0];
        let p = |alternative| p_value(2.0, &swapped, alternative).unwrap();
        assert!((p(Alternative::Greater) - 0.4).abs() < 1e-15);
        assert!((p(Alternative::Less) - 0.8).abs() < 1e-15);
        assert!((p(Alternative::TwoSided) - 0.6).abs() < 1e-15);
    }

    #[test]
    fn without_draws_there_is_no_p_value() {
        let undefined = p_value(1.0, &[], Alternative::TwoSided).unwrap_err();
        assert_eq!(undefined.to_string(), "there are no draws");
        assert!(p_value(f64::NAN, &[0.0], Alternative::TwoSided).is_err());
    }
}
