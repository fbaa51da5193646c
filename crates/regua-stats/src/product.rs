//! Weighted sums of many rows, for many draws at once.
//!
//! The sums of all draws are one product of matrices, weights times rows. It is
//! computed block by block: memory depends neither on draws times units nor on
//! what comes out beyond the sums themselves. Sums of whole numbers below 2^53 are
//! exact; of others, the order of the additions depends on the number of units
//! and on the processor, never on threads.
//!
//! Systems that are compared pair by pair are summed together
//! ([`weighted_sums_of_all`]): each draw then weighs the same units of all of them.
//!
//! ```
//! use regua_stats::product::{Table, weighted_sums};
//!
//! let mut table = Table::new(2);
//! table.push(&[1.0, 10.0]);
//! table.push(&[2.0, 20.0]);
//! let mut sums = [0.0; 4];
//! weighted_sums(&table, &[1, 1, 0, 3], 2, &mut sums);
//! assert_eq!(sums, [3.0, 30.0, 6.0, 60.0]);
//! ```

/// Units whose weights are turned into floating point at a time: with 64 draws,
/// 256 kB.
const UNITS_AT_A_TIME: usize = 512;
/// Draws of a block.
const DRAWS_AT_A_TIME: usize = 64;
/// Weights that a thread holds at most, if that is one draw at least.
const WEIGHTS_AT_A_TIME: usize = 1 << 22;

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

    /// A table of these values, row after row; what does not fill a row is left out.
    pub fn of(width: usize, mut values: Vec<f64>) -> Self {
        values.truncate(values.len() - values.len().checked_rem(width).unwrap_or(values.len()));
        Self { width, values }
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

    /// The sum of all rows.
    pub fn total(&self) -> Vec<f64> {
        let mut total = vec![0.0; self.width];
        for row in self.iter() {
            total.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        total
    }

    /// All rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.width.max(1))
    }
}

/// For each draw, the sum of all rows times their weights.
///
/// `weights` holds a row of weights for each draw, one weight for each row of the
/// table; `sums` gets a row of sums for each draw.
///
/// # Panics
/// If the lengths do not fit together.
pub fn weighted_sums(table: &Table, weights: &[u16], draws: usize, sums: &mut [f64]) {
    weighted_sums_of_all(&[table], weights, draws, &mut [sums]);
}

/// The [`weighted_sums`] of several tables with the same weights: the same
/// numbers, in less time than one table after another.
///
/// # Panics
/// If the lengths do not fit together.
pub fn weighted_sums_of_all(
    tables: &[&Table],
    weights: &[u16],
    draws: usize,
    sums: &mut [impl AsMut<[f64]>],
) {
    assert_eq!(tables.len(), sums.len(), "each table has its sums");
    let Some(units) = tables.first().map(|table| table.rows()) else { return };
    assert_eq!(weights.len(), draws * units, "there is a weight for each draw and unit");
    for (table, sums) in tables.iter().zip(sums.iter_mut()) {
        let sums = sums.as_mut();
        assert_eq!(table.rows(), units, "there is a row of each table for each weight");
        assert_eq!(sums.len(), draws * table.width, "there is a sum for each draw and column");
        sums.fill(0.0);
    }
    let mut floats = Vec::with_capacity(draws.min(DRAWS_AT_A_TIME) * units.min(UNITS_AT_A_TIME));
    for first_draw in (0..draws).step_by(DRAWS_AT_A_TIME) {
        let block = first_draw..draws.min(first_draw + DRAWS_AT_A_TIME);
        for first_unit in (0..units).step_by(UNITS_AT_A_TIME) {
            let last_unit = units.min(first_unit + UNITS_AT_A_TIME);
            floats.clear();
            for draw in block.clone() {
                let weights = &weights[draw * units..][first_unit..last_unit];
                floats.extend(weights.iter().copied().map(f64::from));
            }
            for (table, sums) in tables.iter().zip(sums.iter_mut()) {
                let width = table.width;
                let rows = &table.values[first_unit * width..last_unit * width];
                let sums = &mut sums.as_mut()[block.start * width..block.end * width];
                add_product(&floats, rows, block.len(), last_unit - first_unit, width, sums);
            }
        }
    }
}

