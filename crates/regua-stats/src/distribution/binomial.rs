//! The binomial distribution.

use super::beta::front;
use super::incomplete_beta;

/// The probability of exactly `successes` in `trials`, each with `probability`.
pub fn mass(successes: u64, trials: u64, probability: f64) -> f64 {
    if !(0.0..=1.0).contains(&probability) {
        return f64::NAN;
    }
    if successes > trials {
        return 0.0;
    }
    if trials == 0 {
        return 1.0;
    }
    let (p, q) = (probability, 1.0 - probability);
    let (k, n) = (successes as f64, trials as f64);
    if successes == 0 {
        return (n * (-p).ln_1p()).exp();
    }
    if successes == trials {
        return (n * p.ln()).exp();
    }
    // With l = n − k the mass is pᵏ qˡ / B(k, l) · n / (k l).
    let rest = n - k;
    front(k, rest, p, q) * n / (k * rest)
}

/// The probability of `successes` or fewer in `trials`, each with `probability`.
pub fn cdf(successes: u64, trials: u64, probability: f64) -> f64 {
    if !(0.0..=1.0).contains(&probability) {
        return f64::NAN;
    }
    if successes >= trials {
        return 1.0;
    }
    let above = (trials - successes) as f64;
    incomplete_beta(above, successes as f64 + 1.0, 1.0 - probability, probability)
}

/// The probability of more than `successes` in `trials`, each with `probability`.
///
/// ```
/// let p = regua_stats::distribution::binomial::survival(1, 3, 0.5);
/// assert!((p - 0.5).abs() < 1e-15);
/// ```
pub fn survival(successes: u64, trials: u64, probability: f64) -> f64 {
    if !(0.0..=1.0).contains(&probability) {
        return f64::NAN;
    }
    if successes >= trials {
        return 0.0;
    }
    let above = (trials - successes) as f64;
    incomplete_beta(successes as f64 + 1.0, above, probability, 1.0 - probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masses_add_up_to_the_distribution() {
        let mut sum = 0.0;
        for k in 0..=30 {
            sum += mass(k, 30, 0.3);
            assert!((cdf(k, 30, 0.3) - sum).abs() < 1e-14);
            assert!((survival(k, 30, 0.3) - (1.0 - sum)).abs() < 1e-14);
        }
    }

    #[test]
    fn sure_things_are_sure() {
        assert!((mass(0, 5, 0.0) - 1.0).abs() < 1e-15);
        assert!((mass(5, 5, 1.0) - 1.0).abs() < 1e-15);
        assert!(mass(2, 5, 0.0).abs() < 1e-15);
        assert!((mass(0, 0, 1.0) - 1.0).abs() < 1e-15);
    }
}
