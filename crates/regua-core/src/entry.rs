//! What is known about a measure before it is built.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::error::Error;
use crate::fit::Fit;
use crate::measure::{Measure, Needs, Reader};
use crate::settings::Settings;
use crate::unit::UnitKind;

/// A measure of some kind of unit, whatever its type.
pub type AnyMeasure<K> = Box<dyn Measure<Kind = K>>;

/// A measure as its settings make it.
pub enum Built<K: UnitKind> {
    /// Ready to measure.
    Ready(AnyMeasure<K>),
    /// Must see the corpus first.
    Unfitted(Box<dyn Fit<Kind = K>>),
}

pub(crate) type Build<K> = dyn Fn(&Settings) -> Result<Built<K>, Error> + Send + Sync;
pub(crate) type BuildReader = dyn Fn(&Settings) -> Result<Box<dyn Reader>, Error> + Send + Sync;
pub(crate) type AskNeeds = dyn Fn(&Settings) -> Result<Needs, Error> + Send + Sync;

/// What is known about a measure before it is built.
#[derive(Clone)]
pub struct Entry {
    /// The name users type.
    pub name: &'static str,
    /// One line for the list of measures.
    pub summary: &'static str,
    /// The page that `regua explain` prints: what the measure looks at, the
    /// paper, what it is blind to, the implementation it agrees with.
    pub page: &'static str,
    /// What it looks at: "fluency", "adequacy", "factuality", …
    pub aspects: &'static [&'static str],
    /// The kind of unit it measures.
    pub kind: &'static str,
    pub(crate) build: Arc<dyn Any + Send + Sync>,
    pub(crate) reader: Arc<BuildReader>,
    pub(crate) needs: Arc<AskNeeds>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Entry {
    /// A measure that is ready as soon as it is built. To read a ledger it is
    /// built too, from settings that are [only to read](Settings::only_to_read).
    pub fn new<K: UnitKind, M: Measure<Kind = K> + 'static>(
        name: &'static str,
        build: impl Fn(&Settings) -> Result<M, Error> + Send + Sync + 'static,
    ) -> Self {
        let build = Arc::new(build);
        let (again, asked) = (Arc::clone(&build), Arc::clone(&build));
        let measure: Box<Build<K>> =
            Box::new(move |settings| Ok(Built::Ready(Box::new(build(settings)?))));
        Self {
            name,
            summary: "",
            page: "",
            aspects: &[],
            kind: K::NAME,
            build: Arc::new(measure),
            reader: Arc::new(move |settings| Ok(Box::new(again(settings)?))),
            needs: Arc::new(move |settings| Ok(asked(settings)?.needs())),
        }
    }

    /// A measure that must see the corpus first. Its reader is built from a
    /// signature that names the fit, and needs no more of it than that name.
    pub fn fitted<K: UnitKind>(
        name: &'static str,
        start: impl Fn(&Settings) -> Result<Box<dyn Fit<Kind = K>>, Error> + Send + Sync + 'static,
        reader: impl Fn(&Settings) -> Result<Box<dyn Reader>, Error> + Send + Sync + 'static,
    ) -> Self {
        let start = Arc::new(start);
        let asked = Arc::clone(&start);
        let measure: Box<Build<K>> =
            Box::new(move |settings| Ok(Built::Unfitted(start(settings)?)));
        Self {
            name,
            summary: "",
            page: "",
            aspects: &[],
            kind: K::NAME,
            build: Arc::new(measure),
            reader: Arc::new(reader),
            needs: Arc::new(move |settings| Ok(asked(settings)?.needs())),
        }
    }

    /// Adds the line for the list of measures and the page that explains it.
    #[must_use]
    pub fn explained(mut self, summary: &'static str, page: &'static str) -> Self {
        (self.summary, self.page) = (summary, page);
        self
    }

    /// Adds what it looks at.
    #[must_use]
    pub fn looks_at(mut self, aspects: &'static [&'static str]) -> Self {
        self.aspects = aspects;
        self
    }
}
