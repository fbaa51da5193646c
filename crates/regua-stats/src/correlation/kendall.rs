//! Kendall's rank correlations, from counts of pairs.
//!
//! Every variant is a ratio of the same five counts: pairs in the same order,
//! in opposite order, and tied on one side or both. They are counted in
//! O(n log n) (Knight 1966), also where scores count as tied that are merely
//! close.

use super::fenwick::Fenwick;
use super::{CONSTANT_MEASURE, CONSTANT_PEOPLE, NO_PAIRS, check, order_key};
use crate::Undefined;

/// How the pairs of values compare.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Both rows order the pair alike.
    pub concordant: u64,
    /// The rows order the pair in opposite ways.
    pub discordant: u64,
    /// Tied in the ratings of people only.
    pub tied_people: u64,
    /// Tied in the measure only.
    pub tied_measure: u64,
    /// Tied in both.
    pub tied_both: u64,
}

impl PairCounts {
    /// The counts of both, for several data sets.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            concordant: self.concordant + other.concordant,
            discordant: self.discordant + other.discordant,
            tied_people: self.tied_people + other.tied_people,
            tied_measure: self.tied_measure + other.tied_measure,
            tied_both: self.tied_both + other.tied_both,
        }
    }

    /// All pairs.
    pub fn pairs(self) -> u64 {
        self.concordant + self.discordant + self.tied_people + self.tied_measure + self.tied_both
    }

    /// Kendall's τ-b, corrected for ties on both sides.
    ///
    /// # Errors
    ///
    /// If all pairs are tied on one side.
    pub fn tau_b(self) -> Result<f64, Undefined> {
        self.constant()?;
        let pairs = self.pairs();
        let untied_people = (pairs - self.tied_people - self.tied_both) as f64;
        let untied_measure = (pairs - self.tied_measure - self.tied_both) as f64;
        Ok((self.surplus() / untied_people.sqrt() / untied_measure.sqrt()).clamp(-1.0, 1.0))
    }

    /// τ₂₃ of Deutsch, Foster and Freitag (2023): right pairs minus wrong ones
    /// over all pairs, where tied on both sides is right and on one is wrong.
    ///
    /// # Errors
    ///
    /// If there are no pairs.
    pub fn tau23(self) -> Result<f64, Undefined> {
        let right = self.concordant + self.tied_both;
        let wrong = self.discordant + self.tied_people + self.tied_measure;
        if right + wrong == 0 {
            Err(NO_PAIRS)
        } else {
            Ok((right as f64 - wrong as f64) / (right + wrong) as f64)
        }
    }

    /// Pairwise accuracy: the share of pairs that are ordered alike or tied on
    /// both sides. Over several data sets it is that of the summed counts (Kocmi
    /// et al. 2021, "To ship or not to ship").
    ///
    /// # Errors
    ///
    /// If there are no pairs.
    pub fn accuracy(self) -> Result<f64, Undefined> {
        let right = self.concordant + self.tied_both;
        if self.pairs() == 0 { Err(NO_PAIRS) } else { Ok(right as f64 / self.pairs() as f64) }
    }

    fn surplus(self) -> f64 {
        self.concordant as f64 - self.discordant as f64
    }

    fn constant(self) -> Result<(), Undefined> {
        if self.pairs() == 0 {
            Err(NO_PAIRS)
        } else if self.tied_people + self.tied_both == self.pairs() {
            Err(CONSTANT_PEOPLE)
        } else if self.tied_measure + self.tied_both == self.pairs() {
            Err(CONSTANT_MEASURE)
        } else {
            Ok(())
        }
    }
}

/// Kendall's τ-b; bit for bit that of `scipy.stats.kendalltau`.
///
/// ```
/// use regua_stats::correlation::kendall;
///
/// let tau = kendall::b(&[1.0, 2.0, 3.0, 3.0], &[0.1, 0.3, 0.2, 0.9]).unwrap();
/// assert!((tau - 0.547_722_557_505_166_1).abs() < 1e-15);
/// ```
///
/// # Errors
///
/// If a row is constant, the rows differ in length or have fewer than two
/// finite numbers.
pub fn b(people: &[f64], measure: &[f64]) -> Result<f64, Undefined> {
    counts(people, measure)?.tau_b()
}

/// Stuart's τ-c, for rows with different numbers of distinct values; bit for
/// bit that of `scipy.stats.kendalltau(variant="c")`.
///
/// # Errors
///
/// As [`b`].
pub fn c(people: &[f64], measure: &[f64]) -> Result<f64, Undefined> {
    let counts = counts(people, measure)?;
    counts.constant()?;
    let classes = distinct(people).min(distinct(measure)) as f64;
    let size = people.len() as f64;
    Ok((2.0 * counts.surplus() / (size * size * (classes - 1.0) / classes)).clamp(-1.0, 1.0))
}

