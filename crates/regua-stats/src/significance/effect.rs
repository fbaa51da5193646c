//! How large a difference is, whatever its p-value.
//!
//! In standard deviations: [`cohen_d`] and [`hedges_g`] for two groups, [`paired_d`] for differences on the same units. In
//! probabilities, which ask nothing of the distribution: [`superiority`] and [`cliffs_delta`]. For right and wrong:
//! [`odds_ratio`]. Agrees with `compute_effsize` of pingouin 0.7 (`cohen`, `hedges`, `cohen_dz`, `CLES`) to 1e-12.

use super::check_finite;
use crate::Undefined;
use crate::moments::{is_constant, mean, variance};

/// Cohen's d: the difference of two means in pooled standard deviations.
///
/// # Errors
/// Undefined with fewer than two values in a group, if neither group varies, or if a value is not finite.
pub fn cohen_d(first: &[f64], second: &[f64]) -> Result<f64, Undefined> {
    check_finite(first)?;
    check_finite(second)?;
    if first.len() < 2 || second.len() < 2 {
        return Err(Undefined("a group has fewer than two values"));
    }
    let (first_degrees, second_degrees) = (first.len() as f64 - 1.0, second.len() as f64 - 1.0);
    let squares = first_degrees * variance(first) + second_degrees * variance(second);
    if is_constant(squares, mean(first).abs().max(mean(second).abs())) {
        return Err(Undefined("the values of each group are all equal"));
    }
    let pooled = (squares / (first_degrees + second_degrees)).sqrt();
    Ok((mean(first) - mean(second)) / pooled)
}

/// Hedges' g: Cohen's d less its bias in small groups, by the usual factor 1 − 3/(4n − 9) for n values in all.
///
/// # Errors
/// As [`cohen_d`].
pub fn hedges_g(first: &[f64], second: &[f64]) -> Result<f64, Undefined> {
    let size = (first.len() + second.len()) as f64;
    Ok(cohen_d(first, second)? * (1.0 - 3.0 / (4.0 * size - 9.0)))
}

/// The mean of paired differences in their own standard deviations (dz): what the power of a paired test depends on.
///
/// # Errors
/// Undefined with fewer than two differences, if they are all equal, or if one is not finite.
pub fn paired_d(differences: &[f64]) -> Result<f64, Undefined> {
    check_finite(differences)?;
    if differences.len() < 2 {
        return Err(Undefined("there are fewer than two differences"));
    }
    let spread = variance(differences);
    if is_constant(spread, mean(differences)) {
        return Err(Undefined("all differences are equal"));
    }
    Ok(mean(differences) / spread.sqrt())
}

/// The probability that a value of the first group is above one of the second, ties counted half (common-language effect
/// size; also the area under the ROC curve).
///
/// ```
/// use regua_stats::significance::effect;
///
/// let probability = effect::superiority(&[2.0, 3.0], &[1.0, 2.0])?;
/// assert!((probability - 0.875).abs() < 1e-15);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined if a group is empty or a value is not finite.
pub fn superiority(first: &[f64], second: &[f64]) -> Result<f64, Undefined> {
    let (above, tied, pairs) = compare(first, second)?;
    Ok((above as f64 + tied as f64 / 2.0) / pairs as f64)
}

/// Cliff's delta: the probability of being above less that of being below, from −1 to 1.
///
/// # Errors
/// Undefined if a group is empty or a value is not finite.
pub fn cliffs_delta(first: &[f64], second: &[f64]) -> Result<f64, Undefined> {
    let (above, tied, pairs) = compare(first, second)?;
    let below = pairs - above - tied;
    Ok((above as f64 - below as f64) / pairs as f64)
}

/// The odds ratio of a `McNemar` table: units that only the first has right over those that only the second has.
///
/// # Errors
/// Undefined if the second has no unit of its own.
pub fn odds_ratio(only_first: u64, only_second: u64) -> Result<f64, Undefined> {
    if only_second == 0 {
        return Err(Undefined("no unit is right in the second alone"));
    }
    Ok(only_first as f64 / only_second as f64)
}

/// Pairs in which the first is above, pairs that tie, all pairs; by sorting one side.
fn compare(first: &[f64], second: &[f64]) -> Result<(u128, u128, u128), Undefined> {
    check_finite(first)?;
    check_finite(second)?;
    if first.is_empty() || second.is_empty() {
        return Err(Undefined("a group is empty"));
    }
    let mut sorted = second.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (mut above, mut tied) = (0, 0);
    for value in first {
        let smaller = sorted.partition_point(|other| other < value);
        let not_larger = sorted.partition_point(|other| other <= value);
        above += smaller as u128;
        tied += (not_larger - smaller) as u128;
    }
    Ok((above, tied, first.len() as u128 * second.len() as u128))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorting_counts_the_pairs_that_comparing_all_does(
            first in prop::collection::vec(-3_i8..4, 1..20),
            second in prop::collection::vec(-3_i8..4, 1..20),
        ) {
            let first: Vec<f64> = first.into_iter().map(f64::from).collect();
            let second: Vec<f64> = second.into_iter().map(f64::from).collect();
            let pairs = || first.iter().flat_map(|left| second.iter().map(move |right| (*left, *right)));
            let above = pairs().filter(|(left, right)| left > right).count();
            let below = pairs().filter(|(left, right)| left < right).count();
            let all = pairs().count() as f64;
            let delta = cliffs_delta(&first, &second).unwrap();
            prop_assert!((delta - (above as f64 - below as f64) / all).abs() < 1e-15);
            prop_assert!((superiority(&first, &second).unwrap() - f64::midpoint(1.0, delta)).abs() < 1e-15);
        }
    }

    #[test]
    fn zeros_of_either_sign_tie() {
        assert!((superiority(&[0.0], &[-0.0]).unwrap() - 0.5).abs() < 1e-15);
    }

    #[test]
    fn effects_without_spread_are_undefined() {
        assert!(cohen_d(&[1.0, 1.0], &[2.0, 2.0]).is_err());
        assert!(paired_d(&[1.0]).is_err());
        assert_eq!(
            odds_ratio(3, 0).unwrap_err().to_string(),
            "no unit is right in the second alone"
        );
    }
}
