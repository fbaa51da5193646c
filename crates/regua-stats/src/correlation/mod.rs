//! How well a measure agrees with people.
//!
//! Two rows of numbers, the ratings of people and the scores of a measure, are
//! compared by a [`Coefficient`]; two [`Grid`]s of systems and items are
//! compared at a [`Level`]. Where a number is not defined (too few values, a
//! constant row) the result is the reason, never 0.
//!
//! A correlation says how well a measure follows the ratings at hand. It says
//! nothing about another language, domain or set of systems, and two
//! correlations on different data cannot be compared at all.
//!
//! ```
//! use regua_stats::correlation::{Coefficient, Grid, Level, at_level};
//!
//! // Two systems, three items each.
//! let people = Grid::full(2, 3, &[4.0, 3.0, 5.0, 2.0, 2.0, 4.0]).unwrap();
//! let measure = Grid::full(2, 3, &[0.6, 0.4, 0.9, 0.5, 0.1, 0.7]).unwrap();
//! let found = at_level(&people, &measure, Coefficient::KendallB, Level::Item).unwrap();
//! assert_eq!((found.value, found.groups), (1.0, 3));
//! ```

mod bootstrap;
mod coefficient;
mod draws;
mod fenwick;
mod fisher;
mod grid;
pub mod kendall;
mod level;
mod linear;
mod matrix;
mod partial;
pub mod permutation;
mod rank;
pub mod ranking;
pub mod soft;
pub mod ties;
mod williams;

pub use bootstrap::{Bootstrapped, Resample, bootstrap};
pub use coefficient::{Coefficient, Ties};
pub use fisher::fisher_interval;
pub use grid::Grid;
pub use level::{Averaged, Groups, Level, at_level};
pub use linear::pearson;
pub use matrix::{Matrix, matrix};
pub use partial::partial;
pub use rank::{average_ranks, spearman};
pub use williams::Williams;

use crate::Undefined;

const CONSTANT_MEASURE: Undefined = Undefined("the measure is constant");
const CONSTANT_PEOPLE: Undefined = Undefined("the ratings are constant");
const NOT_FINITE: Undefined = Undefined("a value is not a finite number");
const NO_PAIRS: Undefined = Undefined("there are no pairs to compare");

/// What every coefficient asks of its input: pairs, at least two, of finite
/// numbers.
fn check(people: &[f64], measure: &[f64]) -> Result<(), Undefined> {
    if people.len() != measure.len() {
        return Err(Undefined("there are not as many ratings as scores"));
    }
    if people.len() < 2 {
        return Err(Undefined("there are fewer than two values"));
    }
    if !people.iter().chain(measure).all(|value| value.is_finite()) {
        return Err(NOT_FINITE);
    }
    Ok(())
}

/// An integer that orders as the finite number does; both zeros are one.
fn order_key(value: f64) -> u64 {
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}
