//! Rows of a run, kept to be resampled and compared.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use regua_stats::product::Table;

use super::sample::{Sample, Together};
use crate::error::Error;
use crate::group::find;
use crate::key::{KeyValue, UnitKey};
use crate::measure::Reader;
use crate::rows::Rows;

/// The rows of all units of a run, by system.
///
/// Grows with the units, unlike [`Totals`](crate::group::Totals): eight bytes
/// for each slot of each unit.
pub struct Kept {
    readers: Vec<Arc<dyn Reader>>,
    systems: Vec<KeptSystem>,
    groups: Labels<Vec<String>>,
    clusters: Labels<String>,
    /// The column whose values are drawn whole, and its position.
    drawn: Option<(String, usize)>,
    averaged: bool,
    /// The column that tells units with the same id apart.
    apart: Option<usize>,
}

/// The units of one system.
pub struct KeptSystem {
    /// Its name.
    pub name: Arc<str>,
    /// Its units, in the order they came.
    pub units: Vec<KeptUnit>,
    /// For each measure the rows of the units; zeros where a unit has none.
    rows: Vec<Table>,
    /// For each measure the units that have no row, in order.
    unscored: Vec<Vec<u32>>,
}

/// What is known of a kept unit.
#[derive(Debug, Clone)]
pub struct KeptUnit {
    /// What tells it from all other units of its system: its id, and, where that
    /// is scored several times over, against what.
    pub id: Box<str>,
    group: u32,
    cluster: u32,
}

/// Stands between an id and what else tells a unit from others.
const APART: char = '\u{1f}';

impl KeptUnit {
    /// The id as the user knows it.
    pub fn name(&self) -> &str {
        self.id.split(APART).next().unwrap_or(&self.id)
    }
}

/// Which units of a system are looked at.
#[derive(Debug, Clone, Copy)]
pub enum Pick<'a> {
    /// All of them.
    All,
    /// Those at these positions, in this order.
    These(&'a [u32]),
}

/// Labels by number.
struct Labels<T> {
    numbers: HashMap<T, u32>,
    texts: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Labels<T> {
    fn new() -> Self {
        Self { numbers: HashMap::new(), texts: Vec::new() }
    }

    fn number(&mut self, label: T) -> u32 {
        if let Some(number) = self.numbers.get(&label) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(label.clone());
        self.numbers.insert(label, number);
        number
    }
}

impl Kept {
    /// No rows yet. Units with the same value in the column `drawn` are drawn
    /// together; where readings of clusters are averaged, those clusters are, whatever
    /// that column is.
    ///
    /// # Errors
    /// Fails if the column is not among the kept columns.
    pub fn new(
        readers: Vec<Arc<dyn Reader>>,
        drawn: Option<&str>,
        averaged: bool,
        columns: &[String],
    ) -> Result<Self, Error> {
        let drawn =
            drawn.map(|column| find(column, columns).map(|position| (column.to_owned(), position)));
        Ok(Self {
            readers,
            systems: Vec::new(),
            groups: Labels::new(),
            clusters: Labels::new(),
            drawn: drawn.transpose()?,
            averaged,
            apart: None,
        })
    }

    /// Units with the same id and different values in this column are different
    /// units, which are drawn together: they are the same output, measured against
    /// something else. An id may end with a slash and that value: `17/1` and `17/2`
    /// are the same output.
    #[must_use]
    pub fn apart_by(self, column: &str, columns: &[String]) -> Self {
        Self { apart: columns.iter().position(|known| known == column), ..self }
    }

    /// Keeps the rows of a block of units; `labels` gives the group and the
    /// cluster of each.
    pub fn add(
        &mut self,
        keys: &[UnitKey],
        rows: &[Rows],
        labels: impl Fn(&UnitKey) -> (Vec<String>, Option<String>),
    ) {
        let mut zeros = Vec::new();
        let mut row = Vec::new();
        for (unit, key) in keys.iter().enumerate() {
            let (group, cluster) = labels(key);
            let set = self.apart.and_then(|column| key.columns.get(column));
            let cluster = match (&self.drawn, &cluster) {
                // What is averaged is what is drawn.
                (Some((_, column)), _) if !self.averaged => {
                    key.columns.get(*column).map(ToString::to_string)
                }
                (None, None) if set.is_some() => Some(without_set(&key.id, set).to_owned()),
                _ => cluster,
            };
            let kept = KeptUnit {
                id: match set {
                    Some(value) => format!("{}{APART}{value}", key.id).into(),
                    None => key.id.as_str().into(),
                },
                group: self.groups.number(group),
                cluster: cluster.map_or(0, |cluster| self.clusters.number(cluster)),
            };
            let system = self.systems.iter().position(|known| known.name == key.system);
            let system = system.unwrap_or_else(|| {
                self.systems.push(KeptSystem::new(Arc::clone(&key.system), &self.readers));
                self.systems.len() - 1
            });
            let system = &mut self.systems[system];
            let position = u32::try_from(system.units.len()).unwrap_or(u32::MAX);
            system.units.push(kept);
            for ((table, unscored), rows) in
                system.rows.iter_mut().zip(&mut system.unscored).zip(rows)
            {
                if let Ok(tally) = rows.row(unit) {
                    row.clear();
                    row.extend(tally.cells().iter().map(|cell| cell.as_f64()));
                    table.push(&row);
                } else {
                    zeros.resize(table.width(), 0.0);
                    table.push(&zeros);
                    unscored.push(position);
                }
            }
        }
    }

