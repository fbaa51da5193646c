//! What is known about a resource without opening it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// What stands beside a compiled file, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The name in the store.
    pub name: String,
    /// The name in signatures, with a fingerprint: `wordnet-3.0#1a2b3c4d`.
    pub signature: String,
    /// The name of the kind.
    pub kind: String,
    /// The version that the source files say.
    pub version: Option<String>,
    /// The names of the source files.
    pub sources: Vec<String>,
    /// How many words there are.
    pub words: u64,
    /// How many sets there are.
    pub sets: u64,
    /// The name of the compiled file, in the same folder.
    pub file: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its checksum (XXH3, 128 bits).
    pub digest: String,
    /// What the source files say about their licence.
    pub licence: Option<String>,
    /// What a user should know.
    #[serde(default)]
    pub notes: Vec<String>,
}

impl Manifest {
    /// The name in signatures without the fingerprint.
    pub fn label(&self) -> &str {
        self.signature.split_once('#').map_or(&self.signature, |(label, _)| label)
    }

    /// Reads the manifest of a name.
    ///
    /// # Errors
    /// Fails if it cannot be read, or is not one of that name.
    pub(crate) fn read(file: &Path, name: &str) -> Result<Self, Error> {
        let text = std::fs::read(file).map_err(|cause| Error::reading(file, cause))?;
        let manifest: Self = serde_json::from_slice(&text).map_err(|error| {
            Error::damaged(file, error.line(), format!("is no manifest: {error}"))
        })?;
        let inside = manifest.file.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        if manifest.name != name || !inside || manifest.file.contains(['/', '\\']) {
            return Err(Error::damaged(file, None, format!("is not the manifest of `{name}`")));
        }
        Ok(manifest)
    }
}

/// A resource of a store.
#[derive(Debug, Clone)]
pub struct Resource {
    /// What is known about it.
    pub manifest: Manifest,
    /// Its compiled file.
    pub file: PathBuf,
}
