//! Partial sums, put together and read.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::held::{CLUSTER, Held, Place, TOTAL, UNSCORED, add_counts, counts_of};
use super::layout::UNITS;
use super::{PartialPlan, PartialRow};
use crate::error::Error;
use crate::group::{GroupReading, Label, diagnostics};
use crate::reading::Readings;
use crate::resample::{Resampling, spreads};
use crate::slot::Cell;
use crate::tally::Tally;

/// Partial sums of all machines, put together.
pub struct PartialTotals {
    plan: Arc<PartialPlan>,
    places: HashMap<Place, Held>,
}

impl PartialTotals {
    /// No rows yet.
    pub fn new(plan: Arc<PartialPlan>) -> Self {
        Self { plan, places: HashMap::new() }
    }

    /// Adds a row, merged with others of its keys or not.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers, or the row is not one of the
    /// plan's.
    pub fn merge(&mut self, row: &PartialRow) -> Result<(), Error> {
        let place = self.place(row)?;
        let layout = &self.plan.layout;
        let held = self.places.entry(place).or_insert_with(|| Held::new(layout));
        let counted = row.texts.last().map_or("", String::as_str);
        match row.draw {
            TOTAL => layout.merge(&mut held.numbers, &row.numbers),
            UNSCORED => {
                add_counts(&mut held.unscored, counted, counts_of(&row.numbers, layout));
                Ok(())
            }
            CLUSTER => {
                add_counts(&mut held.clusters, counted, counts_of(&row.numbers, layout));
                Ok(())
            }
            _ => {
                let resamples = self.plan.resamples();
                let draw = usize::try_from(row.draw).ok().filter(|draw| *draw < resamples);
                let draw = draw.ok_or_else(|| broken(format!("there is no draw {}", row.draw)))?;
                held.draws.resize(resamples * layout.slots(), 0);
                let slots = &row.numbers[layout.first_slot()..];
                layout.add_slots(held.draw_mut(draw, layout), slots)
            }
        }
    }

    /// The system and group of a row that has the shape of the plan's.
    fn place(&self, row: &PartialRow) -> Result<Place, Error> {
        let (texts, numbers) = (self.plan.texts(), self.plan.layout.width());
        if (row.texts.len(), row.numbers.len()) != (texts, numbers) {
            return Err(broken(format!(
                "it has {} texts and {} numbers in place of {texts} and {numbers}",
                row.texts.len(),
                row.numbers.len(),
            )));
        }
        let by = self.plan.groups.by().iter().zip(&row.texts[1..]);
        let label = by.map(|(by, key)| {
            Label::of_key(by, key)
                .ok_or_else(|| broken(format!("`{}` has no bin `{key}`", by.column)))
        });
        Ok(Place { system: row.texts[0].as_str().into(), group: label.collect::<Result<_, _>>()? })
    }

    /// The readings of all systems and groups, as
    /// [`Totals::readings`](crate::group::Totals::readings) gives them but with systems in
    /// the order of their names; with intervals if the plan has draws.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers, rows are missing, or `cancel` is
    /// set meanwhile.
    pub fn readings(
        &self,
        confidence: f64,
        cancel: &AtomicBool,
    ) -> Result<Vec<GroupReading>, Error> {
        let how = self.plan.resampling(confidence);
        let mut places: Vec<(&Place, &Held)> = self.places.iter().collect();
        places.sort_by(|(one, _), (two, _)| one.order(two));
        let mut readings = Vec::new();
        for mine in places.chunk_by(|(one, _), (two, _)| one.system == two.system) {
            let mut total = Held::new(&self.plan.layout);
            for (_, held) in mine {
                total.merge(held, &self.plan.layout)?;
            }
            let system = &mine[0].0.system;
            self.read(system, &[], &total, how.as_ref(), cancel, &mut readings)?;
            if !self.plan.groups.by().is_empty() {
                for (place, held) in mine {
                    let group = self.plan.groups.named(&place.group);
                    self.read(system, &group, held, how.as_ref(), cancel, &mut readings)?;
                }
            }
        }
        Ok(readings)
    }

    /// Reads what is held of one place under all measures.
    fn read(
        &self,
        system: &Arc<str>,
        group: &[(String, String)],
        held: &Held,
        how: Option<&Resampling>,
        cancel: &AtomicBool,
        readings: &mut Vec<GroupReading>,
    ) -> Result<(), Error> {
        let layout = &self.plan.layout;
        for (measure, reader) in self.plan.readers.iter().enumerate() {
            if cancel.load(Ordering::Relaxed) {
                return Err(Error::Cancelled);
            }
            let counted = held.counted(measure).ok_or_else(|| {
                broken(format!("the units of `{system}` were not counted: rows are missing"))
            })?;
            let scored = counted.scored();
            let cells = layout.read(measure, &held.numbers[layout.first_slot()..]);
            let mut reading = counted.reading((measure, &**reader), (system, group), cells);
            if let Some(how) = how {
                reading.drawn_from = if self.plan.draws_clusters() {
                    held.clusters(measure)
                } else {
                    usize::try_from(scored).unwrap_or(usize::MAX)
                };
                let draws = self.draws(held, measure, how);
                reading.intervals =
                    spreads(&reading.readings, &draws, reading.drawn_from, None, how);
            }
            readings.push(reading);
        }
        Ok(())
    }

    /// What one measure reads off each draw.
    fn draws(&self, held: &Held, measure: usize, how: &Resampling) -> Vec<Readings> {
        let layout = &self.plan.layout;
        let nothing = vec![0; layout.slots()];
        let drawn = held.draws.chunks_exact(layout.slots().max(1));
        let drawn = drawn.chain(std::iter::repeat(&nothing[..])).take(how.resamples);
        let read = |slots: &[i64]| {
            let cells = layout.read(measure, slots);
            self.plan.readers[measure].read(Tally::new(&cells))
        };
        drawn.map(read).collect()
    }

    /// What the user should be told: diagnostics of the measures and values
    /// that fell into no bin.
    pub fn warnings(&self, keys: &[String]) -> Vec<String> {
        let (plan, layout) = (&self.plan, &self.plan.layout);
        let mut outside = vec![0; plan.groups.by().len()];
        for (place, held) in &self.places {
            for (outside, label) in outside.iter_mut().zip(&place.group) {
                if label.is_outside() {
                    *outside += held.numbers[UNITS].unsigned_abs();
                }
            }
        }
        let mut warnings = plan.groups.warnings(&outside);
        warnings.extend(diagnostics(&plan.readers, keys, |measure, slot| {
            let sums = self.places.values().map(|held| &held.numbers[layout.first_slot()..]);
            let counts = sums.map(|sums| match layout.read(measure, sums)[slot] {
                Cell::Count(count) => count,
                Cell::Real(_) | Cell::Absent => 0,
            });
            counts.fold(0, i64::saturating_add)
        }));
        warnings
    }
}

fn broken(rule: String) -> Error {
    Error::PartialRow { rule }
}
