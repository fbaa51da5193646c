//! Student's t distribution, central and not.

use super::gamma::{in_range, stirling_rest};
use super::root::bisect_above;
use super::{incomplete_beta, normal};

/// Points of the integral over the scale; its error falls exponentially with them. A large shift asks for more.
const POINTS: f64 = 1_500.0;
const MOST_POINTS: f64 = 1e6;

/// The probability of a value of `t` or less.
pub fn cdf(t: f64, degrees: f64) -> f64 {
    survival(-t, degrees)
}

/// The probability of a value above `t`.
///
/// ```
/// // With one degree of freedom a quarter is above 1.
/// assert!((regua_stats::distribution::student::survival(1.0, 1.0) - 0.25).abs() < 1e-15);
/// ```
pub fn survival(t: f64, degrees: f64) -> f64 {
    if t.is_nan() || !in_range(degrees) {
        return f64::NAN;
    }
    if t.is_infinite() {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    let square = t * t;
    let half = if square.is_infinite() {
        0.0
    } else {
        let (x, y) = (degrees / (degrees + square), square / (degrees + square));
        incomplete_beta(degrees / 2.0, 0.5, x, y) / 2.0
    };
    if t > 0.0 { half } else { 1.0 - half }
}

/// The value above which a share `q` of the distribution is: infinite at 0 and 1.
pub fn inverse_survival(q: f64, degrees: f64) -> f64 {
    if !(0.0..=1.0).contains(&q) || !in_range(degrees) {
        return f64::NAN;
    }
    if q > 0.5 {
        return -inverse_survival(1.0 - q, degrees);
    }
    if q <= 0.0 {
        return f64::INFINITY;
    }
    bisect_above(0.0, f64::MAX, |t| survival(t, degrees) > q).unwrap_or(f64::INFINITY)
}

/// The value below which a share `p` of the distribution is: infinite at 0 and 1.
pub fn quantile(p: f64, degrees: f64) -> f64 {
    -inverse_survival(p, degrees)
}

/// The probability of a value above `t` when the numerator's mean is `shift` standard deviations off: what a t-test
/// exceeds its critical value with. Exact to about 1e-13 absolute.
///
/// The average of the normal survival at t·s − shift over the scale s = √(χ²/degrees), as a sum over equal steps of ln s.
pub fn shifted_survival(t: f64, degrees: f64, shift: f64) -> f64 {
    if t.is_nan() || shift.is_nan() || !in_range(degrees) {
        return f64::NAN;
    }
    // The density of u = ln s is proportional to exp(degrees · (u − (exp(2u) − 1)/2)), with its peak at 0.
    let exponent = |u: f64| degrees * (u - (2.0 * u).exp_m1() / 2.0);
    let edge = -45.0;
    let above = bisect_above(0.0, 1e3, |u| exponent(u) > edge).unwrap_or(1e3);
    let below = bisect_above(0.0, 1e3, |u| exponent(-u) > edge).unwrap_or(1e3);
    let points = (2.0 * (above + below) * shift.abs()).clamp(POINTS, MOST_POINTS).round();
    let step = (above + below) / points;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most a million"
    )]
    let sum: f64 = (0..=points as u32)
        .map(|point| {
            let u = f64::from(point) * step - below;
            exponent(u).exp() * normal::survival(t * u.exp() - shift)
        })
        .sum();
    // 2 (d/2)^(d/2) e^(−d/2) / Γ(d/2), by Stirling's series.
    let peak = (degrees / std::f64::consts::PI).sqrt() * (-stirling_rest(degrees / 2.0)).exp();
    (peak * step * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_shift_the_shifted_one_is_the_plain_one() {
        for (t, degrees) in [(0.5, 1.0), (2.0, 4.0), (-1.0, 30.0), (1.96, 1e4)] {
            let difference = shifted_survival(t, degrees, 0.0) - survival(t, degrees);
            assert!(difference.abs() < 1e-13, "{t} {degrees}: {difference:e}");
        }
    }

    #[test]
    fn quantiles_undo_the_survival() {
        for (q, degrees) in [(1e-12, 3.0), (0.025, 9.0), (0.4, 1.0), (0.9, 50.0)] {
            let again = survival(inverse_survival(q, degrees), degrees);
            assert!((again / q - 1.0).abs() < 1e-13, "{q} {degrees}: {again}");
        }
    }
}
