//! Where a table is: in a file, or already in memory.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;

use crate::error::name_of;

/// Where a table is.
///
/// ```
/// use regua_data::TableAt;
///
/// let table = TableAt::from("runs.jsonl");
/// assert_eq!(table.path().unwrap().to_str(), Some("runs.jsonl"));
/// ```
#[derive(Clone)]
pub enum TableAt {
    /// In a file; `-` is standard input.
    File(PathBuf),
    /// In memory.
    Memory(Arc<MemoryTable>),
}

impl TableAt {
    /// The file, if it is in one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Memory(_) => None,
        }
    }

    /// How it is called in messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => name_of(path),
            Self::Memory(table) => table.name.clone(),
        }
    }

    /// Whether it can be read more than once: standard input cannot.
    pub fn can_be_read_again(&self) -> bool {
        self.path().is_none_or(|path| path.as_os_str() != "-")
    }

    /// The system of rows that do not name one: the file's name without what
    /// tells its format.
    pub(crate) fn system(&self) -> String {
        let path = match self {
            Self::Memory(table) => return table.system.clone(),
            Self::File(path) if path.as_os_str() == "-" => return "stdin".to_owned(),
            Self::File(path) => path,
        };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let unpacked = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
        unpacked.rsplit_once('.').map_or(unpacked, |(stem, _)| stem).to_owned()
    }
}

impl fmt::Debug for TableAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableAt").field(&self.name()).finish()
    }
}

impl From<PathBuf> for TableAt {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl From<OsString> for TableAt {
    fn from(path: OsString) -> Self {
        Self::File(path.into())
    }
}

impl From<&str> for TableAt {
    fn from(path: &str) -> Self {
        Self::File(path.into())
    }
}

/// A table in memory: batches of Arrow columns, read as those of a Parquet file.
///
/// Not for tables that are larger than memory: those stay in files.
pub struct MemoryTable {
    /// How it is called in messages.
    pub name: String,
    /// The system of rows that do not name one.
    pub system: String,
    /// The rows.
    pub batches: Vec<RecordBatch>,
}

impl MemoryTable {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_called_as_its_file() {
        let system = |path: &str| TableAt::from(path).system();
        assert_eq!(system("out/ipe.pt.jsonl.gz"), "ipe.pt");
        assert_eq!(system("-"), "stdin");
    }
}
