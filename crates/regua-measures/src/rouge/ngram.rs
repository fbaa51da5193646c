//! ROUGE-N: runs of tokens that both texts have.

use regua_text::ngrams::NgramMatcher;

use super::overlap::{Kernel, Overlap};
use crate::shared::TokenIds;

pub(super) struct Ngrams {
    order: usize,
    matcher: NgramMatcher,
    matches: Vec<u64>,
}

impl Ngrams {
    pub(super) fn new(order: usize) -> Self {
        Self { order, matcher: NgramMatcher::new(), matches: vec![0; order] }
    }
}

impl Kernel for Ngrams {
    fn overlaps(&mut self, ids: &TokenIds, unit: usize, found: &mut Vec<Overlap>) {
        let hypothesis = ids.hypothesis(unit);
        let total = |tokens: &[u32]| (tokens.len() + 1).saturating_sub(self.order) as f64;
        for reference in ids.references(unit) {
            self.matcher.clear();
            self.matcher.add_reference(reference, self.order);
            self.matcher.count_matches(hypothesis, self.order, &mut self.matches);
            found.push(Overlap {
                matches: self.matches.last().map_or(0.0, |&matches| matches as f64),
                hypothesis: total(hypothesis),
                reference: total(reference),
            });
        }
    }
}