/// The five counts, by sorting one row and counting the exchanges that sort the
/// other.
///
/// # Errors
///
/// If the rows differ in length or have fewer than two finite numbers.
pub fn counts(people: &[f64], measure: &[f64]) -> Result<PairCounts, Undefined> {
    check(people, measure)?;
    if people.len() <= FEW {
        return Ok(count_all(people, measure, 0.0));
    }
    let mut both: Vec<u128> = people
        .iter()
        .zip(measure)
        .map(|(rating, score)| u128::from(order_key(*rating)) << 64 | u128::from(order_key(*score)))
        .collect();
    both.sort_unstable();
    let tied_both = tied_pairs(&both, |pair| *pair);
    let people_ties = tied_pairs(&both, |pair| pair >> 64);
    #[expect(clippy::cast_possible_truncation, reason = "the low half is the key of the score")]
    let mut scores: Vec<u64> = both.iter().map(|pair| *pair as u64).collect();
    drop(both);
    let discordant = exchanges(&mut scores);
    let measure_ties = tied_pairs(&scores, |score| *score);
    let pairs = pairs_of(people.len());
    Ok(PairCounts {
        concordant: pairs + tied_both - people_ties - measure_ties - discordant,
        discordant,
        tied_people: people_ties - tied_both,
        tied_measure: measure_ties - tied_both,
        tied_both,
    })
}

/// The five counts where scores of the measure that differ by no more than
/// `epsilon` count as tied.
///
/// # Errors
///
/// As [`counts`], or if `epsilon` is negative or no number.
pub fn counts_within(
    people: &[f64],
    measure: &[f64],
    epsilon: f64,
) -> Result<PairCounts, Undefined> {
    if epsilon.is_nan() || epsilon < 0.0 {
        return Err(Undefined("the width of a tie is negative or no number"));
    }
    check(people, measure)?;
    if people.len() <= FEW {
        return Ok(count_all(people, measure, epsilon));
    }
    let mut order: Vec<(f64, u32)> = measure.iter().copied().zip(dense_ranks(people)).collect();
    order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let ranks = order.iter().map(|(_, rank)| *rank).max().map_or(0, |rank| rank as usize + 1);
    let mut seen = Fenwick::new(ranks);
    let mut ratings = vec![0_u64; ranks];
    let mut found = PairCounts::default();
    let mut below = 0;
    let mut people_ties = 0;
    let mut met = vec![0_u64; ranks];
    for (score, rank) in &order {
        // Differences grow along a sorted row, so that what lies outside the tie is a prefix of it.
        while score - order[below].0 > epsilon {
            seen.add(order[below].1 as usize);
            ratings[order[below].1 as usize] += 1;
            below += 1;
        }
        let rank = *rank as usize;
        let lower = seen.below(rank);
        found.concordant += lower;
        found.tied_people += ratings[rank];
        found.discordant += below as u64 - lower - ratings[rank];
        people_ties += met[rank];
        met[rank] += 1;
    }
    found.tied_both = people_ties - found.tied_people;
    found.tied_measure = pairs_of(people.len()) - found.concordant - found.discordant - people_ties;
    Ok(found)
}

/// Up to so many values it is faster to look at every pair than to sort.
const FEW: usize = 40;

/// The five counts by looking at every pair.
fn count_all(people: &[f64], measure: &[f64], epsilon: f64) -> PairCounts {
    let (mut concordant, mut people_ties, mut measure_ties, mut tied_both) = (0, 0, 0, 0);
    for (at, (rating, score)) in people.iter().zip(measure).enumerate() {
        for (other_rating, other_score) in people[..at].iter().zip(&measure[..at]) {
            let (by_people, by_measure) = (rating - other_rating, score - other_score);
            let (tied_people, tied_measure) = (by_people == 0.0, by_measure.abs() <= epsilon);
            let alike = (by_people > 0.0) == (by_measure > 0.0);
            people_ties += u64::from(tied_people);
            measure_ties += u64::from(tied_measure);
            tied_both += u64::from(tied_people && tied_measure);
            concordant += u64::from(alike && !tied_people && !tied_measure);
        }
    }
    PairCounts {
        concordant,
        discordant: pairs_of(people.len()) + tied_both - people_ties - measure_ties - concordant,
        tied_people: people_ties - tied_both,
        tied_measure: measure_ties - tied_both,
        tied_both,
    }
}

/// How many pairs so many values make.
pub(super) fn pairs_of(values: usize) -> u64 {
    let values = values as u64;
    values * values.saturating_sub(1) / 2
}

fn distinct(row: &[f64]) -> usize {
    dense_ranks(row).into_iter().max().map_or(0, |rank| rank as usize + 1)
}

/// The pairs within runs of equal keys.
fn tied_pairs<T, K: PartialEq>(sorted: &[T], key: impl Fn(&T) -> K) -> u64 {
    sorted.chunk_by(|one, other| key(one) == key(other)).map(|run| pairs_of(run.len())).sum()
}

