//! Ratings or scores of systems on items.

use super::NOT_FINITE;
use crate::Undefined;

/// One number, or none, for each system and item.
///
/// Two grids of the same shape are compared where both have a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    systems: usize,
    items: usize,
    values: Vec<Option<f64>>,
}

impl Grid {
    /// A grid of these values: all items of the first system, then all of the
    /// second.
    ///
    /// # Errors
    ///
    /// If there is not one value, or its absence, for each system and item, or if
    /// a value is not finite.
    pub fn new(systems: usize, items: usize, values: Vec<Option<f64>>) -> Result<Self, Undefined> {
        if systems.checked_mul(items) != Some(values.len()) {
            return Err(Undefined("a grid needs one value for each system and item"));
        }
        if !values.iter().flatten().all(|value| value.is_finite()) {
            return Err(NOT_FINITE);
        }
        Ok(Self { systems, items, values })
    }

    /// A grid that misses nothing.
    ///
    /// # Errors
    ///
    /// As [`Grid::new`].
    pub fn full(systems: usize, items: usize, values: &[f64]) -> Result<Self, Undefined> {
        Self::new(systems, items, values.iter().copied().map(Some).collect())
    }

    /// How many systems.
    pub fn systems(&self) -> usize {
        self.systems
    }

    /// How many items.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The value of a system on an item, if there is one.
    pub fn get(&self, system: usize, item: usize) -> Option<f64> {
        self.system(system).get(item).copied().flatten()
    }

    /// The values of one system; nothing beyond the last one.
    pub fn system(&self, system: usize) -> &[Option<f64>] {
        self.values.get(system * self.items..(system + 1) * self.items).unwrap_or_default()
    }

    /// All values, system by system.
    pub fn values(&self) -> &[Option<f64>] {
        &self.values
    }

    /// How many values there are.
    pub fn present(&self) -> usize {
        self.values.iter().flatten().count()
    }

    /// The grid of these systems and items, in this order; one that is not there
    /// has no values.
    #[must_use]
    pub fn pick(&self, systems: &[usize], items: &[usize]) -> Self {
        let values =
            systems.iter().flat_map(|system| items.iter().map(|item| self.get(*system, *item)));
        Self { systems: systems.len(), items: items.len(), values: values.collect() }
    }

    /// The grid without the values that the other, of the same shape, misses.
    #[must_use]
    pub fn where_present(&self, other: &Self) -> Self {
        let pairs = self.values.iter().zip(&other.values);
        let values = pairs.map(|(value, other)| value.filter(|_| other.is_some())).collect();
        Self { systems: self.systems, items: self.items, values }
    }

    /// Whether the other grid has as many systems and items.
    ///
    /// # Errors
    ///
    /// If it has not.
    pub fn matches(&self, other: &Self) -> Result<(), Undefined> {
        if (self.systems, self.items) == (other.systems, other.items) {
            Ok(())
        } else {
            Err(Undefined("the grids differ in systems or items"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_system_and_item() {
        let grid = Grid::new(2, 2, vec![Some(1.0), None, Some(3.0), Some(4.0)]).unwrap();
        assert_eq!(grid.get(1, 0), Some(3.0));
        assert_eq!(grid.get(0, 1), None);
        assert_eq!(grid.get(2, 0), None);
        assert_eq!(grid.present(), 3);
    }

    #[test]
    fn a_grid_with_holes_in_its_shape_is_refused() {
        assert!(Grid::full(2, 2, &[1.0, 2.0, 3.0]).is_err());
        assert!(Grid::full(usize::MAX, 2, &[]).is_err());
        assert_eq!(Grid::full(1, 1, &[f64::INFINITY]), Err(NOT_FINITE));
    }
}
