//! The alignment of the paper: in stages, each as large as it can be, and with
//! as few crossings as that allows.
//!
//! A stage has a module (equal words, equal stems, synonyms) and sees the words
//! that the stages before it left. Of its largest alignments it takes one with
//! the fewest crossings, those with links of earlier stages included; of these,
//! one with the fewest chunks; and of these the one that the search meets first.
//!
//! The fewest crossings are found exactly within a number of decisions that
//! few pairs of sentences need; beyond it a beam search finds few.

mod beam;
mod choices;
mod links;
mod matching;
mod problem;
mod search;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use self::links::Links;
use self::matching::Edges;
use self::problem::Problem;
use super::formula::{NONE, chunks};
use super::vocabulary::Vocabulary;

/// What an alignment comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Aligned {
    /// Words aligned with equal words.
    pub(super) exact: usize,
    /// Words aligned with words of the same stem.
    pub(super) stem: usize,
    /// Words aligned with synonyms.
    pub(super) synonym: usize,
    /// Runs of aligned words.
    pub(super) chunks: i64,
    /// Whether there may be an alignment with fewer crossings.
    pub(super) approximate: bool,
}

/// Aligns texts; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub(super) struct Aligner {
    links: Links,
    problem: Problem,
    edges: Edges,
    /// By synonym set: the last entry of `listed` for it.
    last_listed: FxHashMap<u32, u32>,
    /// Free words of the reference by set, each with the entry before it.
    listed: Vec<(u32, u32)>,
    stems: [Vec<u32>; 2],
    partners: Vec<u32>,
}

impl Aligner {
    pub(super) fn align(
        &mut self,
        vocabulary: &mut Vocabulary,
        hypothesis: &[u32],
        reference: &[u32],
    ) -> Aligned {
        let mut aligned = Aligned::default();
        self.links.start(hypothesis.len(), reference.len());
        aligned.exact = self.align_equal(hypothesis, reference, &mut aligned.approximate);
        if vocabulary.has_stems() {
            let mut stems = std::mem::take(&mut self.stems);
            let sides =
                [(hypothesis, &self.links.of_hypothesis), (reference, &self.links.of_reference)];
            for (stems, (words, links)) in stems.iter_mut().zip(sides) {
                stems.clear();
                stems.extend(
                    words.iter().zip(links).map(|(&word, &link)| {
                        if link == NONE { vocabulary.stem(word) } else { NONE }
                    }),
                );
            }
            aligned.stem = self.align_equal(&stems[0], &stems[1], &mut aligned.approximate);
            self.stems = stems;
        }
        if vocabulary.has_synonyms() {
            self.find_synonyms(vocabulary, hypothesis, reference);
            let linked = self.problem.along(&self.edges, &mut self.links);
            aligned.synonym = linked + self.solve(&mut aligned.approximate);
        }
        aligned.chunks = chunks(&self.links.of_hypothesis);
        aligned
    }

    /// One stage over numbers that are equal or not.
    fn align_equal(&mut self, left: &[u32], right: &[u32], approximate: &mut bool) -> usize {
        let linked = self.problem.equal(left, right, &mut self.links);
        linked + self.solve(approximate)
    }

    /// Decides what the problem leaves open; how many links that adds.
    fn solve(&mut self, approximate: &mut bool) -> usize {
        if self.problem.items.is_empty() {
            return 0;
        }
        let (mut best, is_exact) = search::exact(&self.problem, &self.links);
        if !is_exact {
            *approximate = true;
            let other = beam::beam(&self.problem, &self.links);
            best = match (best, other) {
                (Some(best), Some(other)) if other.is_better_than(&best) => Some(other),
                (best, other) => best.or(other),
            };
        }
        let places = best.map(|best| best.places);
        let places = places.as_ref().unwrap_or(&self.problem.fallback);
        let mut added = 0;
        for (item, &place) in self.problem.items.iter().zip(places) {
            if place != NONE {
                self.links.add(item.place, place);
                added += 1;
            }
        }
        added
    }

    /// Fills the edges with free words that share a synonym set.
    fn find_synonyms(
        &mut self,
        vocabulary: &mut Vocabulary,
        hypothesis: &[u32],
        reference: &[u32],
    ) {
        self.edges.clear();
        self.last_listed.clear();
        self.listed.clear();
        for (place, (&word, &link)) in (0..).zip(reference.iter().zip(&self.links.of_reference)) {
            if link == NONE {
                for &set in vocabulary.sets_of_word(word) {
                    let entry = u32::try_from(self.listed.len()).unwrap_or(NONE);
                    let before = self.last_listed.insert(set, entry).unwrap_or(NONE);
                    self.listed.push((place, before));
                }
            }
        }
        if self.listed.is_empty() {
            return;
        }
        for (place, (&word, &link)) in (0..).zip(hypothesis.iter().zip(&self.links.of_hypothesis)) {
            if link != NONE {
                continue;
            }
            self.partners.clear();
            for set in vocabulary.sets_of_word(word) {
                let mut last = self.last_listed.get(set).copied().unwrap_or(NONE);
                while let Some(&(partner, before)) = self.listed.get(last as usize) {
                    self.partners.push(partner);
                    last = before;
                }
            }
            self.partners.sort_unstable();
            self.partners.dedup();
            self.edges.add(place, &self.partners);
        }
    }
}
