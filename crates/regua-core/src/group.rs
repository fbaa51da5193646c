//! Totals: tallies added up by system, group and cluster.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::bins::{Bins, OTHER};
use crate::error::Error;
use crate::key::{KeyValue, UnitKey};
use crate::measure::Reader;
use crate::reading::Readings;
use crate::resample::Spread;
use crate::rows::Rows;
use crate::slot::{Cell, Role};
use crate::tally::{Sum, Tally};

/// How units are put together.
#[derive(Debug, Clone, Default)]
pub struct Grouping {
    /// Columns whose values (or bins of values) make the groups.
    pub by: Vec<By>,
    /// The column whose values are read one by one and then averaged.
    pub cluster: Option<String>,
}

/// A column that units are grouped by.
#[derive(Debug, Clone)]
pub struct By {
    /// The column's name.
    pub column: String,
    /// How its values are put together, where they are.
    pub bins: Option<Bins>,
}

/// Totals of a run: one sum for each system, group, cluster and measure.
pub struct Totals {
    readers: Vec<Arc<dyn Reader>>,
    grouping: Grouping,
    /// Positions of the grouping columns, then of the cluster column.
    by: Vec<usize>,
    cluster: Option<usize>,
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

/// The name of a group, with its place among the bins.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Label {
    bin: Option<usize>,
    text: String,
}

impl Label {
    fn new(by: &By, value: Option<&KeyValue>) -> Self {
        let value = value.unwrap_or(&KeyValue::Missing);
        match by.bins.as_ref().map(|bins| bins.find(value)) {
            None => Self { bin: None, text: value.to_string() },
            Some(Some((bin, label))) => Self { bin: Some(bin), text: label.to_owned() },
            Some(None) => Self { bin: Some(usize::MAX), text: OTHER.to_owned() },
        }
    }

    /// Whether the value is in none of the bins.
    fn is_outside(&self) -> bool {
        self.bin == Some(usize::MAX)
    }

    /// Bins in their order, numbers by size, then words by letters.
    fn order(&self, other: &Self) -> Ordering {
        let number = |label: &Self| label.text.parse::<f64>().ok();
        let bin = |label: &Self| label.bin.unwrap_or(usize::MAX);
        let by_number = || match (number(self), number(other)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        // `1` and `01` are one number and two groups.
        bin(self).cmp(&bin(other)).then_with(by_number).then_with(|| self.text.cmp(&other.text))
    }
}

/// What one measure has of one place.
#[derive(Debug, Clone)]
struct Part {
    sum: Sum,
    units: u64,
    unscored: BTreeMap<String, u64>,
    references: Option<(u32, u32)>,
}

impl Part {
    fn new(reader: &dyn Reader) -> Self {
        Self {
            sum: Sum::new(reader.slots()),
            units: 0,
            unscored: BTreeMap::new(),
            references: None,
        }
    }

    /// How many units have a tally.
    fn scored(&self) -> u64 {
        self.units - self.unscored.values().sum::<u64>()
    }

    fn merge(&mut self, other: &Self, reader: &dyn Reader) -> Result<(), Error> {
        self.sum.merge(&other.sum, reader.slots())?;
        self.units += other.units;
        for (reason, count) in &other.unscored {
            *self.unscored.entry(reason.clone()).or_default() += count;
        }
        if let Some((min, max)) = other.references {
            self.count_references(min, max);
        }
        Ok(())
    }

