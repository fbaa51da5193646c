//! Why a tokeniser could not be had.

use std::fmt;
use std::path::Path;

use super::{LOADED, NAMES};

/// Why there is no tokeniser for a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokeniserError {
    /// There is no tokeniser of this name.
    #[error(transparent)]
    Unknown(#[from] UnknownTokeniser),
    /// A file cannot be read at all.
    #[error("cannot read `{path}`: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// A file is not what it should be, or is damaged.
    #[error("`{file}` is not {kind}: {reason}")]
    Damaged {
        /// The file.
        file: String,
        /// What it should be.
        kind: &'static str,
        /// The rule that it breaks.
        reason: String,
    },
    /// The file is there, with other content than the name says.
    #[error("`{path}` has the digest {found}, not {wanted}: it is not the file that was named")]
    OtherContent {
        /// The file or folder.
        path: String,
        /// The digest of what is there.
        found: String,
        /// The digest in the name.
        wanted: String,
    },
    /// A name out of a signature does not say which file was used.
    #[error("`{name}` does not end in `#` and the eight hexadecimal digits of a digest")]
    NoDigest {
        /// The name.
        name: String,
    },
}

impl TokeniserError {
    pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        Self::Unreadable { path: path.display().to_string(), reason: error.to_string() }
    }
}

/// There is no tokeniser of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct UnknownTokeniser {
    /// The name that was asked for.
    pub name: String,
    /// The known name that is nearest to it, if any is near.
    pub nearest: Option<&'static str>,
}

impl UnknownTokeniser {
    pub(super) fn new(name: &str) -> Self {
        let nearest = NAMES
            .iter()
            .map(|&known| (edits(name, known), known))
            .filter(|&(distance, known)| distance <= 2 && distance < known.len())
            .min()
            .map(|(_, known)| known);
        Self { name: name.to_owned(), nearest }
    }
}

impl fmt::Display for UnknownTokeniser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown tokeniser `{}`; ", self.name)?;
        match self.nearest {
            Some(nearest) => write!(formatter, "did you mean `{nearest}`?"),
            None => write!(formatter, "known are {}, {}", NAMES.join(", "), LOADED.join(", ")),
        }
    }
}

/// How many ASCII letters to insert, delete or replace, case aside.
fn edits(typed: &str, known: &str) -> usize {
    let mut row: Vec<usize> = (0..=known.len()).collect();
    for (line, typed_byte) in typed.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, known_byte) in known.bytes().enumerate() {
            let replaced = diagonal + usize::from(!typed_byte.eq_ignore_ascii_case(&known_byte));
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[known.len()]
}
