//! Soft pairwise accuracy: does a measure separate two systems as surely as
//! people do?
//!
//! Pairwise accuracy counts a pair of systems as wrong when a measure orders it
//! otherwise than people, even where people hardly see a difference. Thompson,
//! Mathur, Deutsch and Khayrallah (2024, "Improving statistical significance in
//! human evaluation of automatic metrics via soft pairwise accuracy") compare
//! p-values instead: for each pair, how surely is the first system better by
//! people, and how surely by the measure? The value is one minus the mean
//! difference.
//!
//! The p-values are those of paired permutation tests on the scores of the
//! items. The permutations are numpy's for that seed, so that with
//! [`PERMUTATIONS`] and [`SEED`] they are the same as in
//! `PairwiseConfidenceError` of mt-metrics-eval. It adds up in single precision,
//! so that a p-value may differ by one count where a permutation is as far as
//! the data to seven digits.
//!
//! Not for measures that have no scores of items, and not for a few items.

use super::Grid;
use crate::Undefined;
use crate::random::pcg64::Pcg64;

/// The permutations of mt-metrics-eval.
pub const PERMUTATIONS: usize = 1_000;

/// The seed of mt-metrics-eval.
pub const SEED: u64 = 4;

/// Sums closer than this share of what was summed up count as equal: they differ
/// by rounding only.
const ROUNDING: f64 = 1e-12;

/// Soft pairwise accuracy and what it was computed from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoftAccuracy {
    /// One minus the mean difference of p-values.
    pub value: f64,
    /// The systems that have scores.
    pub systems: usize,
    /// The items on which all of these have both ratings and scores.
    pub items: usize,
}

/// Soft pairwise accuracy of a measure.
///
/// Systems without a single common value do not count, nor do items on which
/// one of the others misses one.
///
/// ```
/// use regua_stats::correlation::{Grid, soft};
///
/// let people = Grid::full(2, 4, &[4.0, 3.0, 5.0, 4.0, 2.0, 2.0, 4.0, 1.0]).unwrap();
/// let found = soft::accuracy(&people, &people, soft::PERMUTATIONS, soft::SEED).unwrap();
/// assert_eq!(found.value, 1.0);
/// ```
///
/// # Errors
///
/// If the grids differ in shape, or fewer than two systems or no items are left,
/// or without permutations.
pub fn accuracy(
    people: &Grid,
    measure: &Grid,
    permutations: usize,
    seed: u64,
) -> Result<SoftAccuracy, Undefined> {
    people.matches(measure)?;
    let people = people.where_present(measure);
    let measure = measure.where_present(&people);
    let systems: Vec<usize> = (0..people.systems())
        .filter(|system| people.system(*system).iter().any(Option::is_some))
        .collect();
    let complete = |item: &usize| systems.iter().all(|system| people.get(*system, *item).is_some());
    let items: Vec<usize> = (0..people.items()).filter(complete).collect();
    let by_people = PValues::of(&people.pick(&systems, &items), permutations, seed)?;
    let by_measure = PValues::of(&measure.pick(&systems, &items), permutations, seed)?;
    let value = by_people.agreement(&by_measure)?;
    Ok(SoftAccuracy { value, systems: systems.len(), items: items.len() })
}

/// For each pair of systems the p-value of the hypothesis that the first is
/// better.
#[derive(Debug, Clone, PartialEq)]
pub struct PValues {
    systems: usize,
    values: Vec<f64>,
}

impl PValues {
    /// Given p-values: the first system against the second, the third and so
    /// on, then the second against the third.
    ///
    /// # Errors
    ///
    /// If there is not one for each pair.
    pub fn new(systems: usize, values: Vec<f64>) -> Result<Self, Undefined> {
        if systems < 2 {
            return Err(Undefined("there are fewer than two systems"));
        }
        if systems.checked_mul(systems - 1) != values.len().checked_mul(2) {
            return Err(Undefined("there is not one p-value for each pair of systems"));
        }
        Ok(Self { systems, values })
    }

