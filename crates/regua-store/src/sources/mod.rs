//! Readers of the formats that resources come in, a file each.
//!
//! Every reader makes the [`Contents`] of a lexicon out of files, says what it
//! knows about them, and names file, line and rule where one is broken.

mod encoding;
pub mod lmf;
pub mod mythes;
pub mod omw;
pub mod rdf;
pub mod table;
mod text;
mod turtle;
pub mod wordnet;
mod xml;

use std::path::PathBuf;

pub use text::{MAX_BYTES, read_bytes};

use crate::lexicon::Contents;

/// What a reader has found.
#[derive(Debug, Default)]
pub struct Found {
    /// Words and sets.
    pub contents: Contents,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// What the files call themselves.
    pub title: Option<String>,
    /// The version that the files say.
    pub version: Option<String>,
    /// What the files say about their licence, in one line.
    pub licence: Option<String>,
    /// What a user should know.
    pub notes: Vec<String>,
}
