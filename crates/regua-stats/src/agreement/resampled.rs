//! An interval for any coefficient: the items drawn anew, with replacement.

use super::ratings::Ratings;
use crate::Undefined;
use crate::random::Generator;

/// Where the middle of the resampled coefficients lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampled {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// How many resamples had a coefficient.
    pub draws: usize,
    /// How many had none (one category only, no item with two ratings); they are left out.
    pub undefined: usize,
}

/// The percentile interval of a coefficient over resamples of the items; categories stay those of the whole. The same
/// seed gives the same interval. Percentiles as numpy's default (Hyndman and Fan's type 7).
///
/// ```
/// use regua_stats::agreement::{Ratings, fleiss, resampled};
///
/// let items: Vec<[Option<f64>; 2]> = (0..40).map(|item| [Some(f64::from(item % 3)), Some(f64::from(item % 4))]).collect();
/// let ratings = Ratings::from_rows(&items)?;
/// let interval = resampled(&ratings, fleiss, 1_000, 12345, 0.95)?;
/// assert!(interval.low < fleiss(&ratings)? && fleiss(&ratings)? < interval.high);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// The coefficient of the whole is undefined, or that of all resamples but one; the confidence is not between 0 and 1.
pub fn resampled(
    ratings: &Ratings,
    coefficient: impl Fn(&Ratings) -> Result<f64, Undefined>,
    draws: usize,
    seed: u64,
    confidence: f64,
) -> Result<Resampled, Undefined> {
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(Undefined("the confidence is not between 0 and 1"));
    }
    coefficient(ratings)?;
    let items = ratings.items();
    let mut values = Vec::new();
    for draw in 0..draws {
        let mut generator = Generator::stream(seed, draw as u64);
        let again = (0..items).filter_map(|_| usize::try_from(generator.below(items as u64)).ok());
        values.extend(coefficient(&ratings.chosen(again)));
    }
    if values.len() < 2 {
        return Err(Undefined("fewer than two resamples have a coefficient"));
    }
    values.sort_by(f64::total_cmp);
    let tail = (1.0 - confidence) / 2.0;
    let (low, high) = (quantile(&values, tail), quantile(&values, 1.0 - tail));
    Ok(Resampled { low, high, draws: values.len(), undefined: draws - values.len() })
}

/// Between the two nearest of the sorted values.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the slice")]
    let at = (place.floor() as usize).min(sorted.len() - 1);
    let next = sorted[(at + 1).min(sorted.len() - 1)];
    sorted[at] + (next - sorted[at]) * (place - at as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::{Scale, alpha, percent};

    fn ratings() -> Ratings {
        let rows: Vec<[Option<f64>; 2]> =
            (0..30).map(|item| [Some(f64::from(item % 5)), Some(f64::from(item % 3))]).collect();
        Ratings::from_rows(&rows).expect("finite")
    }

    #[test]
    fn the_seed_decides() {
        let interval = |seed| {
            resampled(&ratings(), |ratings| alpha(ratings, Scale::Interval), 200, seed, 0.95)
        };
        assert_eq!(interval(1), interval(1));
        assert_ne!(interval(1), interval(2));
    }

    #[test]
    fn a_share_has_the_interval_of_its_binomial() -> Result<(), Undefined> {
        // 6 of 30 items agree (those with the same remainders): 0.2 ± 1.96 · √(0.2 · 0.8/30) = 0.2 ± 0.143.
        assert_eq!(percent(&ratings()), Ok(0.2));
        let interval = resampled(&ratings(), percent, 4_000, 12345, 0.95)?;
        assert!(
            (interval.low - 0.0667).abs() < 0.02 && (interval.high - 0.35).abs() < 0.03,
            "{interval:?}"
        );
        assert_eq!((interval.draws, interval.undefined), (4_000, 0));
        Ok(())
    }

    #[test]
    fn resamples_without_a_coefficient_are_counted() -> Result<(), Undefined> {
        // Of two items, half the resamples hold one item twice and so but one category.
        let ratings = Ratings::from_rows(&[[Some(1.0), Some(1.0)], [Some(2.0), Some(2.0)]])?;
        let interval = resampled(&ratings, |ratings| alpha(ratings, Scale::Nominal), 100, 1, 0.95)?;
        assert!(interval.undefined > 20 && interval.draws > 20, "{interval:?}");
        assert_eq!(interval.draws + interval.undefined, 100);
        Ok(())
    }

    #[test]
    fn quantiles_lie_between_values() {
        let thirds = [1.0, 2.0, 4.0];
        assert_eq!([0.0, 0.75, 1.0].map(|share| quantile(&thirds, share)), [1.0, 3.0, 4.0]);
    }
}
