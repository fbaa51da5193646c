//! Units that are held in memory, as a source of blocks.

use std::ops::Range;
use std::sync::Arc;

use regua_core::UnitKind;
use regua_core::key::UnitKey;
use regua_core::run::{Block, Raw, RawBlock, Source};

use crate::error::Error;
use crate::readers::UNITS_PER_BLOCK;

/// What is shown some units.
pub type Look<'l, K> = dyn for<'u> FnMut(&'u [<K as UnitKind>::Unit<'u>]) + 'l;

/// Units that are held in memory.
pub trait HeldUnits: Send + Sync + 'static {
    /// Their kind.
    type Kind: UnitKind;

    /// The names of the kept columns.
    fn columns(&self) -> &[String];

    /// Who the units are.
    fn keys(&self) -> &[UnitKey];

    /// Lends some of the units.
    fn with_units(&self, range: Range<usize>, look: &mut Look<'_, Self::Kind>);
}

/// Held units as blocks; made anew for each pass over them.
pub struct HeldSource<H> {
    units: Arc<H>,
    next: usize,
}

impl<H: HeldUnits> HeldSource<H> {
    /// A source that starts with the first unit.
    pub fn new(units: &Arc<H>) -> Self {
        Self { units: Arc::clone(units), next: 0 }
    }
}

impl<H: HeldUnits> Source<H::Kind> for HeldSource<H> {
    type Error = Error;

    fn columns(&mut self) -> Result<Vec<String>, Error> {
        Ok(self.units.columns().to_vec())
    }

    fn fetch(&mut self) -> Result<Option<Raw<H::Kind, Error>>, Error> {
        let from = self.next;
        self.next = (from + UNITS_PER_BLOCK).min(self.units.keys().len());
        if from == self.next {
            return Ok(None);
        }
        Ok(Some(Box::new(HeldBlock { units: Arc::clone(&self.units), range: from..self.next })))
    }
}

struct HeldBlock<H> {
    units: Arc<H>,
    range: Range<usize>,
}

impl<H: HeldUnits> RawBlock<H::Kind, Error> for HeldBlock<H> {
    fn decode(self: Box<Self>) -> Result<Box<dyn Block<H::Kind>>, Error> {
        Ok(self)
    }
}

impl<H: HeldUnits> Block<H::Kind> for HeldBlock<H> {
    fn keys(&self) -> &[UnitKey] {
        &self.units.keys()[self.range.clone()]
    }

    fn with_units(&self, look: &mut Look<'_, H::Kind>) {
        self.units.with_units(self.range.clone(), look);
    }
}
