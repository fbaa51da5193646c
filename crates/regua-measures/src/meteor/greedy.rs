//! The alignment of NLTK's METEOR.
//!
//! Three rounds: equal words, equal stems, and stems that `WordNet` knows as
//! synonyms. In each of them the words of the hypothesis that are left take,
//! from the last to the first, the last free word of the reference that fits.
//! NLTK looks synonyms up by stems (`gather` by `gather`, but `cheese` by
//! `chees`, which `WordNet` does not know); so does this.

use rustc_hash::FxHashMap;

use super::formula::{Counts, NONE, chunks};
use super::vocabulary::Vocabulary;

/// A word that is still free.
#[derive(Debug, Clone, Copy)]
struct Free {
    /// Where it stands in its text.
    place: u32,
    /// The number of the word or of its stem, whichever is compared.
    id: u32,
}

/// Aligns texts as NLTK does; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub(super) struct Greedy {
    /// Free words of the hypothesis, the last one first.
    hypothesis: Vec<Free>,
    /// Free words of the reference, the first one first.
    reference: Vec<Free>,
    /// For each word of the hypothesis its word of the reference.
    alignment: Vec<u32>,
    taken: Vec<bool>,
    /// By id: the last free word of the reference that has it.
    last: Vec<u32>,
    /// By free word of the reference: the one before it with the same id.
    previous: Vec<u32>,
    /// By synonym set: the last entry of `listed` for it.
    last_listed: FxHashMap<u32, u32>,
    /// Free words of the reference by set, each with the entry before it.
    listed: Vec<(u32, u32)>,
}

impl Greedy {
    pub(super) fn align(
        &mut self,
        vocabulary: &mut Vocabulary,
        hypothesis: &[u32],
        reference: &[u32],
    ) -> Counts {
        let free = |(place, &id)| Free { place, id };
        self.hypothesis.clear();
        self.hypothesis.extend((0..).zip(hypothesis).map(free));
        self.hypothesis.reverse();
        self.reference.clear();
        self.reference.extend((0..).zip(reference).map(free));
        self.alignment.clear();
        self.alignment.resize(hypothesis.len(), NONE);
        self.match_equal(vocabulary.end());
        if !self.is_done() {
            for word in self.hypothesis.iter_mut().chain(&mut self.reference) {
                word.id = vocabulary.stem(word.id);
            }
            self.match_equal(vocabulary.end());
        }
        if vocabulary.has_synonyms() && !self.is_done() {
            self.match_synonyms(vocabulary);
        }
        Counts {
            matches: self.alignment.iter().filter(|&&place| place != NONE).count() as i64,
            hypothesis: hypothesis.len() as i64,
            reference: reference.len() as i64,
            chunks: chunks(&self.alignment),
        }
    }

    /// Whether one of the texts has no free word.
    fn is_done(&self) -> bool {
        self.hypothesis.is_empty() || self.reference.is_empty()
    }

    /// Matches words of the same number, all of which are below `end`.
    fn match_equal(&mut self, end: usize) {
        if self.last.len() < end {
            self.last.resize(end, NONE);
        }
        self.previous.clear();
        for (index, word) in (0..).zip(&self.reference) {
            self.previous.push(std::mem::replace(&mut self.last[word.id as usize], index));
        }
        self.start_taking();
        self.hypothesis.retain(|word| {
            let last = &mut self.last[word.id as usize];
            let Some(found) = self.reference.get(*last as usize) else { return true };
            self.taken[*last as usize] = true;
            *last = self.previous[*last as usize];
            self.alignment[word.place as usize] = found.place;
            false
        });
        for word in &self.reference {
            self.last[word.id as usize] = NONE;
        }
        self.drop_taken();
    }

    fn match_synonyms(&mut self, vocabulary: &mut Vocabulary) {
        self.last_listed.clear();
        self.listed.clear();
        for (index, word) in (0..).zip(&self.reference) {
            for &set in vocabulary.sets_listing_stem(word.id) {
                let entry = u32::try_from(self.listed.len()).unwrap_or(NONE);
                let before = self.last_listed.insert(set, entry).unwrap_or(NONE);
                self.listed.push((index, before));
            }
        }
        self.start_taking();
        for word in &self.hypothesis {
            let mut best = None;
            for set in vocabulary.sets_of_stem(word.id) {
                let Some(last) = self.last_listed.get_mut(set) else { continue };
                while let Some(&(index, before)) = self.listed.get(*last as usize) {
                    if !self.taken[index as usize] {
                        best = best.max(Some(index));
                        break;
                    }
                    *last = before;
                }
            }
            if let Some(index) = best {
                self.taken[index as usize] = true;
                self.alignment[word.place as usize] = self.reference[index as usize].place;
            }
        }
    }

    fn start_taking(&mut self) {
        self.taken.clear();
        self.taken.resize(self.reference.len(), false);
    }

    fn drop_taken(&mut self) {
        let mut taken = self.taken.iter();
        self.reference.retain(|_| taken.next() == Some(&false));
    }
}
