//! Rows: the tallies that a measure gives to the units of one batch.

use std::borrow::Cow;
use std::sync::Arc;

use crate::error::Error;
use crate::slot::{Cell, Slot};
use crate::tally::{Tally, TallyRow};

/// Why a unit has no tally.
pub type Reason = Cow<'static, str>;

/// One row for each unit of a batch: a tally, or the reason why there is none.
#[derive(Debug, Clone)]
pub struct Rows {
    slots: Arc<[Slot]>,
    cells: Vec<Cell>,
    states: Vec<State>,
    scratch: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq)]
enum State {
    Pending,
    Scored,
    Unscored(Reason),
}

impl Rows {
    /// Rows for a number of units, all still to be filled.
    pub fn new(slots: Arc<[Slot]>, units: usize) -> Self {
        let cells = vec![Cell::Absent; units * slots.len()];
        Self { slots, cells, states: vec![State::Pending; units], scratch: Vec::new() }
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no unit.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The columns.
    pub fn slots(&self) -> &Arc<[Slot]> {
        &self.slots
    }

    /// Gives a unit its tally. A tally that does not fit the slots, or holds a
    /// number that is not finite, leaves the unit unscored.
    pub fn set(&mut self, unit: usize, tally: &impl TallyRow) {
        let mut row = std::mem::take(&mut self.scratch);
        row.clear();
        tally.write(&mut row);
        self.set_cells(unit, &row);
        self.scratch = row;
    }

    /// Gives a unit its tally as a row of cells.
    pub fn set_cells(&mut self, unit: usize, row: &[Cell]) {
        let fits = row.len() == self.slots.len()
            && row.iter().zip(self.slots.iter()).all(|(cell, slot)| cell.fits(slot.kind));
        if fits {
            let start = unit * self.slots.len();
            self.cells[start..start + row.len()].copy_from_slice(row);
            self.states[unit] = State::Scored;
        } else {
            self.unscored(unit, "the tally is not finite or does not fit its slots");
        }
    }

    /// Says why a unit has no tally.
    pub fn unscored(&mut self, unit: usize, reason: impl Into<Reason>) {
        self.states[unit] = State::Unscored(reason.into());
    }

    /// The tally of a unit, or the reason why it has none.
    ///
    /// # Errors
    /// The reason.
    pub fn row(&self, unit: usize) -> Result<Tally<'_>, &str> {
        match &self.states[unit] {
            State::Scored => {
                let start = unit * self.slots.len();
                Ok(Tally::new(&self.cells[start..start + self.slots.len()]))
            }
            State::Unscored(reason) => Err(reason),
            State::Pending => Err("not measured"),
        }
    }

    /// Checks that the measure took a decision for every unit.
    ///
    /// # Errors
    /// Names the first unit that was forgotten.
    pub fn finished(&self, measure: &str) -> Result<(), Error> {
        match self.states.iter().position(|state| *state == State::Pending) {
            None => Ok(()),
            Some(position) => Err(Error::Forgotten { measure: measure.to_owned(), position }),
        }
    }
}
