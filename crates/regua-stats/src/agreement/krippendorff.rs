//! Krippendorff's alpha: any number of raters, gaps, any scale.
//!
//! One minus the disagreement within items over the disagreement between any two ratings, whatever their items
//! (K. Krippendorff, *Content Analysis*). Items with fewer than two ratings do not count. Agrees with the package
//! krippendorff 0.9.0 within 1e-12; the sums are taken in another order, so that time and memory grow with the number of
//! ratings and not with the square of the number of categories (but for [`Scale::Ratio`]).
//!
//! Not a percentage: 0 is chance, and below 0 raters disagree more than strangers would.

use std::str::FromStr;

use super::ratings::{Mark, Ratings};
use crate::Undefined;

/// Different values on a ratio scale: each meets each.
const MOST_RATIOS: usize = 5_000;

/// What differences between values mean (S. S. Stevens's levels of measurement).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scale {
    /// The same or not: labels.
    Nominal,
    /// More or less: ranks.
    Ordinal,
    /// How much more: points.
    #[default]
    Interval,
    /// How many times as much: counts, times, lengths.
    Ratio,
}

impl Scale {
    /// The scales and the words for them.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("nominal", Self::Nominal),
        ("ordinal", Self::Ordinal),
        ("interval", Self::Interval),
        ("ratio", Self::Ratio),
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        Self::WORDS.iter().find(|(_, scale)| *scale == self).map_or("", |(word, _)| word)
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::WORDS.iter().find(|(word, _)| *word == text);
        known.map(|(_, scale)| *scale).ok_or_else(|| {
            let words = Self::WORDS.map(|(word, _)| word);
            format!("it takes {}", words.join(", "))
        })
    }
}

/// Krippendorff's alpha.
///
/// ```
/// use regua_stats::agreement::{Ratings, Scale, alpha};
///
/// let ratings = Ratings::from_rows(&[[1.0, 1.0], [2.0, 3.0], [3.0, 3.0]].map(|item| item.map(Some)))?;
/// // Within items, 2 of 6 ordered pairs are 1 apart; of all 30, 10 are 1 apart and 12 are 2 apart.
/// let expected = 1.0 - (2.0 / 6.0) / ((10.0 + 12.0 * 4.0) / 30.0);
/// assert!((alpha(&ratings, Scale::Interval)? - expected).abs() < 1e-12);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// No item has two ratings; those that have are all the same: 0/0; a negative value on a ratio scale, or more than 5,000
/// different ones.
pub fn alpha(ratings: &Ratings, scale: Scale) -> Result<f64, Undefined> {
    let mut counts = vec![0_u64; ratings.categories().len()];
    for mark in pairable(ratings).flatten() {
        counts[mark.category] += 1;
    }
    let used: Vec<usize> = (0..counts.len()).filter(|category| counts[*category] > 0).collect();
    match used.len() {
        0 => return Err(Undefined("no item was rated by two raters")),
        1 => return Err(Undefined("only one category was used")),
        _ => {}
    }
    let (within, between) = match scale {
        Scale::Nominal => nominal(ratings, &counts),
        Scale::Ordinal => squares(ratings, &counts, &middle_ranks(&counts)),
        Scale::Interval => squares(ratings, &counts, &heights(ratings, &used)),
        Scale::Ratio => ratios(ratings, &counts, &used)?,
    };
    if between <= 0.0 {
        return Err(Undefined("the ratings do not differ by any number that counts"));
    }
    Ok(1.0 - within / between)
}

/// The items that have something to compare.
fn pairable(ratings: &Ratings) -> impl Iterator<Item = &[Mark]> {
    ratings.each_item().filter(|item| item.len() > 1)
}

/// Disagreement within items and between any ratings, each as its mean over the ratings, for labels.
fn nominal(ratings: &Ratings, counts: &[u64]) -> (f64, f64) {
    let all: u64 = counts.iter().sum();
    let mut within = 0.0;
    let mut categories = Vec::new();
    for item in pairable(ratings) {
        categories.clear();
        categories.extend(item.iter().map(|mark| mark.category));
        categories.sort_unstable();
        let same: usize =
            categories.chunk_by(|one, other| one == other).map(|run| run.len() * run.len()).sum();
        within += (item.len() * item.len() - same) as f64 / (item.len() - 1) as f64;
    }
    let all = all as f64;
    let same: f64 = counts.iter().map(|count| (*count as f64).powi(2)).sum();
    (within, (all * all - same) / (all - 1.0))
}

/// The same, where disagreement is the squared difference of the places of two categories.
///
/// The squared differences of n numbers, over all ordered pairs, sum to 2n times their squared distances from the mean.
fn squares(ratings: &Ratings, counts: &[u64], places: &[f64]) -> (f64, f64) {
    let mut within = 0.0;
    for item in pairable(ratings) {
        let size = item.len() as f64;
        let mean = item.iter().map(|mark| places[mark.category]).sum::<f64>() / size;
        let spread: f64 = item.iter().map(|mark| (places[mark.category] - mean).powi(2)).sum();
        within += 2.0 * size * spread / (size - 1.0);
    }
    let all = counts.iter().sum::<u64>() as f64;
    let weighed = || counts.iter().map(|count| *count as f64).zip(places);
    let mean = weighed().map(|(count, place)| count * place).sum::<f64>() / all;
    let spread: f64 = weighed().map(|(count, place)| count * (place - mean).powi(2)).sum();
    (within, 2.0 * all * spread / (all - 1.0))
}

