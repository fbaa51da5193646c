//! Percent agreement, Fleiss' kappa and Gwet's AC1 and AC2: any number of raters, with gaps.
//!
//! Percent agreement is the share of agreeing pairs of ratings within an item, averaged over the items with two ratings
//! or more. Fleiss' kappa (J. L. Fleiss, 1971) and Gwet's coefficients (K. L. Gwet, 2008 and, weighted, 2014) take from
//! it what chance would give; with `a` the agreement seen and `e` that of chance, (a − e)/(1 − e). The share of each
//! category is the mean of its shares within the items. Fleiss' chance is the sum of the squares of these shares; Gwet's
//! depends on how many categories there are and so on [`Ratings::with_categories`].
//!
//! Agrees within 1e-12 with irrCAC 0.4.4 (`gwet`, `fleiss`), and, where every item has the same number of ratings, with
//! statsmodels 0.15.0 (`fleiss_kappa`).
//!
//! Percent agreement by itself says little where one category is frequent.

use super::ratings::Ratings;
use super::weighting::Weighting;
use crate::Undefined;

const NO_PAIR: Undefined = Undefined("no item was rated by two raters");
const ONE_CATEGORY: Undefined = Undefined("only one category was used");

/// How often two ratings of one item are the same, from 0 to 1.
///
/// # Errors
/// No item has two ratings.
pub fn percent(ratings: &Ratings) -> Result<f64, Undefined> {
    seen(ratings, Weighting::Identity)
}

/// Fleiss' kappa.
///
/// ```
/// use regua_stats::agreement::{Ratings, fleiss};
///
/// let ratings = Ratings::from_rows(&[[1.0, 1.0, 2.0], [2.0, 2.0, 2.0]].map(|item| item.map(Some)))?;
/// // Seen: (1/3 + 1)/2 = 2/3; by chance: (1/3)² + (2/3)² = 5/9.
/// assert!((fleiss(&ratings)? - 0.25).abs() < 1e-12);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// No item has two ratings, or only one category was used: 0/0.
pub fn fleiss(ratings: &Ratings) -> Result<f64, Undefined> {
    let seen = seen(ratings, Weighting::Identity)?;
    let shares = shares(ratings);
    if shares.iter().filter(|share| **share > 0.0).count() < 2 {
        return Err(ONE_CATEGORY);
    }
    let chance: f64 = shares.iter().map(|share| share * share).sum();
    Ok((seen - chance) / (1.0 - chance))
}

/// Gwet's AC1 ([`Weighting::Identity`]) or AC2 (the others; the distance between categories is that of their values).
///
/// # Errors
/// No item has two ratings, or there is only one category.
pub fn gwet(ratings: &Ratings, weighting: Weighting) -> Result<f64, Undefined> {
    let seen = seen(ratings, weighting)?;
    let categories = ratings.categories();
    if categories.len() < 2 {
        return Err(ONE_CATEGORY);
    }
    let size = categories.len() as f64;
    // The sum of all weights over those beside the diagonal and in it: mean agreement, plus 1 for each category itself.
    let weights = weighting.mean_agreement(categories, range(categories)) + 1.0 / (size - 1.0);
    let spread: f64 = shares(ratings).iter().map(|share| share * (1.0 - share)).sum();
    let chance = weights * spread;
    if chance >= 1.0 {
        return Err(Undefined("chance alone would make the raters agree"));
    }
    Ok((seen - chance) / (1.0 - chance))
}

/// The agreement within items, averaged over those with two ratings or more.
fn seen(ratings: &Ratings, weighting: Weighting) -> Result<f64, Undefined> {
    let range = range(ratings.categories());
    let (mut sum, mut items) = (0.0, 0_usize);
    let mut values = Vec::new();
    for item in ratings.each_item().filter(|item| item.len() > 1) {
        values.clear();
        values.extend(item.iter().map(|mark| ratings.value(*mark)));
        values.sort_by(f64::total_cmp);
        sum += weighting.mean_agreement(&values, range);
        items += 1;
    }
    if items == 0 { Err(NO_PAIR) } else { Ok(sum / items as f64) }
}

/// The mean share of each category within the items.
fn shares(ratings: &Ratings) -> Vec<f64> {
    let mut shares = vec![0.0; ratings.categories().len()];
    for item in ratings.each_item() {
        for mark in item {
            shares[mark.category] += 1.0 / item.len() as f64;
        }
    }
    let items = ratings.items() as f64;
    shares.iter().map(|share| share / items).collect()
}

/// From the lowest category to the highest; 1 if there is only one.
fn range(categories: &[f64]) -> f64 {
    match categories {
        [lowest, .., highest] => highest - lowest,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_ac1() -> Result<(), Undefined> {
        let ratings =
            Ratings::from_rows(&[[1.0, 1.0, 2.0], [2.0, 2.0, 2.0]].map(|item| item.map(Some)))?;
        // Seen 2/3; by chance 2 · (1/3 · 2/3) = 4/9: (6/9 − 4/9)/(5/9).
        assert!((gwet(&ratings, Weighting::Identity)? - 0.4).abs() < 1e-12);
        // A third category that nobody chose halves the chance: (6/9 − 2/9)/(7/9).
        let wider = ratings.with_categories(&[3.0])?;
        assert!((gwet(&wider, Weighting::Identity)? - 4.0 / 7.0).abs() < 1e-12);
        Ok(())
    }

    #[test]
    fn one_category_has_a_percentage_but_no_kappa() -> Result<(), Undefined> {
        let ratings = Ratings::from_rows(&[[1.0, 1.0], [1.0, 1.0]].map(|item| item.map(Some)))?;
        assert_eq!(percent(&ratings), Ok(1.0));
        assert_eq!(fleiss(&ratings), Err(ONE_CATEGORY));
        assert_eq!(gwet(&ratings, Weighting::Identity), Err(ONE_CATEGORY));
        // That there were others to choose makes the agreement worth something to Gwet.
        assert_eq!(gwet(&ratings.with_categories(&[2.0])?, Weighting::Identity), Ok(1.0));
        Ok(())
    }

    #[test]
    fn one_rater_agrees_with_nobody() -> Result<(), Undefined> {
        let ratings = Ratings::from_rows(&[[Some(1.0)], [Some(2.0)]])?;
        assert_eq!(percent(&ratings), Err(NO_PAIR));
        assert_eq!(fleiss(&ratings), Err(NO_PAIR));
        assert_eq!(gwet(&ratings, Weighting::Linear), Err(NO_PAIR));
        Ok(())
    }
}
