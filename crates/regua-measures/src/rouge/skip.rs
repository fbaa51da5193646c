//! ROUGE-S and ROUGE-SU: pairs of tokens with others between them.

use regua_text::ngrams::{SkipBigramMatcher, Unigrams};

use super::overlap::{Kernel, Overlap};
use crate::shared::TokenIds;

pub(super) struct SkipBigrams {
    skip: Option<usize>,
    unigrams: Unigrams,
    matcher: SkipBigramMatcher,
}

impl SkipBigrams {
    pub(super) fn new(skip: Option<usize>, unigrams: Unigrams) -> Self {
        Self { skip, unigrams, matcher: SkipBigramMatcher::new() }
    }
}

impl Kernel for SkipBigrams {
    fn overlaps(&mut self, ids: &TokenIds, unit: usize, found: &mut Vec<Overlap>) {
        let hypothesis = ids.hypothesis(unit);
        for reference in ids.references(unit) {
            let counts = self.matcher.count(reference, hypothesis, self.skip, self.unigrams);
            found.push(Overlap {
                matches: counts.matches as f64,
                hypothesis: counts.hypothesis as f64,
                reference: counts.reference as f64,
            });
        }
    }
}
