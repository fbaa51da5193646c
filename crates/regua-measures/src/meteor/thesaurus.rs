//! The synonyms that the setting `syn` names.

use std::sync::Arc;

use regua_core::{Error, Settings};
use regua_store::{Store, Synonyms};

/// What is looked for where nothing is asked for.
const USUAL: &str = "wordnet";
const NOTHING: &str = "none";

/// Synonyms and their name, or none.
#[derive(Debug, Clone)]
pub(super) struct Thesaurus {
    name: String,
    synonyms: Option<Arc<dyn Synonyms>>,
}

impl Thesaurus {
    pub(super) fn none() -> Self {
        Self { name: NOTHING.to_owned(), synonyms: None }
    }

    pub(super) fn of(synonyms: Arc<dyn Synonyms>) -> Self {
        Self { name: synonyms.name().to_owned(), synonyms: Some(synonyms) }
    }

    /// Those that the setting `syn` names; WordNet if nothing is asked for and
    /// the store has it.
    pub(super) fn from_settings(settings: &Settings, store: &Store) -> Result<Self, Error> {
        let name = match settings.text("syn") {
            Some(NOTHING) => return Ok(Self::none()),
            Some(name) => name,
            None if store.synonyms_name(USUAL).is_some() => USUAL,
            None => return Ok(Self::none()),
        };
        if settings.is_only_to_read() {
            let name = store.synonyms_name(name).unwrap_or_else(|| name.to_owned());
            return Ok(Self { name, synonyms: None });
        }
        store.synonyms(name).map(Self::of).map_err(|error| {
            let takes = format!("none, or the name or path of synonyms; {error}");
            settings.refuse("syn", name, takes)
        })
    }

    /// The name in signatures.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn synonyms(&self) -> Option<&Arc<dyn Synonyms>> {
        self.synonyms.as_ref()
    }
}

/// A table of a few words, for tests that shall not depend on a resource.
#[cfg(test)]
pub(super) mod testing {
    use super::{Arc, Synonyms};

    /// Each set is a line of words; a plural belongs to the sets of its singular.
    #[derive(Debug)]
    pub(crate) struct Table(Vec<Vec<&'static str>>);

    impl Table {
        pub(crate) fn of(sets: &[&'static str]) -> Arc<dyn Synonyms> {
            Arc::new(Self(sets.iter().map(|set| set.split(' ').collect()).collect()))
        }

        fn listing<'a>(&'a self, word: &'a str) -> impl Iterator<Item = u32> + 'a {
            (0..).zip(&self.0).filter(move |(_, set)| set.contains(&word)).map(|(number, _)| number)
        }
    }

    impl Synonyms for Table {
        fn name(&self) -> &'static str {
            "table#1"
        }

        fn sets(&self, word: &str, sets: &mut Vec<u32>) {
            sets.extend(self.listing(word));
            sets.extend(word.strip_suffix('s').into_iter().flat_map(|base| self.listing(base)));
            sets.sort_unstable();
            sets.dedup();
        }

        fn sets_listing(&self, word: &str, sets: &mut Vec<u32>) {
            sets.extend(self.listing(word));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_resource_there_are_no_synonyms_unless_asked_for() {
        let read = |text: &str| {
            Thesaurus::from_settings(&Settings::new(&text.parse().unwrap()), &Store::nowhere())
        };
        assert_eq!(read("meteor").unwrap().name(), "none");
        assert_eq!(read("meteor(syn=none)").unwrap().name(), "none");
        insta::assert_snapshot!(read("meteor(syn=wordnet)").unwrap_err(), @"`meteor` cannot take `syn=wordnet`: it takes none, or the name or path of synonyms; there is no resource `wordnet`; `regua models add wordnet` adds it");
    }

    #[test]
    fn a_reader_needs_the_name_alone() {
        let settings = Settings::new(&"meteor(syn=wordnet-9.9#0)".parse().unwrap()).only_to_read();
        let thesaurus = Thesaurus::from_settings(&settings, &Store::nowhere()).unwrap();
        assert_eq!(thesaurus.name(), "wordnet-9.9#0");
        assert!(thesaurus.synonyms().is_none());
    }
}
