//! Labels with their chances, and marks on texts, as columns.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    Float64Builder, Int64Builder, LargeListBuilder, LargeStringBuilder, StructBuilder,
};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyString, PyTuple};

use crate::columns::{is_list_like, items, lists_of_texts, name_of};

/// A label as it is written in a column of labels.
fn label(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value().to_string());
    }
    name_of(value)
}

/// A column `p_LABEL` for each label, from dictionaries, rows of numbers with
/// the labels beside them, or the numbers of one label.
pub fn chances(
    probabilities: &Bound<'_, PyAny>,
    labels: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(String, ArrayRef)>> {
    let rows = items(probabilities, "probabilities")?;
    let mut named: Vec<(String, Bound<'_, PyAny>)> = Vec::new();
    if let Some(labels) = labels {
        for value in items(labels, "labels")? {
            named.push((label(&value)?, value));
        }
    } else if rows.first().is_some_and(|row| row.is_instance_of::<PyDict>()) {
        for row in &rows {
            for value in row.cast::<PyDict>()?.keys() {
                let label = label(&value)?;
                if !named.iter().any(|(known, _)| *known == label) {
                    named.push((label, value));
                }
            }
        }
    }
    if named.is_empty() {
        return Err(PyTypeError::new_err(
            "`probabilities` without names need `labels`: the label of each column, or of the only one",
        ));
    }
    let mut columns: Vec<Float64Builder> = named.iter().map(|_| Float64Builder::new()).collect();
    for (position, row) in rows.iter().enumerate() {
        let wrong = || {
            let count = named.len();
            PyTypeError::new_err(format!(
                "probabilities[{position}] must have a number for each of {count} labels"
            ))
        };
        let number = |value: &Bound<'_, PyAny>| value.extract().map(Some).map_err(|_| wrong());
        let values: Vec<Option<f64>> = if let Ok(chances) = row.cast::<PyDict>() {
            let value = |(_, label): &(String, Bound<'_, PyAny>)| match chances.get_item(label)? {
                Some(value) => number(&value),
                None => Ok(None),
            };
            named.iter().map(value).collect::<PyResult<_>>()?
        } else if let Ok(only) = row.extract::<f64>() {
            vec![Some(only)]
        } else {
            let values = items(row, "probabilities").map_err(|_| wrong())?;
            values.iter().map(number).collect::<PyResult<_>>()?
        };
        if values.len() != columns.len() {
            return Err(wrong());
        }
        for (column, value) in columns.iter_mut().zip(values) {
            column.append_option(value);
        }
    }
    let column = |((name, _), mut column): ((String, _), Float64Builder)| {
        (format!("p_{name}"), Arc::new(column.finish()) as ArrayRef)
    };
    Ok(named.into_iter().zip(columns).map(column).collect())
}

/// Tags of tokens, or spans as tuples or dictionaries.
pub fn marks(values: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<ArrayRef>> {
    let texts = items(values, name)?;
    let mut first = None;
    for (position, text) in texts.iter().enumerate() {
        if text.is_instance_of::<PyString>() || !is_list_like(text) {
            let kind = text.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "{name}[{position}] must be a list of tags or spans, not {kind}"
            )));
        }
        let inner = items(text, name)?;
        if first.is_none() {
            first = inner.first().cloned();
        }
    }
    if first.is_none_or(|mark| mark.is_instance_of::<PyString>()) {
        return lists_of_texts(&texts, name).map(|column| vec![column]);
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
                let label = get("label")?.extract().map_err(|_| wrong())?;
                let position = |key: &str| get(key)?.extract().map_err(|_| wrong());
                (position("start")?, position("end")?, label)
            } else {
                span.cast::<PyTuple>().map_err(|_| wrong())?.extract().map_err(|_| wrong())?
            };
            let builder = lists.values();
            for (field, position) in [(0, start), (1, end)] {
                if let Some(positions) = builder.field_builder::<Int64Builder>(field) {
                    positions.append_value(position);
                }
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