/// The rank of each value among the distinct ones, from 0.
pub(super) fn dense_ranks(row: &[f64]) -> Vec<u32> {
    let mut values: Vec<u64> = row.iter().map(|value| order_key(*value)).collect();
    values.sort_unstable();
    values.dedup();
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 values")]
    row.iter()
        .map(|value| values.partition_point(|other| *other < order_key(*value)) as u32)
        .collect()
}

/// Sorts the row and counts the pairs that were in falling order.
fn exchanges(row: &mut Vec<u64>) -> u64 {
    const RUN: usize = 16;
    let mut count = 0;
    for run in row.chunks_mut(RUN) {
        for end in 1..run.len() {
            let value = run[end];
            let mut at = end;
            while at > 0 && run[at - 1] > value {
                run[at] = run[at - 1];
                at -= 1;
            }
            run[at] = value;
            count += (end - at) as u64;
        }
    }
    let mut merged = vec![0; row.len()];
    let mut width = RUN;
    while width < row.len() {
        for (from, to) in row.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            count += merge(from, width.min(from.len()), to);
        }
        std::mem::swap(row, &mut merged);
        width *= 2;
    }
    count
}

/// Merges two sorted halves and counts by how much the right one was late.
fn merge(from: &[u64], middle: usize, to: &mut [u64]) -> u64 {
    let (left, right) = from.split_at(middle);
    let (mut at_left, mut at_right, mut count) = (0, 0, 0);
    while at_left < left.len() && at_right < right.len() {
        let (one, other) = (left[at_left], right[at_right]);
        let late = other < one;
        to[at_left + at_right] = if late { other } else { one };
        count += u64::from(late) * (left.len() - at_left) as u64;
        at_right += usize::from(late);
        at_left += usize::from(!late);
    }
    let rest = at_left + at_right;
    if at_left < left.len() {
        to[rest..].copy_from_slice(&left[at_left..]);
    } else {
        to[rest..].copy_from_slice(&right[at_right..]);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn every_pair(people: &[f64], measure: &[f64], epsilon: f64) -> PairCounts {
        let mut found = PairCounts::default();
        for first in 0..people.len() {
            for second in 0..first {
                let rating = people[first] - people[second];
                let score = measure[first] - measure[second];
                let tied = score.abs() <= epsilon;
                let slot = match (rating == 0.0, tied) {
                    (true, true) => &mut found.tied_both,
                    (true, false) => &mut found.tied_people,
                    (false, true) => &mut found.tied_measure,
                    (false, false) if (rating > 0.0) == (score > 0.0) => &mut found.concordant,
                    (false, false) => &mut found.discordant,
                };
                *slot += 1;
            }
        }
        found
    }

    #[test]
    fn the_five_counts_of_a_small_example() {
        let people = [1.0, 2.0, 2.0, 3.0];
        let measure = [5.0, 7.0, 7.0, 6.0];
        let found = counts(&people, &measure).unwrap();
        assert_eq!(
            found,
            PairCounts {
                concordant: 3,
                discordant: 2,
                tied_people: 0,
                tied_measure: 0,
                tied_both: 1
            }
        );
        assert_eq!(found.accuracy(), Ok(4.0 / 6.0));
        assert_eq!(found.tau23(), Ok(2.0 / 6.0));
        assert_eq!(found.tau_b(), Ok(1.0 / 5.0_f64.sqrt() / 5.0_f64.sqrt()));
    }

    #[test]
    fn both_zeros_are_one_value() {
        let found = counts(&[0.0, -0.0, 1.0], &[-0.0, 0.0, 0.0]).unwrap();
        assert_eq!((found.tied_both, found.tied_measure), (1, 2));
        assert_eq!(counts_within(&[0.0, -0.0, 1.0], &[-0.0, 0.0, 0.0], 0.0), Ok(found));
    }

    #[test]
    fn a_constant_row_has_no_tau() {
        assert_eq!(b(&[1.0, 1.0], &[1.0, 2.0]), Err(CONSTANT_PEOPLE));
        assert_eq!(c(&[1.0, 2.0], &[1.0, 1.0]), Err(CONSTANT_MEASURE));
        assert!(counts_within(&[1.0, 2.0], &[1.0, 1.0], -1.0).is_err());
    }

    proptest! {
        #[test]
        fn fast_counts_equal_a_look_at_every_pair(
            rows in prop::collection::vec((-4_i8..5, -20_i8..21), 2..90),
            epsilon in 0_i8..9,
        ) {
            let people: Vec<f64> = rows.iter().map(|row| f64::from(row.0)).collect();
            let measure: Vec<f64> = rows.iter().map(|row| f64::from(row.1) / 10.0).collect();
            let epsilon = f64::from(epsilon) / 10.0;
            prop_assert_eq!(counts(&people, &measure).unwrap(), every_pair(&people, &measure, 0.0));
            prop_assert_eq!(counts_within(&people, &measure, epsilon).unwrap(), every_pair(&people, &measure, epsilon));
        }
    }
}
