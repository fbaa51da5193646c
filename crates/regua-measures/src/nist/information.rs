//! The information of n-grams, and how much of it a hypothesis has.

use regua_text::intern::Interner;
use regua_text::ngrams::NgramMatcher;

use super::formula::{NistTally, Variant};
use crate::fitting::{Count, Documents, Frequencies, NOWHERE};

/// The information of the n-grams of a corpus, in bits.
#[derive(Debug, Clone)]
pub(super) struct Information {
    ngrams: Frequencies,
    bits: Vec<f64>,
}

impl Information {
    /// Learns from references.
    pub(super) fn learn(references: Documents, order: usize, variant: Variant) -> Self {
        let total = references.total();
        let (ngrams, bits) = Frequencies::count(references, order, Count::Occurrences, |ngram| {
            variant.information(ngram.count, ngram.prefix.unwrap_or(total))
        });
        Self { ngrams, bits }
    }

    pub(super) fn vocabulary(&self) -> &Interner {
        self.ngrams.vocabulary()
    }

    /// What an n-gram that is not numbered tells: its prefix was seen once, so
    /// that it had to come; or it was never seen at all.
    fn bits(&self, ngram: u32) -> f64 {
        if ngram == NOWHERE { 0.0 } else { self.bits[ngram as usize] }
    }
}

/// Finds the n-grams that a hypothesis shares with its references, and adds
/// up what they tell.
pub(super) struct Matched<'m> {
    information: &'m Information,
    order: usize,
    matcher: NgramMatcher,
    /// For each place of the hypothesis the n-gram that starts there, and its order.
    places: Vec<(u32, usize)>,
    /// The matching n-grams of one order in the order of first sight.
    seen: Vec<Seen>,
    /// Where each n-gram is in `seen`, if it is there.
    seen_at: Vec<usize>,
    bits: Vec<f64>,
}

#[derive(Debug, Clone, Copy)]
struct Seen {
    ngram: u32,
    bits: f64,
    times: f64,
}

impl<'m> Matched<'m> {
    pub(super) fn new(information: &'m Information, order: usize) -> Self {
        Self {
            information,
            order,
            matcher: NgramMatcher::new(),
            places: Vec::new(),
            seen: Vec::new(),
            seen_at: Vec::new(),
            bits: vec![0.0; order],
        }
    }

    /// As mteval: an n-gram matches as often as in the reference that has it
    /// most often, and the length is that of all references on average.
    pub(super) fn in_all(
        &mut self,
        hypothesis: &[u32],
        references: &[Vec<u32>],
        tally: &mut NistTally,
    ) {
        self.matcher.clear();
        for reference in references {
            self.matcher.add_reference(reference, self.order);
        }
        self.add_up(hypothesis);
        tally.information.copy_from_slice(&self.bits);
        let words: usize = references.iter().map(Vec::len).sum();
        tally.ref_len = words as f64 / references.len().max(1) as f64;
    }

    /// As NLTK: for each order the reference with which most information is
    /// shared, the longest of equals, and its length.
    pub(super) fn in_best(
        &mut self,
        hypothesis: &[u32],
        references: &[Vec<u32>],
        tally: &mut NistTally,
    ) {
        let mut best = vec![(0.0, 0); self.order];
        for (position, reference) in references.iter().enumerate() {
            self.matcher.clear();
            self.matcher.add_reference(reference, self.order);
            self.add_up(hypothesis);
            for (best, &bits) in best.iter_mut().zip(&self.bits) {
                let more = bits > best.0 || (bits >= best.0 && reference.len() > best.1);
                if position == 0 || more {
                    *best = (bits, reference.len());
                }
            }
        }
        for (information, (bits, _)) in tally.information.iter_mut().zip(&best) {
            *information = *bits;
        }
        tally.ref_len = best.iter().map(|(_, length)| *length as f64).sum();
    }

    /// Adds up each order's information: for each n-gram what it tells, times
    /// its matches, in the order of first sight, as NLTK does.
    fn add_up(&mut self, hypothesis: &[u32]) {
        let Self { information, order, matcher, places, seen, seen_at, bits } = self;
        places.clear();
        places.extend(hypothesis.iter().map(|&word| (information.ngrams.word(word), 1)));
        bits.fill(0.0);
        seen.clear();
        let mut current = 1;
        matcher.visit_matches(hypothesis, *order, |found| {
            if found.order != current {
                bits[current - 1] = sum(seen);
                seen.clear();
                current = found.order;
            }
            let ngram = found.ngram as usize;
            if ngram >= seen_at.len() {
                seen_at.resize((ngram + 1).next_power_of_two(), usize::MAX);
            }
            if let Some(again) = seen.get_mut(seen_at[ngram])
                && again.ngram == found.ngram
            {
                again.times += 1.0;
                return;
            }
            let (number, length) = &mut places[found.start];
            while *length < found.order {
                *number = information.ngrams.longer(*number, hypothesis[found.start + *length]);
                *length += 1;
            }
            let tells = information.bits(*number);
            if tells != 0.0 {
                seen_at[ngram] = seen.len();
                seen.push(Seen { ngram: found.ngram, bits: tells, times: 1.0 });
            }
        });
        if let Some(bits) = bits.get_mut(current - 1) {
            *bits = sum(seen);
        }
    }
}

fn sum(seen: &[Seen]) -> f64 {
    seen.iter().fold(0.0, |sum, ngram| sum + ngram.bits * ngram.times)
}
