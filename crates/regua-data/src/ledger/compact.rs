//! Writing Parquet: chunks while a ledger grows, one file when it is done.

use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch, StringArray, new_null_array};
use arrow_schema::{DataType, SchemaRef};
use arrow_select::coalesce::BatchCoalescer;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use regua_core::key;
use serde::Serialize;

use super::SCHEMA_VERSION;
use super::schema::{ColumnType, Contents, schema};
use crate::error::{Error, name_of};
use crate::parquet_file::ParquetFile;

pub(super) const SCHEMA: &str = "regua.schema";
pub(super) const VERSION: &str = "regua.version";
pub(super) const CONTENTS: &str = "regua.contents";
pub(super) const COLUMN_TYPES: &str = "regua.column-types";
pub(super) const INPUT: &str = "regua.input";

/// Rows are handed to the encoder in pieces of this size, however they were
/// cut before, so that the same rows are always the same bytes.
const PIECE: usize = 8192;

/// Rows of a row group.
const ROW_GROUP: usize = 1 << 16;

/// A Parquet file with a ledger's schema and metadata that is being written.
pub(super) struct LedgerFile {
    name: String,
    schema: SchemaRef,
    writer: ArrowWriter<File>,
    pieces: BatchCoalescer,
}

impl LedgerFile {
    pub(super) fn create(
        path: &Path,
        contents: &Contents,
        types: &[ColumnType],
        digest: u128,
    ) -> Result<Self, Error> {
        let name = name_of(path);
        let schema = schema(contents, types).map_err(|column| Error::Save {
            file: name.clone(),
            rule: format!("two of its columns would be called `{column}`"),
        })?;
        let file = File::create(path).map_err(|cause| Error::io("write", &*name, cause))?;
        let notes = vec![
            KeyValue::new(SCHEMA.to_owned(), SCHEMA_VERSION.to_string()),
            KeyValue::new(VERSION.to_owned(), regua_core::VERSION.to_owned()),
            KeyValue::new(CONTENTS.to_owned(), json(contents)),
            KeyValue::new(COLUMN_TYPES.to_owned(), json(&types)),
            KeyValue::new(INPUT.to_owned(), hex(digest)),
        ];
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(ROW_GROUP))
            .set_key_value_metadata(Some(notes))
            .build();
        let options =
            ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
        let writer = ArrowWriter::try_new_with_options(file, SchemaRef::clone(&schema), options)
            .map_err(|error| failed(&name, error))?;
        let pieces = BatchCoalescer::new(SchemaRef::clone(&schema), PIECE);
        Ok(Self { name, schema, writer, pieces })
    }

    /// Adds rows; columns of kept values are widened where they must be.
    pub(super) fn add(&mut self, columns: &[ArrayRef]) -> Result<(), Error> {
        let fields = self.schema.fields().iter();
        let columns =
            columns.iter().zip(fields).map(|(column, field)| widened(column, field.data_type()));
        let batch = RecordBatch::try_new(SchemaRef::clone(&self.schema), columns.collect())
            .map_err(|error| failed(&self.name, error))?;
        self.pieces.push_batch(batch).map_err(|error| failed(&self.name, error))?;
        self.write_pieces()
    }

    fn write_pieces(&mut self) -> Result<(), Error> {
        while let Some(piece) = self.pieces.next_completed_batch() {
            self.writer.write(&piece).map_err(|error| failed(&self.name, error))?;
        }
        Ok(())
    }

    /// Writes the end of the file and waits until it is on the disk.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        self.pieces.finish_buffered_batch().map_err(|error| failed(&self.name, error))?;
        self.write_pieces()?;
        let file = self.writer.into_inner().map_err(|error| failed(&self.name, error))?;
        file.sync_all().map_err(|cause| Error::io("write", &*self.name, cause))
    }
}

/// Puts chunks together into one ledger.
pub(super) fn compact<'a>(
    path: &Path,
    contents: &Contents,
    types: &[ColumnType],
    digest: u128,
    chunks: impl Iterator<Item = &'a Path>,
) -> Result<(), Error> {
    let mut ledger = LedgerFile::create(path, contents, types, digest)?;
    for chunk in chunks {
        for batch in ParquetFile::open(chunk)?.batches(PIECE)? {
            ledger.add(batch?.columns())?;
        }
    }
    ledger.finish()
}

/// A column of kept values in the type of the whole ledger.
fn widened(column: &ArrayRef, wanted: &DataType) -> ArrayRef {
    let has = column.data_type();
    if has == wanted {
        return ArrayRef::clone(column);
    }
    let rows = 0..column.len();
    match (has, wanted) {
        (DataType::Int64, DataType::Float64) => {
            let integers = column.as_primitive::<Int64Type>().iter();
            std::sync::Arc::new(
                integers.map(|one| one.map(|one| one as f64)).collect::<Float64Array>(),
            )
        }
        // All of it is null: the type was not known yet.
        (DataType::Utf8, _) if column.null_count() == column.len() => {
            new_null_array(wanted, column.len())
        }
        (_, DataType::Utf8) => {
            let value = |row: usize| match has {
                DataType::Boolean => Some(key::KeyValue::Flag(column.as_boolean().value(row))),
                DataType::Int64 => {
                    Some(key::KeyValue::Integer(column.as_primitive::<Int64Type>().value(row)))
                }
                DataType::Float64 => {
                    Some(key::KeyValue::Number(column.as_primitive::<Float64Type>().value(row)))
                }
                _ => None,
            };
            let texts = rows.map(|row| {
                if column.is_null(row) { None } else { value(row).map(|value| value.to_string()) }
            });
            std::sync::Arc::new(texts.collect::<StringArray>())
        }
        // The batch will be refused by its schema, in words.
        _ => ArrayRef::clone(column),
    }
}

/// A hash as it stands in files.
pub(crate) fn hex(digest: u128) -> String {
    format!("{digest:032x}")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data without maps cannot fail to be written")
}

fn failed(name: &str, error: impl std::fmt::Display) -> Error {
    Error::Save { file: name.to_owned(), rule: error.to_string() }
}