    fn count_references(&mut self, min: u32, max: u32) {
        let (low, high) = self.references.unwrap_or((min, max));
        self.references = Some((low.min(min), high.max(max)));
    }
}

/// The readings of one measure for one system and group.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupReading {
    /// Position of the measure.
    pub measure: usize,
    /// The system.
    pub system: Arc<str>,
    /// Column and value of each grouping column; empty for the total.
    pub group: Vec<(String, String)>,
    /// How many units there are, unscored ones included.
    pub units: u64,
    /// How many of them have no tally, by reason.
    pub unscored: BTreeMap<String, u64>,
    /// The least and the largest number of references of a unit.
    pub references: Option<(u32, u32)>,
    /// How many clusters have a scored unit and were averaged, where they were.
    pub clusters: Option<usize>,
    /// What the tallies add up to; of no meaning where clusters were averaged.
    pub total: Vec<Cell>,
    /// The readings.
    pub readings: Readings,
    /// How far each reading spreads, where that was asked for.
    pub intervals: Vec<Spread>,
    /// How many units, or clusters, the intervals were drawn from.
    pub drawn_from: usize,
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
        let find = |column: &String| {
            columns.iter().position(|known| known == column).ok_or_else(|| Error::UnknownColumn {
                column: column.clone(),
                known: columns.to_vec(),
            })
        };
        let by = grouping.by.iter().map(|by| find(&by.column)).collect::<Result<Vec<_>, _>>()?;
        let cluster = grouping.cluster.as_ref().map(find).transpose()?;
        let outside_bins = vec![0; by.len()];
        let (systems, sums) = (Vec::new(), HashMap::new());
        Ok(Self { readers, grouping, by, cluster, systems, sums, outside_bins })
    }

    /// The column whose values are read one by one and averaged, if there is one.
    pub fn cluster(&self) -> Option<&str> {
        self.grouping.cluster.as_deref()
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
                part.units += 1;
                if let Some(count) = key.references {
                    part.count_references(count, count);
                }
                match rows.row(unit) {
                    Ok(tally) => part.sum.add(tally, reader.slots())?,
                    Err(reason) => *part.unscored.entry(reason.to_owned()).or_default() += 1,
                }
            }
        }
        Ok(())
    }

    /// The values that put a unit into its group, one for each grouping column,
    /// and into its cluster.
    pub fn labels(&self, key: &UnitKey) -> (Vec<String>, Option<String>) {
        let labels = self.grouping.by.iter().zip(&self.by);
        let labels = labels.map(|(by, column)| Label::new(by, key.columns.get(*column)).text);
        (labels.collect(), self.cluster_of(key))
    }

    fn cluster_of(&self, key: &UnitKey) -> Option<String> {
        self.cluster.map(|column| key.columns.get(column).unwrap_or(&KeyValue::Missing).to_string())
    }

    fn place(&mut self, key: &UnitKey) -> Place {
        let system = self.systems.iter().position(|known| *known == key.system);
        let system = system.unwrap_or_else(|| {
            self.systems.push(Arc::clone(&key.system));
            self.systems.len() - 1
        });
        let mut group = Vec::with_capacity(self.by.len());
        for (position, (by, column)) in self.grouping.by.iter().zip(&self.by).enumerate() {
            let label = Label::new(by, key.columns.get(*column));
            self.outside_bins[position] += u64::from(label.is_outside());
            group.push(label);
        }
        Place { system, group, cluster: self.cluster_of(key) }
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
            if self.by.is_empty() {
                continue;
            }
            let mut groups: Vec<&Vec<Label>> = mine.iter().map(|(place, _)| &place.group).collect();
            groups.sort_by(|a, b| {
                let pairs = a.iter().zip(b.iter());
                pairs
                    .map(|(a, b)| a.order(b))
                    .find(|order| order.is_ne())
                    .unwrap_or(Ordering::Equal)
            });
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
        let columns = self.grouping.by.iter().map(|by| by.column.clone());
        let group: Vec<(String, String)> =
            columns.zip(group.iter().map(|label| label.text.clone())).collect();
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
            let cells = total.sum.cells();
            let read = if total.scored() == 0 {
                Readings::undefined(reader.readings().len(), "no unit was scored")
            } else if self.cluster.is_some() {
                macro_mean(&**reader, clusters.values())
            } else {
                reader.read(Tally::new(&cells))
            };
            readings.push(GroupReading {
                measure,
                system: Arc::clone(system),
                group: group.clone(),
                units: total.units,
                unscored: total.unscored,
                references: total.references,
                clusters: self
                    .cluster
                    .map(|_| clusters.values().filter(|part| part.scored() > 0).count()),
                total: cells,
                readings: read,
                intervals: Vec::new(),
                drawn_from: 0,
            });
        }
        Ok(())
    }

    /// What the user should be told: diagnostics of the measures and values
    /// that fell into no bin.
    pub fn warnings(&self, keys: &[String]) -> Vec<String> {
        let mut warnings = Vec::new();
        for (by, outside) in self.grouping.by.iter().zip(&self.outside_bins) {
            if let (Some(bins), 1..) = (&by.bins, *outside) {
                let (column, bins) = (&by.column, bins.labels());
                warnings.push(match outside {
                    1 => format!("1 value of `{column}` is in none of the bins {bins}; it is in the group `{OTHER}`"),
                    _ => format!("{outside} values of `{column}` are in none of the bins {bins}; they are in the group `{OTHER}`"),
                });
            }
        }
        for (measure, reader) in self.readers.iter().enumerate() {
            let key = keys.get(measure).map_or("", String::as_str);
            for (position, slot) in reader.slots().iter().enumerate() {
                let Role::Diagnostic(words) = slot.role else { continue };
                let count: i64 = self
                    .sums
                    .values()
                    .filter_map(|parts| match parts[measure].sum.cells().get(position) {
                        Some(Cell::Count(count)) => Some(*count),
                        _ => None,
                    })
                    .fold(0, i64::saturating_add);
                if count > 0 {
                    warnings.push(format!("`{key}`: {count} {words}"));
                }
            }
        }
        warnings
    }
}

/// Why an average over clusters has no value.
pub const NO_CLUSTER: &str = "no cluster has this reading";

/// The mean over clusters of each reading, over the clusters that have it.
fn macro_mean<'a>(reader: &dyn Reader, clusters: impl Iterator<Item = &'a Part>) -> Readings {
    let scored = clusters.filter(|part| part.scored() > 0);
    let readings = scored.map(|part| reader.read(Tally::new(&part.sum.cells())));
    Readings::mean(reader.readings().len(), readings, NO_CLUSTER)
}
