//! The draws themselves: rows of indices, sums in single precision, swapped systems.

use std::sync::atomic::{AtomicBool, Ordering};

use super::numpy::pairwise_sum;
use super::{Score, Scores};
use crate::Undefined;
use crate::product::{Table, draws_of_block, weighted_sums};
use crate::random::pcg64::Pcg64;

/// The resamples of one seed: rows of indices, made one at a time.
#[derive(Debug, Clone)]
pub struct Resamples {
    generator: Pcg64,
}

impl Resamples {
    /// The resamples of an interval or of a paired bootstrap test; sacrebleu's own
    /// seed is 12345.
    pub fn new(seed: u64) -> Self {
        Self { generator: Pcg64::new(seed) }
    }

    /// The resamples behind the interval that a randomisation test prints for a system
    /// (not for the baseline, whose are [`Resamples::new`]): they are drawn after its coins.
    pub fn after_randomisation(seed: u64, units: usize, trials: usize) -> Self {
        let mut generator = Pcg64::new(seed);
        for _ in 0..(units * trials).div_ceil(32) {
            generator.next_u32();
        }
        Self { generator }
    }

    /// The next resample: as many indices as there are units.
    pub fn next_row(&mut self, units: u32, row: &mut Vec<u32>) {
        row.clear();
        row.extend((0..units).map(|_| self.generator.below(units)));
    }

    /// The score of each of the next resamples of a table, from its sums in single precision.
    ///
    /// Memory does not depend on the number of draws, but for the scores themselves.
    ///
    /// # Errors
    /// If the table has no rows, or 2^32 or more.
    pub fn scores(
        mut self,
        table: &Table,
        draws: usize,
        mut score: impl FnMut(&[f32]) -> Score,
    ) -> Result<Scores, Undefined> {
        if table.rows() == 0 {
            return Err(Undefined("there are no units"));
        }
        let Ok(units) = u32::try_from(table.rows()) else {
            return Err(Undefined("there are more units than numpy's 32-bit draws can tell apart"));
        };
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what is wanted")]
        let values: Vec<f32> = table.iter().flatten().map(|&value| value as f32).collect();
        let mut row = Vec::with_capacity(table.rows());
        let mut sums = vec![0.0; table.width()];
        let scores = (0..draws).map(|_| {
            self.next_row(units, &mut row);
            float32_sums(&values, &row, &mut sums);
            score(&sums)
        });
        Ok(scores.collect())
    }
}

/// Sums the rows with these indices as numpy's `rows[indices].sum(0)` does in single
/// precision: one row after another, or in halves if there is one column only.
///
/// `values` are rows as wide as `sums`.
///
/// # Panics
/// If there is no such row.
pub fn float32_sums(values: &[f32], indices: &[u32], sums: &mut [f32]) {
    if let [sum] = sums {
        let drawn: Vec<f32> = indices.iter().map(|&index| values[index as usize]).collect();
        *sum = pairwise_sum(&drawn);
        return;
    }
    let width = sums.len();
    sums.fill(0.0);
    for &index in indices {
        let row = &values[index as usize * width..][..width];
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
}

/// The absolute difference of two systems' scores in each trial of a randomisation
/// test: before it, a coin decides for each unit whether they swap their statistics.
///
/// Sums are exact for whole numbers. Memory does not depend on the number of trials,
/// but for the differences themselves.
///
/// # Errors
/// If there are no units, the tables have not the same form, or `cancel` is set
/// meanwhile.
pub fn randomised(
    baseline: &Table,
    system: &Table,
    trials: usize,
    seed: u64,
    cancel: &AtomicBool,
    mut score: impl FnMut(&[f64]) -> f64,
) -> Result<Vec<f64>, Undefined> {
    let (units, width) = (baseline.rows(), baseline.width());
    if (units, width) != (system.rows(), system.width()) {
        return Err(Undefined("the two systems have not the same units"));
    }
    if units == 0 {
        return Err(Undefined("there are no units"));
    }
    let sides = baseline.iter().zip(system.iter());
    let both =
        Table::of(2 * width, sides.flat_map(|(ours, theirs)| [ours, theirs].concat()).collect());
    let mut generator = Pcg64::new(seed);
    let mut coins = generator.coins();
    let block = draws_of_block(units).min(trials);
    let mut weights = vec![0; block * units];
    let (mut heads, mut tails) = (vec![0.0; block * 2 * width], vec![0.0; block * 2 * width]);
    let (mut first, mut second) = (vec![0.0; width], vec![0.0; width]);
    let mut differences = Vec::with_capacity(trials);
    while differences.len() < trials {
        if cancel.load(Ordering::Relaxed) {
            return Err(Undefined("it was interrupted"));
        }
        let now = block.min(trials - differences.len());
        let weights = &mut weights[..now * units];
        let (heads, tails) = (&mut heads[..now * 2 * width], &mut tails[..now * 2 * width]);
        for weight in weights.iter_mut() {
            *weight = u16::from(coins.flip());
        }
        weighted_sums(&both, weights, now, heads);
        for weight in weights.iter_mut() {
            *weight = 1 - *weight;
        }
        weighted_sums(&both, weights, now, tails);
        for (heads, tails) in heads.chunks_exact(2 * width).zip(tails.chunks_exact(2 * width)) {
            for column in 0..width {
                first[column] = heads[column] + tails[width + column];
                second[column] = tails[column] + heads[width + column];
            }
            differences.push((score(&first) - score(&second)).abs());
        }
    }
    Ok(differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    #[test]
    fn resamples_are_rows_of_numpys_choice() {
        let mut row = Vec::new();
        let mut resamples = Resamples::new(12345);
        resamples.next_row(3003, &mut row);
        assert_eq!(row[..4], [2099, 682, 2368, 951]);
        assert_eq!(row.len(), 3003);
    }

    #[test]
    fn resamples_after_coins_go_on_where_the_coins_ended() {
        let mut generator = Pcg64::new(7);
        let mut coins = generator.coins();
        for _ in 0..33 {
            coins.flip();
        }
        let mut row = Vec::new();
        Resamples::after_randomisation(7, 11, 3).next_row(50, &mut row);
        assert_eq!(row[0], generator.below(50));
    }

    #[test]
    fn blocks_of_trials_leave_no_trace() {
        let table =
            |shift: usize| Table::of(2, (0..60).map(|at| ((at * 7 + shift) % 11) as f64).collect());
        let score = |sums: &[f64]| sums[0] / (1.0 + sums[1]);
        let few = randomised(&table(0), &table(3), 70, 5, &NEVER, score).unwrap();
        let many = randomised(&table(0), &table(3), 200, 5, &NEVER, score).unwrap();
        assert_eq!(few, many[..70]);
    }

    #[test]
    fn no_units_and_unequal_tables_are_named() {
        let empty = Table::new(2);
        let one = Table::of(2, vec![1.0, 2.0]);
        assert!(Resamples::new(1).scores(&empty, 3, |_| Score::Double(0.0)).is_err());
        assert!(randomised(&empty, &empty, 3, 1, &NEVER, |_| 0.0).is_err());
        assert!(randomised(&empty, &one, 3, 1, &NEVER, |_| 0.0).is_err());
        assert!(randomised(&one, &one, 0, 1, &NEVER, |_| 0.0).unwrap().is_empty());
    }
}
