//! The user's folders and what is in them.

use std::sync::Arc;

use crate::error::Error;
use crate::synonyms::Synonyms;

/// The resources that a program can use.
#[derive(Debug, Clone, Default)]
pub struct Store {}

impl Store {
    /// A store without resources, for programs and tests that shall not depend
    /// on what somebody has installed.
    pub fn nowhere() -> Self {
        Self {}
    }

    /// The name that synonyms have in signatures, without loading them: of
    /// `wordnet`, `wordnet-3.0#1a2b3c4d`. Nothing if there is no such resource.
    pub fn synonyms_name(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Loads synonyms by their name in the store (`wordnet`), by that name with
    /// a fingerprint that must be theirs (`wordnet-3.0#1a2b3c4d`), or by the
    /// path of a file.
    ///
    /// # Errors
    /// Fails if there is no such resource, or it is damaged or another one.
    pub fn synonyms(&self, name: &str) -> Result<Arc<dyn Synonyms>, Error> {
        Err(Error::Unknown { name: name.to_owned(), hint: String::new() })
    }
}
