//! What is scored, as tables: lists, systems by name, data frames, files.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use regua_data::{MemoryTable, TableAt, UNITS_PER_BLOCK};

use crate::arrow::{Chunks, table};
use crate::columns::{
    Lists, Texts, anything, column, index_of, is_list_like, is_of, items, name_of,
};
use crate::errors::Error;
use crate::working::Length;

/// What the outputs of one system are called where nobody named it.
const SYSTEM: &str = "system";

/// Tables, and how much there is to do.
pub struct Data {
    /// The tables.
    pub tables: Vec<TableAt>,
    /// How many units they have, if they are in memory.
    pub units: Option<usize>,
}

impl Data {
    /// More than one block may take long; so may any file.
    pub fn length(&self) -> Length {
        match self.units {
            Some(units) if units <= UNITS_PER_BLOCK => Length::Short,
            _ => Length::Long,
        }
    }

    fn of(tables: Vec<MemoryTable>) -> Self {
        let units = tables.iter().map(MemoryTable::rows).sum();
        let tables = tables.into_iter().map(|table| TableAt::Memory(Arc::new(table))).collect();
        Self { tables, units: Some(units) }
    }

    fn of_files(paths: Vec<PathBuf>) -> Self {
        Self { tables: paths.into_iter().map(TableAt::from).collect(), units: None }
    }
}

/// What is given beside the outputs.
pub struct Beside<'a, 'py> {
    /// References: a text or a list of texts for each output.
    pub references: Option<&'a Bound<'py, PyAny>>,
    /// A source for each output.
    pub source: Option<&'a Bound<'py, PyAny>>,
    /// An id for each output.
    pub ids: Option<&'a Bound<'py, PyAny>>,
    /// Columns to group by, with their values.
    pub groups: Option<&'a Bound<'py, PyDict>>,
}

