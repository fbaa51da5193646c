//! What can go wrong with a resource.

use std::io;
use std::path::PathBuf;

/// What can go wrong with a resource.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    #[error("cannot {doing} {}: {cause}", file.display())]
    Io {
        /// "read", "write", …
        doing: &'static str,
        /// The file.
        file: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// A file is not what it should be.
    #[error("{}{}: {rule}", file.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1, where the file has lines.
        line: Option<usize>,
        /// The rule it breaks.
        rule: String,
    },
    /// There is no such resource.
    #[error("there is no resource `{name}`{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// What to do about it.
        hint: String,
    },
}