/// Adds to `sums` (draws × width) the product of `weights` (draws × units) and `rows` (units × width).
#[expect(unsafe_code, reason = "the product of matrices is called with pointers and strides")]
fn add_product(
    weights: &[f64],
    rows: &[f64],
    draws: usize,
    units: usize,
    width: usize,
    sums: &mut [f64],
) {
    assert_eq!(weights.len(), draws * units);
    assert_eq!(rows.len(), units * width);
    assert_eq!(sums.len(), draws * width);
    let (next_draw, next_row) = (units as isize, width as isize);
    // SAFETY: each matrix is row after row without gaps (a row step as long as a row, a column
    // step of 1) and, as asserted above, as long as its slice; `sums` is borrowed mutably, so
    // that it overlaps with neither of the others.
    unsafe {
        matrixmultiply::dgemm(
            draws,
            units,
            width,
            1.0,
            weights.as_ptr(),
            next_draw,
            1,
            rows.as_ptr(),
            next_row,
            1,
            1.0,
            sums.as_mut_ptr(),
            next_row,
            1,
        );
    }
}

/// How many draws of so many units are weighed at a time.
pub fn draws_of_block(units: usize) -> usize {
    (WEIGHTS_AT_A_TIME / units.max(1)).clamp(1, DRAWS_AT_A_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The triple loop.
    fn plain_sums(table: &Table, weights: &[u16], draws: usize) -> Vec<f64> {
        let mut sums = vec![0.0; draws * table.width()];
        for draw in 0..draws {
            for (unit, row) in table.iter().enumerate() {
                for (column, value) in row.iter().enumerate() {
                    let weight = f64::from(weights[draw * table.rows() + unit]);
                    sums[draw * table.width() + column] += weight * value;
                }
            }
        }
        sums
    }

    fn table(units: usize, width: usize, value: impl Fn(usize) -> f64) -> Table {
        Table::of(width, (0..units * width).map(value).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn sums_of_whole_numbers_are_exact(
            units in 0_usize..1_100,
            draws in 0_usize..80,
            width in 1_usize..12,
            seed: u64,
        ) {
            let mut generator = crate::random::Generator::new(seed);
            let numbers: Vec<f64> = (0..units * width)
                .map(|_| generator.below(1 << 35) as f64 - (1_u64 << 34) as f64)
                .collect();
            let table = Table::of(width, numbers);
            let weights: Vec<u16> =
                (0..draws * units).map(|_| (generator.bits() >> 60) as u16).collect();
            let mut sums = vec![f64::NAN; draws * width];
            weighted_sums(&table, &weights, draws, &mut sums);
            prop_assert_eq!(sums, plain_sums(&table, &weights, draws));
        }
    }

    #[test]
    fn sums_of_fractions_are_close() {
        let table = table(1_000, 3, |at| 1.0 / (at + 1) as f64);
        let weights: Vec<u16> = (0..2_000).map(|at| at % 7).collect();
        let mut sums = [0.0; 6];
        weighted_sums(&table, &weights, 2, &mut sums);
        for (sum, plain) in sums.iter().zip(plain_sums(&table, &weights, 2)) {
            assert!((sum / plain - 1.0).abs() < 1e-13, "{sum} {plain}");
        }
    }

    #[test]
    fn several_tables_are_summed_as_each_alone() {
        let tables = [3, 1, 10].map(|width| table(1_100, width, |at| 1.0 / (at + 1) as f64));
        let weights: Vec<u16> = (0_u16..7).cycle().take(70 * 1_100).collect();
        let mut together = tables.each_ref().map(|table| vec![f64::NAN; 70 * table.width()]);
        weighted_sums_of_all(&tables.each_ref(), &weights, 70, &mut together);
        for (table, together) in tables.iter().zip(&together) {
            let mut alone = vec![f64::NAN; together.len()];
            weighted_sums(table, &weights, 70, &mut alone);
            assert_eq!(*together, alone);
        }
        weighted_sums_of_all(&[], &[], 0, &mut [] as &mut [Vec<f64>]);
    }
}
