//! Totals: tallies added up by system, group and cluster.
//!
//! [`Totals`] adds up on one machine; [`partial`](crate::partial) carries sums
//! from many. Both put units into groups, and read them, by what is here.

mod counted;
mod label;
mod totals;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bins::Bins;
use crate::reading::Readings;
use crate::resample::Spread;
use crate::slot::Cell;

pub(crate) use counted::{Counted, diagnostics};
pub(crate) use label::{Groups, Label, find, order};
pub use totals::{NO_CLUSTER, Totals};

/// How units are put together.
#[derive(Debug, Clone, Default)]
pub struct Grouping {
    /// Columns whose values (or bins of values) make the groups.
    pub by: Vec<By>,
    /// The column whose values are read one by one and then averaged.
    pub cluster: Option<String>,
}

/// A column that units are grouped by.
#[derive(Debug, Clone)]
pub struct By {
    /// The column's name.
    pub column: String,
    /// How its values are put together, where they are.
    pub bins: Option<Bins>,
}

/// The readings of one measure for one system and group.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupReading {
    /// Position of the measure.
    pub measure: usize,
    /// The system.
    pub system: Arc<str>,
    /// Column and value of each grouping column; empty for the total.
    pub group: Vec<(String, String)>,
    /// How many units there are, unscored ones included.
    pub units: u64,
    /// How many of them have no tally, by reason.
    pub unscored: BTreeMap<String, u64>,
    /// The least and the largest number of references of a unit.
    pub references: Option<(u32, u32)>,
    /// How many clusters have a scored unit and were averaged, where they were.
    pub clusters: Option<usize>,
    /// What the tallies add up to; of no meaning where clusters were averaged.
    pub total: Vec<Cell>,
    /// The readings.
    pub readings: Readings,
    /// How far each reading spreads, where that was asked for.
    pub intervals: Vec<Spread>,
    /// How many units, or clusters, the intervals were drawn from.
    pub drawn_from: usize,
}
