//! Draws of many units at once, in whole numbers.

use regua_stats::product::{Table, draws_of_block, weighted_sums};
use regua_stats::resample::{MOST_POISSON, Scheme};

use super::PartialDraws;

/// How many units are weighed at a time.
const UNITS_AT_A_TIME: usize = 512;

/// Below this size every whole number has a floating-point number of its own.
const EXACT: u64 = 1 << 53;

/// Units that wait to be weighed.
#[derive(Debug, Clone, Default)]
pub struct Waiting {
    identities: Vec<u128>,
    rows: Vec<i64>,
}

impl Waiting {
    /// Whether enough units wait for the work to be worth it.
    pub fn is_full(&self) -> bool {
        self.identities.len() >= UNITS_AT_A_TIME
    }

    /// Takes the slots of a unit.
    pub fn push(&mut self, identity: u128, slots: &[i64]) {
        self.identities.push(identity);
        self.rows.extend_from_slice(slots);
    }

    /// Adds all units that wait to each draw, as often as they are drawn.
    ///
    /// Sums are products of matrices in floating point where that is exact, which
    /// is nearly always; elsewhere they are sums of integers.
    ///
    /// # Errors
    /// Gives the slot whose sums leave the range of 64-bit integers.
    pub fn weigh(&mut self, how: &PartialDraws, sums: &mut Vec<i64>) -> Result<(), usize> {
        let units = self.identities.len();
        let Some(width) = self.rows.len().checked_div(units).filter(|width| *width > 0) else {
            self.clear();
            return Ok(());
        };
        sums.resize(how.resamples * width, 0);
        let (small, large) = self.columns(width);
        let table = Table::of(
            small.len(),
            self.rows
                .chunks_exact(width)
                .flat_map(|row| small.iter().map(|column| row[*column] as f64))
                .collect(),
        );
        let size = draws_of_block(units);
        let mut weights = vec![0_u16; size * units];
        let mut products = vec![0.0; size * small.len()];
        for (block, sums) in sums.chunks_mut(size * width).enumerate() {
            let count = sums.len() / width;
            let weights = &mut weights[..count * units];
            for (draw, weights) in (block * size..).zip(weights.chunks_exact_mut(units)) {
                Scheme::Poisson(&self.identities).fill(how.seed, draw as u64, weights);
            }
            if !small.is_empty() {
                let products = &mut products[..count * small.len()];
                weighted_sums(&table, weights, count, products);
                let draws = sums.chunks_exact_mut(width);
                for (sums, products) in draws.zip(products.chunks_exact(small.len())) {
                    for (column, product) in small.iter().zip(products) {
                        #[expect(clippy::cast_possible_truncation, reason = "whole, below 2^53")]
                        let more = *product as i64;
                        sums[*column] = sums[*column].checked_add(more).ok_or(*column)?;
                    }
                }
            }
            for (sums, weights) in sums.chunks_exact_mut(width).zip(weights.chunks_exact(units)) {
                for column in &large {
                    self.add_integers(*column, weights, &mut sums[*column]).ok_or(*column)?;
                }
            }
        }
        self.clear();
        Ok(())
    }

    /// The columns whose sums are exact in floating point, whatever is drawn, and those
    /// whose sums may not be; columns of zeros are in neither.
    fn columns(&self, width: usize) -> (Vec<usize>, Vec<usize>) {
        let mut largest = vec![0_u64; width];
        for row in self.rows.chunks_exact(width) {
            for (largest, number) in largest.iter_mut().zip(row) {
                *largest = (*largest).max(number.unsigned_abs());
            }
        }
        let drawn = self.identities.len() as u64 * u64::from(MOST_POISSON);
        let is_small = |column: &usize| largest[*column].saturating_mul(drawn) < EXACT;
        (0..width).filter(|column| largest[*column] > 0).partition(is_small)
    }

    fn add_integers(&self, column: usize, weights: &[u16], sum: &mut i64) -> Option<()> {
        let width = self.rows.len() / self.identities.len();
        for (row, weight) in self.rows.chunks_exact(width).zip(weights) {
            *sum = sum.checked_add(row[column].checked_mul(i64::from(*weight))?)?;
        }
        Some(())
    }

    fn clear(&mut self) {
        self.identities.clear();
        self.rows.clear();
    }
}
