//! The mean of a measure's readings over units.

use std::borrow::Cow;

use crate::batch::Batch;
use crate::error::Error;
use crate::measure::{Measure, Needs, Reader, Schedule};
use crate::reading::{Reading, ReadingInfo, Readings};
use crate::rows::Rows;
use crate::signature::Signature;
use crate::slot::{Cell, Slot};
use crate::tally::Tally;

/// Turns any measure into the mean of its unit readings.
///
/// A unit whose headline is undefined is unscored, with the same reason; a
/// reading beside the headline is averaged over the units that have it. Not for
/// the corpus value of BLEU and its kin: that one is read off the sum.
#[derive(Debug, Clone)]
pub struct Mean<M> {
    inner: M,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl<M: Reader> Mean<M> {
    /// The mean of this measure.
    pub fn new(inner: M) -> Self {
        let slots = inner
            .readings()
            .iter()
            .flat_map(|info| {
                let units = Cow::Owned(format!("{}.units", info.name));
                [Slot::real(info.name.clone()), Slot::count(units)]
            })
            .collect();
        let mut readings = inner.readings().to_vec();
        if let Some(headline) = readings.first_mut() {
            headline.name = "mean".into();
        }
        Self { inner, slots, readings }
    }
}

impl<M: Reader> Reader for Mean<M> {
    fn signature(&self) -> Signature {
        self.inner.signature().with("mean", "yes")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let mut fields = total.fields();
        (0..self.readings.len())
            .map(|_| {
                let (sum, units) = (fields.real(), fields.count());
                Reading::ratio(sum, units as f64, "no unit has this reading")
            })
            .collect()
    }
}

impl<M: Measure> Measure for Mean<M> {
    type Kind = M::Kind;

    fn needs(&self) -> Needs {
        self.inner.needs()
    }

    fn schedule(&self) -> Schedule {
        self.inner.schedule()
    }

    fn tally(&self, batch: &Batch<'_, M::Kind>, rows: &mut Rows) -> Result<(), Error> {
        let mut inner = Rows::new(self.inner.slots().into(), rows.len());
        self.inner.tally(batch, &mut inner)?;
        let mut row = Vec::with_capacity(self.slots.len());
        for unit in 0..rows.len() {
            let tally = match inner.row(unit) {
                Ok(tally) => tally,
                Err(reason) => {
                    rows.unscored(unit, reason.to_owned());
                    continue;
                }
            };
            let readings = self.inner.read_unit(tally).0;
            if let Some(Reading::Undefined(reason)) = readings.first() {
                rows.unscored(unit, reason.clone());
                continue;
            }
            row.clear();
            for reading in &readings {
                row.push(Cell::Real(reading.value().unwrap_or(0.0)));
                row.push(Cell::Count(i64::from(reading.value().is_some())));
            }
            rows.set_cells(unit, &row);
        }
        Ok(())
    }
}
