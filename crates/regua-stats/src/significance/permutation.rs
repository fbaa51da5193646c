//! The permutation test of the difference between the means of two groups of different units.
//!
//! If the groups are alike, any split of all the values into groups of these sizes was as likely. Where there are no more
//! splits than draws are allowed, all are looked at and the p-value is exact; otherwise splits are drawn at random, and the
//! one observed counts as one of them. Two-sided it is twice the smaller side. Agrees with
//! `scipy.stats.permutation_test` (independent) of `SciPy` 1.17 where it is exact.
//!
//! For two systems on the *same* units use [`super::randomisation`]: this test would throw the pairing away.

use super::{Alternative, check_finite};
use crate::Undefined;
use crate::moments::{mean, sum};
use crate::random::Generator;

/// A split that falls short of the observed difference by this share of the largest deviation counts as equal.
const SLACK: f64 = 1e-10;

/// What the permutation test says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Permutation {
    /// The mean of the first group less that of the second.
    pub difference: f64,
    /// How probable a difference at least as extreme is if the groups are alike.
    pub p_value: f64,
    /// How many splits were looked at.
    pub splits: u64,
    /// Whether these were all.
    pub exact: bool,
}

/// The permutation test with at most this many splits, drawn with this seed if there are more.
///
/// ```
/// use regua_stats::significance::{Alternative, permutation};
///
/// let test = permutation::test(&[7.0, 8.0, 9.0], &[1.0, 2.0, 3.0], Alternative::TwoSided, 10_000, 0)?;
/// assert!(test.exact);
/// assert!((test.p_value - 2.0 / 20.0).abs() < 1e-15);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined if a group is empty, no split may be looked at, or a value is not finite.
pub fn test(
    first: &[f64],
    second: &[f64],
    alternative: Alternative,
    most_splits: u32,
    seed: u64,
) -> Result<Permutation, Undefined> {
    check_finite(first)?;
    check_finite(second)?;
    if first.is_empty() || second.is_empty() {
        return Err(Undefined("a group is empty"));
    }
    if most_splits == 0 {
        return Err(Undefined("there are no draws"));
    }
    let difference = mean(first) - mean(second);
    let mut values = [first, second].concat();
    // About their mean the values sum to zero, so that the first group alone tells the difference.
    let centre = mean(&values);
    for value in &mut values {
        *value -= centre;
    }
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let size = first.len();
    let observed = sum(values[..size].iter().copied());
    let mut tally = Sides { observed, slack: largest * size as f64 * SLACK, low: 0, high: 0 };

    let all = splits(values.len(), size, u64::from(most_splits));
    if let Some(splits) = all {
        every_split(&values, size, |group| tally.count(group));
        let p_value = tally.p_value(splits, alternative);
        return Ok(Permutation { difference, p_value, splits, exact: true });
    }
    let splits = u64::from(most_splits);
    let mut generator = Generator::new(seed);
    for _ in 0..splits {
        tally.count(random_group(&mut values, size, &mut generator));
    }
    tally.low += 1;
    tally.high += 1;
    Ok(Permutation {
        difference,
        p_value: tally.p_value(splits + 1, alternative),
        splits,
        exact: false,
    })
}

/// How many splits are as low and as high as the one observed.
struct Sides {
    observed: f64,
    slack: f64,
    low: u64,
    high: u64,
}

impl Sides {
    fn count(&mut self, group: f64) {
        self.low += u64::from(group <= self.observed + self.slack);
        self.high += u64::from(group >= self.observed - self.slack);
    }

    fn p_value(&self, of: u64, alternative: Alternative) -> f64 {
        alternative.p_value(self.low as f64 / of as f64, self.high as f64 / of as f64)
    }
}

/// How many ways there are to choose `size` of `values`; nothing if there are more than `most`.
fn splits(values: usize, size: usize, most: u64) -> Option<u64> {
    let mut ways = 1_u128;
    for step in 1..=size.min(values - size) {
        ways = ways * (values - step + 1) as u128 / step as u128;
        if ways > u128::from(most) {
            return None;
        }
    }
    u64::try_from(ways).ok()
}

/// The sum of each choice of `size` values, in lexicographic order.
fn every_split(values: &[f64], size: usize, mut count: impl FnMut(f64)) {
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        count(sum(chosen.iter().map(|&place| values[place])));
        let last = values.len() - size;
        let Some(moved) = (0..size).rev().find(|&place| chosen[place] < last + place) else {
            return;
        };
        chosen[moved] += 1;
        for place in moved + 1..size {
            chosen[place] = chosen[place - 1] + 1;
        }
    }
}

/// The sum of `size` values drawn without replacement; they change places, which makes no later draw less random.
fn random_group(values: &mut [f64], size: usize, generator: &mut Generator) -> f64 {
    for place in 0..size {
        let rest = (values.len() - place) as u64;
        if let Ok(ahead) = usize::try_from(generator.below(rest)) {
            values.swap(place, place + ahead);
        }
    }
    sum(values[..size].iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: [f64; 7] = [0.61, 0.72, 0.55, 0.83, 0.64, 0.91, 0.70];
    const SECOND: [f64; 8] = [0.52, 0.66, 0.49, 0.58, 0.71, 0.60, 0.44, 0.57];

    #[test]
    fn random_splits_come_close_to_all_of_them() {
        let p = |most| test(&FIRST, &SECOND, Alternative::TwoSided, most, 7).unwrap();
        let (all, some) = (p(10_000), p(6_000));
        assert!(all.exact && all.splits == 6_435);
        assert!(!some.exact && some.splits == 6_000);
        // Four standard errors of the smaller side, doubled.
        let side = all.p_value / 2.0;
        assert!((all.p_value - some.p_value).abs() < 8.0 * (side / 6_000.0).sqrt());
    }

    #[test]
    fn the_same_seed_draws_the_same_splits() {
        let p = |seed| test(&FIRST, &SECOND, Alternative::Greater, 500, seed).unwrap().p_value;
        assert!((p(3) - p(3)).abs() <= 0.0);
    }

    #[test]
    fn equal_values_are_no_evidence() {
        let found = test(&[0.1; 4], &[0.1; 5], Alternative::TwoSided, 1_000, 0).unwrap();
        assert!((found.p_value - 1.0).abs() < 1e-15);
    }

    #[test]
    fn empty_groups_are_undefined() {
        assert_eq!(
            test(&[], &[1.0], Alternative::TwoSided, 10, 0),
            Err(Undefined("a group is empty"))
        );
    }
}
