//! Ratings as z-scores: each rater's mean taken away, divided by the rater's standard deviation.
//!
//! The deviation is that of a sample (divided by n − 1), over all of a rater's ratings with repetitions: as in the
//! scripts of the WMT news tasks (`make_rankings.py` of 2021 takes pandas'
//! `std`). Unlike there, a rater without spread has no z-scores at all.
//!
//! Not for labels, and not where raters saw items of unequal quality: a rater of bad items only looks severe.

use std::collections::BTreeMap;

use super::ratings::{Rating, check};
use crate::Undefined;

/// Why a rater has no z-scores.
const ALONE: Undefined = Undefined("the rater gave only one rating");
const CONSTANT: Undefined = Undefined("the rater gave the same value every time");

/// What a rater's ratings are like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// How many ratings.
    pub ratings: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation (n − 1), or why there is none to divide by.
    pub deviation: Result<f64, Undefined>,
}

impl Spread {
    /// The spread of some finite values; nothing of none.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let first = *values.first()?;
        let size = values.len() as f64;
        let mean = first + values.iter().map(|value| value - first).sum::<f64>() / size;
        let deviation = if values.len() < 2 {
            Err(ALONE)
        } else {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let constant = squares == 0.0 || values.iter().all(|value| value - first == 0.0);
            if constant { Err(CONSTANT) } else { Ok((squares / (size - 1.0)).sqrt()) }
        };
        Some(Self { ratings: values.len(), mean, deviation })
    }
}

/// The spread of each rater's ratings.
pub(crate) fn spreads(list: &[Rating]) -> BTreeMap<usize, Spread> {
    let mut values: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for rating in list {
        values.entry(rating.rater).or_default().push(rating.value);
    }
    values.into_iter().filter_map(|(rater, values)| Some((rater, Spread::of(&values)?))).collect()
}

/// The z-score of each rating, in the order of the list; or why its rater has none.
///
/// ```
/// use regua_stats::agreement::{Rating, standardise};
///
/// let list = [1.0, 2.0, 3.0].map(|value| Rating { item: 0, rater: 0, value });
/// assert_eq!(standardise(&list)?, [Ok(-1.0), Ok(0.0), Ok(1.0)]);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// There is no rating, or one is not finite or over 1e100 in size.
pub fn standardise(list: &[Rating]) -> Result<Vec<Result<f64, Undefined>>, Undefined> {
    check(list)?;
    let spreads = spreads(list);
    let score = |rating: &Rating| {
        let spread = spreads.get(&rating.rater).ok_or(ALONE)?;
        Ok((rating.value - spread.mean) / spread.deviation?)
    };
    Ok(list.iter().map(score).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rater_without_spread_has_no_scores_and_harms_nobody() {
        let rating = |rater, value| Rating { item: 0, rater, value };
        let list = [rating(0, 3.0), rating(1, 1.0), rating(0, 3.0), rating(1, 3.0), rating(2, 9.0)];
        let root = 1.0 / 2_f64.sqrt();
        let expected = [Err(CONSTANT), Ok(-root), Err(CONSTANT), Ok(root), Err(ALONE)];
        assert_eq!(standardise(&list), Ok(expected.to_vec()));
    }

    #[test]
    fn nothing_gives_nothing() {
        assert!(standardise(&[]).is_err());
        assert_eq!(Spread::of(&[]), None);
    }
}
