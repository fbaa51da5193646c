//! Sums of the units that one machine sees.

use std::collections::HashMap;
use std::sync::Arc;

use super::drawn::Waiting;
use super::held::{CLUSTER, Held, Place, TOTAL, UNSCORED, add_counts};
use super::layout::{COUNTED, LEAST, MOST, UNITS};
use super::{PartialPlan, PartialRow};
use crate::error::Error;
use crate::group::{Label, order};
use crate::key::UnitKey;
use crate::rows::Rows;

/// Sums of the units that one machine sees, by system and group, and by draw.
pub struct PartialSums {
    plan: Arc<PartialPlan>,
    places: HashMap<Place, (Held, Waiting)>,
    weight: usize,
}

impl PartialSums {
    /// No units yet.
    pub fn new(plan: Arc<PartialPlan>) -> Self {
        Self { plan, places: HashMap::new(), weight: 0 }
    }

    /// How many numbers are held, those of units that wait to be drawn included:
    /// about eight bytes each. Grows with systems times groups times draws, and not with
    /// units.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// Adds the rows of a block of units: one [`Rows`] for each measure.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers, or a number is too large to be
    /// carried. The sums are of no use then.
    pub fn add(&mut self, keys: &[UnitKey], rows: &[Rows]) -> Result<(), Error> {
        let plan = Arc::clone(&self.plan);
        let layout = &plan.layout;
        let mut slots = vec![0; layout.slots()];
        for (unit, key) in keys.iter().enumerate() {
            let place =
                Place { system: key.system.to_string(), group: plan.groups.labels(key).collect() };
            let (held, waiting) = self.places.entry(place).or_insert_with(|| {
                let held = Held::new(layout);
                self.weight += held.weight() + plan.resamples() * layout.slots();
                (held, Waiting::default())
            });
            held.numbers[UNITS] += 1;
            if let Some(count) = key.references {
                held.numbers[LEAST] = held.numbers[LEAST].min(i64::from(count));
                held.numbers[MOST] = held.numbers[MOST].max(i64::from(count));
            }
            slots.fill(0);
            let before = held.unscored.len() + held.clusters.len();
            let mut scored = vec![0; layout.measures()];
            for (measure, rows) in rows.iter().enumerate() {
                match rows.row(unit) {
                    Ok(tally) => {
                        layout.write(measure, tally, &mut slots)?;
                        scored[measure] = 1;
                    }
                    Err(reason) => {
                        let mut counts = vec![0; layout.measures()];
                        counts[measure] = 1;
                        add_counts(&mut held.unscored, reason, &counts);
                    }
                }
            }
            layout.add_slots(&mut held.numbers[layout.first_slot()..], &slots)?;
            if let Some(draws) = &plan.draws {
                let identity = plan.identity(key);
                if plan.draws_clusters() {
                    add_counts(&mut held.clusters, &format!("{identity:032x}"), &scored);
                }
                waiting.push(identity, &slots);
                if waiting.is_full() {
                    waiting
                        .weigh(draws, &mut held.draws)
                        .map_err(|slot| layout.overflow_of_slot(slot))?;
                }
            }
            let more = held.unscored.len() + held.clusters.len() - before;
            self.weight += more * held.numbers.len();
        }
        Ok(())
    }

    /// The sums so far as rows, in an order that depends on nothing else; none are left.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers.
    pub fn take(&mut self) -> Result<Vec<PartialRow>, Error> {
        self.weight = 0;
        let mut places: Vec<(Place, (Held, Waiting))> = self.places.drain().collect();
        places.sort_by(|(one, _), (two, _)| {
            one.system.cmp(&two.system).then_with(|| order(&one.group, &two.group))
        });
        let mut rows = Vec::new();
        for (place, (mut held, mut waiting)) in places {
            if let Some(draws) = &self.plan.draws {
                waiting
                    .weigh(draws, &mut held.draws)
                    .map_err(|slot| self.plan.layout.overflow_of_slot(slot))?;
            }
            self.write(&place, held, &mut rows);
        }
        Ok(rows)
    }

    /// The rows of one place.
    fn write(&self, place: &Place, held: Held, rows: &mut Vec<PartialRow>) {
        let layout = &self.plan.layout;
        let texts = |counted: &str| -> Vec<String> {
            let group = place.group.iter().map(Label::key);
            let system = std::iter::once(place.system.clone());
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
            if slots.iter().all(|slot| *slot == 0) {
                continue;
            }
            let mut numbers = layout.nothing();
            numbers[layout.first_slot()..].copy_from_slice(slots);
            rows.push(PartialRow { texts: texts(""), draw, numbers });
        }
    }
}
