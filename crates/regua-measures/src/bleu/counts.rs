//! The counts that BLEU is read off, shared by all measures of its family.

use std::rc::Rc;

use regua_core::slot::{Cell, Slot};
use regua_core::unit::Segments;
use regua_core::{Batch, Tally, TallyRow};
use regua_text::ngrams::{NgramMatcher, totals};
use regua_text::tokenise::Tokeniser;

use crate::shared::{Case, Cut};

/// What one segment, or a sum of them, contributes to BLEU.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BleuTally {
    /// Tokens of the hypothesis.
    pub hyp_len: i64,
    /// Tokens of the reference that is closest in length.
    pub ref_len: i64,
    /// N-grams of the hypothesis that match, from order 1 on.
    pub correct: Vec<i64>,
    /// N-grams of the hypothesis, from order 1 on.
    pub total: Vec<i64>,
}

impl BleuTally {
    /// The columns of a tally up to this order.
    pub fn slots(order: usize) -> Vec<Slot> {
        let numbered = |name: &'static str| {
            (1..=order).map(move |order| Slot::count(format!("{name}{order}")))
        };
        [Slot::count("hyp_len"), Slot::count("ref_len")]
            .into_iter()
            .chain(numbered("correct"))
            .chain(numbered("total"))
            .collect()
    }

    /// The tally that a row stands for.
    pub fn read(tally: Tally<'_>, order: usize) -> Self {
        let mut fields = tally.fields();
        Self {
            hyp_len: fields.count(),
            ref_len: fields.count(),
            correct: fields.counts(order),
            total: fields.counts(order),
        }
    }
}

impl TallyRow for BleuTally {
    fn write(&self, row: &mut Vec<Cell>) {
        let counts = [&[self.hyp_len, self.ref_len], &self.correct[..], &self.total];
        row.extend(counts.into_iter().flatten().map(|&count| Cell::Count(count)));
    }
}

/// The counts of a batch.
#[derive(Debug)]
pub(crate) struct Counts {
    order: usize,
    lengths: Vec<Lengths>,
    /// Matches of all orders, one unit after the other.
    matches: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Lengths {
    hypothesis: usize,
    reference: usize,
}

impl Counts {
    /// The counts of a batch, made now or known already: they do not depend on
    /// the smoothing.
    pub(crate) fn of(
        batch: &Batch<'_, Segments>,
        tokeniser: &dyn Tokeniser,
        case: Case,
        order: usize,
    ) -> Rc<Self> {
        let key = format!("bleu\u{1f}{}\u{1f}{}\u{1f}{order}", tokeniser.name(), case.word());
        batch.memo().get_or(&key, || Self::count(batch, tokeniser, case, order))
    }

    fn count(
        batch: &Batch<'_, Segments>,
        tokeniser: &dyn Tokeniser,
        case: Case,
        order: usize,
    ) -> Self {
        let units = batch.units().len();
        let ids = Cut::new(tokeniser).case(case).ids(batch);
        let mut ngrams = NgramMatcher::new();
        let mut lengths = Vec::with_capacity(units);
        let mut matches = vec![0; units * order];
        for (unit, matches) in matches.chunks_exact_mut(order).enumerate() {
            let hypothesis = ids.hypothesis(unit);
            ngrams.clear();
            for reference in ids.references(unit) {
                ngrams.add_reference(reference, order);
            }
            ngrams.count_matches(hypothesis, order, matches);
            let references = ids.references(unit).map(<[u32]>::len);
            lengths.push(Lengths {
                hypothesis: hypothesis.len(),
                reference: closest(hypothesis.len(), references).unwrap_or_default(),
            });
        }
        Self { order, lengths, matches }
    }

    /// Writes the tally of a unit over another.
    pub(crate) fn tally(&self, unit: usize, tally: &mut BleuTally) {
        let lengths = self.lengths[unit];
        let matches = &self.matches[unit * self.order..][..self.order];
        tally.hyp_len = lengths.hypothesis as i64;
        tally.ref_len = lengths.reference as i64;
        tally.correct.clear();
        tally.correct.extend(matches.iter().map(|&count| count as i64));
        tally.total.clear();
        tally.total.extend(totals(lengths.hypothesis, self.order).map(|count| count as i64));
    }
}

/// The length that is closest to the hypothesis's; the shorter of two.
pub(crate) fn closest(hypothesis: usize, references: impl Iterator<Item = usize>) -> Option<usize> {
    references.min_by_key(|&length| (length.abs_diff(hypothesis), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_equally_close_lengths_the_shorter_counts() {
        assert_eq!(closest(5, [9, 7, 3].into_iter()), Some(3));
        assert_eq!(closest(5, [3, 6].into_iter()), Some(6));
        assert_eq!(closest(5, std::iter::empty()), None);
    }

    #[test]
    fn a_row_reads_back_as_its_tally() {
        let tally = BleuTally { hyp_len: 5, ref_len: 6, correct: vec![4, 1], total: vec![5, 4] };
        let mut row = Vec::new();
        tally.write(&mut row);
        assert_eq!(row.len(), BleuTally::slots(2).len());
        assert_eq!(BleuTally::read(Tally::new(&row), 2), tally);
    }
}
