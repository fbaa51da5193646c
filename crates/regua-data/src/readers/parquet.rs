//! Parquet tables, and batches of columns wherever they come from.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, OffsetSizeTrait, RecordBatch};
use arrow_schema::DataType;

use super::UNITS_PER_BLOCK;
use super::block::Builder;
use super::table::{LookAtRow, PlainRow, Plan, RawRows, Survey, TableFile, Usage};
use super::value::Value;
use crate::error::{Error, Place};
use crate::parquet_file::{Batches, ParquetFile};

pub(super) struct ParquetTable {
    name: Arc<str>,
    batches: Batches,
    counter: Arc<AtomicU64>,
    rows: u64,
    rows_total: u64,
    bytes_total: u64,
}

impl ParquetTable {
    pub(super) fn open(path: &Path, counter: Arc<AtomicU64>) -> Result<Self, Error> {
        if path.as_os_str() == "-" {
            return Err(Error::StandardInputParquet);
        }
        let file = ParquetFile::open(path)?;
        Ok(Self {
            name: file.name().into(),
            batches: file.batches(UNITS_PER_BLOCK)?,
            counter,
            rows: 0,
            rows_total: file.rows(),
            bytes_total: file.length(),
        })
    }

    /// How many bytes stand for so many rows.
    fn share(&self, rows: u64) -> u64 {
        let share =
            u128::from(self.bytes_total) * u128::from(rows) / u128::from(self.rows_total.max(1));
        u64::try_from(share).unwrap_or(self.bytes_total)
    }
}

impl TableFile for ParquetTable {
    fn next_rows(&mut self) -> Result<Option<Box<dyn RawRows>>, Error> {
        let Some(batch) = self.batches.next().transpose()? else { return Ok(None) };
        let rows_before = self.rows;
        self.rows += batch.num_rows() as u64;
        self.counter.fetch_add(self.share(self.rows) - self.share(rows_before), Ordering::Relaxed);
        Ok(Some(Box::new(RawBatch::new(&self.name, batch, rows_before))))
    }
}

/// Rows of a batch of columns.
pub(super) struct RawBatch {
    name: Arc<str>,
    batch: RecordBatch,
    rows_before: u64,
}

impl RawBatch {
    pub(super) fn new(name: &Arc<str>, batch: RecordBatch, rows_before: u64) -> Self {
        Self { name: Arc::clone(name), batch, rows_before }
    }
}

impl RawRows for RawBatch {
    fn first_place(&self) -> Place {
        Place::row(&*self.name, self.rows_before + 1)
    }

    fn survey(&self, survey: &mut Survey) {
        for field in self.batch.schema_ref().fields() {
            survey.add(field.name(), is_scalar(field.data_type()));
        }
    }

    fn decode(&self, plan: &Plan, builder: &mut Builder) -> Result<(), Error> {
        let schema = self.batch.schema_ref();
        let columns: Vec<(&str, Usage, &dyn Array)> = schema
            .fields()
            .iter()
            .zip(self.batch.columns())
            .map(|(field, array)| (field.name().as_str(), plan.usage(field.name()), array.as_ref()))
            .filter(|(column, usage, array)| match usage {
                Usage::Read(_) => true,
                Usage::Ignored => false,
                Usage::Kept(_) | Usage::New => {
                    let can_be_kept = is_scalar(array.data_type());
                    if !can_be_kept {
                        plan.note_nested(column);
                    }
                    can_be_kept
                }
            })
            .collect();
        for index in 0..self.batch.num_rows() {
            let number = self.rows_before + index as u64 + 1;
            let place = || Place::row(&*self.name, number);
            let mut row = plan.row();
            for (column, usage, array) in &columns {
                value(*array, index)
                    .and_then(|value| row.put(plan, *usage, column, value))
                    .map_err(|rule| Error::Row { place: place(), rule })?;
            }
            let known = || schema.fields().iter().map(|field| field.name().clone()).collect();
            row.finish(plan, builder, number, place, known)?;
        }
        Ok(())
    }

