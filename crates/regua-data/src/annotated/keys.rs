//! Who the units are, and the texts that they share.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use regua_core::key::{KeyValue, UnitKey};

use crate::error::{Error, grouped};

/// The most units that are held in memory.
const MOST_UNITS: usize = 20_000_000;

/// Kept columns, which may come up one after the other.
#[derive(Debug, Default)]
pub(super) struct KeptColumns {
    names: Vec<String>,
    positions: HashMap<String, usize>,
}

impl KeptColumns {
    /// Puts a value into a row.
    pub(super) fn put(&mut self, row: &mut Vec<KeyValue>, column: &str, value: KeyValue) {
        let position = self.positions.get(column).copied().unwrap_or_else(|| {
            self.names.push(column.to_owned());
            self.positions.insert(column.to_owned(), self.names.len() - 1);
            self.names.len() - 1
        });
        if row.len() <= position {
            row.resize(position + 1, KeyValue::Missing);
        }
        row[position] = value;
    }
}

/// The keys of units as they are read.
#[derive(Debug, Default)]
pub(super) struct Keys {
    pub(super) columns: KeptColumns,
    units: Vec<UnitKey>,
    systems: HashMap<String, (Arc<str>, HashSet<String>)>,
}

impl Keys {
    /// Adds a unit; whether the system had none with this id.
    ///
    /// # Errors
    /// Fails if there are too many.
    pub(super) fn add(
        &mut self,
        system: &str,
        id: String,
        columns: Vec<KeyValue>,
    ) -> Result<bool, Error> {
        if self.units.len() == MOST_UNITS {
            return Err(Error::Unpaired(format!(
                "there are more than {} units, which do not fit into memory",
                grouped(MOST_UNITS as u64)
            )));
        }
        if !self.systems.contains_key(system) {
            self.systems.insert(system.to_owned(), (system.into(), HashSet::new()));
        }
        let Some((shared, ids)) = self.systems.get_mut(system) else { return Ok(false) };
        let is_new = ids.insert(id.clone());
        self.units.push(UnitKey { id, system: Arc::clone(shared), references: None, columns });
        Ok(is_new)
    }

    /// The names of the kept columns, and the keys with a value for each.
    pub(super) fn finish(mut self) -> (Vec<String>, Vec<UnitKey>) {
        for key in &mut self.units {
            key.columns.resize(self.columns.names.len(), KeyValue::Missing);
        }
        (self.columns.names, self.units)
    }
}

/// Texts that come up over and over, each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Names {
    /// The number of a text.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let shared: Arc<str> = text.into();
        // There are fewer texts than units, and of those fewer than numbers.
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(Arc::clone(&shared));
        self.numbers.insert(shared, number);
        number
    }

    /// The text of a number.
    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }
}
