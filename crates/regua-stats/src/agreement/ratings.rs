//! Ratings of items by raters: the one shape that every coefficient takes.

use std::ops::Range;

use crate::Undefined;

/// Ratings beyond this have squares that no number holds.
const LARGEST: f64 = 1e100;

/// One rating, as it was given. A list of them is in the order of rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Which item was rated.
    pub item: usize,
    /// Who rated it.
    pub rater: usize,
    /// The value; categories without order are numbered in any way.
    pub value: f64,
}

/// One rating within an item: who chose which category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// Who rated.
    pub rater: usize,
    /// The place of the value in [`Ratings::categories`].
    pub category: usize,
}

/// Items by raters, with gaps: what was not rated takes no space.
///
/// An item that a rater rated more than once has the first of the ratings here; the repetitions are the business of
/// [`raters`](super::raters()). Items that nobody rated do not count.
///
/// ```
/// use regua_stats::agreement::Ratings;
///
/// let ratings = Ratings::from_rows(&[[Some(1.0), Some(2.0)], [Some(2.0), None]])?;
/// assert_eq!((ratings.items(), ratings.len()), (2, 3));
/// assert_eq!(ratings.categories(), [1.0, 2.0]);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    raters: Vec<usize>,
    categories: Vec<f64>,
    starts: Vec<usize>,
    marks: Vec<Mark>,
}

impl Ratings {
    /// The ratings of a list.
    ///
    /// # Errors
    /// There is no rating, or one is not finite or over 1e100 in size.
    pub fn new(list: &[Rating]) -> Result<Self, Undefined> {
        check(list)?;
        let categories = distinct(list.iter().map(|rating| rating.value));
        let mut sorted: Vec<&Rating> = list.iter().collect();
        sorted.sort_by_key(|rating| (rating.item, rating.rater));
        sorted.dedup_by_key(|rating| (rating.item, rating.rater));
        let mut raters: Vec<usize> = sorted.iter().map(|rating| rating.rater).collect();
        raters.sort_unstable();
        raters.dedup();
        let (mut starts, mut marks) = (vec![0], Vec::with_capacity(sorted.len()));
        for item in sorted.chunk_by(|first, second| first.item == second.item) {
            marks.extend(item.iter().map(|rating| Mark {
                rater: rating.rater,
                category: categories.partition_point(|category| *category < rating.value),
            }));
            starts.push(marks.len());
        }
        Ok(Self { raters, categories, starts, marks })
    }

    /// The ratings of a table: a row an item, a column a rater.
    ///
    /// # Errors
    /// As [`Ratings::new`].
    pub fn from_rows<R: AsRef<[Option<f64>]>>(rows: &[R]) -> Result<Self, Undefined> {
        let mut list = Vec::new();
        for (item, row) in rows.iter().enumerate() {
            let given = row.as_ref().iter().enumerate();
            list.extend(
                given.filter_map(|(rater, value)| Some(Rating { item, rater, value: (*value)? })),
            );
        }
        Self::new(&list)
    }

    /// With categories that could have been chosen, whether or not they were. Gwet's coefficients depend on how many
    /// there are, weighted kappas on how far apart they are.
    ///
    /// # Errors
    /// A category is not finite or over 1e100 in size.
    pub fn with_categories(mut self, categories: &[f64]) -> Result<Self, Undefined> {
        if !categories.iter().all(|category| category.abs() <= LARGEST) {
            return Err(Undefined("a category is not finite or over 1e100 in size"));
        }
        let all = distinct(self.categories.iter().chain(categories).copied());
        for mark in &mut self.marks {
            let value = self.categories[mark.category];
            mark.category = all.partition_point(|category| *category < value);
        }
        self.categories = all;
        Ok(self)
    }

