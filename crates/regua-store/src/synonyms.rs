//! Words that can stand for each other.

use std::fmt;

/// Sets of words that can stand for each other: WordNet, a thesaurus, a table.
pub trait Synonyms: Send + Sync + fmt::Debug {
    /// The name that stands in signatures, with a fingerprint of the contents:
    /// `wordnet-3.0#1a2b3c4d`.
    fn name(&self) -> &str;

    /// Adds the numbers of the sets that a word belongs to, in any of its base
    /// forms (`geese` is in those of `goose`), in ascending order. Two words are
    /// synonyms if they share a set.
    fn sets(&self, word: &str, sets: &mut Vec<u32>);

    /// Adds the numbers of the sets that list this very word, letter by letter,
    /// in ascending order.
    fn sets_listing(&self, word: &str, sets: &mut Vec<u32>);
}
