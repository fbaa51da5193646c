//! Where the numbers of a row of partial sums are.

use std::sync::Arc;

use super::fixed::{self, LIMBS};
use super::{ColumnKind, PartialColumn};
use crate::error::Error;
use crate::measure::Reader;
use crate::slot::{Cell, Role, Slot, SlotKind};
use crate::tally::Tally;

/// How many units.
pub const UNITS: usize = 0;
/// The least number of references of a unit.
pub const LEAST: usize = 1;
/// The largest number of references of a unit.
pub const MOST: usize = 2;
/// From here on one number for each measure: units that have no tally, or have one.
pub const COUNTED: usize = 3;

/// The numbers of a row: those above, then the slots of all measures.
#[derive(Debug, Clone)]
pub struct Layout {
    measures: Vec<Vec<Place>>,
    /// The slot that each column after the counts is of.
    slots: Vec<Slot>,
}

/// Where a slot is among the columns of all slots.
#[derive(Debug, Clone, Copy)]
enum Place {
    Count(usize),
    Real(usize),
    Nowhere,
}

impl Layout {
    /// The numbers that these measures need.
    pub fn new(readers: &[Arc<dyn Reader>]) -> Self {
        let mut slots = Vec::new();
        let mut place = |slot: &Slot| {
            let at = slots.len();
            let (place, columns) = match (slot.role, slot.kind) {
                (Role::UnitOnly, _) => (Place::Nowhere, 0),
                (_, SlotKind::Count) => (Place::Count(at), 1),
                (_, SlotKind::Real) => (Place::Real(at), LIMBS),
            };
            slots.extend(std::iter::repeat_n(slot.clone(), columns));
            place
        };
        let measures =
            readers.iter().map(|reader| reader.slots().iter().map(&mut place).collect()).collect();
        Self { measures, slots }
    }

    /// How many measures there are.
    pub fn measures(&self) -> usize {
        self.measures.len()
    }

    /// How many numbers the slots take.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Where the slots begin.
    pub fn first_slot(&self) -> usize {
        COUNTED + self.measures.len()
    }

    /// How many numbers there are.
    pub fn width(&self) -> usize {
        self.first_slot() + self.slots.len()
    }

    /// The numbers of nothing.
    pub fn nothing(&self) -> Vec<i64> {
        let mut numbers = vec![0; self.width()];
        numbers[LEAST] = i64::MAX;
        numbers[MOST] = i64::MIN;
        numbers
    }

    /// The columns of the numbers.
    pub fn columns(&self) -> impl Iterator<Item = PartialColumn> {
        (0..self.width()).map(|at| match at {
            LEAST => PartialColumn { name: "least".to_owned(), kind: ColumnKind::Min },
            MOST => PartialColumn { name: "most".to_owned(), kind: ColumnKind::Max },
            // Not the slots' names: engines quote those, and mix up what differs by case.
            _ => PartialColumn { name: format!("sum{at}"), kind: ColumnKind::Sum },
        })
    }

    /// Merges the numbers of two rows with the same keys.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers.
    pub fn merge(&self, sums: &mut [i64], more: &[i64]) -> Result<(), Error> {
        for (at, (sum, more)) in sums.iter_mut().zip(more).enumerate() {
            *sum = match at {
                LEAST => *more.min(sum),
                MOST => *more.max(sum),
                _ => sum.checked_add(*more).ok_or_else(|| self.overflow(at))?,
            };
        }
        Ok(())
    }

    /// Adds the numbers of slots.
    ///
    /// # Errors
    /// See [`Layout::merge`].
    pub fn add_slots(&self, sums: &mut [i64], more: &[i64]) -> Result<(), Error> {
        for (at, (sum, more)) in sums.iter_mut().zip(more).enumerate() {
            *sum = sum.checked_add(*more).ok_or_else(|| self.overflow_of_slot(at))?;
        }
        Ok(())
    }

    /// Writes the tally of a measure into the numbers of the slots.
    ///
    /// # Errors
    /// Fails if a number is too large to be carried.
    pub fn write(&self, measure: usize, tally: Tally<'_>, slots: &mut [i64]) -> Result<(), Error> {
        for (place, cell) in self.measures[measure].iter().zip(tally.cells()) {
            match (*place, *cell) {
                (Place::Count(at), Cell::Count(count)) => slots[at] = count,
                (Place::Real(at), Cell::Real(real)) => {
                    let limbs = fixed::limbs(real).ok_or_else(|| Error::TooLarge {
                        slot: self.slots[at].name.to_string(),
                        value: real,
                    })?;
                    slots[at..at + LIMBS].copy_from_slice(&limbs);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The tally of a measure, from the numbers of the slots.
    pub fn read(&self, measure: usize, slots: &[i64]) -> Vec<Cell> {
        let cell = |place: &Place| match *place {
            Place::Count(at) => Cell::Count(slots[at]),
            Place::Real(at) => Cell::Real(fixed::value(&slots[at..at + LIMBS])),
            Place::Nowhere => Cell::Absent,
        };
        self.measures[measure].iter().map(cell).collect()
    }

    /// The error of a slot whose numbers leave their range.
    pub fn overflow_of_slot(&self, at: usize) -> Error {
        Error::Overflow { slot: self.slots[at].name.to_string() }
    }

    fn overflow(&self, at: usize) -> Error {
        match at.checked_sub(self.first_slot()) {
            Some(slot) => self.overflow_of_slot(slot),
            None => Error::Overflow { slot: "units".to_owned() },
        }
    }
}
