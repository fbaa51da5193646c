//! Stems of words that come again and again.

use super::Porter;
use crate::intern::Interner;

/// The cache starts anew with this many words, so that endless text needs no endless memory.
const MOST_WORDS: usize = 1 << 16;

/// A [`Porter`] stemmer that remembers: most words of a text were seen before.
///
/// ```
/// use regua_text::stem::porter::{CachedPorter, Porter};
///
/// let mut porter = CachedPorter::new(Porter::default());
/// assert_eq!(porter.stem("ponies"), "poni");
/// assert_eq!(porter.stem("ponies"), "poni");
/// ```
#[derive(Debug, Clone)]
pub struct CachedPorter {
    porter: Porter,
    words: Interner,
    stems: Interner,
    /// The stem of each word, by their ids.
    stem_of: Vec<u32>,
    buffer: String,
}

impl CachedPorter {
    /// A cache with no words yet.
    pub fn new(porter: Porter) -> Self {
        Self {
            porter,
            words: Interner::new(),
            stems: Interner::new(),
            stem_of: Vec::new(),
            buffer: String::new(),
        }
    }

    /// The stem of the word in lower case.
    pub fn stem(&mut self, word: &str) -> &str {
        if self.words.len() >= MOST_WORDS {
            self.words.clear();
            self.stems.clear();
            self.stem_of.clear();
        }
        let id = self.words.intern(word) as usize;
        if id == self.stem_of.len() {
            let stem = self.porter.stem(word, &mut self.buffer);
            self.stem_of.push(self.stems.intern(stem));
        }
        self.stems.resolve(self.stem_of[id])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_right_before_and_after_the_cache_is_full() {
        let mut cached = CachedPorter::new(Porter::default());
        let mut buffer = String::new();
        for number in 0..MOST_WORDS + 10 {
            let word = format!("running{number}s");
            let stem = Porter::default().stem(&word, &mut buffer);
            assert_eq!(cached.stem(&word), stem);
            assert_eq!(cached.stem("relational"), "relat");
        }
        assert!(cached.words.len() < MOST_WORDS);
    }
}
