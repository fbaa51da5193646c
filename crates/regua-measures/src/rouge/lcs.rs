//! ROUGE-L and ROUGE-Lsum: the longest common subsequence, of whole texts and
//! of sentences.

use regua_text::lcs::{self, Scratch};

use super::overlap::{Kernel, Overlap};
use crate::shared::TokenIds;

/// ROUGE-L.
#[derive(Default)]
pub(super) struct Sequence {
    scratch: Scratch,
}

impl Kernel for Sequence {
    fn overlaps(&mut self, ids: &TokenIds, unit: usize, found: &mut Vec<Overlap>) {
        let hypothesis = ids.hypothesis(unit);
        for reference in ids.references(unit) {
            let matches = lcs::length(&mut self.scratch, reference, hypothesis);
            found.push(Overlap::of_counts(matches, hypothesis.len(), reference.len()));
        }
    }
}

/// ROUGE-Lsum: what any sentence of the hypothesis has in common with a
/// sentence of the reference counts for it.
#[derive(Default)]
pub(super) struct Union {
    scratch: Scratch,
}

impl Kernel for Union {
    fn overlaps(&mut self, ids: &TokenIds, unit: usize, found: &mut Vec<Overlap>) {
        let hypothesis = ids.hypothesis_pieces(unit);
        let words = ids.hypothesis(unit).len();
        for (reference, text) in ids.reference_pieces(unit).zip(ids.references(unit)) {
            let hits = lcs::union_hits(&mut self.scratch, reference, hypothesis.clone());
            found.push(Overlap::of_counts(hits, words, text.len()));
        }
    }
}
