//! Sums of the units that one machine sees.

use std::collections::HashMap;
use std::sync::Arc;

use super::drawn::Waiting;
use super::held::{CLUSTER, Held, Place, TOTAL, UNSCORED, add_counts};
use super::layout::COUNTED;
use super::{PartialPlan, PartialRow};
use crate::error::Error;
use crate::group::Label;
use crate::key::UnitKey;
use crate::rows::Rows;

/// Sums of the units that one machine sees, by system and group, and by draw.
pub struct PartialSums {
    plan: Arc<PartialPlan>,
    places: HashMap<Place, Machine>,
    weight: usize,
}

/// What one machine has of one place.
struct Machine {
    held: Held,
    waiting: Waiting,
}

impl PartialSums {
    /// No units yet.
    pub fn new(plan: Arc<PartialPlan>) -> Self {
        Self { plan, places: HashMap::new(), weight: 0 }
    }

    /// How many numbers [`PartialSums::take`] will give, at most. Eight bytes are held for
    /// each; they grow with systems, groups and draws, and not with units.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Adds the rows of a block of units: one [`Rows`] for each measure.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers, or a number is too large to be
    /// carried. The sums are of no use then.
    pub fn add(&mut self, keys: &[UnitKey], rows: &[Rows]) -> Result<(), Error> {
        let Self { plan, places, weight } = self;
        let layout = &plan.layout;
        let (mut slots, mut scored) = (vec![0; layout.slots()], vec![0; layout.measures()]);
        for (unit, key) in keys.iter().enumerate() {
            let group = plan.groups.labels(key).collect();
            let place = Place { system: Arc::clone(&key.system), group };
            let machine = places.entry(place).or_insert_with(|| {
                *weight += layout.width() * (1 + plan.resamples());
                Machine { held: Held::new(layout), waiting: Waiting::default() }
            });
            let rows_before = machine.held.counted_rows();
            machine.held.see(key.references);
            slots.fill(0);
            for (measure, rows) in rows.iter().enumerate() {
                let tally = rows.row(unit);
                scored[measure] = i64::from(tally.is_ok());
                match tally {
                    Ok(tally) => layout.write(measure, tally, &mut slots)?,
                    Err(reason) => {
                        let mut counts = vec![0; layout.measures()];
                        counts[measure] = 1;
                        add_counts(&mut machine.held.unscored, reason, &counts);
                    }
                }
            }
            layout.add_slots(&mut machine.held.numbers[layout.first_slot()..], &slots)?;
            machine.draw(plan, key, &slots, &scored)?;
            *weight += (machine.held.counted_rows() - rows_before) * layout.width();
        }
        Ok(())
    }

    /// The sums so far as rows, in an order that depends on nothing else; none are left.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers.
    pub fn take(&mut self) -> Result<Vec<PartialRow>, Error> {
        self.weight = 0;
        let mut places: Vec<(Place, Machine)> = self.places.drain().collect();
        places.sort_by(|(one, _), (two, _)| one.order(two));
        let mut rows = Vec::new();
        for (place, mut machine) in places {
            machine.weigh(&self.plan)?;
            self.write(&place, machine.held, &mut rows);
        }
        Ok(rows)
    }

    /// The rows of one place.
    fn write(&self, place: &Place, held: Held, rows: &mut Vec<PartialRow>) {
        let layout = &self.plan.layout;
        let texts = |counted: &str| -> Vec<String> {
            let group = place.group.iter().map(Label::key);
            let system = std::iter::once(place.system.to_string());
            system.chain(group).chain([counted.to_owned()]).collect()
        };
        rows.push(PartialRow { texts: texts(""), draw: TOTAL, numbers: held.numbers });
        for (draw, counted) in [(UNSCORED, held.unscored), (CLUSTER, held.clusters)] {
            for (text, counts) in counted {
                let mut numbers = layout.nothing();
                numbers[COUNTED..layout.first_slot()].copy_from_slice(&counts);
                rows.push(PartialRow { texts: texts(&text), draw, numbers });
            }
        }
        for (draw, slots) in (0..).zip(held.draws.chunks_exact(layout.slots().max(1))) {
            // A draw of nothing is what a missing row stands for.
            if slots.iter().any(|slot| *slot != 0) {
                let mut numbers = layout.nothing();
                numbers[layout.first_slot()..].copy_from_slice(slots);
                rows.push(PartialRow { texts: texts(""), draw, numbers });
            }
        }
    }
}

impl Machine {
    /// Takes the slots of a unit into account in all draws, now or later.
    fn draw(
        &mut self,
        plan: &PartialPlan,
        key: &UnitKey,
        slots: &[i64],
        scored: &[i64],
    ) -> Result<(), Error> {
        if plan.draws.is_none() {
            return Ok(());
        }
        let identity = plan.identity(key);
        if plan.draws_clusters() {
            add_counts(&mut self.held.clusters, &format!("{identity:032x}"), scored);
        }
        self.waiting.push(identity, slots);
        if self.waiting.is_full() { self.weigh(plan) } else { Ok(()) }
    }

    /// Adds all units that wait to each draw.
    fn weigh(&mut self, plan: &PartialPlan) -> Result<(), Error> {
        let Some(draws) = &plan.draws else { return Ok(()) };
        let overflow = |slot| plan.layout.overflow_of_slot(slot);
        self.waiting.weigh(draws, &mut self.held.draws).map_err(overflow)
    }
}
