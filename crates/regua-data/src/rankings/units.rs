//! Outputs that people compared, as units to be measured.

use std::collections::HashMap;
use std::sync::Arc;

use regua_core::Segments;
use regua_core::run::{Block, Raw, RawBlock, Source};

use crate::error::Error;
use crate::input::Input;
use crate::readers::{Builder, Making, Record, UNITS_PER_BLOCK};

/// Outputs that people compared, each once.
#[derive(Debug, Default)]
pub struct RankedUnits {
    units: Vec<RankedUnit>,
    known: HashMap<(Arc<str>, Arc<str>), usize>,
    bytes: usize,
}

#[derive(Debug, PartialEq)]
pub(super) struct RankedUnit {
    pub(super) id: Arc<str>,
    pub(super) system: Arc<str>,
    pub(super) text: String,
    pub(super) references: Arc<[String]>,
    pub(super) source: Option<Arc<str>>,
}

impl RankedUnits {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// How many bytes their texts have.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds an output unless it is there already; whether what is there is the
    /// same.
    pub(super) fn add(&mut self, unit: RankedUnit) -> bool {
        let key = (Arc::clone(&unit.id), Arc::clone(&unit.system));
        if let Some(&known) = self.known.get(&key) {
            return self.units[known] == unit;
        }
        let shared = unit.references.iter().map(String::len).sum::<usize>();
        self.bytes += unit.text.len() + shared + unit.source.as_ref().map_or(0, |text| text.len());
        self.known.insert(key, self.units.len());
        self.units.push(unit);
        true
    }
}

/// The outputs as blocks.
pub(crate) struct RankedSource {
    units: Arc<RankedUnits>,
    making: Making,
    next: usize,
}

impl RankedSource {
    pub(crate) fn new(units: &Arc<RankedUnits>, input: &Input) -> Self {
        Self { units: Arc::clone(units), making: input.into(), next: 0 }
    }
}

impl Source<Segments> for RankedSource {
    type Error = Error;

    fn columns(&mut self) -> Result<Vec<String>, Error> {
        Ok(self.making.added_columns())
    }

    fn fetch(&mut self) -> Result<Option<Raw<Segments, Error>>, Error> {
        let from = self.next;
        self.next = (from + UNITS_PER_BLOCK).min(self.units.len());
        let block = RankedBlock {
            units: Arc::clone(&self.units),
            range: from..self.next,
            making: self.making.clone(),
        };
        Ok((from < self.next).then(|| Box::new(block) as Raw<Segments, Error>))
    }
}

struct RankedBlock {
    units: Arc<RankedUnits>,
    range: std::ops::Range<usize>,
    making: Making,
}

impl RawBlock<Segments, Error> for RankedBlock {
    fn decode(self: Box<Self>) -> Result<Box<dyn Block<Segments>>, Error> {
        let mut builder = Builder::new(self.making);
        for unit in &self.units.units[self.range] {
            let references: Vec<Option<&str>> =
                unit.references.iter().map(|text| Some(text.as_str())).collect();
            let record = Record {
                id: unit.id.to_string(),
                system: Arc::clone(&unit.system),
                columns: Vec::new(),
                hypotheses: &[(&unit.text, None)],
                references: &references,
                source: unit.source.as_deref(),
            };
            builder.push(record).map_err(|_| {
                let (id, system) = (&unit.id, &unit.system);
                Error::Ranked(format!("the reference of `{id}` by `{system}` is empty (allow it with --allow-empty-reference)"))
            })?;
        }
        Ok(builder.finish())
    }
}
