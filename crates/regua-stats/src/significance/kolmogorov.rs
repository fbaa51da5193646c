//! The Kolmogorov–Smirnov test of values against the uniform distribution on [0, 1].
//!
//! Its use here is to check p-values: those of a sound test are uniform when there is nothing to find. Up to 4,000 values
//! the p-value is exact: far out by Smirnov's one-sided formula, doubled, elsewhere by the powers of a matrix of
//! Marsaglia, Tsang and Wang (*Evaluating Kolmogorov's distribution*, 2003). Above it is Kolmogorov's limit. Agrees with
//! `scipy.stats.kstest` of `SciPy` 1.17 to 1e-10 up to 140 values; from there on `SciPy` approximates, to about 1e-6.

use super::{Outcome, check_finite};
use crate::Undefined;
use crate::distribution::binomial;
use crate::distribution::gamma::stirling_rest;
use std::f64::consts::{E, PI};

/// The most values for an exact p-value; the time grows with their square.
const LARGEST_EXACT: usize = 4_000;

/// The test of values against the uniform distribution; its statistic is the largest distance D.
///
/// ```
/// use regua_stats::significance::kolmogorov;
///
/// let test = kolmogorov::uniform(&[0.1, 0.4, 0.7])?;
/// assert!((test.statistic - 0.3).abs() < 1e-15);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined without values, or if one is not finite.
pub fn uniform(values: &[f64]) -> Result<Outcome, Undefined> {
    check_finite(values)?;
    if values.is_empty() {
        return Err(Undefined("there are no values"));
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let size = sorted.len() as f64;
    let statistic = sorted
        .iter()
        .enumerate()
        .map(|(place, value)| {
            let share = value.clamp(0.0, 1.0);
            (share - place as f64 / size).max((place as f64 + 1.0) / size - share)
        })
        .fold(0.0, f64::max);
    let p_value = exact_survival(sorted.len(), statistic)
        .unwrap_or_else(|_| limit_survival(statistic * size.sqrt()));
    Ok(Outcome { statistic, p_value })
}

/// The probability that so many uniform values are at a distance of at least `distance`.
///
/// # Errors
/// Undefined without values, with more than 4,000, or if the distance is not a number.
pub fn exact_survival(values: usize, distance: f64) -> Result<f64, Undefined> {
    if values == 0 {
        return Err(Undefined("there are no values"));
    }
    if values > LARGEST_EXACT {
        return Err(Undefined("there are more than 4,000 values for an exact p-value"));
    }
    if distance.is_nan() {
        return Err(Undefined("the distance is not a number"));
    }
    Ok(survival(values, distance))
}

fn survival(values: usize, distance: f64) -> f64 {
    let size = values as f64;
    if size * distance <= 0.5 {
        return 1.0;
    }
    if distance >= 1.0 {
        return 0.0;
    }
    // Beyond this both sides at once are rarer than one of them by a factor of 1e13.
    if distance >= 0.5 || size * distance * distance >= 5.0 {
        return (2.0 * one_sided(values, distance)).min(1.0);
    }
    (1.0 - matrix_cdf(values, distance)).clamp(0.0, 1.0)
}

/// Kolmogorov's limit for many values, of the distance times the root of their number.
pub fn limit_survival(x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    if x < 1.0 {
        let series: f64 = (1..8)
            .map(|step| {
                let odd = f64::from(2 * step - 1) * PI / x;
                (-odd * odd / 8.0).exp()
            })
            .sum();
        return 1.0 - (2.0 * PI).sqrt() / x * series;
    }
    let series: f64 = (1..8)
        .map(|step| {
            let sign = if step % 2 == 1 { 2.0 } else { -2.0 };
            sign * (-2.0 * f64::from(step * step) * x * x).exp()
        })
        .sum();
    series.clamp(0.0, 1.0)
}

/// Smirnov: d Σ C(n, j) (d + j/n)^(j−1) (1 − d − j/n)^(n−j) over all j below n(1 − d).
fn one_sided(values: usize, distance: f64) -> f64 {
    let size = values as f64;
    let shares = (0..values as u64).map(|place| (place, distance + place as f64 / size));
    let sum: f64 = shares
        .take_while(|(_, share)| *share < 1.0)
        .map(|(place, share)| binomial::mass(place, values as u64, share) / share)
        .sum();
    distance * sum
}

/// n!/nⁿ times the middle element of Hⁿ, as n products of H with a vector.
fn matrix_cdf(values: usize, distance: f64) -> f64 {
    let size = values as f64;
    let reach = size * distance;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "reach is below 150"
    )]
    let middle = reach as usize;
    let width = 2 * middle + 1;
    let rest = middle as f64 + 1.0 - reach;
    let mut inverse_factorial = vec![1.0; width + 1];
    for place in 1..=width {
        inverse_factorial[place] = inverse_factorial[place - 1] / place as f64;
    }
    // Row i of H has 1/(i − j + 1)! up to one place right of the diagonal; the first column and last row have less.
    let power = |exponent: usize| (1..=exponent).fold(1.0, |power, _| power * rest);
    let edge: Vec<f64> = (1..=width).map(|row| power(row) * inverse_factorial[row]).collect();
    let corner = {
        let twice = (2.0 * rest - 1.0).max(0.0);
        (1..=width).fold(1.0, |power, _| power * twice) * inverse_factorial[width]
    };
    let mut vector = vec![0.0; width];
    vector[middle] = 1.0;
    for _ in 0..values {
        let mut next: Vec<f64> = (0..width)
            .map(|row| {
                let columns = (row + 2).min(width);
                let sum: f64 = vector[..columns]
                    .iter()
                    .enumerate()
                    .map(|(column, value)| value * inverse_factorial[row + 1 - column])
                    .sum();
                sum - edge[row] * vector[0]
            })
            .collect();
        let last = width - 1;
        let missing: f64 = (0..width).map(|column| vector[column] * edge[last - column]).sum();
        next[last] += corner * vector[0] - missing;
        for value in &mut next {
            *value /= E;
        }
        vector = next;
    }
    // n!/nⁿ = √(2πn) e⁻ⁿ times what Stirling leaves out; e⁻ⁿ went along above.
    vector[middle] * (2.0 * PI * size).sqrt() * stirling_rest(size).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_is_as_far_off_as_it_is_from_the_ends() {
        // |u − ½| + ½ ≥ d has the probability 2(1 − d).
        for distance in [0.5, 0.6, 0.75, 0.99] {
            assert!((survival(1, distance) - 2.0 * (1.0 - distance)).abs() < 1e-14);
        }
    }

    #[test]
    fn the_two_exact_ways_meet_where_they_change() {
        for values in [30, 200, 1_000] {
            let distance = (5.0 / values as f64).sqrt();
            let far = 2.0 * one_sided(values, distance);
            let near = 1.0 - matrix_cdf(values, distance);
            assert!((near / far - 1.0).abs() < 1e-7, "{values}: {near:e} {far:e}");
        }
    }

    #[test]
    fn the_two_series_of_the_limit_meet() {
        assert!((limit_survival(1.0 - 1e-12) - limit_survival(1.0)).abs() < 1e-11);
    }

    #[test]
    fn many_values_come_close_to_the_limit() {
        let distance = 1.2 / 4_000_f64.sqrt();
        assert!((survival(4_000, distance) - limit_survival(1.2)).abs() < 5e-3);
    }

    #[test]
    fn what_is_not_there_or_too_much_is_not_tested() {
        assert!(exact_survival(4_001, 0.01).is_err());
        assert_eq!(uniform(&[]), Err(Undefined("there are no values")));
        assert!(uniform(&[f64::NAN]).is_err());
    }
}
