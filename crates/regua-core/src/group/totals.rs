//! Totals of one machine.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Counted, GroupReading, Grouping, Groups, Label, diagnostics, order};
use crate::error::Error;
use crate::key::UnitKey;
use crate::measure::Reader;
use crate::reading::Readings;
use crate::rows::Rows;
use crate::slot::Cell;
use crate::tally::{Sum, Tally};

/// Totals of a run: one sum for each system, group, cluster and measure.
pub struct Totals {
    readers: Vec<Arc<dyn Reader>>,
    groups: Groups,
    systems: Vec<Arc<str>>,
    sums: HashMap<Place, Vec<Part>>,
    outside_bins: Vec<u64>,
}

/// Where a unit counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Place {
    system: usize,
    group: Vec<Label>,
    cluster: Option<String>,
}

/// What one measure has of one place.
#[derive(Debug, Clone)]
struct Part {
    sum: Sum,
    counted: Counted,
}

impl Part {
    fn new(reader: &dyn Reader) -> Self {
        Self { sum: Sum::new(reader.slots()), counted: Counted::default() }
    }

    fn merge(&mut self, other: &Self, reader: &dyn Reader) -> Result<(), Error> {
        self.counted.merge(&other.counted);
        self.sum.merge(&other.sum, reader.slots())
    }
}

impl Totals {
    /// No units yet.
    ///
    /// # Errors
    /// Fails if a grouping column is not among the kept columns.
    pub fn new(
        readers: Vec<Arc<dyn Reader>>,
        grouping: Grouping,
        columns: &[String],
    ) -> Result<Self, Error> {
        let groups = Groups::new(grouping, columns)?;
        let outside_bins = vec![0; groups.by().len()];
        Ok(Self { readers, groups, systems: Vec::new(), sums: HashMap::new(), outside_bins })
    }

    /// The column whose values are read one by one and averaged, if there is one.
    pub fn cluster(&self) -> Option<&str> {
        self.groups.cluster()
    }

    /// Adds the rows of a block of units: one [`Rows`] for each measure.
    ///
    /// # Errors
    /// Fails if a count leaves the range of 64-bit integers.
    pub fn add(&mut self, keys: &[UnitKey], rows: &[Rows]) -> Result<(), Error> {
        for (unit, key) in keys.iter().enumerate() {
            let place = self.place(key);
            let readers = &self.readers;
            // Looked up before it is cloned: most units fall into a known place.
            if !self.sums.contains_key(&place) {
                let parts = readers.iter().map(|reader| Part::new(&**reader)).collect();
                self.sums.insert(place.clone(), parts);
            }
            let Some(parts) = self.sums.get_mut(&place) else { continue };
            for ((part, rows), reader) in parts.iter_mut().zip(rows).zip(readers) {
                let counted = &mut part.counted;
                counted.units += 1;
                if let Some(count) = key.references {
                    counted.count_references(count, count);
                }
                match rows.row(unit) {
                    Ok(tally) => part.sum.add(tally, reader.slots())?,
                    Err(reason) => *counted.unscored.entry(reason.to_owned()).or_default() += 1,
                }
            }
        }
        Ok(())
    }

    /// The values that put a unit into its group, one for each grouping column,
    /// and into its cluster.
    pub fn labels(&self, key: &UnitKey) -> (Vec<String>, Option<String>) {
        let labels = self.groups.labels(key).map(|label| label.text().to_owned());
        (labels.collect(), self.groups.cluster_of(key))
    }

    fn place(&mut self, key: &UnitKey) -> Place {
        let system = self.systems.iter().position(|known| *known == key.system);
        let system = system.unwrap_or_else(|| {
            self.systems.push(Arc::clone(&key.system));
            self.systems.len() - 1
        });
        let group: Vec<Label> = self.groups.labels(key).collect();
        for (outside, label) in self.outside_bins.iter_mut().zip(&group) {
            *outside += u64::from(label.is_outside());
        }
        Place { system, group, cluster: self.groups.cluster_of(key) }
    }

    /// The readings of all systems and groups: for each system its total and
    /// then its groups, for each of them all measures.
    ///
    /// # Errors
    /// Fails if a count leaves the range of 64-bit integers.
    pub fn readings(&self) -> Result<Vec<GroupReading>, Error> {
        let mut readings = Vec::new();
        for (position, system) in self.systems.iter().enumerate() {
            let mine: Vec<(&Place, &Vec<Part>)> =
                self.sums.iter().filter(|(place, _)| place.system == position).collect();
            self.read_places(system, &[], &mine, &mut readings)?;
            if self.groups.by().is_empty() {
                continue;
            }
            let mut groups: Vec<&Vec<Label>> = mine.iter().map(|(place, _)| &place.group).collect();
            groups.sort_by(|one, two| order(one, two));
            groups.dedup();
            for group in groups {
                let here: Vec<_> =
                    mine.iter().filter(|(place, _)| place.group == *group).copied().collect();
                self.read_places(system, group, &here, &mut readings)?;
            }
        }
        Ok(readings)
    }

    fn read_places(
        &self,
        system: &Arc<str>,
        group: &[Label],
        places: &[(&Place, &Vec<Part>)],
        readings: &mut Vec<GroupReading>,
    ) -> Result<(), Error> {
        let group = self.groups.named(group);
        for (measure, reader) in self.readers.iter().enumerate() {
            let mut total = Part::new(&**reader);
            let mut clusters: BTreeMap<&str, Part> = BTreeMap::new();
            for (place, parts) in places {
                total.merge(&parts[measure], &**reader)?;
                if let Some(cluster) = &place.cluster {
                    clusters
                        .entry(cluster)
                        .or_insert_with(|| Part::new(&**reader))
                        .merge(&parts[measure], &**reader)?;
                }
            }
            let is_scored = total.counted.scored() > 0;
            let cells = total.sum.cells();
            let mut reading = total.counted.reading((measure, &**reader), (system, &group), cells);
            if self.groups.cluster().is_some() {
                let scored = clusters.values().filter(|part| part.counted.scored() > 0);
                reading.clusters = Some(scored.count());
                if is_scored {
                    reading.readings = macro_mean(&**reader, clusters.values());
                }
            }
            readings.push(reading);
        }
        Ok(())
    }

    /// What the user should be told: diagnostics of the measures and values
    /// that fell into no bin.
    pub fn warnings(&self, keys: &[String]) -> Vec<String> {
        let mut warnings = self.groups.warnings(&self.outside_bins);
        warnings.extend(diagnostics(&self.readers, keys, |measure, slot| {
            let counts = self.sums.values().map(|parts| parts[measure].sum.cells()[slot]);
            let counts = counts.map(|cell| match cell {
                Cell::Count(count) => count,
                Cell::Real(_) | Cell::Absent => 0,
            });
            counts.fold(0, i64::saturating_add)
        }));
        warnings
    }
}

/// Why an average over clusters has no value.
pub const NO_CLUSTER: &str = "no cluster has this reading";

/// The mean over clusters of each reading, over the clusters that have it.
fn macro_mean<'a>(reader: &dyn Reader, clusters: impl Iterator<Item = &'a Part>) -> Readings {
    let scored = clusters.filter(|part| part.counted.scored() > 0);
    let readings = scored.map(|part| reader.read(Tally::new(&part.sum.cells())));
    Readings::mean(reader.readings().len(), readings, NO_CLUSTER)
}
