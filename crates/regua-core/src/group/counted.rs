//! What is counted of units beside their sum, and how both become a reading.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::GroupReading;
use crate::measure::Reader;
use crate::reading::Readings;
use crate::slot::{Cell, Role};
use crate::tally::Tally;

/// How many units one measure has seen in one place, and what became of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counted {
    /// All units, unscored ones included.
    pub units: u64,
    /// Those that have no tally, by reason.
    pub unscored: BTreeMap<String, u64>,
    /// The least and the largest number of references of a unit.
    pub references: Option<(u32, u32)>,
}

impl Counted {
    /// How many units have a tally.
    pub fn scored(&self) -> u64 {
        self.units - self.unscored.values().sum::<u64>()
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.units += other.units;
        for (reason, count) in &other.unscored {
            *self.unscored.entry(reason.clone()).or_default() += count;
        }
        if let Some((least, most)) = other.references {
            self.count_references(least, most);
        }
    }

    /// Sees units with so many references.
    pub fn count_references(&mut self, least: u32, most: u32) {
        let (low, high) = self.references.unwrap_or((least, most));
        self.references = Some((low.min(least), high.max(most)));
    }

    /// What one measure reads off the sum of these units.
    pub fn reading(
        self,
        (measure, reader): (usize, &dyn Reader),
        (system, group): (&Arc<str>, &[(String, String)]),
        total: Vec<Cell>,
    ) -> GroupReading {
        let readings = match self.scored() {
            0 => Readings::undefined(reader.readings().len(), "no unit was scored"),
            _ => reader.read(Tally::new(&total)),
        };
        GroupReading {
            measure,
            system: Arc::clone(system),
            group: group.to_vec(),
            units: self.units,
            unscored: self.unscored,
            references: self.references,
            clusters: None,
            total,
            readings,
            intervals: Vec::new(),
            drawn_from: 0,
        }
    }
}

/// The diagnostics that the user should be told; `count` is the sum in one slot of one
/// measure over all units.
pub(crate) fn diagnostics(
    readers: &[Arc<dyn Reader>],
    keys: &[String],
    count: impl Fn(usize, usize) -> i64,
) -> Vec<String> {
    let mut warnings = Vec::new();
    for (measure, reader) in readers.iter().enumerate() {
        let key = keys.get(measure).map_or("", String::as_str);
        for (position, slot) in reader.slots().iter().enumerate() {
            let Role::Diagnostic(words) = slot.role else { continue };
            let count = count(measure, position);
            if count > 0 {
                warnings.push(format!("`{key}`: {count} {words}"));
            }
        }
    }
    warnings
}