    /// The systems, in the order they came.
    pub fn systems(&self) -> &[KeptSystem] {
        &self.systems
    }

    /// What reads each measure.
    pub fn readers(&self) -> &[Arc<dyn Reader>] {
        &self.readers
    }

    /// Whether clusters are drawn, and not units.
    pub fn draws_clusters(&self) -> bool {
        self.together() != Together::Apart
    }

    /// Whether units that have the same id are drawn together.
    pub fn draws_ids(&self) -> bool {
        !self.averaged && self.drawn.is_none() && self.apart.is_some()
    }

    fn together(&self) -> Together {
        if self.averaged {
            Together::Averaged
        } else if self.drawn.is_some() || self.draws_ids() {
            Together::Drawn
        } else {
            Together::Apart
        }
    }

    /// The values that a unit is grouped by.
    pub fn group(&self, unit: &KeptUnit) -> &[String] {
        &self.groups.texts[unit.group as usize]
    }

    /// The cluster that a unit is drawn with, where clusters are drawn.
    pub fn cluster(&self, unit: &KeptUnit) -> Option<&str> {
        let label = self.clusters.texts.get(unit.cluster as usize)?;
        self.draws_clusters().then_some(label)
    }

    /// What is drawn from: these units of a system, as a measure has them.
    /// Units that it could not score must not be among them.
    pub fn sample(&self, system: usize, measure: usize, pick: Pick<'_>) -> Sample<'_> {
        let reader = &*self.readers[measure];
        let system = &self.systems[system];
        let table = &system.rows[measure];
        let together = self.together();
        let cluster = |unit: &u32| system.units[*unit as usize].cluster;
        match pick {
            Pick::All => {
                let clusters: Vec<u32> = match together {
                    Together::Apart => Vec::new(),
                    _ => system.units.iter().map(|unit| unit.cluster).collect(),
                };
                Sample::new(reader, Cow::Borrowed(table), &clusters, together)
            }
            Pick::These(units) => {
                let mut picked = Table::new(table.width());
                for unit in units {
                    picked.push(table.row(*unit as usize));
                }
                let clusters: Vec<u32> = units.iter().map(cluster).collect();
                Sample::new(reader, Cow::Owned(picked), &clusters, together)
            }
        }
    }

    /// A number for each thing that is drawn, which tells it from all others
    /// wherever it is seen: from the cluster's value, or the unit's id.
    pub fn identities(&self, system: usize, pick: Pick<'_>) -> Vec<u128> {
        let system = &self.systems[system];
        let all: Vec<u32>;
        let units = match pick {
            Pick::These(units) => units,
            Pick::All => {
                all = (0..u32::try_from(system.units.len()).unwrap_or(u32::MAX)).collect();
                &all
            }
        };
        let units = units.iter().map(|unit| &system.units[*unit as usize]);
        if !self.draws_clusters() {
            return units.map(|unit| identity(&unit.id)).collect();
        }
        let mut seen = vec![false; self.clusters.texts.len()];
        units
            .filter(|unit| !std::mem::replace(&mut seen[unit.cluster as usize], true))
            .map(|unit| identity(&self.clusters.texts[unit.cluster as usize]))
            .collect()
    }
}

/// The id of an output, of which a set of references is no part.
fn without_set<'k>(id: &'k str, set: Option<&KeyValue>) -> &'k str {
    let end = set.map(|set| format!("/{set}"));
    end.and_then(|end| id.strip_suffix(end.as_str())).unwrap_or(id)
}

/// What tells a thing that is drawn from all others, wherever it is seen.
pub(crate) fn identity(text: &str) -> u128 {
    xxhash_rust::xxh3::xxh3_128(text.as_bytes())
}

impl KeptSystem {
    fn new(name: Arc<str>, readers: &[Arc<dyn Reader>]) -> Self {
        Self {
            name,
            units: Vec::new(),
            rows: readers.iter().map(|reader| Table::new(reader.slots().len())).collect(),
            unscored: vec![Vec::new(); readers.len()],
        }
    }

    /// Whether a measure has scored every unit.
    pub fn is_whole(&self, measure: usize) -> bool {
        self.unscored[measure].is_empty()
    }

    /// Whether a measure has scored a unit.
    pub fn is_scored(&self, measure: usize, unit: u32) -> bool {
        self.unscored[measure].binary_search(&unit).is_err()
    }

    /// The row of a unit under a measure.
    pub fn row(&self, measure: usize, unit: u32) -> &[f64] {
        self.rows[measure].row(unit as usize)
    }
}
