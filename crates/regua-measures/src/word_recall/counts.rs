//! How often each word occurs in the references.

use regua_core::Error;
use regua_text::intern::Interner;

use crate::fitting::{Bytes, Origin, put_number, put_text};

/// A vocabulary with the number of occurrences of each word.
#[derive(Debug, Clone, Default)]
pub(super) struct WordCounts {
    words: Interner,
    counts: Vec<u64>,
    /// How many references there were: none is another thing than empty ones.
    texts: u64,
}

impl WordCounts {
    /// Adds a word.
    pub(super) fn add(&mut self, word: &str) {
        self.add_times(word, 1);
    }

    /// Counts a reference.
    pub(super) fn end_text(&mut self) {
        self.texts = self.texts.saturating_add(1);
    }

    fn add_times(&mut self, word: &str, times: u64) {
        let id = self.words.intern(word) as usize;
        if id == self.counts.len() {
            self.counts.push(0);
        }
        self.counts[id] = self.counts[id].saturating_add(times);
    }

    /// Whether there was no reference.
    pub(super) fn is_empty(&self) -> bool {
        self.texts == 0
    }

    /// The words; the number of one is its place in [`WordCounts::counts`].
    pub(super) fn vocabulary(&self) -> &Interner {
        &self.words
    }

    /// The number of occurrences of each word.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Writes the words by their letters, each with its count.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let mut words: Vec<(&str, u64)> =
            (0..).zip(&self.counts).map(|(id, &count)| (self.words.resolve(id), count)).collect();
        words.sort_unstable();
        put_number(bytes, self.texts);
        put_number(bytes, words.len() as u64);
        for (word, count) in words {
            put_text(bytes, word);
            put_number(bytes, count);
        }
    }

    /// Adds what [`WordCounts::write`] wrote.
    pub(super) fn merge(&mut self, mut bytes: Bytes<'_>, origin: &Origin) -> Result<(), Error> {
        let mut read = || {
            let texts = bytes.number()?;
            let mut words = Vec::new();
            for _ in 0..bytes.length()? {
                words.push((bytes.text()?, bytes.number()?));
            }
            bytes.is_empty().then_some((texts, words))
        };
        let (texts, words) =
            read().ok_or_else(|| origin.refuse("it is damaged: its words make no sense"))?;
        self.texts = self.texts.saturating_add(texts);
        for (word, count) in words {
            self.add_times(word, count);
        }
        Ok(())
    }
}
