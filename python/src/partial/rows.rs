//! Rows of sums as Arrow batches, and back.

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use regua_cli::error::Error as ProgramError;
use regua_core::partial::{ColumnKind, PartialPlan, PartialRow};

use crate::arrow::table;

/// Rows as a batch.
pub fn partial_batch(plan: &PartialPlan, rows: &[PartialRow]) -> Result<RecordBatch, ProgramError> {
    let mut columns: Vec<(String, ArrayRef)> = Vec::new();
    let (mut text, mut number) = (0, 0);
    for column in plan.columns() {
        let array: ArrayRef = match column.kind {
            ColumnKind::Text => {
                let mut values = StringBuilder::new();
                rows.iter().for_each(|row| values.append_value(&row.texts[text]));
                text += 1;
                Arc::new(values.finish())
            }
            ColumnKind::Draw => {
                let mut values = Int64Builder::new();
                rows.iter().for_each(|row| values.append_value(row.draw));
                Arc::new(values.finish())
            }
            ColumnKind::Sum | ColumnKind::Min | ColumnKind::Max => {
                let mut values = Int64Builder::new();
                rows.iter().for_each(|row| values.append_value(row.numbers[number]));
                number += 1;
                Arc::new(values.finish())
            }
        };
        columns.push((column.name, array));
    }
    table(columns).map_err(|error| ProgramError::Options(error.to_string()))
}

/// A batch as rows, with its columns found by their names.
pub fn partial_rows(
    plan: &PartialPlan,
    batch: &RecordBatch,
) -> Result<Vec<PartialRow>, ProgramError> {
    let wrong = |name: &str, rule: &str| {
        ProgramError::Options(format!("the column `{name}` of the rows {rule}"))
    };
    let nothing = PartialRow { texts: Vec::new(), draw: 0, numbers: Vec::new() };
    let mut rows = vec![nothing; batch.num_rows()];
    for column in plan.columns() {
        let name = &column.name;
        let array = batch.column_by_name(name).ok_or_else(|| wrong(name, "is missing"))?;
        if array.null_count() > 0 {
            return Err(wrong(name, "has values that are null"));
        }
        if column.kind == ColumnKind::Text {
            let texts: Vec<&str> = match array.data_type() {
                DataType::Utf8 => array.as_string::<i32>().iter().flatten().collect(),
                DataType::LargeUtf8 => array.as_string::<i64>().iter().flatten().collect(),
                DataType::Utf8View => array.as_string_view().iter().flatten().collect(),
                _ => return Err(wrong(name, "holds no texts")),
            };
            rows.iter_mut().zip(texts).for_each(|(row, text)| row.texts.push(text.to_owned()));
            continue;
        }
        let numbers: Vec<i64> = match array.data_type() {
            DataType::Int64 => array.as_primitive::<Int64Type>().values().to_vec(),
            DataType::Int32 => {
                array.as_primitive::<Int32Type>().values().iter().map(|&one| one.into()).collect()
            }
            _ => return Err(wrong(name, "holds no whole numbers")),
        };
        for (row, number) in rows.iter_mut().zip(numbers) {
            if column.kind == ColumnKind::Draw {
                row.draw = number;
            } else {
                row.numbers.push(number);
            }
        }
    }
    Ok(rows)
}