impl Beside<'_, '_> {
    fn names(&self) -> Vec<&'static str> {
        let given = [
            ("references", self.references.is_some()),
            ("source", self.source.is_some()),
            ("ids", self.ids.is_some()),
            ("by", self.groups.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }
}

/// Outputs and what they are judged against.
pub fn outputs(hypotheses: &Bound<'_, PyAny>, beside: &Beside<'_, '_>) -> PyResult<Data> {
    if let Some(data) = whole_table(hypotheses, "hypotheses")? {
        return match beside.names().first() {
            None => Ok(data),
            Some(name) => Err(PyTypeError::new_err(format!(
                "a table has columns for everything: `{name}` goes with lists of texts"
            ))),
        };
    }
    let systems: Vec<(String, Bound<'_, PyAny>)> = match hypotheses.cast::<PyDict>() {
        Ok(systems) => {
            let systems = systems.iter().map(|(name, texts)| Ok((name_of(&name)?, texts)));
            systems.collect::<PyResult<_>>()?
        }
        Err(_) => vec![(SYSTEM.to_owned(), hypotheses.clone())],
    };
    if systems.is_empty() {
        return Err(Error::new_err("`hypotheses` names no system"));
    }
    let mut first: Option<Texts> = None;
    let mut tables = Vec::new();
    for (system, texts) in &systems {
        let name = if systems.len() == 1 {
            "hypotheses".to_owned()
        } else {
            format!("hypotheses[{system:?}]")
        };
        let texts = Texts::read(texts, &name, Lists::Allowed)?;
        if texts.len() == 0 {
            return Err(Error::new_err(format!("`{name}` is empty: there is nothing to score")));
        }
        if let Some(first) = &first {
            same_units(first, &texts)?;
        }
        let mut columns = vec![("hypothesis".to_owned(), texts.chunks.clone())];
        columns.extend(columns_beside(&texts, beside)?);
        tables.push(MemoryTable { name, system: system.clone(), batches: batches(&columns)? });
        first.get_or_insert(texts);
    }
    Ok(Data::of(tables))
}

/// References, sources, ids and groups, of as many units as there are outputs.
fn columns_beside(
    outputs: &Texts,
    beside: &Beside<'_, '_>,
) -> PyResult<Vec<(String, Vec<ArrayRef>)>> {
    let mut columns = Vec::new();
    if let Some(references) = beside.references {
        refuse_transposed(references, outputs.len())?;
        let texts = Texts::read(references, "references", Lists::Allowed)?;
        same_units(outputs, &texts)?;
        columns.push(("references".to_owned(), texts.chunks));
    }
    if let Some(source) = beside.source {
        let texts = Texts::read(source, "source", Lists::Refused)?;
        same_units(outputs, &texts)?;
        columns.push(("source".to_owned(), texts.chunks));
    }
    let ids = match (beside.ids, outputs.index.labels()) {
        (Some(ids), _) => Some(anything(ids, "ids")?),
        (None, Some(labels)) => Some(vec![Arc::clone(labels)]),
        (None, None) => None,
    };
    if let Some(ids) = ids {
        let length: usize = ids.iter().map(|chunk| chunk.len()).sum();
        if length != outputs.len() {
            return Err(unequal(&outputs.name, outputs.len(), "ids", length));
        }
        columns.push(("id".to_owned(), ids));
    }
    let mut more: Vec<(String, Vec<ArrayRef>)> = Vec::new();
    for (name, values) in beside.groups.into_iter().flat_map(|groups| groups.iter()) {
        let name = name_of(&name)?;
        let values = anything(&values, &name)?;
        more.push((name, values));
    }
    for (name, chunks) in more {
        let length: usize = chunks.iter().map(|chunk| chunk.len()).sum();
        if length != outputs.len() {
            return Err(unequal(&outputs.name, outputs.len(), &name, length));
        }
        columns.push((name, chunks));
    }
    Ok(columns)
}

/// References as sacrebleu has them, a list for each set, are a mistake here.
fn refuse_transposed(references: &Bound<'_, PyAny>, units: usize) -> PyResult<()> {
    let Ok(count) = references.len() else { return Ok(()) };
    let is_set =
        |set: &Bound<'_, PyAny>| is_list_like(set) && set.len().is_ok_and(|length| length == units);
    // One look at the first of them, before all are gone through.
    if count == units || count == 0 || !references.get_item(0).is_ok_and(|first| is_set(&first)) {
        return Ok(());
    }
    if items(references, "references")?.iter().all(is_set) {
        return Err(Error::new_err(format!(
            "`references` looks transposed, as sacrebleu wants it: {count} lists of {units} texts for {units} hypotheses; give a list of references for each hypothesis, as in `references=list(zip(*references))`"
        )));
    }
    Ok(())
}

fn same_units(one: &Texts, other: &Texts) -> PyResult<()> {
    if one.len() != other.len() {
        return Err(unequal(&one.name, one.len(), &other.name, other.len()));
    }
    if one.index.differs(&other.index) {
        return Err(Error::new_err(format!(
            "`{}` and `{}` have different pandas indexes: align them first, or pass `.to_list()` to pair them by position",
            one.name, other.name
        )));
    }
    Ok(())
}

fn unequal(one: &str, ones: usize, other: &str, others: usize) -> PyErr {
    Error::new_err(format!(
        "`{one}` has {ones} {} but `{other}` has {others}; they are paired one by one",
        if ones == 1 { "element" } else { "elements" }
    ))
}

/// An object that is a table by itself: a data frame, a table, records, columns
/// by name, a file or several; nothing for all others.
pub fn whole_table(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Data>> {
    // The usual case first: a list of texts is no table.
    let first = value.cast::<PyList>().ok().and_then(|list| list.get_item(0).ok());
    if first.is_some_and(|first| first.is_instance_of::<PyString>()) {
        return Ok(None);
    }
    if let Some(paths) = paths(value)? {
        return Ok(Some(Data::of_files(paths)));
    }
    let columns = if is_of(value, "pandas")? {
        if !value.hasattr("columns")? {
            return Ok(None);
        }
        of_pandas(value, name)?
    } else if let Some(columns) = value.cast::<PyDict>().ok().filter(|dict| are_columns(dict)) {
        let columns = columns.iter().map(|(name, values)| {
            let name = name_of(&name)?;
            let values = anything(&values, &name)?;
            Ok((name, values))
        });
        columns.collect::<PyResult<_>>()?
    } else if let Some(records) = records(value)? {
        of_records(&records)?
    } else {
        let is_column = value.is_instance_of::<PyDict>() || value.is_instance_of::<PyList>();
        let chunks = if is_column { None } else { Chunks::of(value)? };
        return match chunks.filter(Chunks::is_table) {
            Some(chunks) => Ok(Some(in_memory(name, chunks.batches()?)?)),
            None => Ok(None),
        };
    };
    in_memory(name, batches(&columns)?).map(Some)
}

fn in_memory(name: &str, batches: Vec<RecordBatch>) -> PyResult<Data> {
    let name = format!("the table `{name}`");
    let data = Data::of(vec![MemoryTable { name, system: SYSTEM.to_owned(), batches }]);
    if data.units == Some(0) {
        return Err(Error::new_err("the table is empty: there is nothing to measure"));
    }
    Ok(data)
}

/// Whether a dictionary holds columns, and not systems: they have the names
/// that are looked for.
fn are_columns(dict: &Bound<'_, PyDict>) -> bool {
    ["hypothesis", "hypotheses", "gold", "predicted", "segment", "value"]
        .iter()
        .any(|name| dict.contains(name).unwrap_or(false))
}

/// A path, or a list of them. A text is none: it would be mistaken for an output.
fn paths(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<PathBuf>>> {
    let is_path = |value: &Bound<'_, PyAny>| value.hasattr("__fspath__").is_ok_and(|has| has);
    if is_path(value) {
        return Ok(Some(vec![value.extract()?]));
    }
    match value.cast::<PyList>() {
        Ok(list) if !list.is_empty() && list.iter().all(|item| is_path(&item)) => {
            list.iter().map(|item| item.extract()).collect::<PyResult<_>>().map(Some)
        }
        _ => Ok(None),
    }
}

type Columns = Vec<(String, Vec<ArrayRef>)>;

fn of_pandas(frame: &Bound<'_, PyAny>, name: &str) -> PyResult<Columns> {
    let mut columns = Vec::new();
    let mut has_ids = false;
    for column in frame.getattr("columns")?.try_iter()? {
        let column = column?;
        let title = name_of(&column)?;
        has_ids |= title == "id";
        let values = anything(&frame.get_item(&column)?, &title)?;
        columns.push((title, values));
    }
    if !has_ids {
        let index = index_of(frame, name)?;
        let labels = index.labels().map(|labels| ("id".to_owned(), vec![Arc::clone(labels)]));
        columns.extend(labels);
    }
    Ok(columns)
}

/// The elements of a list of dictionaries; nothing for all other lists.
fn records<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyDict>>>> {
    let Ok(list) = value.cast::<PyList>() else { return Ok(None) };
    if !list.get_item(0).is_ok_and(|first| first.is_instance_of::<PyDict>()) {
        return Ok(None);
    }
    let record = |(position, item): (usize, Bound<'py, PyAny>)| {
        item.cast_into::<PyDict>().map_err(|_| {
            PyTypeError::new_err(format!(
                "element {position} is no dictionary, and those before it are"
            ))
        })
    };
    list.iter().enumerate().map(record).collect::<PyResult<_>>().map(Some)
}

fn of_records(records: &[Bound<'_, PyDict>]) -> PyResult<Columns> {
    let mut names: Vec<String> = Vec::new();
    for record in records {
        for name in record.keys() {
            let name = name_of(&name)?;
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut columns = Vec::new();
    for name in names {
        let values = PyList::empty(records[0].py());
        for record in records {
            values.append(record.get_item(&name)?)?;
        }
        let column = column(&items(&values, &name)?, &name)?;
        columns.push((name, vec![column]));
    }
    Ok(columns)
}

/// Columns in pieces as batches: cut wherever one of them is cut.
fn batches(columns: &Columns) -> PyResult<Vec<RecordBatch>> {
    let mut cuts: Vec<usize> = Vec::new();
    for (name, chunks) in columns {
        let mut end = 0;
        for chunk in chunks {
            end += chunk.len();
            cuts.push(end);
        }
        let (first, others) = (&columns[0].0, columns[0].1.iter().map(|chunk| chunk.len()).sum());
        if end != others {
            return Err(unequal(first, others, name, end));
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut batches = Vec::new();
    let mut start = 0;
    for end in cuts {
        if end == start {
            continue;
        }
        let cut = columns.iter().map(|(name, chunks)| (name.clone(), piece(chunks, start, end)));
        let batch = table(cut.collect()).map_err(|error| Error::new_err(error.to_string()))?;
        batches.push(batch);
        start = end;
    }
    Ok(batches)
}

/// The piece of a column between two cuts, neither of which is inside a chunk.
fn piece(chunks: &[ArrayRef], start: usize, end: usize) -> ArrayRef {
    let mut before = 0;
    for chunk in chunks {
        if start < before + chunk.len() {
            return chunk.slice(start - before, end - start);
        }
        before += chunk.len();
    }
    Arc::clone(&chunks[0])
}
