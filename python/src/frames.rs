//! Reports as columns: for pandas, polars and Arrow.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeStringArray, RecordBatch,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arrow::table;
use crate::errors::Error;

/// Columns of reports that hold whole numbers, numbers and flags; names of systems and
/// values of groups stay texts, whatever they look like.
const COUNTS: &[&str] = &[
    "units",
    "unscored",
    "left_out",
    "wins",
    "ties",
    "losses",
    "groups",
    "undefined_groups",
    "rank",
];
const NUMBERS: &[&str] = &[
    "value",
    "low",
    "high",
    "first_value",
    "second_value",
    "difference",
    "p",
    "adjusted",
    "effect",
    "units_needed",
    "oriented",
    "confidence",
    "seconds",
];
const FLAGS: &[&str] = &["significant"];

/// Comma-separated values as columns.
pub fn of_csv(text: &str) -> PyResult<RecordBatch> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let wrong = |error: csv::Error| Error::new_err(error.to_string());
    let names: Vec<String> = reader.headers().map_err(wrong)?.iter().map(str::to_owned).collect();
    let records: Vec<csv::StringRecord> =
        reader.records().collect::<Result<_, _>>().map_err(wrong)?;
    let columns = names.into_iter().enumerate().map(|(at, name)| {
        let cells = || records.iter().map(move |record| record.get(at).unwrap_or_default());
        let column = column(&name, &cells().collect::<Vec<_>>());
        (name, column)
    });
    table(columns.collect()).map_err(|error| Error::new_err(error.to_string()))
}

fn column(name: &str, cells: &[&str]) -> ArrayRef {
    fn parsed<T: std::str::FromStr>(cells: &[&str]) -> Option<Vec<Option<T>>> {
        let value = |cell: &&str| match *cell {
            "" => Ok(None),
            cell => cell.parse().map(Some),
        };
        cells.iter().map(value).collect::<Result<_, _>>().ok()
    }
    let of_texts = || -> ArrayRef {
        let texts = cells.iter().map(|cell| (!cell.is_empty()).then_some(*cell));
        Arc::new(texts.collect::<LargeStringArray>())
    };
    // A user's column of the same name may hold anything.
    let typed: Option<ArrayRef> = if COUNTS.contains(&name) {
        parsed(cells).map(|values| Arc::new(Int64Array::from(values)) as _)
    } else if NUMBERS.contains(&name) {
        parsed(cells).map(|values| Arc::new(Float64Array::from(values)) as _)
    } else if FLAGS.contains(&name) {
        parsed(cells).map(|values| Arc::new(BooleanArray::from(values)) as _)
    } else {
        None
    };
    typed.unwrap_or_else(of_texts)
}

/// A list for each column: without pyarrow, pandas takes these.
pub fn lists<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<Bound<'py, PyDict>> {
    let columns = PyDict::new(py);
    for (field, array) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        let list = if let Some(values) = array.as_primitive_opt::<Int64Type>() {
            PyList::new(py, values.iter().collect::<Vec<_>>())?
        } else if let Some(values) = array.as_primitive_opt::<Float64Type>() {
            PyList::new(py, values.iter().collect::<Vec<_>>())?
        } else if let Some(values) = array.as_boolean_opt() {
            PyList::new(py, values.iter().collect::<Vec<_>>())?
        } else if let Some(values) = array.as_string_opt::<i64>() {
            PyList::new(py, values.iter().collect::<Vec<_>>())?
        } else {
            PyList::new(py, (0..array.len()).map(|_| None::<i64>).collect::<Vec<_>>())?
        };
        columns.set_item(field.name(), list)?;
    }
    Ok(columns)
}

/// A pandas `DataFrame` of a batch.
pub fn to_pandas<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<Bound<'py, PyAny>> {
    py.import("pandas")?.call_method1("DataFrame", (lists(py, batch)?,))
}
