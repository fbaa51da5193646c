//! Partial sums: what many machines add up for one to read.
//!
//! Each machine puts its units into [`PartialSums`] and hands on rows of 64-bit
//! integers; rows with the same keys are merged by adding (or by the least and the
//! largest, where a column says so), by any engine and in any order; one machine puts
//! what comes out into [`PartialTotals`] and reads it. How the units were spread over
//! machines cannot show: counts are integers, real numbers are carried in fixed point
//! ([`fixed`]), and draws for intervals weigh a unit by a hash of its id
//! ([`Scheme::Poisson`](crate::resample::Scheme::Poisson)).
//!
//! An engine must add 64-bit integers without rounding them. Sums of up to 2^31 units
//! stay in range, unless a measure counts by the billions.
//!
//! Not for what is no sum ([`are_sums`] says what that is), for means over clusters, or
//! for bins whose edges are found in the data. With intervals there is a row for each
//! draw of each system and group: a thousand groups of ten systems and a thousand draws
//! make ten million rows. Clusters that are drawn whole are counted by a row each.

mod drawn;
pub mod fixed;
mod held;
mod layout;
mod plan;
mod sums;
mod totals;

pub use plan::{PartialDraws, PartialPlan};
pub use sums::PartialSums;
pub use totals::PartialTotals;

use crate::error::Error;
use crate::run::Keyed;
use crate::unit::UnitKind;

/// A column of partial sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialColumn {
    /// Its name: letters and digits only.
    pub name: String,
    /// What it holds, and how its values are merged.
    pub kind: ColumnKind,
}

/// What a column of partial sums holds, and how its values are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// A text: part of the key.
    Text,
    /// An integer: part of the key.
    Draw,
    /// An integer: values are added.
    Sum,
    /// An integer: the least one is taken.
    Min,
    /// An integer: the largest one is taken.
    Max,
}

/// A row of partial sums, in the order of [`PartialPlan::columns`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialRow {
    /// The keys that are texts.
    pub texts: Vec<String>,
    /// The draw; below zero for what is no draw.
    pub draw: i64,
    /// What is merged.
    pub numbers: Vec<i64>,
}

/// Checks that measures can be added up in parts.
///
/// # Errors
/// Names the first that cannot, and why.
pub fn are_sums<K: UnitKind>(measures: &[Keyed<K>]) -> Result<(), Error> {
    for keyed in measures {
        if keyed.measure.collected().is_some() {
            return Err(no_sum(&keyed.key, "it looks at the texts of all units together"));
        }
        if keyed.measure.statistic().is_some() {
            return Err(no_sum(&keyed.key, NO_STATISTIC));
        }
    }
    Ok(())
}

/// Why a statistic over rows is no sum.
const NO_STATISTIC: &str = "it looks at the rows of all units together";

fn no_sum(measure: &str, rule: &str) -> Error {
    Error::NotInParts { what: format!("`{measure}`"), rule: rule.to_owned() }
}
