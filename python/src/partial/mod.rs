//! Sums that other machines add up: what Spark and Ray carry.
//!
//! A [`Partial`] is a recipe that travels to executors. There it makes rows of
//! 64-bit integers from batches; any engine adds rows with equal keys; the driver
//! reads what comes out.

mod learning;
mod rows;
mod segments;
mod sums;

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arrow_array::{Array, RecordBatch};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use regua_cli::args::GroupArgs;
use regua_cli::error::Error as ProgramError;
use regua_cli::fits::built;
use regua_cli::pass::readers;
use regua_cli::resampling;
use regua_core::fit_file::FitFile;
use regua_core::group::Grouping;
use regua_core::key::UnitKey;
use regua_core::partial::{ColumnKind, PartialDraws, PartialPlan, PartialTotals, are_sums};
use regua_core::run::{Keyed, Options as RunOptions, Source, run};
use regua_core::{Built, Reader, Rows, Segments, Spec};
use regua_data::{Columns, Files, Input, MemoryTable, TableAt, TextColumn};
use regua_report::{ResamplingNote, ScoreReport};

pub use self::learning::Learning;
use self::rows::partial_rows;
pub use self::sums::Sums;
use crate::arrow::{Batch, Chunks};
use crate::errors::{Error, raise};
use crate::measures::Measures;
use crate::options::Options;
use crate::reports::Scores;
use crate::working::{Length, World, work};

/// A recipe for sums that any engine can add up.
#[pyclass(module = "regua", frozen)]
pub struct Partial {
    arguments: Py<PyTuple>,
    options: Py<PyDict>,
    measures: Measures,
    specs: Vec<Spec>,
    grouping: Grouping,
    text_columns: Vec<TextColumn>,
    columns: Columns,
    draws: Option<PartialDraws>,
    ready: Option<Ready>,
}

/// Measures that have seen what they must see.
#[derive(Clone)]
struct Ready {
    measures: Arc<Vec<Keyed<Segments>>>,
    readers: Vec<Arc<dyn Reader>>,
}

impl Partial {
    /// Measures with fits, or nothing if some must be fitted first.
    fn ready(
        measures: &Measures,
        specs: &[Spec],
        fits: Option<&[u8]>,
    ) -> Result<Option<Ready>, ProgramError> {
        let registry = &*measures.registry;
        if fits.is_none() {
            for spec in specs {
                if let Built::Unfitted(_) = registry.build::<Segments>(spec)? {
                    return Ok(None);
                }
            }
        }
        let file = fits.map(FitFile::from_bytes).transpose()?;
        let built = built::<Segments>(specs, registry, |fits, fitted| {
            for (fit, (_, spec)) in fits.iter_mut().zip(fitted) {
                let file = file
                    .as_ref()
                    .ok_or(regua_core::Error::Unfitted { measure: spec.name.clone() })?;
                fit.merge(file.get(spec)?)?;
            }
            Ok(())
        })?;
        are_sums(&built)?;
        let readers = readers(&built, registry)?;
        Ok(Some(Ready { measures: Arc::new(built), readers }))
    }

    /// The measures, or the first that must be fitted first.
    fn fitted(&self) -> PyResult<&Ready> {
        self.ready.as_ref().ok_or_else(|| {
            let names: Vec<&str> = self.specs.iter().map(Spec::key).collect();
            Error::new_err(format!(
                "some of {} must see the references first: learn with `start_fit`",
                regua_core::text::list(&names)
            ))
        })
    }

    fn plan(&self, columns: &[String]) -> Result<Arc<PartialPlan>, ProgramError> {
        let readers = self.ready.as_ref().map(|ready| ready.readers.clone()).unwrap_or_default();
        let plan = PartialPlan::new(readers, self.grouping.clone(), columns, self.draws.clone())?;
        Ok(Arc::new(plan))
    }

    /// The plan of whoever has no data: with the columns that it asks for.
    fn plan_without_data(&self) -> PyResult<Arc<PartialPlan>> {
        let by = self.grouping.by.iter().map(|by| by.column.clone());
        let drawn = self.draws.as_ref().and_then(|draws| draws.by.clone());
        self.plan(&by.chain(drawn).collect::<Vec<_>>()).map_err(raise)
    }

    fn input(&self, batches: Vec<RecordBatch>) -> Input {
        let table =
            MemoryTable { name: "the batch".to_owned(), system: "system".to_owned(), batches };
        let files = Files::Table {
            tables: vec![TableAt::Memory(Arc::new(table))],
            format: None,
            columns: self.columns.clone(),
        };
        Input { files, text_columns: self.text_columns.clone(), ..Input::default() }
    }

