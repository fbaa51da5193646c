//! Weighted sums of many rows, for many draws at once.

use crate::resample::Scheme;

/// Rows of the same width, one after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    width: usize,
    values: Vec<f64>,
}

impl Table {
    /// A table without rows.
    pub fn new(width: usize) -> Self {
        Self { width, values: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the row has another width.
    pub fn push(&mut self, row: &[f64]) {
        assert_eq!(row.len(), self.width, "all rows of a table have the same width");
        self.values.extend_from_slice(row);
    }

    /// How many numbers a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are; a table of width 0 has none.
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or(0)
    }

    /// One row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, at: usize) -> &[f64] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.width.max(1))
    }
}

/// For each draw, the sum of all rows times their weights.
///
/// # Panics
/// If the lengths do not fit together.
pub fn weighted_sums(table: &Table, weights: &[u16], draws: usize, out: &mut [f64]) {
    assert_eq!(weights.len(), draws * table.rows());
    assert_eq!(out.len(), draws * table.width());
    out.fill(0.0);
    for draw in 0..draws {
        let out = &mut out[draw * table.width..][..table.width];
        let weights = &weights[draw * table.rows()..][..table.rows()];
        for (row, &weight) in table.iter().zip(weights) {
            for (sum, value) in out.iter_mut().zip(row) {
                *sum += f64::from(weight) * value;
            }
        }
    }
}

/// The sums of every draw.
pub fn resampled_sums(
    table: &Table,
    draws: usize,
    seed: u64,
    scheme: Scheme<'_>,
    threads: usize,
) -> Table {
    let _ = threads;
    let mut sums = Table { width: table.width, values: vec![0.0; draws * table.width] };
    let mut weights = vec![0; table.rows()];
    for draw in 0..draws {
        scheme.fill(seed, draw as u64, &mut weights);
        weighted_sums(table, &weights, 1, &mut sums.values[draw * table.width..][..table.width]);
    }
    sums
}
