//! How each rater rates: with the others, above or below them, steadily, and consistently.
//!
//! A rating's deviation is its distance from the mean of its item (all raters, one rating each). Severity is a rater's mean
//! deviation: negative for one who gives less than the others do to the same items. Drift is the trend of the deviations
//! over the rater's own order of rating. Where a rater rated an item more than once, the first rating counts and the
//! others show consistency.
//!
//! Not a verdict: who rates differently may be the one who is right.

use std::collections::BTreeMap;

use super::drift::Drift;
use super::ratings::{Rating, Ratings, check};
use super::standardise::{Spread, spreads};
use crate::Undefined;
use crate::correlation::pearson;

/// Raters in a table of overlaps.
const MOST_RATERS: usize = 2_000;

const NOTHING_SHARED: Undefined = Undefined("no item of this rater was rated by another");

/// What is known of one rater.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RaterReport {
    /// Which rater.
    pub rater: usize,
    /// Number, mean and deviation of all ratings given, repetitions included.
    pub spread: Spread,
    /// How many items were rated.
    pub items: usize,
    /// How many of these somebody else rated, too.
    pub shared: usize,
    /// Pearson's correlation with the mean of the others, over the shared items.
    pub agreement: Result<f64, Undefined>,
    /// How often another's rating of the same item was the same, over all such meetings.
    pub matching: Result<f64, Undefined>,
    /// The mean deviation from the item means, over the shared items.
    pub severity: Result<f64, Undefined>,
    /// The trend of the deviation over the order of rating.
    pub drift: Result<Drift, Undefined>,
    /// What became of items that were rated again.
    pub repeats: Result<Repeats, Undefined>,
}

/// A rater's later ratings of items against the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Repeats {
    /// How many ratings repeat an item.
    pub ratings: usize,
    /// The share of them that are the same as the first.
    pub same: f64,
    /// The mean distance from the first.
    pub distance: f64,
}

/// The reports of all raters, by their numbers; the list is in the order of rating.
///
/// # Errors
/// There is no rating, or one is not finite or over 1e100 in size.
pub fn raters(list: &[Rating]) -> Result<Vec<RaterReport>, Undefined> {
    check(list)?;
    let mut work: BTreeMap<usize, Work> = BTreeMap::new();
    let mut firsts: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let mut items: BTreeMap<usize, Item> = BTreeMap::new();
    for rating in list {
        let own = work.entry(rating.rater).or_default();
        if let Some(first) = firsts.get(&(rating.item, rating.rater)) {
            own.again.push(rating.value - first);
        } else {
            firsts.insert((rating.item, rating.rater), rating.value);
            items.entry(rating.item).or_default().values.push(rating.value);
            own.first.push((own.place, *rating));
        }
        own.place += 1;
    }
    for item in items.values_mut() {
        item.values.sort_by(f64::total_cmp);
        item.sum = item.values.iter().sum();
    }
    let spreads = spreads(list);
    let reports = work
        .iter()
        .filter_map(|(rater, own)| Some(own.report(*rater, *spreads.get(rater)?, &items)));
    Ok(reports.collect())
}

/// How many items each two raters share, in the order of [`Ratings::raters`]; the diagonal is what each rated.
///
/// # Errors
/// There are more than 2,000 raters.
pub fn overlap(ratings: &Ratings) -> Result<Vec<Vec<usize>>, Undefined> {
    let raters = ratings.raters();
    if raters.len() > MOST_RATERS {
        return Err(Undefined(
            "there are more than 2,000 raters, too many for a table of all pairs",
        ));
    }
    let mut shared = vec![vec![0; raters.len()]; raters.len()];
    for item in ratings.each_item() {
        let places: Vec<usize> =
            item.iter().map(|mark| raters.partition_point(|rater| *rater < mark.rater)).collect();
        for first in &places {
            for second in &places {
                shared[*first][*second] += 1;
            }
        }
    }
    Ok(shared)
}

/// The first ratings of one item by all its raters.
#[derive(Debug, Default)]
struct Item {
    /// In ascending order.
    values: Vec<f64>,
    sum: f64,
}

/// What one rater did.
#[derive(Debug, Default)]
struct Work {
    place: usize,
    /// First ratings, with their places in the rater's order.
    first: Vec<(usize, Rating)>,
    /// Differences of repeated ratings from the first.
    again: Vec<f64>,
}

