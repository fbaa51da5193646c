//! Readers: files of segments as blocks.
//!
//! What must happen in order (reading bytes, finding line ends) is done in
//! `fetch`; what any thread can do (validating, parsing) in `decode`.

mod block;
mod bytes;
mod delimited;
mod jsonl;
mod lines;
mod memory;
mod parquet;
mod row;
mod table;
mod value;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use regua_core::Segments;
use regua_core::run::{Raw, Source};

use crate::error::{Error, Place, name_of};
use crate::input::{Files, Format, Input};
use crate::rankings::RankedSource;
use crate::table_at::TableAt;
use crate::warnings::Warnings;

pub(crate) use block::{Builder, Making, Record};
pub(crate) use table::{LookAtRow, PlainRow};
pub(crate) use value::{Object, Value};

/// How many lines or rows of the input make a block.
pub const UNITS_PER_BLOCK: usize = 512;

/// Long lines make shorter blocks: one ends after the line that fills this
/// many bytes.
const BYTES_PER_BLOCK: usize = 8 << 20;

/// The longest line that is read.
const LONGEST_LINE: usize = 256 << 20;

/// The kept column that tells reference sets apart.
pub const REFERENCE_SET: &str = "reference_set";

/// An input that has been opened.
pub struct SegmentSource {
    source: Box<dyn Source<Segments, Error = Error>>,
    warnings: Warnings,
}

impl SegmentSource {
    /// What a user should know about what has been read so far.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.list()
    }
}

impl std::fmt::Debug for SegmentSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SegmentSource").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}

impl Source<Segments> for SegmentSource {
    type Error = Error;

    fn columns(&mut self) -> Result<Vec<String>, Error> {
        self.source.columns()
    }

    fn fetch(&mut self) -> Result<Option<Raw<Segments, Error>>, Error> {
        self.source.fetch()
    }
}

/// Opens an input. The same input can be opened again for another pass, unless
/// it is standard input.
///
/// # Errors
/// Fails if a file cannot be opened or two systems share a name. What is wrong
/// inside the files comes up when it is met.
pub fn open(input: &Input) -> Result<SegmentSource, Error> {
    let warnings = Warnings::default();
    let source: Box<dyn Source<Segments, Error = Error>> = match &input.files {
        Files::Lines { systems, references, source } => {
            Box::new(lines::Lines::open(input, systems, references, source.as_deref())?)
        }
        Files::Table { tables, format, columns } => {
            Box::new(table::Table::open(input, tables, *format, columns, warnings.clone())?)
        }
        Files::Ranked(units) => Box::new(RankedSource::new(units, input)),
    };
    Ok(SegmentSource { source, warnings })
}

/// Shows the rows of a table as they are, one after the other.
///
/// # Errors
/// Fails if the file cannot be read, holds no row, or the one who looks says so.
pub(crate) fn each_row(
    table: &TableAt,
    format: Option<Format>,
    look: &mut LookAtRow<'_>,
) -> Result<(), Error> {
    let mut file = table::open_file(table, format, &Arc::new(AtomicU64::new(0)))?;
    let mut is_empty = true;
    while let Some(rows) = file.next_rows()? {
        is_empty = false;
        rows.each(look)?;
    }
    if is_empty { Err(Error::Empty { file: table.name() }) } else { Ok(()) }
}

/// What is shown the lines of a text, each with its place.
pub(crate) type LookAtLine<'l> = dyn FnMut(&dyn Fn() -> Place, &str) -> Result<(), Error> + 'l;

/// Shows the lines of a text, one after the other.
///
/// # Errors
/// Fails if the file cannot be read, is empty or no text, or the one who looks
/// says so.
pub(crate) fn each_line(path: &Path, look: &mut LookAtLine<'_>) -> Result<(), Error> {
    let mut reader = bytes::LineReader::open(path, &Arc::new(AtomicU64::new(0)))?;
    let mut is_empty = true;
    loop {
        let lines = reader.take(UNITS_PER_BLOCK, BYTES_PER_BLOCK)?;
        if lines.count == 0 {
            break;
        }
        is_empty = false;
        for (index, line) in lines.text()?.enumerate() {
            look(&|| lines.place(index), line)?;
        }
    }
    if is_empty { Err(Error::Empty { file: name_of(path) }) } else { Ok(()) }
}
