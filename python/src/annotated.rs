//! Labels and spans against gold.

use std::sync::Arc;

use arrow_array::builder::{
    Float64Builder, Int64Builder, LargeListBuilder, LargeStringBuilder, StructBuilder,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use regua_cli::annotated::args::CommonArgs;
use regua_cli::annotated::{Plan, span_specs, usual_measures};
use regua_cli::resampling::find;
use regua_data::annotated::labels::{LabelFiles, LabelItems};
use regua_data::annotated::spans::{SpanFiles, SpanItems};
use regua_data::{Format, MemoryTable, TableAt};
use regua_text::tags::Scheme;

use crate::arrow::table;
use crate::columns::{anything, items, plain};
use crate::errors::{Error, raise};
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
        |values, name| Ok(vec![plain(&items(values, name)?)?]),
        |columns| {
            let Some(probabilities) = probabilities else { return Ok(()) };
            columns.extend(chances(probabilities, labels)?);
            Ok(())
        },
    )?;
    let measures = Measures::read(options.get("measures"))?;
    let common = common(&options, &measures)?;
    let columns = options.pairs("columns")?;
    let files = LabelFiles::Tables { tables: tables.clone() };
    let mut units = options.flag("segments")?.then(Units::new);
    let registry = &*measures.registry;
    let (report, readers) = work(py, Length::Long, None, &measures.thrown, |world| {
        let plan = Plan::new(&common, &tables)?;
        let items = LabelItems::read(&files, None, &columns)?;
        let specs = plan.specs(usual_measures(&items), registry)?;
        let warnings = items.warnings();
        let mut look = keep(&mut units);
        let (mut report, readers) =
            plan.report(&Arc::new(items), &specs, registry, &mut look, &world.stop)?;
        report.warnings.splice(0..0, warnings);
        Ok((report, readers))
    })?;
    Scores::new(py, report, units.map(|units| units.read_by(readers)))
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
    let measures = Measures::read(options.get("measures"))?;
    let common = common(&options, &measures)?;
    let columns = options.pairs("columns")?;
    let named = options.text("scheme")?;
    let named =
        named.map(|word| find("--scheme", &word, &Scheme::WORDS)).transpose().map_err(raise)?;
    let files = SpanFiles {
        files: tables.clone(),
        format: Some(Format::Parquet),
        scheme: named.unwrap_or_default(),
        strict: options.flag("strict")?,
    };
    let mut units = options.flag("segments")?.then(Units::new);
    let registry = &*measures.registry;
    let (report, readers) = work(py, Length::Long, None, &measures.thrown, |world| {
        let plan = Plan::new(&common, &tables)?;
        let items = SpanItems::read(&files, &columns)?;
        let specs = span_specs(&plan, named, registry)?;
        let warnings = items.warnings();
        let mut look = keep(&mut units);
        let (mut report, readers) =
            plan.report(&Arc::new(items), &specs, registry, &mut look, &world.stop)?;
        report.warnings.splice(0..0, warnings);
        Ok((report, readers))
    })?;
    Scores::new(py, report, units.map(|units| units.read_by(readers)))
}

fn keep(
    units: &mut Option<Units>,
) -> impl FnMut(&[regua_core::key::UnitKey], &[regua_core::Rows]) + Send {
    move |keys, rows| {
        if let Some(units) = units {
            units.keep(keys, rows);
        }
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
            let systems =
                systems.iter().map(|(name, values)| Ok((name.str()?.to_string(), values)));
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
            let name = name.str()?.to_string();
            let values = one(&name, anything(&values, &name)?)?;
            columns.push((name, values));
        }
        for (name, column) in &columns[1..] {
            if column.len() != gold.len() {
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

fn refuse_text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("`{name}` must be a list, not one text")));
    }
    Ok(())
}

