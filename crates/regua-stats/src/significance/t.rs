//! Student's t-test on paired differences, and Welch's on two groups.
//!
//! Agrees with `scipy.stats.ttest_rel` and `ttest_ind(equal_var=False)` of `SciPy` 1.17 to 1e-12. For means of units that
//! are about normal, or many; not for scores that are no means.

use super::{Alternative, check_finite};
use crate::Undefined;
use crate::distribution::student;
use crate::moments::{is_constant, mean, variance};

/// What a t-test says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TTest {
    /// The difference of the means.
    pub difference: f64,
    /// The standard error of that difference.
    pub standard_error: f64,
    /// Their ratio.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: f64,
    /// How probable a statistic at least as extreme is if there is no difference.
    pub p_value: f64,
}

impl TTest {
    fn new(difference: f64, standard_error: f64, degrees: f64, alternative: Alternative) -> Self {
        let statistic = difference / standard_error;
        let so_low = student::cdf(statistic, degrees);
        let so_high = student::survival(statistic, degrees);
        let p_value = alternative.p_value(so_low, so_high);
        Self { difference, standard_error, statistic, degrees, p_value }
    }

    /// The interval that covers the true difference with this probability (0.95, say), whatever the alternative was.
    pub fn interval(&self, coverage: f64) -> (f64, f64) {
        let reach = student::inverse_survival((1.0 - coverage) / 2.0, self.degrees);
        let half = reach * self.standard_error;
        (self.difference - half, self.difference + half)
    }
}

/// The t-test of paired differences.
///
/// ```
/// use regua_stats::significance::{Alternative, t};
///
/// let test = t::paired(&[1.0, 2.0, 3.0], Alternative::TwoSided)?;
/// assert!((test.statistic - 12_f64.sqrt()).abs() < 1e-14);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined with fewer than two differences, if they are all equal, or if one is not finite.
pub fn paired(differences: &[f64], alternative: Alternative) -> Result<TTest, Undefined> {
    check_finite(differences)?;
    if differences.len() < 2 {
        return Err(Undefined("there are fewer than two differences"));
    }
    let units = differences.len() as f64;
    let spread = variance(differences);
    let standard_error = (spread / units).sqrt();
    if is_constant(spread, mean(differences)) {
        return Err(Undefined("all differences are equal"));
    }
    Ok(TTest::new(mean(differences), standard_error, units - 1.0, alternative))
}

/// Welch's t-test of two groups, which need not vary alike.
///
/// # Errors
/// Undefined with fewer than two values in a group, if neither group varies, or if a value is not finite.
pub fn welch(first: &[f64], second: &[f64], alternative: Alternative) -> Result<TTest, Undefined> {
    check_finite(first)?;
    check_finite(second)?;
    if first.len() < 2 || second.len() < 2 {
        return Err(Undefined("a group has fewer than two values"));
    }
    let (first_size, second_size) = (first.len() as f64, second.len() as f64);
    let (first_part, second_part) = (variance(first) / first_size, variance(second) / second_size);
    let both = first_part + second_part;
    if is_constant(first_part, mean(first)) && is_constant(second_part, mean(second)) {
        return Err(Undefined("the values of each group are all equal"));
    }
    let spread =
        first_part.powi(2) / (first_size - 1.0) + second_part.powi(2) / (second_size - 1.0);
    let difference = mean(first) - mean(second);
    Ok(TTest::new(difference, both.sqrt(), both.powi(2) / spread, alternative))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_ends_at_zero_where_the_p_value_is_the_rest() {
        let test = paired(&[0.4, 1.9, -0.3, 0.8, 1.1, 0.2], Alternative::TwoSided).unwrap();
        let (low, high) = test.interval(1.0 - test.p_value);
        assert!(low.abs() < 1e-12);
        assert!((high - 2.0 * test.difference).abs() < 1e-12);
    }

    #[test]
    fn what_does_not_vary_is_not_tested() {
        assert_eq!(
            paired(&[0.5, 0.5], Alternative::TwoSided),
            Err(Undefined("all differences are equal"))
        );
        assert!(paired(&[0.5], Alternative::TwoSided).is_err());
        assert!(welch(&[1.0, 1.0], &[2.0, 2.0], Alternative::TwoSided).is_err());
        assert!(welch(&[1.0, f64::NAN], &[2.0, 2.0], Alternative::TwoSided).is_err());
    }
}