    /// Checks that units can be told apart where draws need it.
    fn check_ids(&self, batch: &RecordBatch) -> PyResult<()> {
        if self.draws.as_ref().is_none_or(|draws| draws.by.is_some()) {
            return Ok(());
        }
        let mut fields = batch.schema_ref().fields().iter();
        let rule = match fields.position(|field| self.columns.reads_as_id(field.name())) {
            None => "intervals need a column `id`, or `resample_by`",
            Some(at) if batch.column(at).null_count() > 0 => "intervals need an id for every unit",
            Some(_) => return Ok(()),
        };
        Err(Error::new_err(format!(
            "{rule}: what a unit weighs in a draw depends on it, wherever the unit is"
        )))
    }

    /// Measures batches; `hand_on` gets who the units are and their rows.
    fn measure(
        &self,
        ready: &Ready,
        batches: Vec<RecordBatch>,
        world: &World,
        mut hand_on: impl FnMut(&[String], &[UnitKey], &[Rows]) -> Result<(), ProgramError> + Send,
    ) -> Result<(), ProgramError> {
        let mut source = regua_data::open(&self.input(batches))?;
        let columns = source.columns()?;
        let options = RunOptions {
            threads: NonZeroUsize::MIN,
            cancel: &world.stop,
            done: &world.counters.units,
            digest: false,
        };
        let mut failed = None;
        run(&mut source, &ready.measures, &options, |measured| {
            hand_on(&columns, measured.block.keys(), &measured.rows).map_err(|error| {
                failed = Some(error);
                regua_data::Error::from(regua_core::Error::Cancelled)
            })
        })
        .map_err(|error| failed.take().unwrap_or_else(|| error.into()))
    }
}

#[pymethods]
impl Partial {
    #[new]
    #[pyo3(signature = (measures, *, fits = None, **options))]
    fn new(
        py: Python<'_>,
        measures: &Bound<'_, PyAny>,
        fits: Option<Bound<'_, PyBytes>>,
        options: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let arguments = PyTuple::new(py, [measures])?.unbind();
        let options = options.unwrap_or_else(|| PyDict::new(py));
        let measures = Measures::read(Some(measures))?;
        let specs = measures.registry.specs(&measures.texts.join(",")).map_err(raise)?;
        if specs.is_empty() {
            return Err(Error::new_err("say what to measure, as in `[\"bleu\", \"chrf\"]`"));
        }
        let given = Options::new(&options)?;
        let resampling = given.resampling()?;
        let grouping: GroupArgs = given.groups()?;
        let text_columns = grouping.by.iter().chain(&resampling.resample_by);
        let text_columns = text_columns.filter_map(|name| TextColumn::named(name)).collect();
        let grouping = regua_cli::plan::grouping(&grouping).map_err(raise)?;
        let columns = Columns::parse(&given.pairs("columns")?).map_err(raise)?;
        let draws = resampling.resamples.filter(|&resamples| resamples > 0).map(|resamples| {
            let seed = resampling.seed.unwrap_or(12345);
            PartialDraws { resamples, seed, by: resampling.resample_by.clone() }
        });
        if let Some(resamples) = draws.as_ref().map(|draws| draws.resamples)
            && !(2..=1_000_000).contains(&resamples)
        {
            return Err(Error::new_err(format!(
                "`resamples={resamples}` is not between 2 and 1000000"
            )));
        }
        let ready = Self::ready(&measures, &specs, fits.as_ref().map(|fits| fits.as_bytes()));
        let ready = ready.map_err(raise)?;
        let options = options.copy()?;
        if let Some(fits) = fits {
            options.set_item("fits", fits)?;
        }
        let options = options.unbind();
        let partial = Self {
            arguments,
            options,
            measures,
            specs,
            grouping,
            text_columns,
            columns,
            draws,
            ready,
        };
        // What cannot be added up in parts is refused at once.
        partial.plan_without_data()?;
        Ok(partial)
    }

    /// The layout of its rows: name, type and how values are merged.
    #[getter]
    fn columns(&self) -> PyResult<Vec<(String, &'static str, &'static str)>> {
        self.fitted()?;
        let column = |column: regua_core::partial::PartialColumn| match column.kind {
            ColumnKind::Text => (column.name, "string", "key"),
            ColumnKind::Draw => (column.name, "long", "key"),
            ColumnKind::Sum => (column.name, "long", "sum"),
            ColumnKind::Min => (column.name, "long", "min"),
            ColumnKind::Max => (column.name, "long", "max"),
        };
        Ok(self.plan_without_data()?.columns().into_iter().map(column).collect())
    }

    /// Those of some columns that it reads.
    fn inputs(&self, present: Vec<String>) -> Vec<String> {
        let by = |name: &String| self.grouping.by.iter().any(|by| by.column == *name);
        let drawn = |name: &String| {
            self.draws.as_ref().and_then(|draws| draws.by.as_ref()).is_some_and(|by| by == name)
        };
        // A class in Python may look at the source without saying so.
        let needs_source =
            self.ready.as_ref().is_none_or(|ready| {
                ready.measures.iter().any(|keyed| keyed.measure.needs().source)
            }) || matches!(self.measures.registry, Cow::Owned(_))
                || !self.text_columns.is_empty();
        let is_read = |name: &String| {
            self.columns.reads(name) && (needs_source || !self.columns.reads_as_source(name))
        };
        present.into_iter().filter(|name| is_read(name) || by(name) || drawn(name)).collect()
    }

