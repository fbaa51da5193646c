//! Statistics over a corpus: texts held in memory until all have been seen.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use regua_core::group::{GroupReading, NO_CLUSTER, Totals};
use regua_core::key::UnitKey;
use regua_core::run::{Keyed, Source};
use regua_core::{Hypothesis, Measure, Readings, Segment, Segments};

use crate::error::Error;

/// Reads what is no sum ([`Measure::collected`]) from all texts of a source and
/// puts it into the readings of each system and group.
///
/// Does nothing, and reads nothing, where no measure asks for it.
///
/// # Errors
/// Fails if the source cannot be read, or was cancelled.
pub fn collect<S: Source<Segments, Error = Error>>(
    open: impl FnOnce() -> Result<S, Error>,
    measures: &[Keyed<Segments>],
    totals: &Totals,
    results: &mut [GroupReading],
    cancel: &AtomicBool,
) -> Result<(), Error> {
    if !is_wanted(measures) {
        return Ok(());
    }
    let corpus = Corpus::read(&mut open()?, totals, cancel)?;
    let hypotheses: Vec<[Hypothesis<'_>; 1]> =
        corpus.units.iter().map(|kept| [(&*kept.hypothesis).into()]).collect();
    for result in results {
        let measure = &measures[result.measure].measure;
        if let Some(collected) = measure.collected() {
            let chosen = corpus.chosen(result);
            let read = |chosen: &Vec<usize>| collected.read_corpus(&segments(chosen, &hypotheses));
            result.readings = if result.clusters.is_none() {
                read(&chosen)
            } else {
                let each = corpus.clusters(&chosen);
                Readings::mean(measure.readings().len(), each.values().map(read), NO_CLUSTER)
            };
        }
    }
    Ok(())
}

/// Whether any measure must see the corpus as a whole.
pub fn is_wanted(measures: &[Keyed<Segments>]) -> bool {
    measures.iter().any(|keyed| keyed.measure.collected().is_some())
}

fn segments<'a>(chosen: &[usize], hypotheses: &'a [[Hypothesis<'a>; 1]]) -> Vec<Segment<'a>> {
    let segment = |&unit: &usize| Segment { hypotheses: &hypotheses[unit], ..Segment::default() };
    chosen.iter().map(segment).collect()
}

/// All outputs, with where they belong.
struct Corpus {
    units: Vec<Kept>,
}

struct Kept {
    system: Arc<str>,
    labels: Vec<String>,
    cluster: Option<String>,
    hypothesis: Box<str>,
}

impl Corpus {
    fn read<S: Source<Segments, Error = Error>>(
        source: &mut S,
        totals: &Totals,
        cancel: &AtomicBool,
    ) -> Result<Self, Error> {
        let mut units = Vec::new();
        source.columns()?;
        while let Some(raw) = source.fetch()? {
            if cancel.load(Ordering::Relaxed) {
                return Err(regua_core::Error::Cancelled.into());
            }
            let block = raw.decode()?;
            block.with_units(&mut |segments| {
                let keyed = block.keys().iter().zip(segments);
                units.extend(keyed.map(|(key, segment)| Kept::new(key, segment, totals)));
            });
        }
        Ok(Self { units })
    }

    /// The units of a system and group.
    fn chosen(&self, result: &GroupReading) -> Vec<usize> {
        let is_in = |kept: &Kept| {
            let pairs = result.group.iter().zip(&kept.labels);
            kept.system == result.system && pairs.into_iter().all(|((_, group), own)| group == own)
        };
        let units = self.units.iter().enumerate();
        units.filter(|(_, kept)| is_in(kept)).map(|(unit, _)| unit).collect()
    }

    fn clusters(&self, chosen: &[usize]) -> BTreeMap<&str, Vec<usize>> {
        let mut clusters: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &unit in chosen {
            let cluster = self.units[unit].cluster.as_deref().unwrap_or_default();
            clusters.entry(cluster).or_default().push(unit);
        }
        clusters
    }
}

impl Kept {
    fn new(key: &UnitKey, segment: &Segment<'_>, totals: &Totals) -> Self {
        let (labels, cluster) = totals.labels(key);
        let system = Arc::clone(&key.system);
        Self { system, labels, cluster, hypothesis: segment.hypothesis().into() }
    }
}