/// A column `p_LABEL` for each label, from dictionaries, rows of numbers with
/// the labels beside them, or the numbers of one label.
fn chances(
    probabilities: &Bound<'_, PyAny>,
    labels: Option<&Bound<'_, PyAny>>,
) -> PyResult<Columns> {
    let rows = items(probabilities, "probabilities")?;
    let mut names: Vec<String> = Vec::new();
    if let Some(labels) = labels {
        for label in items(labels, "labels")? {
            names.push(label.str()?.to_string());
        }
    }
    let is_named = rows.first().is_some_and(|row| row.is_instance_of::<PyDict>());
    if is_named && labels.is_none() {
        for row in &rows {
            for label in row.cast::<PyDict>()?.keys() {
                let label = label.str()?.to_string();
                if !names.contains(&label) {
                    names.push(label);
                }
            }
        }
    }
    if names.is_empty() {
        return Err(PyTypeError::new_err(
            "`probabilities` without names need `labels`: the label of each column, or of the only one",
        ));
    }
    let mut columns: Vec<Float64Builder> = names.iter().map(|_| Float64Builder::new()).collect();
    for (position, row) in rows.iter().enumerate() {
        let wrong = || {
            PyTypeError::new_err(format!(
                "probabilities[{position}] must have a number for each of {} labels",
                names.len()
            ))
        };
        let values: Vec<Option<f64>> = if let Ok(named) = row.cast::<PyDict>() {
            let value = |name: &String| match named.get_item(name)? {
                Some(value) => value.extract().map(Some),
                None => Ok(None),
            };
            names.iter().map(value).collect::<PyResult<_>>()?
        } else if let Ok(only) = row.extract::<f64>() {
            vec![Some(only)]
        } else {
            let values = items(row, "probabilities").map_err(|_| wrong())?;
            values.iter().map(|value| value.extract().map(Some)).collect::<PyResult<_>>()?
        };
        if values.len() != columns.len() {
            return Err(wrong());
        }
        for (column, value) in columns.iter_mut().zip(values) {
            column.append_option(value);
        }
    }
    let labelled = names.into_iter().zip(columns);
    Ok(labelled
        .map(|(name, mut column)| (format!("p_{name}"), Arc::new(column.finish()) as ArrayRef))
        .collect())
}

/// Tags of tokens, or spans as tuples or dictionaries.
fn marks(values: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<ArrayRef>> {
    let texts = items(values, name)?;
    let mut first = None;
    for text in &texts {
        let inner = items(text, name)?;
        if let Some(mark) = inner.first() {
            first = Some(mark.clone());
            break;
        }
    }
    if first.is_none_or(|mark| mark.is_instance_of::<PyString>()) {
        return anything(values, name);
    }
    let fields: Fields = vec![
        Field::new("start", DataType::Int64, true),
        Field::new("end", DataType::Int64, true),
        Field::new("label", DataType::LargeUtf8, true),
    ]
    .into();
    let mut lists = LargeListBuilder::new(StructBuilder::from_fields(fields, 0));
    for (position, text) in texts.iter().enumerate() {
        for span in items(text, name)? {
            let wrong = || {
                PyTypeError::new_err(format!(
                    "{name}[{position}] must hold spans such as (0, 4, \"PLACE\") or {{\"start\": 0, \"end\": 4, \"label\": \"PLACE\"}}"
                ))
            };
            let (start, end, label): (i64, i64, String) = if let Ok(named) = span.cast::<PyDict>() {
                let get = |key: &str| named.get_item(key)?.ok_or_else(wrong);
                (get("start")?.extract()?, get("end")?.extract()?, get("label")?.extract()?)
            } else {
                span.cast::<PyTuple>().map_err(|_| wrong())?.extract().map_err(|_| wrong())?
            };
            let builder = lists.values();
            let (Some(starts), true) = (builder.field_builder::<Int64Builder>(0), true) else {
                return Err(wrong());
            };
            starts.append_value(start);
            if let Some(ends) = builder.field_builder::<Int64Builder>(1) {
                ends.append_value(end);
            }
            if let Some(labels) = builder.field_builder::<LargeStringBuilder>(2) {
                labels.append_value(label);
            }
            builder.append(true);
        }
        lists.append(true);
    }
    Ok(vec![Arc::new(lists.finish())])
}
