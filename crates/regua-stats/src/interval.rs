//! Confidence intervals from the draws of a bootstrap.
//!
//! | interval | made of | when |
//! |---|---|---|
//! | [`percentile`] | the middle of the draws | the default; simple and never outside a measure's range |
//! | [`bca`] | the middle, shifted for bias and skew (Efron 1987) | small or skewed samples |
//! | [`basic`] | the middle, mirrored at the estimate | rarely: it can leave a measure's range |
//!
//! None of them helps where there are too few units: below twenty or so, all are
//! too narrow. Quantiles are those of type 7 of Hyndman and Fan (1996), as in numpy.
//! Agrees with `scipy.stats.bootstrap` of `SciPy` 1.17.1 to 12 digits, given the same draws.
//!
//! ```
//! use regua_stats::interval::{Interval, percentile};
//!
//! let draws: Vec<f64> = (0..=1000).map(f64::from).collect();
//! assert_eq!(percentile(&draws, 0.5)?, Interval { low: 250.0, high: 750.0 });
//! # Ok::<(), regua_stats::Undefined>(())
//! ```

use crate::Undefined;
use crate::distribution::normal;

/// Two ends, with what is asked for between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The draws in two numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The mean of the draws.
    pub mean: f64,
    /// Their standard deviation (with n − 1), which is the standard error of the estimate.
    pub standard_error: f64,
}

/// The mean of the draws and the standard error.
///
/// # Errors
/// If there are fewer than two draws, or one is not a number.
pub fn summary(draws: &[f64]) -> Result<Summary, Undefined> {
    check(draws)?;
    let count = draws.len() as f64;
    let mean = draws.iter().sum::<f64>() / count;
    let squares: f64 = draws.iter().map(|draw| (draw - mean) * (draw - mean)).sum();
    Ok(Summary { mean, standard_error: (squares / (count - 1.0)).sqrt() })
}

/// The value below which this share of the sorted values is, with a straight line
/// from one value to the next (type 7 of Hyndman and Fan, numpy's `linear`).
///
/// # Errors
/// If there are no values, or the share is not between 0 and 1.
pub fn quantile(sorted: &[f64], share: f64) -> Result<f64, Undefined> {
    let Some(last) = sorted.len().checked_sub(1) else {
        return Err(Undefined("there are no values"));
    };
    if !(0.0..=1.0).contains(&share) {
        return Err(Undefined("a quantile is asked for at a share between 0 and 1"));
    }
    let place = share * last as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between 0 and the last index"
    )]
    let below = (place.floor() as usize).min(last);
    let (left, right) = (sorted[below], sorted[(below + 1).min(last)]);
    let part = place - below as f64;
    // From the nearer end, as numpy does: so quantiles never go down as the share goes up.
    Ok(if part < 0.5 {
        left + (right - left) * part
    } else {
        right - (right - left) * (1.0 - part)
    })
}

/// What is between the quantiles (1 − level)/2 and (1 + level)/2 of the draws.
///
/// # Errors
/// If there are fewer than two draws, one is not a number, or the level is not
/// between 0 and 1.
pub fn percentile(draws: &[f64], level: f64) -> Result<Interval, Undefined> {
    let tail = tail(level)?;
    between(&sort(draws)?, tail, 1.0 - tail)
}

/// The percentile interval, mirrored at the estimate.
///
/// # Errors
/// If there is no percentile interval.
pub fn basic(draws: &[f64], estimate: f64, level: f64) -> Result<Interval, Undefined> {
    let Interval { low, high } = percentile(draws, level)?;
    Ok(Interval { low: 2.0 * estimate - high, high: 2.0 * estimate - low })
}

/// Efron's bias-corrected and accelerated interval.
///
/// `jackknife` holds the estimate without each unit in turn. There is no interval, and
/// no other is put in its place, if all draws are on one side of the estimate or the
/// jackknife values are all alike.
///
/// # Errors
/// In those cases, and where there is no percentile interval.
pub fn bca(
    draws: &[f64],
    estimate: f64,
    jackknife: &[f64],
    level: f64,
) -> Result<Interval, Undefined> {
    let tail = tail(level)?;
    let sorted = sort(draws)?;
    let bias = bias(&sorted, estimate)?;
    let acceleration = acceleration(jackknife)?;
    let shifted = |tail: f64| {
        let from_bias = bias + normal::quantile(tail);
        let stretch = 1.0 - acceleration * from_bias;
        // Beyond that point a larger share would give a smaller end.
        if stretch <= 0.0 {
            return Err(Undefined("the jackknife values are too skewed for a BCa interval"));
        }
        Ok(normal::cdf(bias + from_bias / stretch))
    };
    between(&sorted, shifted(tail)?, shifted(1.0 - tail)?)
}

/// How far the estimate is from the median of the draws, in standard deviations of a
/// normal distribution; a draw equal to it counts half on each side.
fn bias(sorted: &[f64], estimate: f64) -> Result<f64, Undefined> {
    let below = sorted.partition_point(|&draw| draw < estimate);
    let not_above = sorted.partition_point(|&draw| draw <= estimate);
    let twice = below + not_above;
    if twice == 0 || twice == 2 * sorted.len() {
        return Err(Undefined("all draws are on one side of the estimate"));
    }
    Ok(normal::quantile(twice as f64 / (2 * sorted.len()) as f64))
}

