//! Intervals of a coefficient by formula.
//!
//! On Fisher's scale, z = artanh r, the error of a correlation is nearly normal
//! whatever its size. Its standard error depends on the coefficient:
//!
//! | coefficient | standard error of z | source |
//! |---|---|---|
//! | Pearson | √(1/(n − 3)) | Fisher 1921; as `scipy.stats.pearsonr` |
//! | Spearman | √((1 + ρ²/2)/(n − 3)) | Bonett and Wright 2000 |
//! | Kendall's τ-b | √(0.437/(n − 4)) | Fieller, Hartley and Pearson 1957 |
//!
//! They hold for n independent pairs: for one coefficient over systems or
//! segments, not for a mean over groups, and not where the segments of one
//! document or the outputs for one item are counted as independent. There,
//! [`bootstrap`](super::bootstrap()) resamples whole items.

use super::Coefficient;
use crate::Undefined;
use crate::distribution::normal;
use crate::interval::Interval;

/// The interval of a coefficient that was computed from `pairs` pairs.
///
/// ```
/// use regua_stats::correlation::{Coefficient, fisher_interval};
///
/// let interval = fisher_interval(Coefficient::Pearson, 0.5, 28, 0.95).unwrap();
/// assert!((interval.low - 0.156_028_362_529).abs() < 1e-11);
/// assert!((interval.high - 0.735_818_479_444).abs() < 1e-11);
/// ```
///
/// # Errors
///
/// If there are too few pairs, the correlation is perfect, the level is not
/// between 0 and 1, or there is no such formula for the coefficient.
pub fn fisher_interval(
    coefficient: Coefficient,
    value: f64,
    pairs: usize,
    level: f64,
) -> Result<Interval, Undefined> {
    let (variance, lost) = match coefficient {
        Coefficient::Pearson => (1.0, 3),
        Coefficient::Spearman => (1.0 + value * value / 2.0, 3),
        Coefficient::KendallB => (0.437, 4),
        _ => {
            return Err(Undefined(
                "only pearson, spearman and kendall-b have an interval by formula",
            ));
        }
    };
    if !(level > 0.0 && level < 1.0) {
        return Err(Undefined("the level of an interval is between 0 and 1"));
    }
    if pairs <= lost {
        return Err(Undefined("there are too few pairs for an interval"));
    }
    if value.is_nan() || value.abs() >= 1.0 {
        return Err(Undefined("a perfect correlation has no interval"));
    }
    let error = (variance / (pairs - lost) as f64).sqrt();
    let reach = normal::quantile(f64::midpoint(1.0, level)) * error;
    let z = value.atanh();
    Ok(Interval { low: (z - reach).tanh(), high: (z + reach).tanh() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_spearman_is_wider_and_that_of_kendall_narrower() {
        let width = |coefficient| {
            let interval = fisher_interval(coefficient, 0.6, 50, 0.95).unwrap();
            assert!(interval.low < 0.6 && 0.6 < interval.high);
            interval.high - interval.low
        };
        assert!(width(Coefficient::Spearman) > width(Coefficient::Pearson));
        assert!(width(Coefficient::KendallB) < width(Coefficient::Pearson));
    }

    #[test]
    fn what_has_no_interval_says_why() {
        assert!(fisher_interval(Coefficient::Pearson, 0.5, 3, 0.95).is_err());
        assert!(fisher_interval(Coefficient::KendallB, 0.5, 4, 0.95).is_err());
        assert!(fisher_interval(Coefficient::Pearson, 1.0, 30, 0.95).is_err());
        assert!(fisher_interval(Coefficient::Pearson, 0.5, 30, 1.0).is_err());
        assert!(fisher_interval(Coefficient::PairwiseAccuracy, 0.5, 30, 0.95).is_err());
    }
}
