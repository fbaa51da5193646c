//! The chi-square distribution.

use super::gamma;

/// The probability of a value of `x` or less with so many degrees of freedom.
pub fn cdf(x: f64, degrees: f64) -> f64 {
    gamma::lower(degrees / 2.0, x / 2.0)
}

/// The probability of a value above `x` with so many degrees of freedom.
///
/// ```
/// let p = regua_stats::distribution::chi_square::survival(5.991464547107979, 2.0);
/// assert!((p - 0.05).abs() < 1e-15);
/// ```
pub fn survival(x: f64, degrees: f64) -> f64 {
    gamma::upper(degrees / 2.0, x / 2.0)
}
