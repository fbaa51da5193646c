//! The F distribution of Fisher and Snedecor.

use super::incomplete_beta;

/// The probability of a value of `x` or less with these degrees of freedom above and below the line.
pub fn cdf(x: f64, above: f64, below: f64) -> f64 {
    let (small, large) = shares(x, above, below);
    incomplete_beta(above / 2.0, below / 2.0, large, small)
}

/// The probability of a value above `x` with these degrees of freedom above and below the line.
///
/// ```
/// let p = regua_stats::distribution::fisher::survival(1.0, 8.0, 8.0);
/// assert!((p - 0.5).abs() < 1e-15);
/// ```
pub fn survival(x: f64, above: f64, below: f64) -> f64 {
    let (small, large) = shares(x, above, below);
    incomplete_beta(below / 2.0, above / 2.0, small, large)
}

fn shares(x: f64, above: f64, below: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (1.0, 0.0);
    }
    if x.is_infinite() {
        return (0.0, 1.0);
    }
    let part = above * x;
    (below / (below + part), part / (below + part))
}
