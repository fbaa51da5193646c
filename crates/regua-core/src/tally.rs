//! Tallies: what one unit contributes, and what any number of units sum to.

use crate::error::Error;
use crate::exact::ExactSum;
use crate::slot::{Cell, Role, Slot, SlotKind};

/// A row of numbers under a measure's slots: of one unit or of a sum of units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tally<'a> {
    cells: &'a [Cell],
}

impl<'a> Tally<'a> {
    /// A view of a row of cells.
    pub fn new(cells: &'a [Cell]) -> Self {
        Self { cells }
    }

    /// The cells, in the order of the slots.
    pub fn cells(self) -> &'a [Cell] {
        self.cells
    }

    /// Reads the cells one after the other.
    pub fn fields(self) -> Fields<'a> {
        Fields { cells: self.cells.iter() }
    }
}

/// Reads a tally's cells in the order of its slots.
#[derive(Debug, Clone)]
pub struct Fields<'a> {
    cells: std::slice::Iter<'a, Cell>,
}

impl Fields<'_> {
    /// The next cell, as a count.
    pub fn count(&mut self) -> i64 {
        match self.cells.next() {
            Some(Cell::Count(count)) => *count,
            _ => 0,
        }
    }

    /// The next cell, as a real number.
    pub fn real(&mut self) -> f64 {
        self.cells.next().map_or(0.0, |cell| cell.as_f64())
    }

    /// The next cells, as counts.
    pub fn counts(&mut self, how_many: usize) -> Vec<i64> {
        (0..how_many).map(|_| self.count()).collect()
    }
}

/// A tally with named fields, and the one place that turns it into a row and
/// back. [`tally!`](crate::tally!) writes it for tallies of a fixed shape.
pub trait TallyRow: Sized {
    /// Appends the fields to a row, in the order of the slots.
    fn write(&self, row: &mut Vec<Cell>);
}

/// Declares a tally of a fixed shape: a struct with named fields, its slots,
/// and the way to a row and back.
///
/// ```
/// use regua_core::tally::{Tally, TallyRow};
///
/// regua_core::tally! {
///     /// How many words there are.
///     pub struct WordTally {
///         /// Words.
///         words: count,
///         /// Sum of their lengths' logarithms.
///         logs: real,
///     }
/// }
///
/// let mut row = Vec::new();
/// WordTally { words: 3, logs: 1.5 }.write(&mut row);
/// assert_eq!(WordTally::read(Tally::new(&row)).words, 3);
/// assert_eq!(WordTally::slots()[1].name, "logs");
/// ```
#[macro_export]
macro_rules! tally {
    (@type count) => { i64 };
    (@type real) => { f64 };
    (@cell count $value:expr) => { $crate::slot::Cell::Count($value) };
    (@cell real $value:expr) => { $crate::slot::Cell::Real($value) };
    ($(#[$outer:meta])* $visibility:vis struct $name:ident {
        $($(#[$inner:meta])* $field:ident: $kind:ident),+ $(,)?
    }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        $visibility struct $name {
            $($(#[$inner])* pub $field: $crate::tally!(@type $kind)),+
        }

        impl $name {
            /// The columns of this tally.
            $visibility fn slots() -> Vec<$crate::slot::Slot> {
                vec![$($crate::slot::Slot::$kind(stringify!($field))),+]
            }

            /// The tally that a row stands for.
            $visibility fn read(tally: $crate::tally::Tally<'_>) -> Self {
                let mut fields = tally.fields();
                Self { $($field: fields.$kind()),+ }
            }
        }

        impl $crate::tally::TallyRow for $name {
            fn write(&self, row: &mut Vec<$crate::slot::Cell>) {
                $(row.push($crate::tally!(@cell $kind self.$field));)+
            }
        }
    };
}

/// A sum of tallies, exact whatever the order of additions.
#[derive(Debug, Clone)]
pub struct Sum {
    adders: Vec<Adder>,
}

#[derive(Debug, Clone)]
enum Adder {
    Count(i64),
    Real(ExactSum),
    Nothing,
}

impl Sum {
    /// The sum of no tallies.
    pub fn new(slots: &[Slot]) -> Self {
        let adders = slots
            .iter()
            .map(|slot| match (slot.role, slot.kind) {
                (Role::UnitOnly, _) => Adder::Nothing,
                (_, SlotKind::Count) => Adder::Count(0),
                (_, SlotKind::Real) => Adder::Real(ExactSum::default()),
            })
            .collect();
        Self { adders }
    }

    /// Adds a tally.
    ///
    /// # Errors
    /// Fails if a count leaves the range of 64-bit integers; `slots` are there
    /// to name it.
    pub fn add(&mut self, tally: Tally<'_>, slots: &[Slot]) -> Result<(), Error> {
        self.add_times(tally, 1, slots)
    }

    /// Adds a tally several times over, as a resample does.
    ///
    /// # Errors
    /// See [`Sum::add`].
    pub fn add_times(&mut self, tally: Tally<'_>, times: i64, slots: &[Slot]) -> Result<(), Error> {
        for (index, (adder, cell)) in self.adders.iter_mut().zip(tally.cells()).enumerate() {
            match (adder, *cell) {
                (Adder::Count(sum), Cell::Count(count)) => {
                    *sum = count
                        .checked_mul(times)
                        .and_then(|product| sum.checked_add(product))
                        .ok_or_else(|| overflow(slots, index))?;
                }
                (Adder::Real(sum), cell) if times == 1 => sum.add(cell.as_f64()),
                (Adder::Real(sum), cell) => sum.add_times(cell.as_f64(), times),
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds all of another sum.
    ///
    /// # Errors
    /// See [`Sum::add`].
    pub fn merge(&mut self, other: &Self, slots: &[Slot]) -> Result<(), Error> {
        for (index, pair) in self.adders.iter_mut().zip(&other.adders).enumerate() {
            match pair {
                (Adder::Count(sum), Adder::Count(more)) => {
                    *sum = sum.checked_add(*more).ok_or_else(|| overflow(slots, index))?;
                }
                (Adder::Real(sum), Adder::Real(more)) => sum.merge(more),
                _ => {}
            }
        }
        Ok(())
    }

    /// The sum as a row.
    pub fn cells(&self) -> Vec<Cell> {
        self.adders
            .iter()
            .map(|adder| match adder {
                Adder::Count(count) => Cell::Count(*count),
                Adder::Real(sum) => Cell::Real(sum.value()),
                Adder::Nothing => Cell::Absent,
            })
            .collect()
    }
}

fn overflow(slots: &[Slot], index: usize) -> Error {
    let slot = slots.get(index).map_or_else(|| index.to_string(), |slot| slot.name.to_string());
    Error::Overflow { slot }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_leaves_its_range_is_an_error_that_names_the_slot() {
        let slots = [Slot::count("words")];
        let mut sum = Sum::new(&slots);
        sum.add(Tally::new(&[Cell::Count(i64::MAX)]), &slots).unwrap();
        let error = sum.add(Tally::new(&[Cell::Count(1)]), &slots).unwrap_err();
        assert_eq!(error, Error::Overflow { slot: "words".to_owned() });
    }

    #[test]
    fn slots_for_units_only_are_absent_from_sums() {
        let slots = [Slot::real("severity").unit_only(), Slot::count("cases")];
        let mut sum = Sum::new(&slots);
        sum.add(Tally::new(&[Cell::Real(0.5), Cell::Count(1)]), &slots).unwrap();
        assert_eq!(sum.cells(), [Cell::Absent, Cell::Count(1)]);
    }
}
