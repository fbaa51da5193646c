//! What is resampled: the units of one system or group under one measure.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use regua_stats::product::Table;
use regua_stats::sacrebleu::Score;

use crate::error::Error;
use crate::exact::ExactSum;
use crate::group::NO_CLUSTER;
use crate::measure::Reader;
use crate::reading::{Reading, Readings};
use crate::slot::{Cell, Role, Slot, SlotKind};
use crate::statistic::Weighed;
use crate::tally::Tally;

/// The units that are drawn from, and how draws of them are read.
pub struct Sample<'a> {
    reader: &'a dyn Reader,
    shape: Shape<'a>,
}

enum Shape<'a> {
    /// Rows that are added up; a row may be the sum of a cluster.
    Sums(Cow<'a, Table>),
    /// Readings of clusters that are averaged: for each reading its value and
    /// whether there is one.
    Means(Table),
    /// Rows that a statistic looks at one by one, with the cluster of each.
    Rows { table: Cow<'a, Table>, clusters: Option<Vec<u32>>, units: usize },
}

/// How units are put together before they are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Together {
    /// Not at all.
    #[default]
    Apart,
    /// Clusters are drawn whole, and their rows are added up.
    Drawn,
    /// Clusters are read one by one, and their readings are averaged.
    Averaged,
}

impl<'a> Sample<'a> {
    /// A sample of these rows, each with its cluster.
    pub fn new(
        reader: &'a dyn Reader,
        rows: Cow<'a, Table>,
        clusters: &[u32],
        together: Together,
    ) -> Self {
        let shape = match (reader.statistic().is_some(), together) {
            (false, Together::Apart) => Shape::Sums(rows),
            (false, Together::Drawn) => Shape::Sums(Cow::Owned(by_cluster(&rows, clusters))),
            (false, Together::Averaged) => {
                let sums = by_cluster(&rows, clusters);
                let readings = (0..sums.rows()).map(|cluster| read_sums(reader, sums.row(cluster)));
                Shape::Means(averaged(reader, readings))
            }
            (true, Together::Averaged) => {
                let statistic = reader.statistic();
                let readings = split(&rows, clusters).into_iter().filter_map(|rows| {
                    let weights = vec![1; rows.rows()];
                    statistic.map(|statistic| statistic.prepare(&rows)(&weights))
                });
                Shape::Means(averaged(reader, readings))
            }
            (true, Together::Apart) => {
                let units = rows.rows();
                Shape::Rows { table: rows, clusters: None, units }
            }
            (true, Together::Drawn) => {
                let clusters = numbered(clusters);
                let units = clusters.iter().max().map_or(0, |last| *last as usize + 1);
                Shape::Rows { table: rows, clusters: Some(clusters), units }
            }
        };
        Self { reader, shape }
    }

    /// How many units, or clusters, are drawn from.
    pub fn units(&self) -> usize {
        match &self.shape {
            Shape::Sums(table) => table.rows(),
            Shape::Means(table) => table.rows(),
            Shape::Rows { units, .. } => *units,
        }
    }

    /// How many readings there are.
    pub fn readings(&self) -> usize {
        self.reader.readings().len()
    }

    /// The rows that draws add up, where they do.
    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.shape {
            Shape::Sums(table) => Some(table),
            Shape::Means(table) => Some(table),
            Shape::Rows { .. } => None,
        }
    }

    /// What reads a draw from its weights, where draws are no sums.
    pub(super) fn by_weights(&self) -> Option<Weighed<'_>> {
        let Shape::Rows { table, clusters, .. } = &self.shape else { return None };
        let read = self.reader.statistic()?.prepare(table);
        Some(match clusters {
            None => read,
            Some(clusters) => Box::new(move |weights| {
                let each: Vec<u16> =
                    clusters.iter().map(|cluster| weights[*cluster as usize]).collect();
                read(&each)
            }),
        })
    }

    /// The units of both samples, first one's first, for statistics that are no
    /// sums.
    pub(super) fn joined(&self, other: &Self) -> Option<Self> {
        let (
            Shape::Rows { table: ours, clusters, units },
            Shape::Rows { table: theirs, clusters: more, units: count },
        ) = (&self.shape, &other.shape)
        else {
            return None;
        };
        let mut table = Table::new(ours.width());
        for rows in [ours, theirs] {
            for row in 0..rows.rows() {
                table.push(rows.row(row));
            }
        }
        let after = u32::try_from(*units).ok()?;
        let clusters = match (clusters, more) {
            (Some(one), Some(two)) => {
                Some(one.iter().copied().chain(two.iter().map(|at| at + after)).collect())
            }
            _ => None,
        };
        let shape = Shape::Rows { table: Cow::Owned(table), clusters, units: units + count };
        Some(Self { reader: self.reader, shape })
    }

    /// Reads a weighted sum of the rows.
    pub(crate) fn read(&self, sums: &[f64]) -> Readings {
        match &self.shape {
            Shape::Means(_) => sums
                .chunks_exact(2)
                .map(|pair| Reading::ratio(pair[0], pair[1], NO_CLUSTER))
                .collect(),
            Shape::Sums(_) | Shape::Rows { .. } => read_sums(self.reader, sums),
        }
    }

    /// Reads a sum of rows in single precision, the headline as sacrebleu does.
    pub(super) fn read_as_sacrebleu(&self, sums: &[f32]) -> Readings {
        let wide: Vec<f64> = sums.iter().map(|sum| f64::from(*sum)).collect();
        let mut readings = self.read(&wide);
        if let (Shape::Sums(_), Some(headline)) = (&self.shape, readings.0.first_mut()) {
            match self.reader.read_as_sacrebleu(sums) {
                Some(Score::Single(score)) => *headline = Reading::from(f64::from(score)),
                Some(Score::Double(score)) => *headline = Reading::from(score),
                None => {}
            }
        }
        readings
    }

    /// The readings of all units, each once.
    pub fn estimate(&self) -> Readings {
        if let Some(read) = self.by_weights() {
            return read(&vec![1; self.units()]);
        }
        self.read(&self.total())
    }

    /// The sum of all rows.
    fn total(&self) -> Vec<f64> {
        self.table().map_or_else(Vec::new, |table| exact_sum(table.iter(), table.width()))
    }

    /// The readings without one unit, for each unit.
    ///
    /// # Errors
    /// Fails if `cancel` is set meanwhile.
    pub fn leave_one_out(&self, cancel: &AtomicBool) -> Result<Vec<Readings>, Error> {
        let each = |read: &mut dyn FnMut(usize) -> Readings, units: usize| {
            let mut all = Vec::with_capacity(units);
            for unit in 0..units {
                if cancel.load(Ordering::Relaxed) {
                    return Err(Error::Cancelled);
                }
                all.push(read(unit));
            }
            Ok(all)
        };
        if let Some(read) = self.by_weights() {
            let mut weights = vec![1; self.units()];
            let mut without = |unit: usize| {
                weights[unit] = 0;
                let readings = read(&weights);
                weights[unit] = 1;
                readings
            };
            return each(&mut without, self.units());
        }
        let (total, Some(table)) = (self.total(), self.table()) else { return Ok(Vec::new()) };
        let mut rest = total.clone();
        let mut without = |unit: usize| {
            for ((rest, sum), value) in rest.iter_mut().zip(&total).zip(table.row(unit)) {
                *rest = sum - value;
            }
            self.read(&rest)
        };
        each(&mut without, table.rows())
    }
}

