//! Results: they print as tables, show as tables in notebooks, and become data
//! frames.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, LargeStringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};
use regua_core::key::UnitKey;
use regua_core::{Reader, Reading, Readings, Rows};
use regua_report::correlation::CorrelationReport;
use regua_report::ratings::RatingsReport;
use regua_report::{ComparisonReport, Format, ScoreReport};

use crate::arrow::{stream, table};
use crate::errors::{Error, spelled_for_python};
use crate::frames::{lists, of_csv, to_pandas};

/// A report of any kind.
pub enum Any {
    /// What a scored run has to say.
    Scores(ScoreReport),
    /// What a comparison has to say.
    Comparison(Box<ComparisonReport>),
    /// How measures follow people.
    Correlations(CorrelationReport),
    /// How far raters agree.
    Agreement(RatingsReport),
}

impl Any {
    fn render(&self, format: Format) -> String {
        match self {
            Self::Scores(report) => report.render(format),
            Self::Comparison(report) => report.render(format),
            Self::Correlations(report) => report.render(format),
            Self::Agreement(report) => report.render(format),
        }
    }

    fn warnings(&self) -> &[String] {
        match self {
            Self::Scores(report) => &report.warnings,
            Self::Comparison(report) => &report.warnings,
            Self::Correlations(report) => &report.warnings,
            Self::Agreement(report) => &report.warnings,
        }
    }
}

/// A result: prints as a table, and becomes a dictionary or a data frame.
#[pyclass(module = "regua", frozen, subclass)]
pub struct Report(Any);

impl Report {
    /// A result; what the user should know is said as Python warnings.
    pub fn new(py: Python<'_>, report: Any) -> PyResult<Self> {
        for warning in report.warnings() {
            let text = spelled_for_python(&warning.replace('\0', " "));
            let text = std::ffi::CString::new(text).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<crate::Warning>(), &text, 2)?;
        }
        Ok(Self(report))
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        of_csv(&self.0.render(Format::Csv))
    }
}

#[pymethods]
impl Report {
    fn __str__(&self) -> String {
        self.0.render(Format::Table)
    }

    fn __repr__(&self) -> String {
        self.__str__()
    }

    fn _repr_html_(&self) -> String {
        self.0.render(Format::Html)
    }

    /// What the user should know.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings().iter().map(|warning| spelled_for_python(warning)).collect()
    }

    /// The report as JSON.
    fn to_json(&self) -> String {
        self.0.render(Format::Json)
    }

    /// The report as a dictionary: what the command line prints with `--json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json(),))
    }

    /// The report as comma-separated values, one line a reading.
    fn to_csv(&self) -> String {
        self.0.render(Format::Csv)
    }

    /// The report in Markdown.
    fn to_markdown(&self) -> String {
        self.0.render(Format::Markdown)
    }

    /// The report in LaTeX.
    fn to_latex(&self) -> String {
        self.0.render(Format::Latex)
    }

    /// A pandas `DataFrame`, one row a reading.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_pandas(py, &self.batch()?)
    }

    /// A polars `DataFrame`, one row a reading.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// A pyarrow Table, one row a reading.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// The Arrow `PyCapsule` interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batch = self.batch()?;
        stream(py, batch.schema(), vec![batch])
    }
}

/// Scores of systems and groups under measures.
#[pyclass(module = "regua", frozen, extends = Report)]
pub struct Scores {
    units: Option<Arc<Units>>,
}

/// Rows of units, as they were measured.
pub struct Units {
    keys: Vec<String>,
    readers: Vec<Arc<dyn Reader>>,
    ids: Vec<(String, Arc<str>)>,
    blocks: Vec<Vec<Rows>>,
}

impl Units {
    /// No rows yet.
    pub fn new() -> Self {
        Self { keys: Vec::new(), readers: Vec::new(), ids: Vec::new(), blocks: Vec::new() }
    }

    /// Keeps the rows of a block.
    pub fn keep(&mut self, keys: &[UnitKey], rows: &[Rows]) {
        self.ids.extend(keys.iter().map(|key| (key.id.clone(), Arc::clone(&key.system))));
        self.blocks.push(rows.to_vec());
    }

    /// Who reads them.
    pub fn read_by(self, readers: Vec<Arc<dyn Reader>>) -> Self {
        Self { readers, ..self }
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        let mut ids = LargeStringBuilder::new();
        let mut systems = LargeStringBuilder::new();
        for (id, system) in &self.ids {
            ids.append_value(id);
            systems.append_value(system);
        }
        let mut columns: Vec<(String, ArrayRef)> = vec![
            ("id".to_owned(), Arc::new(ids.finish())),
            ("system".to_owned(), Arc::new(systems.finish())),
        ];
        for (measure, (key, reader)) in self.keys.iter().zip(&self.readers).enumerate() {
            let infos = reader.readings();
            let mut values: Vec<Float64Builder> =
                infos.iter().map(|_| Float64Builder::new()).collect();
            for rows in self.blocks.iter().map(|block| &block[measure]) {
                for unit in 0..rows.len() {
                    let read = match rows.row(unit) {
                        Ok(row) => reader.read_unit(row),
                        Err(reason) => Readings::undefined(infos.len(), reason.to_owned()),
                    };
                    for (values, reading) in values.iter_mut().zip(&read.0) {
                        values.append_option(reading.value());
                    }
                }
            }
            for (info, mut values) in infos.iter().zip(values) {
                columns.push((format!("{key}.{}", info.name), Arc::new(values.finish())));
            }
        }
        table(columns).map_err(|error| Error::new_err(error.to_string()))
    }
}

