//! One pass over units of any kind: rows to sums, to the ledger and to the file
//! of unit readings.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_core::group::{Grouping, Totals};
use regua_core::key::UnitKey;
use regua_core::resample::Kept;
use regua_core::run::{Keyed, Options, Source};
use regua_core::{Reader, Registry, Rows, UnitKind};
use regua_data::Save;
use regua_report::{MeasureInfo, ScoreReport};

use crate::error::Error;
use crate::output::UnitFile;
use crate::progress::Counters;
use crate::resampling::{ResamplePlan, keep};

/// What is done with the units.
pub struct Pass<'p, K: UnitKind> {
    /// The measures.
    pub measures: &'p [Keyed<K>],
    /// How units are put together.
    pub grouping: Grouping,
    /// How intervals are made, where they are.
    pub resampling: Option<&'p ResamplePlan>,
    /// Where the ledger goes.
    pub save: Option<&'p Save<K>>,
    /// How many threads measure.
    pub threads: NonZeroUsize,
    /// Where readings of units go.
    pub segments: Option<&'p Path>,
    /// Sees the rows as they come, in order.
    pub look: &'p mut LookAtRows<'p>,
}

/// A report, and what reads the rows behind it.
pub type Reported = (ScoreReport, Vec<Arc<dyn Reader>>);

/// What sees rows as they come: who the units are, and one [`Rows`] for each
/// measure.
pub type LookAtRows<'l> = dyn FnMut(&[UnitKey], &[Rows]) + Send + 'l;

/// What is left of a pass over the input.
pub struct Scored {
    /// What the measures are.
    pub infos: Vec<MeasureInfo>,
    /// What reads them.
    pub readers: Vec<Arc<dyn Reader>>,
    /// Sums by system, group and cluster.
    pub totals: Totals,
    /// The rows, where they were needed.
    pub kept: Option<Kept>,
    /// The names of the kept columns.
    pub columns: Vec<String>,
    /// What the user should be told.
    pub warnings: Vec<String>,
}

impl<K: UnitKind> Pass<'_, K> {
    /// Measures all units of a source. Rows are kept where intervals or
    /// statistics ask for it.
    ///
    /// # Errors
    /// Fails if the input cannot be read or measured, or lacks a column.
    pub fn over<S: Source<K, Error = regua_data::Error>>(
        self,
        source: &mut S,
        registry: &Registry,
        counters: &Counters,
        interrupted: &AtomicBool,
    ) -> Result<Scored, Error> {
        let keys: Vec<String> = self.measures.iter().map(|keyed| keyed.key.clone()).collect();
        let readers = readers(self.measures, registry)?;
        let columns = source.columns()?;
        let mut totals = Totals::new(readers.clone(), self.grouping, &columns)?;
        let mut kept = keep(&readers, &totals, self.resampling, &columns)?;
        let infos = regua_report::scores::measure_infos(&keys, &readers);
        let mut units = UnitFile::create(self.segments, &infos, &readers)?;
        let options = Options {
            threads: self.threads,
            cancel: interrupted,
            done: &counters.units,
            digest: self.save.is_some(),
        };
        regua_data::measure(source, self.measures, &options, self.save, |keys, rows| {
            totals.add(keys, rows)?;
            if let Some(kept) = &mut kept {
                kept.add(keys, rows, |key| totals.labels(key));
            }
            (self.look)(keys, rows);
            units.write(keys, rows)
        })?;
        units.finish()?;
        Ok(Scored { infos, readers, totals, kept, columns, warnings: Vec::new() })
    }
}

/// What reads the rows of measures, as it will when they come from a ledger.
///
/// # Errors
/// Fails if a measure cannot be read again from its signature and slots.
pub fn readers<K: UnitKind>(
    measures: &[Keyed<K>],
    registry: &Registry,
) -> Result<Vec<Arc<dyn Reader>>, Error> {
    let reader = |keyed: &Keyed<K>| -> Result<Arc<dyn Reader>, Error> {
        let reader =
            registry.reader_of(&keyed.measure.signature().spec(), keyed.measure.slots())?;
        if reader.slots() == keyed.measure.slots() {
            return Ok(Arc::from(reader));
        }
        Err(Error::Options(format!(
            "`{}` learns what it counts from the data, and cannot be averaged over units with `mean=yes`",
            keyed.key
        )))
    };
    measures.iter().map(reader).collect()
}
