//! Labels and spans against gold.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use regua_cli::annotated::args::CommonArgs;
use regua_cli::annotated::{Plan, span_specs, usual_measures};
use regua_cli::error::Error as ProgramError;
use regua_cli::resampling::find;
use regua_core::{Registry, Spec};
use regua_data::annotated::HeldUnits;
use regua_data::annotated::labels::{LabelFiles, LabelItems};
use regua_data::annotated::spans::{SpanFiles, SpanItems, format_of};
use regua_data::{Format, MemoryTable, TableAt};
use regua_text::tags::Scheme;

use crate::arrow::table;
use crate::columns::{anything, is_list_like, items, name_of, plain};
use crate::errors::{Error, raise};
use crate::marks::{chances, marks};
use crate::measures::Measures;
use crate::options::Options;
use crate::reports::{Scores, Units};
use crate::tables::whole_table;
use crate::working::{Length, work};

/// The usual name of a system that nobody named.
const SYSTEM: &str = "system";

type Columns = Vec<(String, ArrayRef)>;

/// `regua.classify`
#[pyfunction]
pub fn classify(
    py: Python<'_>,
    gold: &Bound<'_, PyAny>,
    predicted: Option<&Bound<'_, PyAny>>,
    options: Bound<'_, PyDict>,
) -> PyResult<Py<Scores>> {
    let options = Options::new(&options)?;
    let probabilities = options.get("probabilities");
    let labels = options.get("labels");
    let tables = paired(
        gold,
        predicted,
        &options,
        |values, name| labels_of(values, name).map(|column| vec![column]),
        |columns| {
            let Some(probabilities) = probabilities else { return Ok(()) };
            columns.extend(chances(probabilities, labels)?);
            Ok(())
        },
    )?;
    let asked = Asked::new(&options, tables)?;
    let files = LabelFiles::Tables { tables: asked.tables.clone() };
    let columns = options.pairs("columns")?;
    asked.measured(py, |plan, registry| {
        let items = LabelItems::read(&files, None, &columns)?;
        let specs = plan.specs(usual_measures(&items), registry)?;
        let warnings = items.warnings();
        Ok((items, specs, warnings))
    })
}

/// `regua.spans`
#[pyfunction]
pub fn spans(
    py: Python<'_>,
    gold: &Bound<'_, PyAny>,
    predicted: Option<&Bound<'_, PyAny>>,
    options: Bound<'_, PyDict>,
) -> PyResult<Py<Scores>> {
    let options = Options::new(&options)?;
    let tables = paired(gold, predicted, &options, marks, |_| Ok(()))?;
    let asked = Asked::new(&options, tables)?;
    let named = options.text("scheme")?;
    let named =
        named.map(|word| find("--scheme", &word, &Scheme::WORDS)).transpose().map_err(raise)?;
    let files = SpanFiles {
        files: asked.tables.clone(),
        format: match asked.tables.first().and_then(|(_, table)| table.path()) {
            Some(path) => format_of(path),
            None => Some(Format::Parquet),
        },
        scheme: named.unwrap_or_default(),
        strict: options.flag("strict")?,
    };
    let columns = options.pairs("columns")?;
    asked.measured(py, |plan, registry| {
        let items = SpanItems::read(&files, &columns)?;
        let specs = span_specs(plan, named, registry)?;
        let warnings = items.warnings();
        Ok((items, specs, warnings))
    })
}

/// What both verbs are asked for.
struct Asked {
    measures: Measures,
    common: CommonArgs,
    tables: Vec<(String, TableAt)>,
    units: Option<Units>,
}

/// Units, the measures they are measured by, and what the user should know of them.
type Read<H> = (H, Vec<Spec>, Vec<String>);

impl Asked {
    fn new(options: &Options<'_>, tables: Vec<(String, TableAt)>) -> PyResult<Self> {
        let measures = Measures::read(options.get("measures"))?;
        let common = common(options, &measures)?;
        let units = options.flag("segments")?.then(Units::new);
        Ok(Self { measures, common, tables, units })
    }