impl Scores {
    /// Scores, with the rows of units where they were kept.
    pub fn new(py: Python<'_>, report: ScoreReport, units: Option<Units>) -> PyResult<Py<Self>> {
        let keys: Vec<String> = report.measures.iter().map(|one| one.key.clone()).collect();
        let units = units.map(|units| Arc::new(Units { keys, ..units }));
        let base = Report::new(py, Any::Scores(report))?;
        Py::new(py, PyClassInitializer::from(base).add_subclass(Self { units }))
    }

    fn report<'a>(slf: &'a PyRef<'_, Self>) -> &'a ScoreReport {
        match &slf.as_super().0 {
            Any::Scores(report) => report,
            _ => unreachable!("scores are made with a report of scores"),
        }
    }
}

#[pymethods]
impl Scores {
    /// The headline of a measure, or another reading as in `scores["rouge1.recall"]`,
    /// where there is one system and no group.
    fn __getitem__(slf: PyRef<'_, Self>, key: &str) -> PyResult<Option<f64>> {
        let report = Self::report(&slf);
        let find = |key: &str| report.measures.iter().position(|measure| measure.key == key);
        let (measure, reading) = match find(key) {
            Some(measure) => (measure, 0),
            None => key
                .rsplit_once('.')
                .and_then(|(measure, reading)| {
                    let measure = find(measure)?;
                    let infos = &report.measures[measure].readings;
                    Some((measure, infos.iter().position(|info| info.name == reading)?))
                })
                .ok_or_else(|| pyo3::exceptions::PyKeyError::new_err(key.to_owned()))?,
        };
        let mut found = report
            .results
            .iter()
            .filter(|result| result.measure == measure && result.group.is_empty());
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(only.readings.0.get(reading).and_then(Reading::value)),
            _ => Err(Error::new_err(
                "there are several systems: look into `.to_dict()[\"results\"]` or `.to_pandas()`",
            )),
        }
    }

    /// The keys of the measures.
    fn keys(slf: PyRef<'_, Self>) -> Vec<String> {
        Self::report(&slf).measures.iter().map(|measure| measure.key.clone()).collect()
    }

    fn __iter__<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, Self::keys(slf))?.try_iter()
    }

    fn __len__(slf: PyRef<'_, Self>) -> usize {
        Self::report(&slf).measures.len()
    }

    fn __contains__(slf: PyRef<'_, Self>, key: &str) -> bool {
        Self::report(&slf).measures.iter().any(|measure| measure.key == key)
    }

    /// The signature of each measure, by its key.
    #[getter]
    fn signatures<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let signatures = PyDict::new(py);
        for measure in &Self::report(&slf).measures {
            signatures.set_item(&measure.key, &measure.signature)?;
        }
        Ok(signatures)
    }

    /// The readings of every unit.
    #[getter]
    fn segments(&self) -> PyResult<SegmentScores> {
        match &self.units {
            Some(units) => Ok(SegmentScores(Arc::clone(units))),
            None => {
                Err(Error::new_err("the readings of units were not kept: ask for `segments=True`"))
            }
        }
    }
}

/// The readings of every unit: one row each, a column for each reading.
#[pyclass(module = "regua", frozen)]
pub struct SegmentScores(Arc<Units>);

#[pymethods]
impl SegmentScores {
    fn __len__(&self) -> usize {
        self.0.ids.len()
    }

    /// A pandas `DataFrame`.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_pandas(py, &self.0.batch()?)
    }

    /// A polars `DataFrame`.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// A pyarrow Table.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// A list for each column, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        lists(py, &self.0.batch()?)
    }

    /// The values of one column, as in `segments["bleu"]` or `segments["rouge1.recall"]`.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let columns = self.to_dict(py)?;
        if let Some(column) = columns.get_item(key)? {
            return Ok(column);
        }
        let measure = self.0.keys.iter().position(|known| known == key);
        let headline = measure.and_then(|at| self.0.readers[at].readings().first());
        let column = headline
            .and_then(|info| columns.get_item(format!("{key}.{}", info.name)).ok().flatten());
        column.ok_or_else(|| pyo3::exceptions::PyKeyError::new_err(key.to_owned()))
    }

    /// The Arrow `PyCapsule` interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batch = self.0.batch()?;
        stream(py, batch.schema(), vec![batch])
    }

    fn __repr__(&self) -> String {
        format!(
            "<regua.SegmentScores: {} units under {}>",
            self.0.ids.len(),
            self.0.keys.join(", ")
        )
    }
}

macro_rules! result {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[pyclass(module = "regua", frozen, extends = Report)]
        pub struct $name;

        impl $name {
            /// A result of this kind.
            pub fn new(py: Python<'_>, report: Any) -> PyResult<Py<Self>> {
                let base = Report::new(py, report)?;
                Py::new(py, PyClassInitializer::from(base).add_subclass(Self))
            }
        }
    };
}

result!(
    /// Systems side by side: intervals, tests, where the differences come from.
    Comparison
);
result!(
    /// How well measures follow the judgements of people.
    Correlations
);
result!(
    /// How far raters agree, and how each of them rates.
    Agreement
);
