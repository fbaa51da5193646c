//! At which level two grids are compared.

use std::fmt;
use std::str::FromStr;

use super::ranking::Relative;
use super::{Coefficient, Grid, NO_PAIRS, Ties, linear, ties};
use crate::Undefined;

/// What is compared with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The means of the systems.
    System,
    /// All values in one row, whatever their system and item.
    Segment,
    /// The systems on each item, averaged over items.
    Item,
    /// The items of each system, averaged over systems.
    BySystem,
}

impl Level {
    /// Every level.
    pub const ALL: [Self; 4] = [Self::System, Self::Segment, Self::Item, Self::BySystem];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Segment => "segment",
            Self::Item => "item",
            Self::BySystem => "by-system",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = Undefined;

    fn from_str(text: &str) -> Result<Self, Undefined> {
        let level = Self::ALL.into_iter().find(|level| level.name() == text);
        level.ok_or(Undefined("there is no level of that name"))
    }
}

/// A coefficient, averaged over groups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Averaged {
    /// The mean over the groups where it is defined.
    pub value: f64,
    /// The groups where it is defined.
    pub groups: usize,
    /// The groups with values where it is not; they do not count.
    pub undefined_groups: usize,
    /// The width of ties, where it was calibrated.
    pub epsilon: Option<f64>,
}

/// The coefficient between two grids at a level.
///
/// Groups where the coefficient is not defined (fewer than two values, a
/// constant row) are left out of the mean, as mt-metrics-eval leaves them out;
/// where it returns 0 because no group is left, the result here is undefined.
/// Two coefficients have a mean of their own, as they have there: the groups of
/// `wmt-kendall` weigh as much as they have pairs, and calibrated ties have the
/// same width in all groups.
///
/// # Errors
///
/// If the grids differ in shape, or if the coefficient is defined in no group.
pub fn at_level(
    people: &Grid,
    measure: &Grid,
    coefficient: Coefficient,
    level: Level,
) -> Result<Averaged, Undefined> {
    Groups::of(people, measure, level)?.correlate(coefficient)
}

/// The values of two grids that are compared, packed group by group.
#[derive(Debug, Clone, PartialEq)]
pub struct Groups {
    people: Vec<f64>,
    measure: Vec<f64>,
    ends: Vec<usize>,
}

impl Groups {
    /// The values that both grids have; groups without any are not there.
    ///
    /// # Errors
    ///
    /// If the grids differ in shape.
    pub fn of(people: &Grid, measure: &Grid, level: Level) -> Result<Self, Undefined> {
        people.matches(measure)?;
        let mut groups = Self { people: Vec::new(), measure: Vec::new(), ends: Vec::new() };
        let (systems, items) = (people.systems(), people.items());
        let both = |system, item| people.get(system, item).zip(measure.get(system, item));
        match level {
            Level::System => {
                for system in 0..systems {
                    let (ratings, scores): (Vec<f64>, Vec<f64>) =
                        (0..items).filter_map(|item| both(system, item)).unzip();
                    if !ratings.is_empty() {
                        groups.push((linear::mean(&ratings), linear::mean(&scores)));
                    }
                }
                groups.close();
            }
            Level::Segment => {
                let values = people.values().iter().zip(measure.values());
                values
                    .filter_map(|(rating, score)| rating.zip(*score))
                    .for_each(|pair| groups.push(pair));
                groups.close();
            }
            Level::Item => {
                for item in 0..items {
                    (0..systems)
                        .filter_map(|system| both(system, item))
                        .for_each(|pair| groups.push(pair));
                    groups.close();
                }
            }
            Level::BySystem => {
                for system in 0..systems {
                    (0..items)
                        .filter_map(|item| both(system, item))
                        .for_each(|pair| groups.push(pair));
                    groups.close();
                }
            }
        }
        Ok(groups)
    }

    fn push(&mut self, (rating, score): (f64, f64)) {
        self.people.push(rating);
        self.measure.push(score);
    }