    /// Reads units and measures them.
    fn measured<H: HeldUnits + Send>(
        mut self,
        py: Python<'_>,
        read: impl FnOnce(&Plan, &Registry) -> Result<Read<H>, ProgramError> + Send,
    ) -> PyResult<Py<Scores>> {
        let registry = &*self.measures.registry;
        let (report, readers) = work(py, Length::Long, None, &self.measures.thrown, |world| {
            let plan = Plan::new(&self.common, &self.tables)?;
            let (items, specs, warnings) = read(&plan, registry)?;
            let mut look = |keys: &[_], rows: &[_]| {
                if let Some(units) = &mut self.units {
                    units.keep(keys, rows);
                }
            };
            let (mut report, readers) =
                plan.report(&Arc::new(items), &specs, registry, &mut look, &world.stop)?;
            report.warnings.splice(0..0, warnings);
            Ok((report, readers))
        })?;
        Scores::new(py, report, self.units.map(|units| units.read_by(readers)))
    }
}

fn common(options: &Options<'_>, measures: &Measures) -> PyResult<CommonArgs> {
    Ok(CommonArgs {
        measures: measures.texts.clone(),
        threads: options.threads()?,
        save: options.path("save")?,
        resume: options.path("resume")?,
        groups: options.groups()?,
        resample: options.resampling()?,
        output: options.output()?,
    })
}

/// Gold beside the answers of one system or of several by name, or a table that
/// has both.
fn paired(
    gold: &Bound<'_, PyAny>,
    predicted: Option<&Bound<'_, PyAny>>,
    options: &Options<'_>,
    read: impl Fn(&Bound<'_, PyAny>, &str) -> PyResult<Vec<ArrayRef>>,
    more: impl Fn(&mut Columns) -> PyResult<()>,
) -> PyResult<Vec<(String, TableAt)>> {
    let Some(predicted) = predicted else {
        let tables = whole_table(gold, "gold")?.map(|data| data.tables);
        let tables = tables.ok_or_else(|| {
            PyTypeError::new_err("`predicted` is missing: give labels beside `gold`, or one table with the columns `gold` and `predicted`")
        })?;
        return Ok(tables.into_iter().map(|table| (SYSTEM.to_owned(), table)).collect());
    };
    refuse_text(gold, "gold")?;
    let one = |name: &str, values: Vec<ArrayRef>| match <[ArrayRef; 1]>::try_from(values) {
        Ok([column]) => Ok(column),
        Err(_) => Err(PyTypeError::new_err(format!("`{name}` must be one list"))),
    };
    let gold = one("gold", read(gold, "gold")?)?;
    let systems: Vec<(String, Bound<'_, PyAny>)> = match predicted.cast::<PyDict>() {
        Ok(systems) => {
            let systems = systems.iter().map(|(name, values)| Ok((name_of(&name)?, values)));
            systems.collect::<PyResult<_>>()?
        }
        Err(_) => vec![(SYSTEM.to_owned(), predicted.clone())],
    };
    let mut tables = Vec::new();
    for (system, values) in systems {
        refuse_text(&values, "predicted")?;
        let answers = one("predicted", read(&values, "predicted")?)?;
        let mut columns: Columns =
            vec![("gold".to_owned(), Arc::clone(&gold)), ("predicted".to_owned(), answers)];
        more(&mut columns)?;
        if let Some(ids) = options.get("ids") {
            columns.push(("id".to_owned(), one("ids", anything(ids, "ids")?)?));
        }
        for (name, values) in options.by_values().iter().flat_map(|groups| groups.iter()) {
            let name = name_of(&name)?;
            let values = one(&name, anything(&values, &name)?)?;
            columns.push((name, values));
        }
        for (name, column) in &columns[1..] {
            if column.len() != gold.len() {
                let name = if name == "id" { "ids" } else { name };
                return Err(Error::new_err(format!(
                    "`gold` has {} elements but `{name}` has {}; they are paired one by one",
                    gold.len(),
                    column.len()
                )));
            }
        }
        if gold.is_empty() {
            return Err(Error::new_err("`gold` is empty: there is nothing to measure"));
        }
        let batch = table(columns).map_err(|error| Error::new_err(error.to_string()))?;
        let name = format!("the answers of {system}");
        let memory = MemoryTable { name, system: system.clone(), batches: vec![batch] };
        tables.push((system, TableAt::Memory(Arc::new(memory))));
    }
    Ok(tables)
}

/// A column of labels: texts, numbers or flags.
fn labels_of(values: &Bound<'_, PyAny>, name: &str) -> PyResult<ArrayRef> {
    let labels = items(values, name)?;
    match labels.iter().position(is_list_like) {
        Some(position) => Err(PyTypeError::new_err(format!(
            "{name}[{position}] is a list, not a label; an item has one"
        ))),
        None => plain(&labels, name),
    }
}

fn refuse_text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("`{name}` must be a list, not one text")));
    }
    Ok(())
}
