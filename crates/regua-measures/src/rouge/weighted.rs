//! ROUGE-W: common subsequences in which tokens in a row weigh more.

use regua_text::lcs::weighted::WeightedLcs;

use super::overlap::{Kernel, Overlap};
use crate::shared::TokenIds;

pub(super) struct Weighted {
    weight: f64,
    lcs: WeightedLcs,
}

impl Weighted {
    pub(super) fn new(weight: f64) -> Self {
        Self { weight, lcs: WeightedLcs::new(weight) }
    }
}

impl Kernel for Weighted {
    fn overlaps(&mut self, ids: &TokenIds, unit: usize, found: &mut Vec<Overlap>) {
        let hypothesis = ids.hypothesis_pieces(unit);
        let weigh = |length: f64| length.powf(self.weight);
        for reference in ids.reference_pieces(unit) {
            // ROUGE-1.5.5 weighs the lengths of the sentences and then their sum once more.
            let lengths: f64 = reference.clone().map(|sentence| weigh(sentence.len() as f64)).sum();
            found.push(Overlap {
                matches: self.lcs.union_score(reference, hypothesis.clone()),
                hypothesis: weigh(ids.hypothesis(unit).len() as f64),
                reference: weigh(lengths),
            });
        }
    }
}
