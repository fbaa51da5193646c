//! Pearson's product-moment correlation.

use super::{CONSTANT_MEASURE, CONSTANT_PEOPLE, check, order_key};
use crate::Undefined;

/// Pearson's r: how close the two rows are to a straight line.
///
/// Agrees with `scipy.stats.pearsonr` to 1e-12.
///
/// ```
/// use regua_stats::correlation::pearson;
///
/// let r = pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 5.0]).unwrap();
/// assert!((r - 0.981_980_506_061_965_7).abs() < 1e-12);
/// assert!(pearson(&[1.0, 1.0], &[2.0, 3.0]).is_err());
/// ```
///
/// # Errors
///
/// If a row is constant, the rows differ in length or have fewer than two
/// finite numbers.
pub fn pearson(people: &[f64], measure: &[f64]) -> Result<f64, Undefined> {
    check(people, measure)?;
    let first = Centre::of(people).ok_or(CONSTANT_PEOPLE)?;
    let second = Centre::of(measure).ok_or(CONSTANT_MEASURE)?;
    let (mut product, mut first_squares, mut second_squares) = (0.0, 0.0, 0.0);
    for (rating, score) in people.iter().zip(measure) {
        let (rating, score) = (first.place(*rating), second.place(*score));
        product += rating * score;
        first_squares += rating * rating;
        second_squares += score * score;
    }
    let value = product / (first_squares * second_squares).sqrt();
    if value.is_finite() {
        Ok(value.clamp(-1.0, 1.0))
    } else {
        Err(Undefined("the values are too large to be added up"))
    }
}

/// The mean of a row and the largest distance from it.
struct Centre {
    mean: f64,
    reach: f64,
}

impl Centre {
    /// Nothing if the row is constant.
    fn of(row: &[f64]) -> Option<Self> {
        let first = order_key(*row.first()?);
        if row.iter().all(|value| order_key(*value) == first) {
            return None;
        }
        let mean = mean(row);
        let reach = row.iter().fold(0.0, |reach: f64, value| reach.max((value - mean).abs()));
        Some(Self { mean, reach })
    }

    /// Where a value lies between −1 and 1, so that squares neither overflow nor
    /// vanish.
    fn place(&self, value: f64) -> f64 {
        (value - self.mean) / self.reach
    }
}

/// The mean, from Neumaier's compensated sum.
pub(super) fn mean(row: &[f64]) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0);
    for value in row {
        let next = sum + value;
        lost += if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    (sum + lost) / row.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_falling_line_gives_minus_one() {
        assert_eq!(pearson(&[1.0, 2.0, 3.0, 4.0], &[8.0, 6.0, 4.0, 2.0]), Ok(-1.0));
    }

    #[test]
    fn a_large_offset_costs_no_digits() {
        let people = [1.0, 2.0, 4.0, 3.0, 7.0];
        let measure = [2.0, 1.0, 5.0, 3.0, 4.0];
        let shifted = measure.map(|value| value + 1_073_741_824.0);
        let difference = pearson(&people, &measure).unwrap() - pearson(&people, &shifted).unwrap();
        assert!(difference.abs() < 1e-15, "{difference}");
    }

    #[test]
    fn very_large_and_very_small_numbers_do_not_overflow() {
        assert_eq!(pearson(&[1e300, 2e300], &[1e-300, 2e-300]), Ok(1.0));
    }

    #[test]
    fn what_is_not_defined_has_a_reason() {
        assert_eq!(pearson(&[3.0; 4], &[1.0, 2.0, 3.0, 4.0]), Err(CONSTANT_PEOPLE));
        assert_eq!(pearson(&[1.0, 2.0], &[5.0; 2]), Err(CONSTANT_MEASURE));
        assert!(pearson(&[1.0], &[5.0]).is_err());
        assert!(pearson(&[1.0, 2.0], &[5.0]).is_err());
        assert!(pearson(&[1.0, f64::NAN], &[5.0, 6.0]).is_err());
        assert!(pearson(&[f64::MAX, f64::MAX, 0.0], &[1.0, 2.0, 3.0]).is_err());
    }
}