impl Work {
    fn report(&self, rater: usize, spread: Spread, items: &BTreeMap<usize, Item>) -> RaterReport {
        let (mut own, mut means, mut deviations) = (Vec::new(), Vec::new(), Vec::new());
        let (mut matches, mut meetings) = (0, 0);
        for (place, rating) in &self.first {
            let Some(Item { values, sum }) = items.get(&rating.item) else { continue };
            let others = values.len() - 1;
            if others == 0 {
                continue;
            }
            own.push(rating.value);
            means.push((sum - rating.value) / others as f64);
            deviations.push((*place as f64, rating.value - sum / values.len() as f64));
            let below = values.partition_point(|value| *value < rating.value);
            matches += values.partition_point(|value| *value <= rating.value) - below - 1;
            meetings += others;
        }
        let shared = deviations.len();
        let over_shared = |sum: f64, size: usize| {
            if shared == 0 { Err(NOTHING_SHARED) } else { Ok(sum / size as f64) }
        };
        RaterReport {
            rater,
            spread,
            items: self.first.len(),
            shared,
            agreement: if shared == 0 {
                Err(NOTHING_SHARED)
            } else {
                with_others_mean(&own, &means)
            },
            matching: over_shared(matches as f64, meetings),
            severity: over_shared(deviations.iter().map(|(_, deviation)| deviation).sum(), shared),
            drift: if shared == 0 { Err(NOTHING_SHARED) } else { Drift::of(&deviations) },
            repeats: self.repeats(),
        }
    }

    fn repeats(&self) -> Result<Repeats, Undefined> {
        let size = self.again.len();
        if size == 0 {
            return Err(Undefined("no item was rated twice"));
        }
        let same = self.again.iter().filter(|apart| **apart == 0.0).count();
        let distance = self.again.iter().map(|apart| apart.abs()).sum::<f64>();
        Ok(Repeats {
            ratings: size,
            same: same as f64 / size as f64,
            distance: distance / size as f64,
        })
    }
}

/// Pearson's correlation of a rater with the others.
fn with_others_mean(own: &[f64], others: &[f64]) -> Result<f64, Undefined> {
    if own.len() < 2 {
        return Err(Undefined("fewer than two items were rated by others, too"));
    }
    if !varies(own) {
        return Err(Undefined("the rater gave the same value to all shared items"));
    }
    if !varies(others) {
        return Err(Undefined("the others gave the same value to all shared items"));
    }
    pearson(own, others)
}

/// Whether values differ by more than rounding: means of the same values may.
fn varies(values: &[f64]) -> bool {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        (low, high) = (low.min(*value), high.max(*value));
    }
    high - low > 1e-13 * low.abs().max(high.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(item: usize, rater: usize, value: f64) -> Rating {
        Rating { item, rater, value }
    }

    #[test]
    fn a_severe_rater_and_a_mild_one() -> Result<(), Undefined> {
        let list: Vec<Rating> = (0..5_u8)
            .flat_map(|item| {
                let quality = f64::from(item);
                [rating(item.into(), 0, quality - 1.0), rating(item.into(), 1, quality + 1.0)]
            })
            .collect();
        let reports = raters(&list)?;
        assert_eq!((reports[0].severity, reports[1].severity), (Ok(-1.0), Ok(1.0)));
        assert_eq!(reports[0].matching, Ok(0.0));
        assert!((reports[0].agreement.expect("both vary") - 1.0).abs() < 1e-12);
        assert_eq!(reports[0].drift, Err(Undefined("the deviations do not vary")));
        assert_eq!((reports[0].items, reports[0].shared), (5, 5));
        Ok(())
    }

    #[test]
    fn repeated_items_show_consistency_and_nothing_else() -> Result<(), Undefined> {
        let list = [
            rating(0, 0, 3.0),
            rating(1, 0, 1.0),
            rating(0, 0, 3.0),
            rating(1, 0, 2.0),
            rating(0, 1, 3.0),
        ];
        let report = raters(&list)?[0];
        assert_eq!(report.repeats, Ok(Repeats { ratings: 2, same: 0.5, distance: 0.5 }));
        assert_eq!((report.spread.ratings, report.items, report.shared), (4, 2, 1));
        assert_eq!(report.matching, Ok(1.0));
        assert!(report.agreement.is_err());
        Ok(())
    }

    #[test]
    fn who_rates_alone_has_no_severity() -> Result<(), Undefined> {
        let report = raters(&[rating(0, 0, 3.0), rating(1, 0, 1.0)])?[0];
        assert_eq!(report.severity, Err(NOTHING_SHARED));
        assert_eq!(report.agreement, Err(NOTHING_SHARED));
        assert_eq!(report.repeats, Err(Undefined("no item was rated twice")));
        Ok(())
    }

    #[test]
    fn a_rater_who_grows_stricter_drifts() -> Result<(), Undefined> {
        let list: Vec<Rating> = (0..20_u8)
            .flat_map(|item| {
                let tired = f64::from(item) / 10.0 + f64::from(item % 3) / 10.0;
                [rating(item.into(), 0, 5.0), rating(item.into(), 1, 5.0 - tired)]
            })
            .collect();
        let drift = raters(&list)?[1].drift.expect("many ratings");
        assert!(drift.slope < -0.04 && drift.p < 1e-6, "{drift:?}");
        Ok(())
    }

    #[test]
    fn overlaps_are_counted_for_each_pair() -> Result<(), Undefined> {
        let rows = [[Some(1.0), Some(1.0), None], [Some(1.0), Some(2.0), Some(3.0)]];
        assert_eq!(overlap(&Ratings::from_rows(&rows)?)?, [[2, 2, 1], [2, 2, 1], [1, 1, 1]]);
        Ok(())
    }
}
