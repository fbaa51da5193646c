//! An interval for any coefficient: the items drawn anew, with replacement.

use super::ratings::Ratings;
use crate::Undefined;
use crate::interval::{Interval, percentile};
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
/// seed gives the same interval.
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
    let Interval { low, high } = percentile(&values, confidence)?;
    Ok(Resampled { low, high, draws: values.len(), undefined: draws - values.len() })
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
}