    /// The number of items that somebody rated.
    pub fn items(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of ratings, repetitions left out.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether there are no ratings; only a resample of no items has none.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// The raters, in ascending order of their numbers.
    pub fn raters(&self) -> &[usize] {
        &self.raters
    }

    /// The values that were given (or declared), in ascending order.
    pub fn categories(&self) -> &[f64] {
        &self.categories
    }

    /// The ratings of each item, in ascending order of raters.
    pub fn each_item(&self) -> impl Iterator<Item = &[Mark]> {
        self.starts.windows(2).map(|bounds| &self.marks[bounds[0]..bounds[1]])
    }

    /// The value of a rating.
    pub fn value(&self, mark: Mark) -> f64 {
        self.categories[mark.category]
    }

    /// The categories that two raters chose for the items that both rated.
    pub fn pairs(&self, first: usize, second: usize) -> Vec<(usize, usize)> {
        let chosen = |item: &[Mark], rater: usize| {
            let at = item.binary_search_by_key(&rater, |mark| mark.rater).ok()?;
            Some(item[at].category)
        };
        self.each_item()
            .filter_map(|item| Some((chosen(item, first)?, chosen(item, second)?)))
            .collect()
    }

    /// Some of the items, each as often as it is named; with the raters and categories of the whole.
    pub(crate) fn chosen(&self, items: impl Iterator<Item = usize>) -> Self {
        let (mut starts, mut marks) = (vec![0], Vec::with_capacity(self.marks.len()));
        for item in items {
            marks.extend_from_slice(&self.marks[self.range(item)]);
            starts.push(marks.len());
        }
        Self { raters: self.raters.clone(), categories: self.categories.clone(), starts, marks }
    }

    fn range(&self, item: usize) -> Range<usize> {
        self.starts[item]..self.starts[item + 1]
    }
}

/// Whether there are ratings, and numbers that can be squared.
pub(crate) fn check(list: &[Rating]) -> Result<(), Undefined> {
    if list.is_empty() {
        return Err(Undefined("there are no ratings"));
    }
    // Written so that NaN is refused too.
    if !list.iter().all(|rating| rating.value.abs() <= LARGEST) {
        return Err(Undefined("a rating is not finite or over 1e100 in size"));
    }
    Ok(())
}

/// The different values in ascending order. Zero has no sign here.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.map(|value| value + 0.0).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(item: usize, rater: usize, value: f64) -> Rating {
        Rating { item, rater, value }
    }

    #[test]
    fn the_first_of_repeated_ratings_counts() -> Result<(), Undefined> {
        let ratings = Ratings::new(&[rating(7, 1, 3.0), rating(2, 1, 5.0), rating(7, 1, 4.0)])?;
        let values: Vec<f64> = ratings.each_item().map(|item| ratings.value(item[0])).collect();
        assert_eq!(values, [5.0, 3.0]);
        assert_eq!(ratings.len(), 2);
        Ok(())
    }

    #[test]
    fn zero_is_one_category() -> Result<(), Undefined> {
        let ratings = Ratings::new(&[rating(0, 0, 0.0), rating(0, 1, -0.0)])?;
        assert_eq!(ratings.categories().len(), 1);
        assert_eq!(ratings.pairs(0, 1), [(0, 0)]);
        Ok(())
    }

    #[test]
    fn declared_categories_move_the_others() -> Result<(), Undefined> {
        let ratings =
            Ratings::from_rows(&[[Some(2.0), Some(4.0)]])?.with_categories(&[1.0, 3.0, 5.0])?;
        assert_eq!(ratings.categories(), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(ratings.pairs(0, 1), [(1, 3)]);
        Ok(())
    }

    #[test]
    fn nothing_and_numbers_without_a_place_are_refused() {
        assert_eq!(Ratings::new(&[]), Err(Undefined("there are no ratings")));
        assert_eq!(
            Ratings::new(&[rating(0, 0, f64::NAN)]),
            Err(Undefined("a rating is not finite or over 1e100 in size"))
        );
    }
}
