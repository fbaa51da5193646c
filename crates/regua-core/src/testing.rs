//! The smallest measure worth calling one, for tests and examples.

use crate::batch::Batch;
use crate::error::Error;
use crate::measure::{Measure, Reader};
use crate::reading::{ReadingInfo, Readings, Scale};
use crate::rows::Rows;
use crate::signature::Signature;
use crate::slot::Slot;
use crate::tally::Tally;
use crate::unit::Segments;

/// Counts blank-separated words of the hypothesis.
#[derive(Debug, Clone)]
pub struct Words {
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

crate::tally! {
    /// How many words there are.
    pub struct WordsTally {
        /// Words.
        words: count,
    }
}

impl Default for Words {
    fn default() -> Self {
        Self {
            slots: WordsTally::slots(),
            readings: vec![ReadingInfo::neither("words", Scale::Count)],
        }
    }
}

impl Reader for Words {
    fn signature(&self) -> Signature {
        Signature::new("words")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        [WordsTally::read(total).words as f64].into_iter().collect()
    }
}

impl Measure for Words {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, segment) in batch.units().iter().enumerate() {
            let words = segment.hypothesis().split_whitespace().count();
            rows.set(unit, &WordsTally { words: words as i64 });
        }
        Ok(())
    }
}