/// For each reading of each cluster its value and whether there is one.
fn averaged(reader: &dyn Reader, clusters: impl Iterator<Item = Readings>) -> Table {
    let mut means = Table::new(2 * reader.readings().len());
    let mut row = Vec::new();
    for readings in clusters {
        row.clear();
        for reading in &readings.0 {
            row.push(reading.value().unwrap_or(0.0));
            row.push(f64::from(u8::from(reading.value().is_some())));
        }
        means.push(&row);
    }
    means
}

/// The rows of each cluster by themselves; clusters in the order they come.
fn split(rows: &Table, clusters: &[u32]) -> Vec<Table> {
    let numbers = numbered(clusters);
    let count = numbers.iter().max().map_or(0, |last| *last as usize + 1);
    let mut tables: Vec<Table> = (0..count).map(|_| Table::new(rows.width())).collect();
    for (row, cluster) in numbers.iter().enumerate() {
        tables[*cluster as usize].push(rows.row(row));
    }
    tables
}

/// Rows of the same cluster added up; clusters in the order they come.
fn by_cluster(rows: &Table, clusters: &[u32]) -> Table {
    let numbers = numbered(clusters);
    let mut order: Vec<usize> = (0..rows.rows().min(numbers.len())).collect();
    order.sort_by_key(|row| numbers[*row]);
    let mut table = Table::new(rows.width());
    for cluster in order.chunk_by(|one, two| numbers[*one] == numbers[*two]) {
        table.push(&exact_sum(cluster.iter().map(|row| rows.row(*row)), rows.width()));
    }
    table
}

/// The sum of some rows, whatever their order: what [`Sum`](crate::Sum) makes of them.
fn exact_sum<'r>(rows: impl Iterator<Item = &'r [f64]>, width: usize) -> Vec<f64> {
    let mut sums = vec![ExactSum::default(); width];
    for row in rows {
        sums.iter_mut().zip(row).for_each(|(sum, value)| sum.add(*value));
    }
    sums.iter().map(ExactSum::value).collect()
}

/// The clusters numbered from zero in the order they come.
fn numbered(clusters: &[u32]) -> Vec<u32> {
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    clusters
        .iter()
        .map(|cluster| {
            let next = numbers.len();
            *numbers.entry(*cluster).or_insert_with(|| u32::try_from(next).unwrap_or(u32::MAX))
        })
        .collect()
}

/// Reads a sum of rows whose counts have become real numbers on the way.
pub(super) fn read_sums(reader: &dyn Reader, sums: &[f64]) -> Readings {
    let cells: Vec<Cell> =
        reader.slots().iter().zip(sums).map(|(slot, sum)| cell(slot, *sum)).collect();
    reader.read(Tally::new(&cells))
}

fn cell(slot: &Slot, sum: f64) -> Cell {
    match (slot.role, slot.kind) {
        (Role::UnitOnly, _) => Cell::Absent,
        #[expect(clippy::cast_possible_truncation, reason = "sums of counts, far below 2^63")]
        (_, SlotKind::Count) => Cell::Count(sum.round() as i64),
        (_, SlotKind::Real) => Cell::Real(sum),
    }
}