    fn each(&self, look: &mut LookAtRow<'_>) -> Result<(), Error> {
        let schema = self.batch.schema_ref();
        for index in 0..self.batch.num_rows() {
            let number = self.rows_before + index as u64 + 1;
            let place = || Place::row(&*self.name, number);
            let cells = schema.fields().iter().zip(self.batch.columns()).map(|(field, array)| {
                let value = value(array.as_ref(), index)?;
                Ok((Cow::Borrowed(field.name().as_str()), value))
            });
            let values: Result<_, String> = cells.collect();
            let values = values.map_err(|rule| Error::Row { place: place(), rule })?;
            look(PlainRow { number, place: &place, values })?;
        }
        Ok(())
    }
}

fn is_scalar(kind: &DataType) -> bool {
    match kind {
        DataType::Null
        | DataType::Boolean
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Float32
        | DataType::Float64 => true,
        DataType::Dictionary(_, values) => is_scalar(values),
        other => other.is_integer(),
    }
}

/// The values of a list, which are borrowed from their column.
fn values(array: &dyn Array, list: Range<usize>) -> Result<Value<'_>, String> {
    list.map(|position| value(array, position)).collect::<Result<_, _>>().map(Value::List)
}

/// Where a list is in the column of its values.
fn list_at<O: OffsetSizeTrait>(offsets: &[O], index: usize) -> Range<usize> {
    offsets[index].as_usize()..offsets[index + 1].as_usize()
}

/// The value at a place of a column. Parquet has one type for texts and one for
/// lists; tables in memory have them all.
fn value(array: &dyn Array, index: usize) -> Result<Value<'_>, String> {
    fn integer<T: ArrowPrimitiveType>(array: &dyn Array, index: usize) -> Value<'_>
    where
        i64: From<T::Native>,
    {
        Value::Integer(array.as_primitive::<T>().value(index).into())
    }
    if array.is_null(index) {
        return Ok(Value::Null);
    }
    Ok(match array.data_type() {
        DataType::Null => Value::Null,
        DataType::Utf8 => Value::Text(Cow::Borrowed(array.as_string::<i32>().value(index))),
        DataType::LargeUtf8 => Value::Text(Cow::Borrowed(array.as_string::<i64>().value(index))),
        DataType::Utf8View => Value::Text(Cow::Borrowed(array.as_string_view().value(index))),
        DataType::Boolean => Value::Flag(array.as_boolean().value(index)),
        DataType::Int8 => integer::<Int8Type>(array, index),
        DataType::Int16 => integer::<Int16Type>(array, index),
        DataType::Int32 => integer::<Int32Type>(array, index),
        DataType::Int64 => integer::<Int64Type>(array, index),
        DataType::UInt8 => integer::<UInt8Type>(array, index),
        DataType::UInt16 => integer::<UInt16Type>(array, index),
        DataType::UInt32 => integer::<UInt32Type>(array, index),
        DataType::UInt64 => {
            let large = array.as_primitive::<UInt64Type>().value(index);
            i64::try_from(large).map_or(Value::Number(large as f64), Value::Integer)
        }
        DataType::Float32 => Value::Number(array.as_primitive::<Float32Type>().value(index).into()),
        DataType::Float64 => Value::Number(array.as_primitive::<Float64Type>().value(index)),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            values(list.values().as_ref(), list_at(list.value_offsets(), index))?
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            values(list.values().as_ref(), list_at(list.value_offsets(), index))?
        }
        DataType::FixedSizeList(_, length) => {
            let list = array.as_fixed_size_list();
            let start = list.value_offset_at(index);
            let end = start + usize::try_from(*length).unwrap_or(0);
            values(list.values().as_ref(), start..end)?
        }
        DataType::Dictionary(_, _) => {
            let dictionary = array.as_any_dictionary();
            match value(dictionary.keys(), index)? {
                Value::Integer(key) => {
                    value(dictionary.values().as_ref(), usize::try_from(key).unwrap_or(0))?
                }
                other => other,
            }
        }
        DataType::Struct(fields) => {
            let object = array.as_struct();
            let values = fields.iter().zip(object.columns()).map(|(field, column)| {
                Ok((Cow::Borrowed(field.name().as_str()), value(column.as_ref(), index)?))
            });
            Value::Object(values.collect::<Result<_, String>>()?)
        }
        other => return Err(format!("values of the type {other} cannot be read")),
    })
}
