//! What can go wrong in the program, beside what goes wrong in its libraries.

use std::path::PathBuf;

/// Everything that makes a command end with exit code 2.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The work went wrong in the vocabulary layer.
    #[error(transparent)]
    Core(#[from] regua_core::Error),
    /// The work went wrong while reading or saving.
    #[error(transparent)]
    Data(#[from] regua_data::Error),
    /// The work went wrong with a lexical resource.
    #[error(transparent)]
    Store(#[from] regua_store::Error),
    /// The options do not go together.
    #[error("{0}")]
    Options(String),
    /// A gate does not parse, or looks at nothing.
    #[error("cannot read the gate `{gate}`: {rule}")]
    Gate {
        /// The gate as it was written.
        gate: String,
        /// What is wrong with it.
        rule: String,
    },
    /// The configuration file does not hold what it should.
    #[error("{}: {rule}", path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        rule: String,
    },
    /// An output cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Standard output is gone; whoever read it has had enough.
    #[error("the output was closed")]
    Closed,
    /// Somebody interrupted the run, and nothing was saved.
    #[error("interrupted{0}")]
    Interrupted(String),
}
