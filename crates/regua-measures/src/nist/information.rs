//! The information of n-grams, and how much of it a hypothesis has.

use regua_text::intern::Interner;
use regua_text::ngrams::{Match, NgramMatcher};

use super::formula::{NistTally, Variant};
use crate::fitting::{Count, Documents, Frequencies};

/// The information of the n-grams of a corpus.
///
/// An n-gram without a number occurs once, or never: then it counts as if it
/// occurred once.
#[derive(Debug, Clone)]
pub(super) struct Information {
    ngrams: Frequencies,
    bits: Vec<Bits>,
    /// The information of a word that occurs once.
    new_word: f64,
}

/// What an n-gram tells, in bits.
#[derive(Debug, Clone, Copy)]
struct Bits {
    itself: f64,
    /// What an n-gram tells that is this one with another word, and occurs once.
    longer: f64,
}

impl Information {
    /// Learns from references.
    pub(super) fn learn(references: Documents, order: usize, variant: Variant) -> Self {
        let total = references.total();
        let (ngrams, bits) =
            Frequencies::count(references, order, Count::Occurrences, |ngram| Bits {
                itself: variant.information(ngram.count, ngram.prefix.unwrap_or(total)),
                longer: variant.information(1, ngram.count),
            });
        Self { ngrams, bits, new_word: variant.information(1, total.max(1)) }
    }

    pub(super) fn vocabulary(&self) -> &Interner {
        self.ngrams.vocabulary()
    }

    fn of_word(&self, word: u32) -> f64 {
        self.bits.get(word as usize).map_or(self.new_word, |bits| bits.itself)
    }

    /// What an n-gram tells, by its number or else that of its prefix. What
    /// follows on a prefix that occurs once had to come, and tells nothing.
    fn of_longer(&self, ngram: u32, prefix: u32) -> f64 {
        match (self.bits.get(ngram as usize), self.bits.get(prefix as usize)) {
            (Some(bits), _) => bits.itself,
            (None, Some(prefix)) => prefix.longer,
            (None, None) => 0.0,
        }
    }
}

/// Finds the n-grams that a hypothesis shares with its references, and adds
/// up what they tell.
pub(super) struct Matched<'m> {
    order: usize,
    matcher: NgramMatcher,
    bits: Vec<f64>,
    seen: Seen<'m>,
}

impl<'m> Matched<'m> {
    pub(super) fn new(information: &'m Information, order: usize) -> Self {
        let bits = vec![0.0; order];
        Self { order, matcher: NgramMatcher::new(), bits, seen: Seen::new(information) }
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

    /// Adds up each order's information.
    fn add_up(&mut self, hypothesis: &[u32]) {
        let Self { order, matcher, bits, seen } = self;
        bits.fill(0.0);
        seen.start(hypothesis);
        let mut current = 1;
        matcher.visit_matches(hypothesis, *order, |found| {
            if found.order != current {
                bits[current - 1] = seen.close(current, hypothesis);
                current = found.order;
            }
            seen.see(found);
        });
        if let Some(bits) = bits.get_mut(current - 1) {
            *bits = seen.close(current, hypothesis);
        }
    }
}

/// The n-grams of one order that match.
struct Seen<'m> {
    information: &'m Information,
    /// For each place of the hypothesis the n-gram that starts there, and its order.
    places: Vec<(u32, usize)>,
    /// The n-grams in the order of first sight.
    terms: Vec<Term>,
    /// Where each n-gram is in `terms`, if it is there.
    term_of: Vec<usize>,
    asked: Vec<(u32, u32)>,
    pairs: Vec<Option<u32>>,
}

#[derive(Debug, Clone, Copy)]
struct Term {
    ngram: u32,
    start: usize,
    times: f64,
}

impl<'m> Seen<'m> {
    fn new(information: &'m Information) -> Self {
        Self {
            information,
            places: Vec::new(),
            terms: Vec::new(),
            term_of: Vec::new(),
            asked: Vec::new(),
            pairs: Vec::new(),
        }
    }

    fn start(&mut self, hypothesis: &[u32]) {
        let ngrams = &self.information.ngrams;
        self.places.clear();
        self.places.extend(hypothesis.iter().map(|&word| (ngrams.word(word), 1)));
        self.terms.clear();
    }

    fn see(&mut self, found: Match) {
        let ngram = found.ngram as usize;
        if ngram >= self.term_of.len() {
            self.term_of.resize((ngram + 1).next_power_of_two(), usize::MAX);
        }
        match self.terms.get_mut(self.term_of[ngram]) {
            Some(again) if again.ngram == found.ngram => again.times += 1.0,
            _ => {
                self.term_of[ngram] = self.terms.len();
                self.terms.push(Term { ngram: found.ngram, start: found.start, times: 1.0 });
            }
        }
    }

    /// What the n-grams of an order tell, times their matches, added up in the
    /// order of first sight, as NLTK does.
    fn close(&mut self, order: usize, hypothesis: &[u32]) -> f64 {
        let Self { information, places, terms, asked, pairs, .. } = self;
        let mut sum = 0.0;
        if order == 1 {
            for term in terms.drain(..) {
                sum += information.of_word(places[term.start].0) * term.times;
            }
            return sum;
        }
        asked.clear();
        for term in &*terms {
            let (number, length) = &mut places[term.start];
            // A shorter n-gram of this place may have had no match left.
            while *length + 1 < order {
                *number = information.ngrams.longer(*number, hypothesis[term.start + *length]);
                *length += 1;
            }
            asked.push((*number, hypothesis[term.start + order - 1]));
        }
        let numbers = information.ngrams.all_longer(asked, pairs);
        for ((term, number), (prefix, _)) in terms.iter().zip(numbers).zip(&*asked) {
            sum += information.of_longer(number, *prefix) * term.times;
            places[term.start] = (number, order);
        }
        terms.clear();
        sum
    }
}
