//! Bootstrap intervals of a correlation.

use super::{Coefficient, Grid, Groups, Level, Ties, draws};
use crate::Undefined;
use crate::interval::{self, Interval};
use crate::random::Generator;

/// What is drawn again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resample {
    /// The items: would another test set say the same?
    Items,
    /// The systems: would other systems say the same?
    Systems,
    /// Both: the widest interval, and the one to generalise from (Deutsch et al.
    /// 2021, "A statistical analysis of summarization evaluation metrics").
    Both,
}

/// The correlations of resampled grids.
#[derive(Debug, Clone, PartialEq)]
pub struct Bootstrapped {
    /// The correlation of each draw where it is defined.
    pub values: Vec<f64>,
    /// The draws where it is not (all systems the same, say).
    pub undefined: usize,
}

impl Bootstrapped {
    /// The percentile interval.
    ///
    /// # Errors
    ///
    /// If fewer than two draws are defined, or the level is not between 0 and 1.
    pub fn percentile(&self, level: f64) -> Result<Interval, Undefined> {
        interval::percentile(&self.values, level)
    }
}

/// Draws items, systems or both with replacement and correlates what was drawn.
///
/// Calibrated ties keep the width that all data gave them. The same seed gives
/// the same draws on any number of cores.
///
/// ```
/// use regua_stats::correlation::{Coefficient, Grid, Level, Resample, bootstrap};
///
/// let people = Grid::full(2, 4, &[4.0, 3.0, 5.0, 4.0, 2.0, 2.0, 4.0, 1.0]).unwrap();
/// let measure = Grid::full(2, 4, &[0.6, 0.4, 0.9, 0.7, 0.5, 0.1, 0.7, 0.3]).unwrap();
/// let drawn = bootstrap(&people, &measure, Coefficient::Pearson, Level::Segment, Resample::Items, 200, 1).unwrap();
/// let interval = drawn.percentile(0.95).unwrap();
/// assert!(0.0 < interval.low && interval.low < interval.high);
/// ```
///
/// # Errors
///
/// If the correlation is not defined on the grids themselves.
pub fn bootstrap(
    people: &Grid,
    measure: &Grid,
    coefficient: Coefficient,
    level: Level,
    resample: Resample,
    draws: usize,
    seed: u64,
) -> Result<Bootstrapped, Undefined> {
    let all = Groups::of(people, measure, level)?.correlate(coefficient)?;
    let coefficient = match (coefficient, all.epsilon) {
        (Coefficient::Tau23(_), Some(width)) => Coefficient::Tau23(Ties::Within(width)),
        (Coefficient::Acc23(_), Some(width)) => Coefficient::Acc23(Ties::Within(width)),
        _ => coefficient,
    };
    let found = draws::all(draws, |draw| {
        let mut generator = Generator::stream(seed, draw);
        let mut pick = |count: usize, again: bool| -> Vec<usize> {
            let below = count as u64;
            let one =
                |at| if again { usize::try_from(generator.below(below)).unwrap_or(at) } else { at };
            (0..count).map(one).collect()
        };
        let systems = pick(people.systems(), resample != Resample::Items);
        let items = pick(people.items(), resample != Resample::Systems);
        let (people, measure) = (people.pick(&systems, &items), measure.pick(&systems, &items));
        Groups::of(&people, &measure, level)?.correlate(coefficient).map(|found| found.value)
    });
    let values: Vec<f64> = found.into_iter().filter_map(Result::ok).collect();
    let undefined = draws - values.len();
    Ok(Bootstrapped { values, undefined })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> (Grid, Grid) {
        let mut generator = Generator::new(5);
        let people: Vec<f64> =
            (0..240).map(|at| f64::from(at / 40) * 0.2 + generator.unit()).collect();
        let measure: Vec<f64> = people.iter().map(|rating| rating + generator.unit()).collect();
        (Grid::full(6, 40, &people).unwrap(), Grid::full(6, 40, &measure).unwrap())
    }

    #[test]
    fn the_same_seed_draws_the_same_and_the_estimate_lies_within() {
        let (people, measure) = grids();
        for coefficient in
            [Coefficient::Pearson, Coefficient::KendallB, Coefficient::Acc23(Ties::Calibrated)]
        {
            for level in Level::ALL {
                let draw = |seed| {
                    bootstrap(&people, &measure, coefficient, level, Resample::Both, 60, seed)
                        .unwrap()
                };
                assert_eq!(draw(3), draw(3));
                assert_ne!(draw(3), draw(4));
                assert_eq!(draw(3).values.len() + draw(3).undefined, 60);
            }
        }
        let all = super::super::at_level(&people, &measure, Coefficient::Pearson, Level::Segment)
            .unwrap();
        let drawn = bootstrap(
            &people,
            &measure,
            Coefficient::Pearson,
            Level::Segment,
            Resample::Items,
            300,
            1,
        )
        .unwrap();
        let interval = drawn.percentile(0.95).unwrap();
        assert!(interval.low < all.value && all.value < interval.high, "{interval:?}");
    }

    #[test]
    fn systems_as_well_as_items_make_a_wider_interval() {
        let (people, measure) = grids();
        let width = |resample| {
            let drawn =
                bootstrap(&people, &measure, Coefficient::Pearson, Level::System, resample, 400, 9)
                    .unwrap();
            let interval = drawn.percentile(0.95).unwrap();
            interval.high - interval.low
        };
        assert!(width(Resample::Both) > width(Resample::Items));
    }

    #[test]
    fn what_is_undefined_is_not_resampled() {
        let flat = Grid::full(2, 2, &[1.0; 4]).unwrap();
        assert!(
            bootstrap(&flat, &flat, Coefficient::Pearson, Level::Segment, Resample::Items, 10, 1)
                .is_err()
        );
    }
}
