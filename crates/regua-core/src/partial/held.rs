//! What is held of one system and group: the same on all machines.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::layout::{COUNTED, LEAST, Layout, MOST, UNITS};
use crate::error::Error;
use crate::group::{Counted, Label, order};

/// The draw of a row that holds sums of all units.
pub const TOTAL: i64 = -1;
/// The draw of a row that counts units without a tally, by reason.
pub const UNSCORED: i64 = -2;
/// The draw of a row that counts units with a tally, by the cluster they are drawn with.
pub const CLUSTER: i64 = -3;

/// Where a unit counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    pub system: Arc<str>,
    pub group: Vec<Label>,
}

impl Place {
    /// Systems by name, and their groups as they are told.
    pub fn order(&self, other: &Self) -> Ordering {
        self.system.cmp(&other.system).then_with(|| order(&self.group, &other.group))
    }
}

/// For each measure how many units.
type Counts = Vec<i64>;

/// The sums of one place.
#[derive(Debug, Clone)]
pub struct Held {
    /// Sums of all units.
    pub numbers: Vec<i64>,
    /// Units without a tally, by reason.
    pub unscored: BTreeMap<String, Counts>,
    /// Units with a tally, by the cluster they are drawn with.
    pub clusters: BTreeMap<String, Counts>,
    /// The slots of each draw, one after another; empty until there is something to
    /// be drawn.
    pub draws: Vec<i64>,
}

impl Held {
    /// Nothing yet.
    pub fn new(layout: &Layout) -> Self {
        Self {
            numbers: layout.nothing(),
            unscored: BTreeMap::new(),
            clusters: BTreeMap::new(),
            draws: Vec::new(),
        }
    }

    /// Adds all that is held of another place.
    ///
    /// # Errors
    /// Fails if a sum leaves the range of 64-bit integers.
    pub fn merge(&mut self, other: &Self, layout: &Layout) -> Result<(), Error> {
        layout.merge(&mut self.numbers, &other.numbers)?;
        for (known, more) in
            [(&mut self.unscored, &other.unscored), (&mut self.clusters, &other.clusters)]
        {
            for (text, more) in more {
                add_counts(known, text, more);
            }
        }
        if self.draws.is_empty() {
            self.draws.clone_from(&other.draws);
        } else {
            for (at, more) in other.draws.chunks_exact(layout.slots().max(1)).enumerate() {
                layout.add_slots(self.draw_mut(at, layout), more)?;
            }
        }
        Ok(())
    }

    /// The slots of one draw.
    pub fn draw_mut(&mut self, draw: usize, layout: &Layout) -> &mut [i64] {
        &mut self.draws[draw * layout.slots()..(draw + 1) * layout.slots()]
    }

    /// Sees a unit with so many references.
    pub fn see(&mut self, references: Option<u32>) {
        self.numbers[UNITS] += 1;
        if let Some(references) = references.map(i64::from) {
            self.numbers[LEAST] = self.numbers[LEAST].min(references);
            self.numbers[MOST] = self.numbers[MOST].max(references);
        }
    }

    /// How many rows count units by reason or cluster.
    pub fn counted_rows(&self) -> usize {
        self.unscored.len() + self.clusters.len()
    }

    /// What one measure has counted; nothing if rows are missing, or were not merged
    /// as they should be.
    pub fn counted(&self, measure: usize) -> Option<Counted> {
        let mut counted = Counted {
            units: u64::try_from(self.numbers[UNITS]).ok().filter(|units| *units > 0)?,
            ..Counted::default()
        };
        let mut scored = counted.units;
        for (reason, counts) in &self.unscored {
            let count = u64::try_from(counts[measure]).ok()?;
            scored = scored.checked_sub(count)?;
            if count > 0 {
                counted.unscored.insert(reason.clone(), count);
            }
        }
        let references = [LEAST, MOST].map(|at| u32::try_from(self.numbers[at]).ok());
        counted.references = references[0].zip(references[1]);
        Some(counted)
    }

    /// How many clusters a measure has scored a unit of.
    pub fn clusters(&self, measure: usize) -> usize {
        self.clusters.values().filter(|counts| counts[measure] > 0).count()
    }
}

/// Counts units of each measure under a text.
pub fn add_counts(known: &mut BTreeMap<String, Counts>, text: &str, more: &[i64]) {
    let Some(counts) = known.get_mut(text) else {
        known.insert(text.to_owned(), more.to_vec());
        return;
    };
    for (count, more) in counts.iter_mut().zip(more) {
        *count = count.saturating_add(*more);
    }
}

/// The counts of each measure, in the numbers of a row.
pub fn counts_of<'n>(numbers: &'n [i64], layout: &Layout) -> &'n [i64] {
    &numbers[COUNTED..layout.first_slot()]
}
