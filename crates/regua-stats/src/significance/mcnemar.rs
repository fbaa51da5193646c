//! `McNemar`'s test: two systems that are right or wrong on the same units.
//!
//! Only the units count on which exactly one of the two is right. The exact test is the sign test on these; the chi-square
//! versions approximate it, and are what older papers report. Agrees with statsmodels 0.15 (`mcnemar`) to 1e-13, but for
//! the corrected statistic of equal counts: there the correction takes away no more than there is, as in R's
//! `mcnemar.test`, and the statistic is 0 (statsmodels reads 1/n).

use super::{Alternative, Outcome, sign};
use crate::Undefined;
use crate::distribution::chi_square;

/// The exact two-sided test; its statistic is the smaller count.
///
/// ```
/// use regua_stats::significance::mcnemar;
///
/// let test = mcnemar::exact(9, 1)?;
/// assert!((test.p_value - 22.0 / 1024.0).abs() < 1e-16);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined if the systems are right and wrong on the same units.
pub fn exact(only_first: u64, only_second: u64) -> Result<Outcome, Undefined> {
    check(only_first, only_second)?;
    let p_value = sign::p_value(only_first, only_second, Alternative::TwoSided)?;
    Ok(Outcome { statistic: only_first.min(only_second) as f64, p_value })
}

/// The chi-square test with one degree of freedom, with or without the correction for continuity.
///
/// # Errors
/// Undefined if the systems are right and wrong on the same units.
pub fn approximate(
    only_first: u64,
    only_second: u64,
    corrected: bool,
) -> Result<Outcome, Undefined> {
    check(only_first, only_second)?;
    let apart = only_first.abs_diff(only_second).saturating_sub(u64::from(corrected)) as f64;
    let statistic = apart * apart / (only_first as f64 + only_second as f64);
    Ok(Outcome { statistic, p_value: chi_square::survival(statistic, 1.0) })
}

fn check(only_first: u64, only_second: u64) -> Result<(), Undefined> {
    if only_first == 0 && only_second == 0 {
        return Err(Undefined("no unit tells the two apart"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correction_makes_the_statistic_smaller() {
        let plain = approximate(15, 5, false).unwrap();
        let corrected = approximate(15, 5, true).unwrap();
        assert!((plain.statistic - 5.0).abs() < 1e-15);
        assert!((corrected.statistic - 4.05).abs() < 1e-15);
        assert!(corrected.p_value > plain.p_value);
    }

    #[test]
    fn equal_counts_are_no_evidence() {
        assert!((approximate(7, 7, true).unwrap().p_value - 1.0).abs() < 1e-15);
    }

    #[test]
    fn without_disagreement_there_is_no_test() {
        assert_eq!(exact(0, 0), Err(Undefined("no unit tells the two apart")));
        assert!(approximate(0, 0, true).is_err());
    }
}
