//! Spearman's rank correlation.

use super::{check, order_key, pearson};
use crate::Undefined;

/// Spearman's ρ: Pearson's correlation of the ranks, ties at their mean rank.
///
/// Agrees with `scipy.stats.spearmanr` to 1e-12.
///
/// ```
/// use regua_stats::correlation::spearman;
///
/// let rho = spearman(&[1.0, 2.0, 3.0, 4.0], &[10.0, 30.0, 20.0, 90.0]).unwrap();
/// assert!((rho - 0.8).abs() < 1e-12);
/// ```
///
/// # Errors
///
/// As [`pearson`].
pub fn spearman(people: &[f64], measure: &[f64]) -> Result<f64, Undefined> {
    check(people, measure)?;
    pearson(&average_ranks(people), &average_ranks(measure))
}

/// The rank of each number, from 1; equal numbers share the mean of their ranks.
pub fn average_ranks(row: &[f64]) -> Vec<f64> {
    let mut order: Vec<u128> = row
        .iter()
        .enumerate()
        .map(|(at, value)| u128::from(order_key(*value)) << 64 | at as u128)
        .collect();
    order.sort_unstable();
    let mut ranks = vec![0.0; row.len()];
    let mut start = 0;
    for tied in order.chunk_by(|a, b| a >> 64 == b >> 64) {
        let rank = start as f64 + f64::midpoint(tied.len() as f64, 1.0);
        for packed in tied {
            let at = *packed as usize;
            ranks[at] = rank;
        }
        start += tied.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_mean_rank() {
        assert_eq!(average_ranks(&[2.0, -1.0, 2.0, 5.0]), [2.5, 1.0, 2.5, 4.0]);
        assert_eq!(average_ranks(&[0.0, -0.0]), [1.5, 1.5]);
        assert!(average_ranks(&[]).is_empty());
    }

    #[test]
    fn any_rising_curve_is_a_perfect_correlation() {
        let people = [0.3, 1.7, 2.2, 9.0, 4.0];
        let measure = people.map(|value: f64| value.powi(3));
        assert_eq!(spearman(&people, &measure), Ok(1.0));
    }
}
