//! Cohen's kappa and Scott's pi: two raters, corrected for chance.
//!
//! Both ask how often two raters chose the same category, beyond what would happen if each had drawn from a hat: Cohen
//! gives each rater a hat of their own (J. Cohen, 1960 and, weighted, 1968), Scott one hat for both (W. A. Scott, 1955).
//! Items that only one of the two rated do not count. Agrees with scikit-learn 1.9.1 (`cohen_kappa_score`) within 1e-12:
//! the sums here are integers and exact.
//!
//! Not for many raters with gaps: see [`super::krippendorff`]. When nearly all items fall into one category the kappas
//! are low however often the raters agree; [`super::chance::gwet`] is not.

use std::collections::BTreeMap;

use super::ratings::Ratings;
use super::weighting::Weighting;
use crate::Undefined;

/// Pairs of ratings that [`light`] looks at; more would fill the memory.
const MOST_PAIRS: usize = 50_000_000;

const NOTHING_SHARED: Undefined = Undefined("no item was rated by both raters");
const ONE_CATEGORY: Undefined = Undefined("both raters used one and the same category only");

/// Cohen's kappa between two raters. Weights go by the ranks of the categories, as in scikit-learn.
///
/// ```
/// use regua_stats::agreement::{Ratings, Weighting, cohen};
///
/// let yes_or_no = [[1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0]].map(|item| item.map(Some));
/// let ratings = Ratings::from_rows(&yes_or_no)?;
/// // Agreed on 3 of 4; by chance 1/2 · 1/4 + 1/2 · 3/4 = 1/2.
/// assert_eq!(cohen(&ratings, 0, 1, Weighting::Identity)?, 0.5);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// The two share no item, or used one category only: 0/0.
pub fn cohen(
    ratings: &Ratings,
    first: usize,
    second: usize,
    weighting: Weighting,
) -> Result<f64, Undefined> {
    kappa(&ratings.pairs(first, second), ratings.categories().len(), weighting)
}

/// Scott's pi between two raters.
///
/// # Errors
/// As [`cohen`].
pub fn scott(ratings: &Ratings, first: usize, second: usize) -> Result<f64, Undefined> {
    let pairs = ratings.pairs(first, second);
    if pairs.is_empty() {
        return Err(NOTHING_SHARED);
    }
    let mut counts = vec![0_u128; ratings.categories().len()];
    for (one, other) in &pairs {
        counts[*one] += 1;
        counts[*other] += 1;
    }
    let all = 2 * pairs.len() as u128;
    // The chance to disagree, times the square of the number of ratings.
    let chance = all * all - counts.iter().map(|count| count * count).sum::<u128>();
    if chance == 0 {
        return Err(ONE_CATEGORY);
    }
    let differing = pairs.iter().filter(|(one, other)| one != other).count() as u128;
    Ok(1.0 - (differing * 2 * all) as f64 / chance as f64)
}

/// The mean of Cohen's kappa over all pairs of raters that share items (R. J. Light, 1971).
///
/// # Errors
/// Any pair's kappa is undefined, no two raters share an item, or there are too many pairs to hold.
pub fn light(ratings: &Ratings, weighting: Weighting) -> Result<f64, Undefined> {
    let size: usize =
        ratings.each_item().map(|item| item.len() * item.len().saturating_sub(1) / 2).sum();
    if size > MOST_PAIRS {
        return Err(Undefined("there are more than 50,000,000 pairs of ratings"));
    }
    let mut pairs: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
    for item in ratings.each_item() {
        for (at, first) in item.iter().enumerate() {
            for second in &item[at + 1..] {
                let raters = (first.rater, second.rater);
                pairs.entry(raters).or_default().push((first.category, second.category));
            }
        }
    }
    if pairs.is_empty() {
        return Err(Undefined("no item was rated by two raters"));
    }
    let mut sum = 0.0;
    for pair in pairs.values() {
        sum += kappa(pair, ratings.categories().len(), weighting)
            .map_err(|_| Undefined("two of the raters used one and the same category only"))?;
    }
    Ok(sum / pairs.len() as f64)
}

/// One minus the disagreement that was seen over the one that chance makes.
fn kappa(
    pairs: &[(usize, usize)],
    categories: usize,
    weighting: Weighting,
) -> Result<f64, Undefined> {
    if pairs.is_empty() {
        return Err(NOTHING_SHARED);
    }
    let (mut first, mut second) = (vec![0_u128; categories], vec![0_u128; categories]);
    for (one, other) in pairs {
        first[*one] += 1;
        second[*other] += 1;
    }
    let seen: u128 = pairs.iter().map(|(one, other)| weighting.ranks_apart(*one, *other)).sum();
    let chance = weighting.ranks_apart_by_chance(&first, &second);
    if chance == 0 {
        return Err(ONE_CATEGORY);
    }
    Ok(1.0 - (seen * pairs.len() as u128) as f64 / chance as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(rows: &[[f64; 2]]) -> Ratings {
        let rows: Vec<_> = rows.iter().map(|row| row.map(Some)).collect();
        Ratings::from_rows(&rows).expect("finite")
    }

    #[test]
    fn worked_weighted_kappa() {
        // Ranks apart: 0, 1, 0, 2; by chance each of 0, 1, 2 meets each (4 × 4 meetings: 2·1 + …).
        let ratings = ratings(&[[1.0, 1.0], [2.0, 3.0], [3.0, 3.0], [1.0, 3.0]]);
        // First: 2, 1, 1; second: 1, 0, 3. Linear: 2·3·2 + 1·1·1 + 1·3·1 + 1·1·2 = 18.
        assert_eq!(cohen(&ratings, 0, 1, Weighting::Linear), Ok(1.0 - 12.0 / 18.0));
        // Quadratic: 2·3·4 + 1 + 3 + 1·1·4 = 32; seen 0 + 1 + 0 + 4.
        assert_eq!(cohen(&ratings, 0, 1, Weighting::Quadratic), Ok(1.0 - 20.0 / 32.0));
    }

    #[test]
    fn worked_pi() {
        // Agreed on 3 of 4; the hat holds 3 of one and 5 of the other: 1 - (9 + 25)/64 = 30/64 differ by chance.
        let ratings = ratings(&[[1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
        assert_eq!(scott(&ratings, 0, 1), Ok(1.0 - 0.25 / (30.0 / 64.0)));
    }

    #[test]
    fn one_category_is_no_agreement_beyond_chance_and_no_disagreement() {
        let ratings = ratings(&[[2.0, 2.0], [2.0, 2.0]]);
        assert_eq!(cohen(&ratings, 0, 1, Weighting::Identity), Err(ONE_CATEGORY));
        assert_eq!(scott(&ratings, 0, 1), Err(ONE_CATEGORY));
    }

    #[test]
    fn a_rater_who_is_not_there_shares_nothing() {
        let ratings = ratings(&[[2.0, 1.0]]);
        assert_eq!(cohen(&ratings, 0, 9, Weighting::Identity), Err(NOTHING_SHARED));
        let alone = Ratings::from_rows(&[[Some(1.0)], [Some(2.0)]]).expect("finite");
        assert!(light(&alone, Weighting::Identity).is_err());
    }
}
