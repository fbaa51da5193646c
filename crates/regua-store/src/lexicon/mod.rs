//! Words and the sets they belong to, compiled and mapped into memory.
//!
//! Whatever the sources are (WordNet, a thesaurus, a table), this is what they
//! become. Looking a word up takes a hash or a few and allocates only for words
//! that are not in lower case already.

mod contents;
mod morphology;
mod table;

use std::path::Path;

use contents::lower;
pub(crate) use contents::push;
pub use contents::{Contents, Sets};
use table::Table;

use crate::container::{self, Container, Layout};
use crate::error::Error;
use crate::synonyms::Synonyms;

/// Where the tables begin: a flag and four ends.
const TABLES: usize = 20;

/// A compiled lexicon.
#[derive(Debug)]
pub struct Lexicon {
    name: String,
    container: Container,
    english: bool,
    part_ends: [u32; 4],
    words: Table,
    irregular: Table,
    listed: Table,
}

impl Lexicon {
    /// Opens a compiled file; `label` is its name without a fingerprint.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is damaged or of an old format.
    pub fn open(file: &Path, label: &str) -> Result<Self, Error> {
        Self::new(Container::open(file, Layout::Lexicon)?, label, file)
    }

    /// A lexicon that is not written anywhere.
    pub(crate) fn in_memory(
        payload: Vec<u8>,
        fingerprint: u64,
        label: &str,
        file: &Path,
    ) -> Result<Self, Error> {
        Self::new(Container::in_memory(Layout::Lexicon, fingerprint, payload), label, file)
    }

    fn new(container: Container, label: &str, file: &Path) -> Result<Self, Error> {
        let bytes = container.payload();
        let parts = || {
            let (numbers, _) = bytes.get(..TABLES)?.as_chunks::<4>();
            let [english, ends @ ..] = numbers else { return None };
            let mut part_ends = [0; 4];
            for (end, number) in part_ends.iter_mut().zip(ends) {
                *end = u32::from_le_bytes(*number);
            }
            let words = Table::at(bytes, TABLES)?;
            let irregular = Table::at(bytes, words.end())?;
            let listed = Table::at(bytes, irregular.end())?;
            Some((u32::from_le_bytes(*english) != 0, part_ends, [words, irregular, listed]))
        };
        let (english, part_ends, [words, irregular, listed]) =
            parts().ok_or_else(|| Error::damaged(file, None, "has tables that are not whole"))?;
        let name = format!("{label}#{}", container::short(container.header.fingerprint));
        Ok(Self { name, container, english, part_ends, words, irregular, listed })
    }

    /// The checksum of the compiled contents.
    pub fn digest(&self) -> String {
        self.container.header.digest()
    }

    fn add(&self, table: &Table, word: &str, sets: &mut Vec<u32>) {
        if let Some(numbers) = table.get(self.container.payload(), word) {
            sets.extend(numbers.iter());
        }
    }

    /// The sets of the base forms of a word in lower case.
    fn add_base_forms(&self, word: &str, sets: &mut Vec<u32>) {
        let bytes = self.container.payload();
        let mut irregular_in = 0;
        if let Some(numbers) = self.irregular.get(bytes, word) {
            let mut numbers = numbers.iter();
            irregular_in = numbers.next().unwrap_or(0);
            sets.extend(numbers);
        }
        let mut start = 0;
        for (part, end) in self.part_ends.into_iter().enumerate() {
            if irregular_in & (1 << part) == 0 {
                morphology::base_forms(word, part, |form| {
                    if let Some(numbers) = self.words.get(bytes, form) {
                        sets.extend(numbers.iter().filter(|set| (start..end).contains(set)));
                    }
                });
            }
            start = end;
        }
    }
}

impl Synonyms for Lexicon {
    fn name(&self) -> &str {
        &self.name
    }

    fn sets(&self, word: &str, sets: &mut Vec<u32>) {
        let before = sets.len();
        let word = lower(word);
        self.add(&self.words, &word, sets);
        if self.english {
            self.add_base_forms(&word, sets);
            sort_from(sets, before);
        }
    }

    fn sets_listing(&self, word: &str, sets: &mut Vec<u32>) {
        let bytes = self.container.payload();
        match self.listed.get(bytes, word) {
            Some(numbers) => sets.extend(numbers.iter()),
            None => self.add(&self.words, word, sets),
        }
    }
}

/// Sorts what was added to a list and drops what is there twice.
fn sort_from(sets: &mut Vec<u32>, start: usize) {
    sets[start..].sort_unstable();
    let mut kept = start;
    for at in start..sets.len() {
        if kept == start || sets[kept - 1] != sets[at] {
            sets[kept] = sets[at];
            kept += 1;
        }
    }
    sets.truncate(kept);
}
