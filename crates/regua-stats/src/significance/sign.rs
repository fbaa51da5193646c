//! The sign test: how often each side wins, exactly.
//!
//! Ties are dropped and counted. The p-value is that of `scipy.stats.binomtest` with one half. It looks at signs alone,
//! so that one large difference weighs as much as a small one; [`super::wilcoxon`] weighs them by rank.

use super::{Alternative, check_finite};
use crate::Undefined;
use crate::distribution::binomial;

/// What the sign test says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignTest {
    /// Differences above zero.
    pub positive: u64,
    /// Differences below zero.
    pub negative: u64,
    /// Differences of zero, which are left out.
    pub ties: u64,
    /// How probable so uneven a split is if both sides win alike.
    pub p_value: f64,
}

/// The sign test of paired differences.
///
/// # Errors
/// Undefined if all differences are zero or one is not finite.
pub fn test(differences: &[f64], alternative: Alternative) -> Result<SignTest, Undefined> {
    check_finite(differences)?;
    let positive = differences.iter().filter(|&&difference| difference > 0.0).count() as u64;
    let negative = differences.iter().filter(|&&difference| difference < 0.0).count() as u64;
    let ties = differences.len() as u64 - positive - negative;
    let p_value = p_value(positive, negative, alternative)?;
    Ok(SignTest { positive, negative, ties, p_value })
}

/// The p-value from counts of wins and losses.
///
/// # Errors
/// Undefined if there are neither.
pub fn p_value(wins: u64, losses: u64, alternative: Alternative) -> Result<f64, Undefined> {
    let decided = wins.saturating_add(losses);
    if decided == 0 {
        return Err(Undefined("all differences are zero"));
    }
    let so_low = binomial::cdf(wins, decided, 0.5);
    let so_high = binomial::cdf(losses, decided, 0.5);
    Ok(alternative.p_value(so_low, so_high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_of_ten_wins_are_rare() {
        let p = p_value(9, 1, Alternative::TwoSided).unwrap();
        assert!((p - 22.0 / 1024.0).abs() < 1e-16);
    }

    #[test]
    fn an_even_split_is_no_surprise() {
        assert!((p_value(4, 4, Alternative::TwoSided).unwrap() - 1.0).abs() < 1e-16);
    }

    #[test]
    fn nothing_but_ties_is_undefined() {
        let undefined = test(&[0.0, -0.0], Alternative::TwoSided).unwrap_err();
        assert_eq!(undefined.to_string(), "all differences are zero");
    }
}
