//! The "Kendall-like" statistic of WMT: relative rankings.
//!
//! People say of two outputs which is the better one; the measure agrees if it
//! gives the better one the higher score. Used for relative rankings by people
//! (WMT 2008–2016) and for rankings derived from ratings that differ by enough
//! (daRR, WMT 2017–2021: 25 points of 100). Not comparable with τ-b: pairs that
//! people leave tied do not count at all.

use super::fenwick::Fenwick;
use super::kendall::{self, dense_ranks};
use super::{NO_PAIRS, check};
use crate::Undefined;

/// How often a measure agrees with rankings by people; counts of several data
/// sets may be added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Relative {
    /// The better output has the higher score.
    pub concordant: u64,
    /// The better output has the lower score.
    pub discordant: u64,
    /// The scores are the same.
    pub tied: u64,
}

impl Relative {
    /// Adds a pair: the score of the better output and that of the worse one.
    pub fn add(&mut self, better: f64, worse: f64) {
        if better > worse {
            self.concordant += 1;
        } else if better < worse {
            self.discordant += 1;
        } else {
            self.tied += 1;
        }
    }

    /// All pairs whose ratings differ by at least `threshold`, as `KendallLike`
    /// of mt-metrics-eval counts them. With a threshold of 0 pairs of equal
    /// ratings are there too and cannot agree; they count as `tied`.
    ///
    /// # Errors
    ///
    /// If the rows differ in length or have fewer than two finite numbers, or if
    /// the threshold is not a number.
    pub fn of(people: &[f64], measure: &[f64], threshold: f64) -> Result<Self, Undefined> {
        check(people, measure)?;
        if threshold.is_nan() {
            return Err(Undefined("the threshold is not a number"));
        }
        if threshold <= 0.0 {
            let counts = kendall::counts(people, measure)?;
            let tied = counts.tied_people + counts.tied_measure + counts.tied_both;
            return Ok(Self { concordant: counts.concordant, discordant: counts.discordant, tied });
        }
        let mut order: Vec<(f64, u32)> = people.iter().copied().zip(dense_ranks(measure)).collect();
        order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let mut worse = Fenwick::new(order.len());
        let mut scores = vec![0_u64; order.len()];
        let mut below = 0;
        let mut found = Self::default();
        for (rating, score) in &order {
            // Differences grow along a sorted row, so that what is worse by enough is a prefix of it.
            while rating - order[below].0 >= threshold {
                worse.add(order[below].1 as usize);
                scores[order[below].1 as usize] += 1;
                below += 1;
            }
            let (lower, tied) = (worse.below(*score as usize), scores[*score as usize]);
            found.concordant += lower;
            found.tied += tied;
            found.discordant += below as u64 - lower - tied;
        }
        Ok(found)
    }

    /// The counts of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            concordant: self.concordant + other.concordant,
            discordant: self.discordant + other.discordant,
            tied: self.tied + other.tied,
        }
    }

    /// All pairs.
    pub fn pairs(self) -> u64 {
        self.concordant + self.discordant + self.tied
    }

    /// (C − D)/(C + D) where a tie of the measure is a disagreement (WMT 2014
    /// and since 2017).
    ///
    /// # Errors
    ///
    /// If there are no pairs.
    pub fn kendall(self) -> Result<f64, Undefined> {
        ratio(self.concordant, self.discordant + self.tied)
    }

    /// (C − D)/(C + D) where ties of the measure do not count (WMT 2013).
    ///
    /// # Errors
    ///
    /// If every pair is tied or there are none.
    pub fn kendall_without_ties(self) -> Result<f64, Undefined> {
        ratio(self.concordant, self.discordant)
    }
}

fn ratio(concordant: u64, discordant: u64) -> Result<f64, Undefined> {
    let pairs = concordant + discordant;
    if pairs == 0 {
        Err(NO_PAIRS)
    } else {
        Ok((concordant as f64 - discordant as f64) / pairs as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_of_the_measure_disagree_or_do_not_count() {
        let mut found = Relative::default();
        for (better, worse) in [(0.9, 0.1), (0.8, 0.2), (0.7, 0.6), (0.4, 0.5), (0.3, 0.3)] {
            found.add(better, worse);
        }
        assert_eq!(found, Relative { concordant: 3, discordant: 1, tied: 1 });
        assert_eq!(found.kendall(), Ok(1.0 / 5.0));
        assert_eq!(found.kendall_without_ties(), Ok(2.0 / 4.0));
        assert_eq!(found.plus(found).pairs(), 10);
    }

    #[test]
    fn only_pairs_that_differ_by_the_threshold_count() {
        let people = [80.0, 55.0, 60.0];
        let measure = [0.7, 0.4, 0.9];
        // 80 against 55 is a pair; 80 against 60 and 60 against 55 are too close.
        assert_eq!(
            Relative::of(&people, &measure, 25.0),
            Ok(Relative { concordant: 1, discordant: 0, tied: 0 })
        );
        assert_eq!(Relative::of(&people, &measure, 0.0).unwrap().pairs(), 3);
        assert_eq!(Relative::of(&people, &measure, 99.0).unwrap().kendall(), Err(NO_PAIRS));
    }

    #[test]
    fn equal_ratings_cannot_agree_when_the_threshold_lets_them_in() {
        let found = Relative::of(&[1.0, 1.0], &[0.2, 0.3], 0.0).unwrap();
        assert_eq!(found.kendall(), Ok(-1.0));
    }

    proptest! {
        #[test]
        fn fast_counts_equal_a_look_at_every_pair(
            rows in prop::collection::vec((-20_i8..21, -4_i8..5), 2..70),
            threshold in 0_i8..9,
        ) {
            let people: Vec<f64> = rows.iter().map(|row| f64::from(row.0) / 10.0).collect();
            let measure: Vec<f64> = rows.iter().map(|row| f64::from(row.1)).collect();
            let threshold = f64::from(threshold) / 10.0;
            let mut plain = Relative::default();
            for first in 0..rows.len() {
                for second in 0..first {
                    let difference = people[first] - people[second];
                    let (better, worse) = if difference > 0.0 { (first, second) } else { (second, first) };
                    if difference == 0.0 && threshold == 0.0 {
                        plain.tied += 1;
                    } else if difference.abs() >= threshold {
                        plain.add(measure[better], measure[worse]);
                    }
                }
            }
            prop_assert_eq!(Relative::of(&people, &measure, threshold), Ok(plain));
        }
    }
}
