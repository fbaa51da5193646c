//! The files inside the jar: function words, prefixes, synonyms.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{EXCEPTIONS, FUNCTION_WORDS, PREFIXES, SYNSETS, Source, words};
use crate::error::Error;

/// What the files inside the jar say.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    /// Words that say little by themselves.
    pub(super) function_words: BTreeSet<String>,
    /// Words that keep the dot after them, and whether only before a number.
    pub(super) prefixes: BTreeMap<String, bool>,
    /// The sets that list a word, in ascending order.
    pub(super) synsets: BTreeMap<String, Vec<u32>>,
    /// The sets of the base forms of irregular forms, in ascending order.
    pub(super) irregular: BTreeMap<String, Vec<u32>>,
}

impl Lexicon {
    pub(super) fn read(source: &Source) -> Result<Self, Error> {
        let mut lexicon = Self::default();
        lexicon.read_function_words(source)?;
        lexicon.read_prefixes(source)?;
        lexicon.read_synsets(source)?;
        lexicon.read_irregular(source)?;
        Ok(lexicon)
    }

    fn read_function_words(&mut self, source: &Source) -> Result<(), Error> {
        let lines = source.lines(FUNCTION_WORDS)?;
        self.function_words = lines.iter().map(|(_, line)| line.to_owned()).collect();
        Ok(())
    }

    fn read_prefixes(&mut self, source: &Source) -> Result<(), Error> {
        let lines = source.lines(PREFIXES)?;
        for (_, line) in lines.iter() {
            let mut words = words(line);
            if let Some(prefix) = words.next().filter(|word| !word.starts_with('#')) {
                let before_numbers = words.next() == Some("#NUMERIC_ONLY#");
                self.prefixes.insert(prefix.to_owned(), before_numbers);
            }
        }
        Ok(())
    }

    fn read_synsets(&mut self, source: &Source) -> Result<(), Error> {
        let lines = source.lines(SYNSETS)?;
        for pair in lines.pairs() {
            let (number, word, sets) = pair?;
            let mut numbers = Vec::new();
            for set in words(sets) {
                let refuse =
                    |_| lines.damaged(number + 1, format!("`{set}` is not the number of a set"));
                numbers.push(set.parse().map_err(refuse)?);
            }
            numbers.sort_unstable();
            numbers.dedup();
            self.synsets.insert(word.to_owned(), numbers);
        }
        Ok(())
    }

    /// A form may have several base forms; all their sets are its own.
    fn read_irregular(&mut self, source: &Source) -> Result<(), Error> {
        let lines = source.lines(EXCEPTIONS)?;
        for pair in lines.pairs() {
            let (_, base, forms) = pair?;
            let sets = self.synsets.get(base).map_or(&[][..], Vec::as_slice);
            for form in words(forms) {
                self.irregular.entry(form.to_owned()).or_default().extend(sets);
            }
        }
        for sets in self.irregular.values_mut() {
            sets.sort_unstable();
            sets.dedup();
        }
        Ok(())
    }
}
