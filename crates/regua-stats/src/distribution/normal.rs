//! The standard normal distribution.

use super::root::bisect;
use std::f64::consts::PI;

/// The probability of a value of `z` or less.
pub fn cdf(z: f64) -> f64 {
    survival(-z)
}

/// The probability of a value above `z`.
///
/// ```
/// let tail = regua_stats::distribution::normal::survival(1.959963984540054);
/// assert!((tail - 0.025).abs() < 1e-15);
/// ```
pub fn survival(z: f64) -> f64 {
    if z < -2.0 {
        1.0 - tail(-z)
    } else if z < 2.0 {
        0.5 - centre(z)
    } else {
        tail(z)
    }
}

/// The value below which a share `p` of the distribution is: infinite at 0 and 1.
pub fn quantile(p: f64) -> f64 {
    if p <= 0.5 { -upper_quantile(p) } else { upper_quantile(1.0 - p) }
}

/// The value above which a share `q` of the distribution is: infinite at 0 and 1.
pub fn inverse_survival(q: f64) -> f64 {
    if q <= 0.5 { upper_quantile(q) } else { -upper_quantile(1.0 - q) }
}

fn upper_quantile(q: f64) -> f64 {
    if q.is_nan() || q < 0.0 {
        return f64::NAN;
    }
    if q <= 0.0 {
        return f64::INFINITY;
    }
    // The smallest number above 0 has its quantile at 38.5.
    bisect(0.0, 39.0, |z| survival(z) > q)
}

/// The density at `z`, with the square taken in two parts so that its rounding does not show in the exponential.
fn density(z: f64) -> f64 {
    let coarse = (z * 16.0).round() / 16.0;
    let fine = (z - coarse) * (z + coarse) / 2.0;
    (-coarse * coarse / 2.0).exp() * (-fine).exp() / (2.0 * PI).sqrt()
}

/// The share between 0 and `z`: φ(z) (z + z³/3 + z⁵/15 + z⁷/105 + …).
fn centre(z: f64) -> f64 {
    let mut term = z;
    let mut sum = z;
    let mut odd = 1.0;
    while term.abs() > sum.abs() * 1e-17 {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    density(z) * sum
}

/// The share above a `z` of 2 or more: φ(z) / (z + 1/(z + 2/(z + 3/(z + …)))), from the inside out.
fn tail(z: f64) -> f64 {
    if z > 39.0 {
        return 0.0;
    }
    let depth = if z < 4.0 { 150 } else { 50 };
    let fraction = (1..=depth).rev().fold(z, |below, step| z + f64::from(step) / below);
    density(z) / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_ways_meet_where_they_change() {
        for z in [1.9, 2.0, 2.1, 2.5] {
            let relative = tail(z) / (0.5 - centre(z)) - 1.0;
            assert!(relative.abs() < 1e-13, "{z}: {relative:e}");
        }
    }

    #[test]
    fn quantiles_undo_the_survival() {
        for q in [1e-300, 1e-20, 1e-3, 0.3, 0.5, 0.9] {
            let again = survival(inverse_survival(q));
            assert!((again / q - 1.0).abs() < 2e-13, "{q}: {again}");
        }
    }

    #[test]
    fn the_ends_are_infinite() {
        assert!(quantile(0.0).is_infinite() && quantile(0.0) < 0.0);
        assert!(quantile(1.0).is_infinite() && quantile(1.0) > 0.0);
        assert!(quantile(0.5).abs() < 1e-15);
    }
}