    /// Those of some columns that say what systems were given, the id first.
    fn given(&self, present: Vec<String>) -> Vec<String> {
        let (ids, others): (Vec<String>, Vec<String>) = present
            .into_iter()
            .filter(|name| self.columns.reads_as_given(name))
            .partition(|name| self.columns.reads_as_id(name));
        ids.into_iter().chain(others).collect()
    }

    /// Starts to add up.
    fn start(slf: &Bound<'_, Self>) -> Sums {
        Sums::new(slf)
    }

    /// Reads rows that have been added up.
    #[pyo3(signature = (rows, *, confidence = 0.95))]
    fn read(
        &self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        confidence: f64,
    ) -> PyResult<Py<Scores>> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return Err(Error::new_err(format!(
                "`confidence={confidence}` is not a share between 0 and 1, such as 0.95"
            )));
        }
        let ready = self.fitted()?;
        let plan = self.plan_without_data()?;
        let chunks = Chunks::of(rows)?;
        let chunks = chunks.ok_or_else(|| Error::new_err("the rows are no Arrow table"))?;
        let batches = chunks.batches()?;
        let keys: Vec<String> = ready.measures.iter().map(|keyed| keyed.key.clone()).collect();
        let report = work(py, Length::Long, None, &self.measures.thrown, |world| {
            let mut totals = PartialTotals::new(Arc::clone(&plan));
            for batch in &batches {
                for row in partial_rows(&plan, batch)? {
                    totals.merge(&row)?;
                }
            }
            let results = totals.readings(confidence, &world.stop)?;
            let mut warnings = totals.warnings(&keys);
            if self.draws.is_some() {
                warnings.extend(resampling::few_units(&results));
                warnings.extend(resampling::no_interval(&results, &keys));
            }
            let note = plan.resampling(confidence).map(|how| ResamplingNote {
                confidence,
                method: how.method.word(),
                scheme: how.scheme.word(),
                resamples: how.resamples,
                seed: how.seed,
                by: self.draws.as_ref().and_then(|draws| draws.by.clone()),
            });
            Ok(ScoreReport {
                measures: regua_report::scores::measure_infos(&keys, &ready.readers),
                results,
                matrices: Vec::new(),
                warnings,
                cluster: None,
                percent: false,
                all_readings: false,
                chart: false,
                resampling: note,
            })
        })?;
        Scores::new(py, report, None)
    }

    /// Whether some measure must see the references first.
    #[getter]
    fn needs_fit(&self) -> bool {
        self.ready.is_none()
    }

    /// Starts to learn from references.
    fn start_fit(slf: &Bound<'_, Self>) -> PyResult<Learning> {
        let partial = slf.get();
        let mut fits = Vec::new();
        for spec in &partial.specs {
            let built = partial.measures.registry.build::<Segments>(spec).map_err(raise)?;
            if let Built::Unfitted(fit) = built {
                fits.push((spec.clone(), fit));
            }
        }
        Ok(Learning::new(slf, fits))
    }

    /// What several machines have learnt, as what one would have.
    fn merge_fits<'py>(
        slf: &Bound<'py, Self>,
        saved: Vec<Bound<'py, PyBytes>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let all = Self::start_fit(slf)?;
        for saved in saved {
            let file = FitFile::from_bytes(saved.as_bytes()).map_err(raise)?;
            for (spec, fit) in &mut *all.fits() {
                fit.merge(file.get(spec).map_err(raise)?).map_err(raise)?;
            }
        }
        Ok(all.save(slf.py()))
    }

    /// The same recipe, with what its measures have learnt.
    fn with_fits(&self, py: Python<'_>, fits: Bound<'_, PyBytes>) -> PyResult<Self> {
        let options = self.options.bind(py).copy()?;
        if options.contains("fits")? {
            options.del_item("fits")?;
        }
        Self::new(py, &self.arguments.bind(py).get_item(0)?, Some(fits), Some(options))
    }

    /// The readings of the units of a batch: id, system, their other columns, then
    /// a column for each reading.
    fn segments(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<Batch> {
        self.segments_of(py, batch)
    }

    /// A batch without rows that has the columns of `segments`.
    fn segment_schema(&self, schema: &Bound<'_, PyAny>) -> PyResult<Batch> {
        self.segment_schema_of(schema)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let partial = slf.get();
        let of = py.import("functools")?.getattr("partial")?;
        let build = of.call((slf.get_type(),), Some(partial.options.bind(py)))?;
        Ok((build, partial.arguments.bind(py).clone()))
    }
}

fn batches(batch: &Bound<'_, PyAny>) -> PyResult<Vec<RecordBatch>> {
    let chunks = Chunks::of(batch)?;
    chunks.ok_or_else(|| Error::new_err("a batch must be an Arrow record batch"))?.batches()
}
