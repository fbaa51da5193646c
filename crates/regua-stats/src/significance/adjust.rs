//! p-values of several tests at once, corrected.
//!
//! Of twenty true nulls one falls below 0.05 by chance. [`holm`] and [`bonferroni`] bound the probability of even one false
//! find (Holm never finds less); [`benjamini_hochberg`] bounds the expected share of false finds among the finds.
//! Agrees with `multipletests` of statsmodels 0.15.

use crate::Undefined;

/// Each p-value times their number, at most 1.
///
/// # Errors
/// Undefined if a p-value is not between 0 and 1.
pub fn bonferroni(p_values: &[f64]) -> Result<Vec<f64>, Undefined> {
    check(p_values)?;
    let tests = p_values.len() as f64;
    Ok(p_values.iter().map(|p| (p * tests).min(1.0)).collect())
}

/// Holm's step-down correction: the smallest times their number n, the next times n − 1, …, never below one before it.
///
/// ```
/// use regua_stats::significance::adjust;
///
/// let adjusted = adjust::holm(&[0.01, 0.04, 0.03])?;
/// assert!((adjusted[0] - 0.03).abs() < 1e-15);
/// assert!((adjusted[1] - 0.06).abs() < 1e-15);
/// assert!((adjusted[2] - 0.06).abs() < 1e-15);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined if a p-value is not between 0 and 1.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, Undefined> {
    check(p_values)?;
    let mut adjusted = vec![0.0; p_values.len()];
    let mut floor = 0.0_f64;
    for (rank, place) in ascending(p_values).into_iter().enumerate() {
        let factor = (p_values.len() - rank) as f64;
        floor = floor.max(p_values[place] * factor);
        adjusted[place] = floor.min(1.0);
    }
    Ok(adjusted)
}

/// Benjamini and Hochberg's step-up correction: the p-value of rank k times n/k, never above one after it.
///
/// # Errors
/// Undefined if a p-value is not between 0 and 1.
pub fn benjamini_hochberg(p_values: &[f64]) -> Result<Vec<f64>, Undefined> {
    check(p_values)?;
    let mut adjusted = vec![0.0; p_values.len()];
    let mut ceiling = 1.0_f64;
    for (rank, place) in ascending(p_values).into_iter().enumerate().rev() {
        let share = (rank + 1) as f64 / p_values.len() as f64;
        ceiling = ceiling.min(p_values[place] / share);
        adjusted[place] = ceiling;
    }
    Ok(adjusted)
}

fn ascending(p_values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&left, &right| p_values[left].total_cmp(&p_values[right]));
    order
}

fn check(p_values: &[f64]) -> Result<(), Undefined> {
    if p_values.iter().all(|p| (0.0..=1.0).contains(p)) {
        Ok(())
    } else {
        Err(Undefined("a p-value is not between 0 and 1"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_test_stays_as_it_is() {
        for adjust in [bonferroni, holm, benjamini_hochberg] {
            assert_eq!(adjust(&[0.03]), Ok(vec![0.03]));
        }
    }

    #[test]
    fn no_tests_have_no_p_values() {
        assert_eq!(holm(&[]), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        assert!(holm(&[0.1, f64::NAN]).is_err());
        assert!(bonferroni(&[1.5]).is_err());
    }
}
