//! The "Kendall-like" statistic of WMT: relative rankings.
//!
//! People say of two outputs which is the better one; the measure agrees if it
//! gives the better one the higher score. Used for relative rankings by people
//! (WMT 2008–2016) and for rankings derived from ratings that differ by enough
//! (daRR, WMT 2017–2021: 25 points of 100). Not comparable with τ-b: pairs that
//! people leave tied do not count at all.

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
    /// If the rows differ in length or have fewer than two finite numbers.
    pub fn of(people: &[f64], measure: &[f64], threshold: f64) -> Result<Self, Undefined> {
        check(people, measure)?;
        let mut found = Self::default();
        for (at, (rating, score)) in people.iter().zip(measure).enumerate() {
            for (other_rating, other_score) in people[..at].iter().zip(measure) {
                let difference = rating - other_rating;
                if difference.abs() < threshold {
                    continue;
                }
                if difference > 0.0 {
                    found.add(*score, *other_score);
                } else if difference < 0.0 {
                    found.add(*other_score, *score);
                } else {
                    found.tied += 1;
                }
            }
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
}
