//! METEOR's data in a store.

use std::path::Path;
use std::sync::Arc;

use super::compiler::compile;
use super::data::MeteorData;
use crate::error::Error;
use crate::kind::Kind;
use crate::store::{Place, Store};

impl Store {
    /// The name that METEOR's data have in signatures, without loading them: of
    /// `meteor-1.5`, `meteor-1.5#1a2b3c4d`. Nothing if they are not there.
    pub fn meteor_name(&self, name: &str) -> Option<String> {
        match self.find(name).ok()? {
            Place::Kept(resource) => {
                let is_meteor = resource.manifest.kind == Kind::Meteor.name();
                is_meteor.then_some(resource.manifest.signature)
            }
            Place::Path(path) => Some(at_path(&path).ok()?.name().to_owned()),
        }
    }

    /// Loads METEOR's data by their name in the store (`meteor-1.5`), by that
    /// name with a fingerprint that must be theirs (`meteor-1.5#1a2b3c4d`), or
    /// by the path of the jar or of a folder laid out like it, which is compiled
    /// anew each time.
    ///
    /// # Errors
    /// Fails if there is no such resource, or it is damaged or another one.
    pub fn meteor(&self, name: &str) -> Result<Arc<MeteorData>, Error> {
        let data = match self.find(name)? {
            Place::Kept(resource) => MeteorData::open(&resource.file)?,
            Place::Path(path) => at_path(&path)?,
        };
        Ok(Arc::new(data))
    }
}

fn at_path(path: &Path) -> Result<MeteorData, Error> {
    MeteorData::in_memory(compile(path)?, path)
}
