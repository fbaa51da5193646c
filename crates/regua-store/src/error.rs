//! What can go wrong with a resource.

use std::io;
use std::path::{Path, PathBuf};

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
    #[error("{}{}: {rule}", file.display(), line.map(|line| format!(", line {line}")).unwrap_or_default())]
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
    /// The resource that was asked for is not the one that is there.
    #[error(
        "a resource of this name is there, but with other contents: `{found}` instead of `{wanted}`"
    )]
    OtherContents {
        /// The name with the fingerprint that was asked for.
        wanted: String,
        /// The name with the fingerprint that is there.
        found: String,
    },
    /// A compiled file has another format than this version reads.
    #[error("{} has format {found}, but this version reads format {wanted}; add it again", file.display())]
    Outdated {
        /// The compiled file.
        file: PathBuf,
        /// Its format.
        found: u32,
        /// The format of this version.
        wanted: u32,
    },
    /// A name that cannot be given to a resource.
    #[error(
        "`{name}` cannot be the name of a resource: it takes up to 64 letters, digits and `.-_` and begins with a letter or digit"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// Nothing says where resources are kept.
    #[error("there is no folder for resources; set REGUA_DATA to one")]
    Nowhere,
    /// Not enough, too much, or not the right thing was given.
    #[error("{0}")]
    Request(String),
}

impl Error {
    /// A file cannot be read.
    pub(crate) fn reading(file: &Path, cause: io::Error) -> Self {
        Self::Io { doing: "read", file: file.to_owned(), cause }
    }

    /// A file cannot be written.
    pub(crate) fn writing(file: &Path, cause: io::Error) -> Self {
        Self::Io { doing: "write", file: file.to_owned(), cause }
    }

    /// A file breaks a rule, somewhere or at a line.
    pub(crate) fn damaged(
        file: &Path,
        line: impl Into<Option<usize>>,
        rule: impl Into<String>,
    ) -> Self {
        Self::Damaged { file: file.to_owned(), line: line.into(), rule: rule.into() }
    }
}
