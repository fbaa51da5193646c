//! Statistics over the rows of units that are no function of their sum.

use regua_stats::product::Table;

use crate::reading::Readings;

/// Computes the readings for any weights: how often each unit counts.
pub type Weighed<'a> = Box<dyn Fn(&[u16]) -> Readings + Sync + 'a>;

/// A statistic over the rows of all units: areas under curves, medians.
///
/// It needs every row at once, so that it cannot be added up in parts or by
/// another machine; groups, ledgers and intervals it has like any other
/// measure. A [`Reader`](crate::measure::Reader) that has one says in its
/// `read` of a total why that is undefined.
pub trait LedgerStatistic: Send + Sync {
    /// Looks at the rows of all scored units, slots for units only included,
    /// and gives what computes the readings for any weights. What does not depend on weights (sorting) is done once.
    fn prepare<'a>(&'a self, rows: &'a Table) -> Weighed<'a>;
}