    /// Paired permutation tests on a full grid of scores.
    ///
    /// # Errors
    ///
    /// If a score is missing, there are fewer than two systems or no items, or no
    /// permutations are asked for.
    pub fn of(scores: &Grid, permutations: usize, seed: u64) -> Result<Self, Undefined> {
        let (systems, items) = (scores.systems(), scores.items());
        if systems < 2 {
            return Err(Undefined("there are fewer than two systems"));
        }
        if items == 0 || scores.present() < systems * items {
            return Err(Undefined("there is no item on which all systems have a score"));
        }
        if permutations == 0 {
            return Err(Undefined("a test needs permutations"));
        }
        let mut by_item = vec![0.0; systems * items];
        for system in 0..systems {
            for (item, score) in scores.system(system).iter().enumerate() {
                by_item[item * systems + system] = score.unwrap_or_default();
            }
        }
        let sums = signed_sums(&by_item, systems, || 1.0);
        let sizes: Vec<f64> = (0..systems)
            .map(|system| scores.system(system).iter().flatten().map(|score| score.abs()).sum())
            .collect();
        let mut generator = Pcg64::new(seed);
        let mut counts = vec![0_u64; systems * (systems - 1) / 2];
        for _ in 0..permutations {
            let permuted = signed_sums(&by_item, systems, || sign(&mut generator));
            let mut count = counts.iter_mut();
            for first in 0..systems {
                for second in first + 1..systems {
                    let found =
                        sums[first] - sums[second] - ROUNDING * (sizes[first] + sizes[second]);
                    let as_large = permuted[first] - permuted[second] >= found;
                    count.by_ref().take(1).for_each(|count| *count += u64::from(as_large));
                }
            }
        }
        let values = counts.into_iter().map(|count| count as f64 / permutations as f64).collect();
        Self::new(systems, values)
    }

    /// The p-values, in the order of [`PValues::new`].
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// One minus the mean difference between the p-values.
    ///
    /// # Errors
    ///
    /// If they are of different numbers of systems.
    pub fn agreement(&self, other: &Self) -> Result<f64, Undefined> {
        if self.systems != other.systems {
            return Err(Undefined("the p-values are of different numbers of systems"));
        }
        let differences =
            self.values.iter().zip(&other.values).map(|(one, other)| (one - other).abs());
        Ok(1.0 - differences.sum::<f64>() / self.values.len() as f64)
    }
}

/// The sum of each system's scores with a sign for each item.
fn signed_sums(by_item: &[f64], systems: usize, mut sign: impl FnMut() -> f64) -> Vec<f64> {
    let mut sums = vec![0.0; systems];
    for row in by_item.chunks_exact(systems) {
        let sign = sign();
        for (sum, score) in sums.iter_mut().zip(row) {
            *sum += sign * score;
        }
    }
    sums
}

/// What numpy's `rint(generator.random(dtype=float32))` makes of 32 bits, as a
/// sign: 24 bits of them, and one half rounds down.
fn sign(generator: &mut Pcg64) -> f64 {
    if generator.next_u32() >> 8 > 1 << 23 { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_that_is_always_better_is_surely_better() {
        let scores = Grid::full(2, 20, &[[1.0; 20], [0.0; 20]].concat()).unwrap();
        assert_eq!(PValues::of(&scores, 1_000, 4).unwrap().values(), [0.0]);
        let turned = Grid::full(2, 20, &[[0.0; 20], [1.0; 20]].concat()).unwrap();
        assert_eq!(PValues::of(&turned, 1_000, 4).unwrap().values(), [1.0]);
        let opposed = accuracy(&scores, &turned, 1_000, 4).unwrap();
        assert_eq!((opposed.value, opposed.systems, opposed.items), (0.0, 2, 20));
    }

    #[test]
    fn p_values_tend_to_those_of_all_permutations() {
        // Differences 1, 1, −1: sums of 3, 1, 1, 1, −1, −1, −1, −3; one is observed and four are as large.
        let scores = Grid::full(2, 3, &[1.0, 1.0, 0.0, 0.0, 0.0, 1.0]).unwrap();
        let found = PValues::of(&scores, 40_000, 7).unwrap().values()[0];
        // The standard error is 0.0025.
        assert!((found - 0.5).abs() < 0.01, "{found}");
    }

    #[test]
    fn rounding_does_not_undo_a_tie() {
        // 0.1 and 0.7 in two orders: each permutation that flips both or none is a tie in truth.
        let scores = Grid::full(2, 3, &[0.1, 0.7, 0.2, 0.7, 0.1, 0.2]).unwrap();
        let found = PValues::of(&scores, 10_000, 1).unwrap().values()[0];
        assert!((found - 0.75).abs() < 0.02, "{found}");
    }

    #[test]
    fn systems_without_scores_and_items_with_gaps_do_not_count() {
        let people =
            Grid::new(3, 2, vec![Some(1.0), Some(2.0), None, None, Some(3.0), None]).unwrap();
        let measure = Grid::full(3, 2, &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).unwrap();
        let found = accuracy(&people, &measure, 10, 4).unwrap();
        assert_eq!((found.systems, found.items), (2, 1));
        let empty = Grid::new(3, 2, vec![None; 6]).unwrap();
        assert!(accuracy(&empty, &measure, 10, 4).is_err());
        assert!(accuracy(&people, &measure, 0, 4).is_err());
        assert!(PValues::new(3, vec![0.5; 2]).is_err());
    }
}