/// The ranks of the categories, in the middle of those who share them: their squared differences are Krippendorff's
/// ordinal distance.
fn middle_ranks(counts: &[u64]) -> Vec<f64> {
    let mut below = 0;
    let middles = counts.iter().map(|count| {
        let middle = below as f64 + *count as f64 / 2.0;
        below += count;
        middle
    });
    middles.collect()
}

/// The categories measured from the lowest that was used, in parts of the range that was.
fn heights(ratings: &Ratings, used: &[usize]) -> Vec<f64> {
    let categories = ratings.categories();
    let (lowest, highest) = match used {
        [lowest, .., highest] => (categories[*lowest], categories[*highest]),
        _ => (0.0, 1.0),
    };
    categories.iter().map(|category| (category - lowest) / (highest - lowest)).collect()
}

/// The same, where disagreement is the squared difference over the squared sum.
fn ratios(ratings: &Ratings, counts: &[u64], used: &[usize]) -> Result<(f64, f64), Undefined> {
    let categories = ratings.categories();
    if used.iter().any(|category| categories[*category] < 0.0) {
        return Err(Undefined("a ratio scale has no negative values"));
    }
    if used.len() > MOST_RATIOS {
        return Err(Undefined(
            "there are more than 5,000 different values, too many for a ratio scale",
        ));
    }
    let apart = |one: f64, other: f64| {
        if one + other == 0.0 { 0.0 } else { ((one - other) / (one + other)).powi(2) }
    };
    let mut within = 0.0;
    for item in pairable(ratings) {
        let mut sum = 0.0;
        for (at, one) in item.iter().enumerate() {
            for other in &item[at + 1..] {
                sum += apart(ratings.value(*one), ratings.value(*other));
            }
        }
        within += 2.0 * sum / (item.len() - 1) as f64;
    }
    let mut between = 0.0;
    for (at, one) in used.iter().enumerate() {
        for other in &used[at + 1..] {
            between += (counts[*one] * counts[*other]) as f64
                * apart(categories[*one], categories[*other]);
        }
    }
    let all = counts.iter().sum::<u64>() as f64;
    Ok((within, 2.0 * between / (all - 1.0)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition: the table of coincidences, every pair by itself.
    fn plain(rows: &[Vec<Option<u8>>], scale: Scale) -> Option<f64> {
        let mut coincidences = [[0.0_f64; 6]; 6];
        for row in rows {
            let given: Vec<usize> = row.iter().flatten().map(|value| usize::from(*value)).collect();
            for (at, one) in given.iter().enumerate() {
                for (place, other) in given.iter().enumerate() {
                    if at != place {
                        coincidences[*one][*other] += 1.0 / (given.len() - 1) as f64;
                    }
                }
            }
        }
        let counts: Vec<f64> = coincidences.iter().map(|row| row.iter().sum()).collect();
        let all: f64 = counts.iter().sum();
        let apart = |one: usize, other: usize| {
            let (low, high) = (one.min(other), one.max(other));
            let (first, second) = (low as f64, high as f64);
            match scale {
                Scale::Nominal => f64::from(u8::from(one != other)),
                Scale::Ordinal => (counts[low..=high].iter().sum::<f64>()
                    - f64::midpoint(counts[low], counts[high]))
                .powi(2),
                Scale::Interval => (first - second).powi(2),
                Scale::Ratio => {
                    if high == 0 {
                        0.0
                    } else {
                        ((first - second) / (first + second)).powi(2)
                    }
                }
            }
        };
        let (mut seen, mut chance) = (0.0, 0.0);
        for one in 0..6 {
            for other in 0..6 {
                seen += coincidences[one][other] * apart(one, other);
                chance += counts[one] * counts[other] * apart(one, other) / (all - 1.0);
            }
        }
        (chance > 0.0).then_some(1.0 - seen / chance)
    }

    proptest! {
        #[test]
        fn sums_by_item_are_the_table_of_coincidences(
            rows in prop::collection::vec(prop::collection::vec(prop::option::of(0_u8..6), 4), 1..20),
        ) {
            let floats: Vec<Vec<Option<f64>>> =
                rows.iter().map(|row| row.iter().map(|value| value.map(f64::from)).collect()).collect();
            for (_, scale) in Scale::WORDS {
                let fast = Ratings::from_rows(&floats).and_then(|ratings| alpha(&ratings, scale)).ok();
                match (fast, plain(&rows, scale)) {
                    (Some(fast), Some(plain)) => prop_assert!((fast - plain).abs() < 1e-12, "{fast} {plain}"),
                    (fast, plain) => prop_assert_eq!(fast, plain),
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_computed_says_why() -> Result<(), Undefined> {
        let same = Ratings::from_rows(&[[Some(1.0), Some(1.0)], [Some(2.0), None]])?;
        assert_eq!(alpha(&same, Scale::Interval), Err(Undefined("only one category was used")));
        let alone = Ratings::from_rows(&[[Some(1.0)], [Some(2.0)]])?;
        assert_eq!(
            alpha(&alone, Scale::Nominal),
            Err(Undefined("no item was rated by two raters"))
        );
        let below = Ratings::from_rows(&[[Some(-1.0), Some(1.0)]])?;
        assert_eq!(
            alpha(&below, Scale::Ratio),
            Err(Undefined("a ratio scale has no negative values"))
        );
        Ok(())
    }

    #[test]
    fn the_words_for_scales_are_read_back() {
        for (word, scale) in Scale::WORDS {
            assert_eq!(word.parse(), Ok(scale));
            assert_eq!(scale.name(), word);
        }
        assert_eq!(
            "likert".parse::<Scale>(),
            Err("it takes nominal, ordinal, interval, ratio".into())
        );
    }
}
