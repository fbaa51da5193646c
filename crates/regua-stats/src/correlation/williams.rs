//! Williams' test: does one measure correlate better than another?
//!
//! Both are compared with the same people, so that their correlations are not
//! independent; the test (Williams 1959, in the form that Steiger 1980
//! recommends; Graham and Baldwin 2014 for measures) takes that into account.
//! It is made for Pearson's r over independent pairs. For other coefficients,
//! averages over groups, or few values far from normal, use a
//! [`permutation`](super::permutation) test.
//!
//! Agrees with `WilliamsTest` of mt-metrics-eval to 1e-12.

use super::Coefficient;
use crate::Undefined;
use crate::distribution::student;

/// The outcome of Williams' test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Williams {
    /// The correlation of the first measure with people minus that of the second.
    pub difference: f64,
    /// The statistic; above 0 if the first measure is better.
    pub t: f64,
    /// Its degrees of freedom.
    pub degrees: f64,
}

impl Williams {
    /// The test on ratings and the scores of two measures.
    ///
    /// ```
    /// use regua_stats::correlation::{Coefficient, Williams};
    ///
    /// let people = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let good = [1.1, 2.3, 2.9, 4.2, 4.8, 6.1];
    /// let poor = [3.0, 1.0, 4.0, 2.0, 6.0, 3.0];
    /// let test = Williams::between(Coefficient::Pearson, &people, &good, &poor).unwrap();
    /// assert!(test.p_one_sided() < 0.05);
    /// ```
    ///
    /// # Errors
    ///
    /// If a correlation is not defined, there are fewer than four values, or the
    /// measures do not differ.
    pub fn between(
        coefficient: Coefficient,
        people: &[f64],
        first: &[f64],
        second: &[f64],
    ) -> Result<Self, Undefined> {
        let with_first = coefficient.of(people, first)?;
        let with_second = coefficient.of(people, second)?;
        let between = coefficient.of(first, second)?;
        Self::of_correlations(with_first, with_second, between, people.len())
    }

    /// The test on the correlations of two measures with people and with each
    /// other, all over the same `pairs` pairs.
    ///
    /// # Errors
    ///
    /// As [`Williams::between`].
    pub fn of_correlations(
        first: f64,
        second: f64,
        between: f64,
        pairs: usize,
    ) -> Result<Self, Undefined> {
        if pairs < 4 {
            return Err(Undefined("there are fewer than four values"));
        }
        let size = pairs as f64;
        let difference = first - second;
        let mean = f64::midpoint(first, second);
        let determinant = 1.0 - first * first - second * second - between * between
            + 2.0 * first * between * second;
        // Of correlations that are possible together it is never negative; rounding may make it so.
        let spread = 2.0 * (size - 1.0) / (size - 3.0) * determinant.max(0.0)
            + mean * mean * (1.0 - between).powi(3);
        let t = difference * ((size - 1.0) * (1.0 + between)).sqrt() / spread.sqrt();
        if !t.is_finite() || between >= 1.0 {
            return Err(Undefined("the measures do not differ enough to be told apart"));
        }
        Ok(Self { difference, t, degrees: size - 3.0 })
    }

    /// The probability of a difference in this direction as large as this one, if there is none.
    pub fn p_one_sided(&self) -> f64 {
        student::survival(self.t.abs(), self.degrees)
    }

    /// The probability of a difference as large as this one in either direction,
    /// if there is none.
    pub fn p_two_sided(&self) -> f64 {
        (2.0 * self.p_one_sided()).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_is_the_same_seen_from_the_other_side() {
        let one = Williams::of_correlations(0.8, 0.6, 0.5, 40).unwrap();
        let other = Williams::of_correlations(0.6, 0.8, 0.5, 40).unwrap();
        assert!((one.t + other.t).abs() < 1e-15);
        assert!((one.p_two_sided() - 2.0 * other.p_one_sided()).abs() < 1e-15);
    }

    #[test]
    fn a_measure_is_not_told_apart_from_itself() {
        let people = [1.0, 2.0, 3.0, 5.0, 4.0];
        let measure = [0.1, 0.2, 0.2, 0.6, 0.4];
        assert!(Williams::between(Coefficient::Pearson, &people, &measure, &measure).is_err());
        assert!(Williams::of_correlations(0.8, 0.6, 0.5, 3).is_err());
    }
}
