//! Numbers for n-grams, of one text or of a whole corpus.
//!
//! An n-gram is the pair of its prefix (itself an n-gram, known by its number)
//! and its last word, so that no two n-grams are ever taken for one. Not for
//! matches that are clipped by reference: `regua_text::ngrams` has those.

use rustc_hash::FxHashMap;

/// The prefix of a single word.
const NOTHING: u32 = u32::MAX;
/// So many different n-grams take some five gigabytes.
const MOST: usize = 1 << 27;

/// Numbers for n-grams, from 0 on in the order of their first places.
#[derive(Debug, Default)]
pub(crate) struct KnownNgrams {
    known: FxHashMap<(u32, u32), u32>,
    /// The n-gram that starts at each place, of the order at hand.
    places: Vec<u32>,
}

impl KnownNgrams {
    /// Forgets all n-grams and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }

    /// Whether more n-grams would no longer fit a common machine's memory.
    pub(crate) fn is_full(&self) -> bool {
        self.known.len() > MOST
    }

    /// Numbers all n-grams of a text, the shortest first, and tells of each its
    /// order (from 0 on), its number and whether it is new.
    pub(crate) fn add(
        &mut self,
        text: &[u32],
        order: usize,
        mut tell: impl FnMut(usize, u32, bool),
    ) {
        self.places.clear();
        self.places.resize(text.len(), NOTHING);
        for shorter in 0..order.min(text.len()) {
            for (prefix, &word) in self.places.iter_mut().zip(&text[shorter..]) {
                #[expect(clippy::cast_possible_truncation, reason = "the table ends long before")]
                let next = self.known.len() as u32;
                let number = *self.known.entry((*prefix, word)).or_insert(next);
                tell(shorter, number, number == next);
                *prefix = number;
            }
        }
    }

    /// Tells of each n-gram of a text that is not known, by its order (from 0 on).
    pub(crate) fn unknown(&mut self, text: &[u32], order: usize, mut tell: impl FnMut(usize)) {
        let mut places: Vec<Option<u32>> = vec![Some(NOTHING); text.len()];
        for shorter in 0..order.min(text.len()) {
            for (prefix, &word) in places.iter_mut().zip(&text[shorter..]) {
                *prefix = prefix.and_then(|prefix| self.known.get(&(prefix, word)).copied());
                if prefix.is_none() {
                    tell(shorter);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn new_and_unknown_ngrams_are_those_of_a_plain_set(
            texts in prop::collection::vec(prop::collection::vec(0..3_u32, 0..12), 1..4),
            other in prop::collection::vec(0..3_u32, 0..12),
            order in 1..5_usize,
        ) {
            let mut numbers = KnownNgrams::default();
            let mut new = vec![0; order];
            for text in &texts {
                numbers.add(text, order, |order, _, is_new| new[order] += usize::from(is_new));
            }
            let mut unknown = vec![0; order];
            numbers.unknown(&other, order, |order| unknown[order] += 1);
            for order in 1..=order {
                let all: BTreeSet<&[u32]> = texts.iter().flat_map(|text| text.windows(order)).collect();
                prop_assert_eq!(new[order - 1], all.len());
                let missing = other.windows(order).filter(|ngram| !all.contains(ngram)).count();
                prop_assert_eq!(unknown[order - 1], missing);
            }
        }
    }
}
