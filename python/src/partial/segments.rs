//! Readings of units, where the units are.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use regua_core::Readings;

use super::{Partial, batches};
use crate::arrow::{Batch, Chunks, table};
use crate::errors::Error;
use crate::working::{Length, work};

impl Partial {
    /// The readings of the units of a batch: id, system, their other columns, then
    /// a column for each reading.
    pub(super) fn segments_of(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<Batch> {
        let ready = self.fitted()?;
        let batches = batches(batch)?;
        let mut columns: Vec<(String, ArrayRef)> = Vec::new();
        let (mut ids, mut systems) = (StringBuilder::new(), StringBuilder::new());
        let mut values: Vec<Vec<Float64Builder>> = ready
            .readers
            .iter()
            .map(|reader| reader.readings().iter().map(|_| Float64Builder::new()).collect())
            .collect();
        let [batch] = batches.as_slice() else {
            return Err(Error::new_err("the readings of units are made a batch at a time"));
        };
        work(py, Length::Short, None, &self.measures.thrown, |world| {
            self.measure(ready, batches.clone(), world, |_, keys, rows| {
                for (unit, key) in keys.iter().enumerate() {
                    ids.append_value(&key.id);
                    systems.append_value(&key.system);
                    for ((reader, rows), values) in ready.readers.iter().zip(rows).zip(&mut values)
                    {
                        let read = match rows.row(unit) {
                            Ok(row) => reader.read_unit(row),
                            Err(reason) => {
                                Readings::undefined(reader.readings().len(), reason.to_owned())
                            }
                        };
                        for (values, reading) in values.iter_mut().zip(&read.0) {
                            values.append_option(reading.value());
                        }
                    }
                }
                Ok(())
            })
        })?;
        columns.push(("id".to_owned(), Arc::new(ids.finish())));
        columns.push(("system".to_owned(), Arc::new(systems.finish())));
        for (at, field) in self.kept(batch.schema_ref()) {
            columns.push((field.name().clone(), Arc::clone(batch.column(at))));
        }
        for ((keyed, reader), values) in ready.measures.iter().zip(&ready.readers).zip(values) {
            for (info, mut values) in reader.readings().iter().zip(values) {
                columns.push((format!("{}.{}", keyed.key, info.name), Arc::new(values.finish())));
            }
        }
        table(columns).map(Batch).map_err(|error| Error::new_err(error.to_string()))
    }

    /// A batch without rows that has the columns of `segments`.
    pub(super) fn segment_schema_of(&self, schema: &Bound<'_, PyAny>) -> PyResult<Batch> {
        let ready = self.fitted()?;
        let schema = Chunks::schema(schema)?;
        let mut fields = vec![
            Field::new("id", DataType::Utf8, true),
            Field::new("system", DataType::Utf8, true),
        ];
        fields.extend(
            self.kept(&schema).into_iter().map(|(_, field)| field.clone().with_nullable(true)),
        );
        for (keyed, reader) in ready.measures.iter().zip(&ready.readers) {
            for info in reader.readings() {
                let name = format!("{}.{}", keyed.key, info.name);
                fields.push(Field::new(name, DataType::Float64, true));
            }
        }
        Ok(Batch(RecordBatch::new_empty(Arc::new(Schema::new(fields)))))
    }

    /// The columns of units that are handed through, in their order.
    fn kept<'s>(&self, schema: &'s Schema) -> Vec<(usize, &'s Field)> {
        let fields = schema.fields().iter().enumerate();
        fields
            .filter(|(_, field)| !self.columns.reads(field.name()))
            .map(|(at, field)| (at, field.as_ref()))
            .collect()
    }
}
