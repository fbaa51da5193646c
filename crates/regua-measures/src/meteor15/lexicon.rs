//! The data that the setting `data` names.

use std::sync::Arc;

use regua_core::{Error, Settings};
use regua_store::Store;
use regua_store::meteor::{MeteorData, NAME};

const NOTHING: &str = "none";

/// Data and their name, or none.
#[derive(Debug, Clone)]
pub(super) struct Lexicon {
    name: String,
    data: Option<Arc<MeteorData>>,
}

impl Lexicon {
    pub(super) fn none() -> Self {
        Self { name: NOTHING.to_owned(), data: None }
    }

    pub(super) fn of(data: Arc<MeteorData>) -> Self {
        Self { name: data.name().to_owned(), data: Some(data) }
    }

    /// Those that the setting `data` names; METEOR's own if nothing is asked
    /// for and the store has them.
    pub(super) fn from_settings(settings: &Settings, store: &Store) -> Result<Self, Error> {
        let name = match settings.text("data") {
            Some(NOTHING) => return Ok(Self::none()),
            Some(name) => name,
            None if store.meteor_name(NAME).is_some() => NAME,
            None => return Ok(Self::none()),
        };
        if settings.is_only_to_read() {
            let name = store.meteor_name(name).unwrap_or_else(|| name.to_owned());
            return Ok(Self { name, data: None });
        }
        store.meteor(name).map(Self::of).map_err(|error| {
            let takes = format!(
                "`none` or data that are there, and {error}; `regua models add {NAME} PATH/{NAME}.jar` adds them"
            );
            settings.refuse("data", name, takes)
        })
    }

    /// The name in signatures.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn data(&self) -> Option<&MeteorData> {
        self.data.as_deref()
    }

    /// Whether there are paraphrases, as far as that is known: of data that
    /// were not loaded, only their name is.
    pub(super) fn may_have_paraphrases(&self) -> bool {
        match &self.data {
            Some(data) => data.has_paraphrases(),
            None => self.name != NOTHING,
        }
    }
}
