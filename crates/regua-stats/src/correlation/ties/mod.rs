//! Tie calibration: how close two scores must be to count as tied.
//!
//! People often rate two outputs alike; a measure that returns real numbers
//! hardly ever does. Deutsch, Foster and Freitag (2023, "Ties matter") therefore
//! give each measure the width of ties, ε, that serves it best on the data at
//! hand. All differences between two scores are tried; nothing is sampled, so
//! that the result is the same each time.
//!
//! Agrees with `tau_optimization` of mt-metrics-eval (with `sample_rate=1`) to
//! 1e-12. It compares sums that carry rounding errors; here they are integers,
//! and among equally good widths the smallest is taken.
//!
//! A calibrated value says how good the measure *can* be on these ratings; it is
//! no estimate for others.

mod search;

use search::Search;
pub(super) use search::common_multiple;

use super::{NO_PAIRS, check, kendall};
use crate::Undefined;

/// What calibration found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibrated {
    /// Scores that differ by no more than this count as tied.
    pub epsilon: f64,
    /// acc₂₃ with these ties, the mean over the groups.
    pub accuracy: f64,
    /// τ₂₃ with these ties, the mean over the groups.
    pub tau23: f64,
    /// The groups that have pairs.
    pub groups: usize,
}

/// The most pairs that are looked at: those of 89,000 values in one group.
pub(super) const MOST_PAIRS: u64 = 4_000_000_000;

/// Finds the width of ties with the highest mean accuracy over the groups of
/// ratings and scores, and with it the highest mean τ₂₃, which is
/// 2·accuracy − 1. Groups with fewer than two values do not count.
///
/// ```
/// use regua_stats::correlation::ties::calibrate;
///
/// let people = [1.0, 1.0, 0.0];
/// let measure = [0.9, 0.8, 0.2];
/// let found = calibrate([(&people[..], &measure[..])]).unwrap();
/// assert_eq!(found.epsilon, 0.9 - 0.8);
/// assert_eq!(found.accuracy, 1.0);
/// ```
///
/// # Errors
///
/// If no group has a pair, a number is not finite, or there are more than four
/// thousand million pairs.
pub fn calibrate<'a>(
    groups: impl IntoIterator<Item = (&'a [f64], &'a [f64])>,
) -> Result<Calibrated, Undefined> {
    let groups: Vec<_> = groups.into_iter().filter(|(people, _)| people.len() > 1).collect();
    for (people, measure) in &groups {
        check(people, measure)?;
        let lowest = measure.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = measure.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(highest - lowest).is_finite() {
            return Err(Undefined(
                "the scores are too far apart for their differences to be numbers",
            ));
        }
    }
    let pairs = groups
        .iter()
        .map(|(people, _)| kendall::pairs_of(people.len()))
        .fold(0, u64::saturating_add);
    if pairs == 0 {
        return Err(NO_PAIRS);
    }
    if pairs > MOST_PAIRS {
        return Err(Undefined("there are too many pairs to calibrate ties on"));
    }
    let epsilon = Search::new(&groups, 1 << 20, 1 << 16)?.run();
    let (mut accuracy, mut tau23) = (0.0, 0.0);
    for (people, measure) in &groups {
        let counts = kendall::counts_within(people, measure, epsilon)?;
        accuracy += counts.accuracy()?;
        tau23 += counts.tau23()?;
    }
    let number = groups.len() as f64;
    Ok(Calibrated {
        epsilon,
        accuracy: accuracy / number,
        tau23: tau23 / number,
        groups: groups.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every width in exact arithmetic: groups of up to six values have 1, 3, 6, 10 or 15 pairs.
    fn plain(groups: &[(Vec<f64>, Vec<f64>)]) -> (f64, u64) {
        let mut widths = vec![0.0];
        for (_, measure) in groups {
            widths.extend(
                measure.iter().flat_map(|one| measure.iter().map(move |other| (one - other).abs())),
            );
        }
        widths.sort_by(f64::total_cmp);
        let value = |width: f64| -> u64 {
            let right = |(people, measure): &(Vec<f64>, Vec<f64>)| {
                let counts = kendall::counts_within(people, measure, width).unwrap();
                (counts.concordant + counts.tied_both) * 30 / counts.pairs()
            };
            groups.iter().map(right).sum()
        };
        let mut best = (0.0, value(0.0));
        for width in widths {
            let found = value(width);
            if found > best.1 {
                best = (width, found);
            }
        }
        best
    }

    #[test]
    fn no_tie_is_made_where_none_helps() {
        let found = calibrate([(&[1.0, 2.0, 3.0][..], &[0.1, 0.2, 0.3][..])]).unwrap();
        assert_eq!(found, Calibrated { epsilon: 0.0, accuracy: 1.0, tau23: 1.0, groups: 1 });
    }

    #[test]
    fn groups_share_one_width_and_lone_values_do_not_count() {
        let groups = [
            (&[1.0, 1.0][..], &[0.1, 0.3][..]),
            (&[2.0, 2.0, 1.0][..], &[0.5, 0.5, 0.0][..]),
            (&[7.0][..], &[0.5][..]),
        ];
        let found = calibrate(groups).unwrap();
        assert_eq!(found, Calibrated { epsilon: 0.3 - 0.1, accuracy: 1.0, tau23: 1.0, groups: 2 });
    }

    #[test]
    fn what_cannot_be_calibrated_has_a_reason() {
        assert_eq!(calibrate([]), Err(NO_PAIRS));
        assert_eq!(calibrate([(&[1.0][..], &[1.0][..])]), Err(NO_PAIRS));
        assert!(calibrate([(&[1.0, 2.0][..], &[f64::MAX, f64::MIN][..])]).is_err());
        assert!(calibrate([(&[1.0, 2.0][..], &[1.0, f64::NAN][..])]).is_err());
    }

    proptest! {
        #[test]
        fn the_search_finds_what_trying_every_width_finds(
            rows in prop::collection::vec(prop::collection::vec((0_i8..4, 0_i16..400), 2..7), 1..9),
            limit in 0_u64..30,
            buckets in 3_usize..9,
        ) {
            let groups: Vec<(Vec<f64>, Vec<f64>)> = rows
                .iter()
                .map(|row| row.iter().map(|(people, measure)| (f64::from(*people), f64::from(*measure) / 100.0)).unzip())
                .collect();
            let (width, _) = plain(&groups);
            let borrowed: Vec<(&[f64], &[f64])> = groups.iter().map(|(people, measure)| (&people[..], &measure[..])).collect();
            prop_assert_eq!(Search::new(&borrowed, limit, buckets).unwrap().run().to_bits(), width.to_bits());
            prop_assert_eq!(calibrate(borrowed).unwrap().epsilon.to_bits(), width.to_bits());
        }
    }
}