/// A sixth of the skew of the jackknife values, with the sign turned.
fn acceleration(jackknife: &[f64]) -> Result<f64, Undefined> {
    if jackknife.len() < 2 {
        return Err(Undefined("there are fewer than two units"));
    }
    if jackknife.iter().any(|value| !value.is_finite()) {
        return Err(Undefined("the estimate cannot be computed without one of the units"));
    }
    let mean = jackknife.iter().sum::<f64>() / jackknife.len() as f64;
    let powers = |power: i32| jackknife.iter().map(|value| (mean - value).powi(power)).sum::<f64>();
    let squares = powers(2);
    // Rounding of the mean alone leaves differences of its last digits.
    let noise = mean * f64::EPSILON * 4.0;
    if squares <= noise * noise * jackknife.len() as f64 {
        return Err(Undefined("the estimate is the same without any of the units"));
    }
    Ok(powers(3) / (6.0 * squares.powf(1.5)))
}

fn tail(level: f64) -> Result<f64, Undefined> {
    if level > 0.0 && level < 1.0 {
        Ok((1.0 - level) / 2.0)
    } else {
        Err(Undefined("the level of an interval is between 0 and 1"))
    }
}

fn between(sorted: &[f64], low: f64, high: f64) -> Result<Interval, Undefined> {
    Ok(Interval { low: quantile(sorted, low)?, high: quantile(sorted, high)? })
}

fn sort(draws: &[f64]) -> Result<Vec<f64>, Undefined> {
    check(draws)?;
    let mut sorted = draws.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Ok(sorted)
}

fn check(draws: &[f64]) -> Result<(), Undefined> {
    if draws.len() < 2 {
        return Err(Undefined("there are fewer than two draws"));
    }
    if draws.iter().any(|draw| !draw.is_finite()) {
        return Err(Undefined("the estimate cannot be computed from one of the draws"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: [f64; 5] = [3.0, 1.0, 2.0, 5.0, 4.0];

    #[test]
    fn quantiles_lie_on_straight_lines() {
        let sorted = [1.0, 2.0, 4.0];
        for (share, value) in [(0.0, 1.0), (0.25, 1.5), (0.5, 2.0), (0.75, 3.0), (1.0, 4.0)] {
            assert_eq!(quantile(&sorted, share), Ok(value));
        }
    }

    #[test]
    fn a_basic_interval_is_mirrored() {
        let percentile = percentile(&DRAWS, 0.5).unwrap();
        assert_eq!(percentile, Interval { low: 2.0, high: 4.0 });
        assert_eq!(basic(&DRAWS, 2.5, 0.5), Ok(Interval { low: 1.0, high: 3.0 }));
    }

    #[test]
    fn without_bias_or_skew_a_bca_interval_is_the_percentile_interval() {
        let draws: Vec<f64> = (-50..=50).map(f64::from).collect();
        let plain = percentile(&draws, 0.9).unwrap();
        let corrected = bca(&draws, 0.0, &[-1.0, 0.0, 1.0], 0.9).unwrap();
        assert!((plain.low - corrected.low).abs() < 1e-12, "{corrected:?}");
        assert!((plain.high - corrected.high).abs() < 1e-12, "{corrected:?}");
    }

    #[test]
    fn a_summary_has_mean_and_standard_error() {
        let expected = Summary { mean: 3.0, standard_error: 2.5_f64.sqrt() };
        assert_eq!(summary(&DRAWS), Ok(expected));
    }

    #[test]
    fn what_cannot_be_computed_says_why() {
        let why = |result: Result<Interval, Undefined>| result.unwrap_err().to_string();
        assert_eq!(why(percentile(&[1.0], 0.95)), "there are fewer than two draws");
        assert_eq!(why(percentile(&DRAWS, 1.0)), "the level of an interval is between 0 and 1");
        assert_eq!(
            why(percentile(&[1.0, f64::NAN], 0.95)),
            "the estimate cannot be computed from one of the draws",
        );
        let jackknife = [1.0, 2.0, 4.0];
        assert_eq!(
            why(bca(&DRAWS, 9.0, &jackknife, 0.95)),
            "all draws are on one side of the estimate",
        );
        assert_eq!(why(bca(&DRAWS, 2.0, &[1.0], 0.95)), "there are fewer than two units");
        assert_eq!(
            why(bca(&DRAWS, 2.0, &[0.1; 7], 0.95)),
            "the estimate is the same without any of the units",
        );
        assert_eq!(
            why(bca(&DRAWS, 2.0, &[0.1, f64::INFINITY], 0.95)),
            "the estimate cannot be computed without one of the units",
        );
        assert!(quantile(&[], 0.5).is_err());
        assert!(quantile(&[1.0], 1.5).is_err());
        assert!(quantile(&[1.0], f64::NAN).is_err());
    }
}
