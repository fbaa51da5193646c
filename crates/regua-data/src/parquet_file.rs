//! Parquet files from anywhere: opened and read so that a damaged or hostile
//! one is an error, never a panic.
//!
//! What is read is bounded by the file. What is reserved is not quite: a page
//! says how long it will be when unpacked, and the parquet crate reserves as much
//! before it looks, up to the 2 GiB that the format allows. The memory is given
//! back untouched when the page turns out to be a lie.

use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Take};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};

use crate::error::{Error, name_of};

/// A Parquet file whose footer has been read.
pub(crate) struct ParquetFile {
    name: String,
    file: Bounded,
    metadata: ArrowReaderMetadata,
}

impl ParquetFile {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let name = name_of(path);
        if path.is_dir() {
            return Err(Error::Folder { file: name });
        }
        let file = File::open(path).map_err(|cause| Error::io("read", &*name, cause))?;
        let length = file.metadata().map_err(|cause| Error::io("read", &*name, cause))?.len();
        if length == 0 {
            return Err(Error::Empty { file: name });
        }
        let file = Bounded { file, length };
        // Types as Parquet has them: one kind of text, one kind of list.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let metadata = guarded(|| ArrowReaderMetadata::load(&file, options))
            .map_err(|_| Error::NotParquet { file: name.clone() })?;
        let opened = Self { name, file, metadata };
        opened.check_bounds()?;
        Ok(opened)
    }

    fn check_bounds(&self) -> Result<(), Error> {
        let metadata = self.metadata.metadata();
        let mut rows = 0_i64;
        for group in metadata.row_groups() {
            let fits = group.columns().iter().all(|column| {
                let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
                let end = start.checked_add(column.compressed_size());
                start >= 0 && end.is_some_and(|end| end >= start && end <= self.file.length as i64)
            });
            rows = rows.saturating_add(group.num_rows().max(0));
            if !fits || group.num_rows() < 0 {
                return Err(self.damaged("a column lies outside the file"));
            }
        }
        if rows != metadata.file_metadata().num_rows() {
            return Err(self.damaged("the number of rows does not add up"));
        }
        Ok(())
    }

    pub(crate) fn damaged(&self, rule: impl Into<String>) -> Error {
        Error::Damaged { file: self.name.clone(), rule: rule.into() }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        self.metadata.schema()
    }

    pub(crate) fn rows(&self) -> u64 {
        u64::try_from(self.metadata.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    pub(crate) fn length(&self) -> u64 {
        self.file.length
    }

    /// The text under a key of the file's metadata.
    pub(crate) fn note(&self, key: &str) -> Option<&str> {
        let notes = self.metadata.metadata().file_metadata().key_value_metadata()?;
        notes.iter().find(|note| note.key == key)?.value.as_deref()
    }

    /// The rows from the first to the last, so many at a time.
    pub(crate) fn batches(&self, rows: usize) -> Result<Batches, Error> {
        let file = self.file.again().map_err(|cause| Error::io("read", &*self.name, cause))?;
        let metadata = self.metadata.clone();
        let reader = guarded(|| {
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata)
                .with_batch_size(rows)
                .build()
        });
        let reader = reader.map_err(|rule| self.damaged(rule))?;
        Ok(Batches { name: self.name.clone(), reader, left: self.rows(), ended: false })
    }
}

/// The rows of a Parquet file, some at a time.
pub(crate) struct Batches {
    name: String,
    reader: ParquetRecordBatchReader,
    left: u64,
    ended: bool,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let damaged = |rule: String| Error::Damaged { file: self.name.clone(), rule };
        let batch = guarded(|| self.reader.next().transpose());
        let batch = match batch {
            Ok(Some(batch)) if batch.num_rows() as u64 <= self.left => {
                self.left -= batch.num_rows() as u64;
                return Some(Ok(batch));
            }
            Ok(Some(_)) => Err(damaged("there are more rows than it says".to_owned())),
            Ok(None) if self.left > 0 => Err(damaged("rows are missing".to_owned())),
            Ok(None) => Ok(()),
            Err(rule) => Err(damaged(rule)),
        };
        self.ended = true;
        batch.err().map(Err)
    }
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic on this thread would be caught and become an [`Error`]: the
/// Parquet decoder panics on some damaged files. A panic hook that asks for a
/// report should stay silent then.
pub fn panic_is_caught() -> bool {
    GUARDED.get()
}

/// The decoder is not written for hostile files and panics on some of them;
/// nothing of its state is used after that.
fn guarded<T, E: std::fmt::Display>(read: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    GUARDED.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(false);
    match outcome {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("its pages do not fit together".to_owned()),
    }
}

/// A file that is never asked for more bytes than it has.
struct Bounded {
    file: File,
    length: u64,
}

impl Bounded {
    fn again(&self) -> std::io::Result<Self> {
        Ok(Self { file: self.file.try_clone()?, length: self.length })
    }

    fn at(&self, start: u64) -> std::io::Result<BufReader<Take<File>>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(BufReader::new(file.take(self.length.saturating_sub(start))))
    }
}

impl Length for Bounded {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Bounded {
    type T = BufReader<Take<File>>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        Ok(self.at(start)?)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<bytes::Bytes, ParquetError> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.length) {
            return Err(ParquetError::EOF("a page lies outside the file".to_owned()));
        }
        let mut bytes = vec![0; length];
        self.at(start)?.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}
