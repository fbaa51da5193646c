//! The regularised incomplete beta function.

use super::gamma::{deviance, in_range, stirling_rest};
use std::f64::consts::PI;

/// More steps than the fraction needs for sizes up to 10¹⁰.
const STEPS: u32 = 1_000_000;

/// The regularised incomplete beta function Iₓ(a, b) with `y` = 1 − x, for positive `a` and `b`.
///
/// Both `x` and `y` are given because one of them is often known to more digits than a subtraction would leave.
///
/// ```
/// use regua_stats::distribution::incomplete_beta;
///
/// assert!((incomplete_beta(2.0, 2.0, 0.25, 0.75) - 0.15625).abs() < 1e-15);
/// ```
pub fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if !(in_range(a) && in_range(b) && x >= 0.0 && y >= 0.0) {
        f64::NAN
    } else if x <= 0.0 {
        0.0
    } else if y <= 0.0 {
        1.0
    } else if x * (a + b + 2.0) < a + 1.0 {
        front(a, b, x, y) * fraction(a, b, x, y)
    } else {
        1.0 - front(b, a, y, x) * fraction(b, a, y, x)
    }
}

/// xᵃ yᵇ / B(a, b).
pub(super) fn front(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let size = a + b;
    let difference = difference_of_products(b, x, a, y);
    let exponent = deviance(a, size * x, difference) + deviance(b, size * y, -difference);
    let rest = stirling_rest(size) - stirling_rest(a) - stirling_rest(b);
    (a * (b / size) / (2.0 * PI)).sqrt() * (rest - exponent).exp()
}

/// a·b − c·d, rounded once or twice (Kahan's way).
fn difference_of_products(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let product = c * d;
    let error = (-c).mul_add(d, product);
    a.mul_add(b, -product) + error
}

/// One over the continued fraction of `DiDonato` and Morris (ACM TOMS 708, 1992), by Lentz's method; quick where x is below
/// the mean of the distribution. It never takes 1 − x, so that nothing cancels where x is close to 1.
fn fraction(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let ahead = difference_of_products(a, y, b, x) + 1.0;
    let mut value = a * ahead / (a + 1.0);
    let mut numerator = value;
    let mut denominator = 0.0;
    for step in 1..STEPS {
        let step = f64::from(step);
        let double = a + 2.0 * step;
        let share = x / (double - 1.0);
        let above = (a + step - 1.0) * share * ((a + b + step - 1.0) * share) * step * (b - step);
        let below = step
            + step * (b - step) * share
            + (a + step) * (ahead + step * (1.0 + y)) / (double + 1.0);
        denominator = 1.0 / away_from_zero(below + above * denominator);
        numerator = away_from_zero(below + above / numerator);
        let factor = numerator * denominator;
        value *= factor;
        if (factor - 1.0).abs() < 1e-16 {
            break;
        }
    }
    1.0 / value
}

fn away_from_zero(value: f64) -> f64 {
    const TINY: f64 = 1e-300;
    if value.abs() < TINY { TINY } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_a_b_of_one_it_is_a_power() {
        for (a, x) in [(0.5, 0.3), (2.0, 0.9), (7.5, 0.01)] {
            let relative = incomplete_beta(a, 1.0, x, 1.0 - x) / x.powf(a) - 1.0;
            assert!(relative.abs() < 1e-14, "{a} {x}: {relative:e}");
        }
    }

    #[test]
    fn the_two_sides_are_mirrored() {
        for (a, b, x) in [(0.5, 0.5, 0.1), (3.0, 40.0, 0.2), (1e5, 2e5, 0.333)] {
            let sum = incomplete_beta(a, b, x, 1.0 - x) + incomplete_beta(b, a, 1.0 - x, x);
            assert!((sum - 1.0).abs() < 1e-14);
        }
    }
}