    fn close(&mut self) {
        if self.people.len() > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.people.len());
        }
    }

    /// All scores, group by group.
    pub(super) fn measure(&self) -> &[f64] {
        &self.measure
    }

    /// The ratings and scores of each group.
    pub fn iter(&self) -> impl Iterator<Item = (&[f64], &[f64])> {
        self.iter_with(&self.measure)
    }

    fn iter_with<'a>(&'a self, measure: &'a [f64]) -> impl Iterator<Item = (&'a [f64], &'a [f64])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, end)| (&self.people[start..*end], &measure[start..*end]))
    }

    /// The coefficient, averaged over the groups ([`at_level`]).
    ///
    /// # Errors
    ///
    /// If it is defined in no group.
    pub fn correlate(&self, coefficient: Coefficient) -> Result<Averaged, Undefined> {
        self.correlate_with(&self.measure, coefficient)
    }

    /// The same with other scores, as many and in the same order.
    pub(super) fn correlate_with(
        &self,
        measure: &[f64],
        coefficient: Coefficient,
    ) -> Result<Averaged, Undefined> {
        match coefficient {
            Coefficient::Tau23(Ties::Calibrated) | Coefficient::Acc23(Ties::Calibrated) => {
                let found = ties::calibrate(self.iter_with(measure))?;
                let groups = found.groups;
                let undefined_groups = self.ends.len() - groups;
                let value = coefficient.calibrated(&found);
                Ok(Averaged { value, groups, undefined_groups, epsilon: Some(found.epsilon) })
            }
            Coefficient::WmtKendall { threshold } => {
                let counts = self
                    .iter_with(measure)
                    .map(|(people, measure)| Relative::of(people, measure, threshold));
                let (mut all, mut groups) = (Relative::default(), 0);
                for found in counts.filter_map(Result::ok).filter(|found| found.pairs() > 0) {
                    all = all.plus(found);
                    groups += 1;
                }
                Ok(Averaged {
                    value: all.kendall()?,
                    groups,
                    undefined_groups: self.ends.len() - groups,
                    epsilon: None,
                })
            }
            _ => self.mean_of(measure, |people, measure| coefficient.of(people, measure)),
        }
    }

    fn mean_of(
        &self,
        measure: &[f64],
        of: impl Fn(&[f64], &[f64]) -> Result<f64, Undefined>,
    ) -> Result<Averaged, Undefined> {
        let (mut sum, mut groups, mut reason) = (0.0, 0, NO_PAIRS);
        for (people, measure) in self.iter_with(measure) {
            match of(people, measure) {
                Ok(value) => {
                    sum += value;
                    groups += 1;
                }
                Err(undefined) => reason = undefined,
            }
        }
        if groups == 0 {
            return Err(reason);
        }
        Ok(Averaged {
            value: sum / groups as f64,
            groups,
            undefined_groups: self.ends.len() - groups,
            epsilon: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> (Grid, Grid) {
        let people =
            Grid::new(3, 2, vec![Some(1.0), Some(5.0), Some(2.0), None, Some(3.0), Some(5.0)]);
        let measure = Grid::full(3, 2, &[0.1, 0.2, 0.3, 0.4, 0.2, 0.6]);
        (people.unwrap(), measure.unwrap())
    }

    #[test]
    fn an_item_with_constant_ratings_is_left_out_and_counted() {
        let (people, measure) = grids();
        let found = at_level(&people, &measure, Coefficient::KendallB, Level::Item).unwrap();
        // The first item orders 1, 2, 3 as 0.1, 0.3, 0.2; the second has only ratings of 5.
        assert_eq!((found.groups, found.undefined_groups), (1, 1));
        assert!((found.value - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn system_means_are_taken_over_what_both_have() {
        let (people, measure) = grids();
        let groups = Groups::of(&people, &measure, Level::System).unwrap();
        let (ratings, scores) = groups.iter().next().unwrap();
        assert_eq!(ratings, [3.0, 2.0, 4.0]);
        assert_eq!(scores, [f64::midpoint(0.1, 0.2), 0.3, f64::midpoint(0.2, 0.6)]);
    }

    #[test]
    fn all_groups_undefined_is_undefined_with_the_reason() {
        let people = Grid::full(2, 2, &[1.0; 4]).unwrap();
        let measure = Grid::full(2, 2, &[0.1, 0.2, 0.3, 0.4]).unwrap();
        let found = at_level(&people, &measure, Coefficient::Pearson, Level::Item);
        assert_eq!(found, Err(Undefined("the ratings are constant")));
        let wider = Grid::full(1, 4, &[1.0; 4]).unwrap();
        assert!(at_level(&wider, &measure, Coefficient::Pearson, Level::Item).is_err());
    }

    #[test]
    fn levels_are_read_by_name() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert!("corpus".parse::<Level>().is_err());
    }
}
