//! Correlations between measures.

use super::{Averaged, CONSTANT_MEASURE, CONSTANT_PEOPLE, Coefficient, Grid, Level, at_level};
use crate::Undefined;

/// Each measure against each.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    size: usize,
    values: Vec<Result<Averaged, Undefined>>,
}

impl Matrix {
    /// How many measures.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The measure of a row, in the place of people, against that of a column;
    /// nothing beyond the last one.
    pub fn get(&self, row: usize, column: usize) -> Option<Result<Averaged, Undefined>> {
        if row < self.size && column < self.size {
            self.values.get(row * self.size + column).copied()
        } else {
            None
        }
    }
}

/// Correlates each grid with each, where both have a value.
///
/// Pearson's, Spearman's and Kendall's coefficients are the same from both
/// sides; the others take the measure of the row for people.
///
/// # Errors
///
/// If grids differ in shape. What is undefined for one pair is a reason in its
/// place.
pub fn matrix(grids: &[Grid], coefficient: Coefficient, level: Level) -> Result<Matrix, Undefined> {
    for pair in grids.windows(2) {
        pair[0].matches(&pair[1])?;
    }
    let symmetric = matches!(
        coefficient,
        Coefficient::Pearson
            | Coefficient::Spearman
            | Coefficient::KendallB
            | Coefficient::KendallC
    );
    let size = grids.len();
    let mut values: Vec<Result<Averaged, Undefined>> = Vec::with_capacity(size * size);
    for (row, first) in grids.iter().enumerate() {
        for (column, second) in grids.iter().enumerate() {
            let value = if symmetric && column < row {
                values[column * size + row]
            } else {
                at_level(first, second, coefficient, level).map_err(between_measures)
            };
            values.push(value);
        }
    }
    Ok(Matrix { size, values })
}

/// There are no ratings here.
fn between_measures(reason: Undefined) -> Undefined {
    if reason == CONSTANT_PEOPLE { CONSTANT_MEASURE } else { reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_agrees_with_itself_and_both_sides_agree() {
        let rows = [[0.1, 0.5, 0.4, 0.9], [3.0, 2.0, 7.0, 8.0], [1.0, 1.0, 1.0, 1.0]];
        let grids: Vec<Grid> = rows.iter().map(|row| Grid::full(2, 2, row).unwrap()).collect();
        let found = matrix(&grids, Coefficient::Pearson, Level::Segment).unwrap();
        assert!((found.get(0, 0).unwrap().unwrap().value - 1.0).abs() < 1e-15);
        assert_eq!(found.get(0, 1), found.get(1, 0));
        assert_eq!(found.get(1, 2), Some(Err(CONSTANT_MEASURE)));
        assert_eq!(found.get(2, 1), Some(Err(CONSTANT_MEASURE)));
        assert_eq!(found.get(0, 3), None);
        assert_eq!(found.size(), 3);
    }

    #[test]
    fn grids_of_different_shapes_are_refused() {
        let grids =
            [Grid::full(1, 2, &[1.0, 2.0]).unwrap(), Grid::full(2, 1, &[1.0, 2.0]).unwrap()];
        assert!(matrix(&grids, Coefficient::Pearson, Level::Segment).is_err());
    }
}
