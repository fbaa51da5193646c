//! The n-grams that hypotheses share with each of their references.

use std::rc::Rc;

use regua_core::Batch;
use regua_core::unit::Segments;
use regua_text::ngrams::{NgramMatcher, totals};
use regua_text::python;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

use super::characters::CharacterMatcher;
use super::formula::OrderCounts;
use crate::shared::{Case, Cut};

/// The counts of a batch, for each unit and each of its references.
#[derive(Debug)]
pub(super) struct PairCounts {
    order: usize,
    /// Where each unit starts in `pairs`.
    units: Vec<usize>,
    pairs: Vec<Lengths>,
    /// Matches of all orders, one pair after the other.
    matches: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Lengths {
    hypothesis: usize,
    reference: usize,
}

impl PairCounts {
    /// Counts of character n-grams, made now or known already.
    pub(super) fn of_characters(
        batch: &Batch<'_, Segments>,
        case: Case,
        whitespace: bool,
        order: usize,
    ) -> Rc<Self> {
        let key = format!("chrf characters\u{1f}{}\u{1f}{whitespace}\u{1f}{order}", case.word());
        batch.memo().get_or(&key, || {
            let mut counts = Self::new(batch.units().len(), order);
            let (mut quick, mut ngrams) = (CharacterMatcher::new(), NgramMatcher::new());
            let (mut hypothesis, mut reference) = (Vec::new(), Vec::new());
            let mut lowered = String::new();
            for unit in batch.units() {
                counts.start_unit();
                let text = case.apply(unit.hypothesis(), &mut lowered);
                code_points(text, whitespace, &mut hypothesis);
                for text in unit.references {
                    let text = case.apply(text, &mut lowered);
                    code_points(text, whitespace, &mut reference);
                    let matches = counts.start_pair(&hypothesis, &reference);
                    if !quick.count(&hypothesis, &reference, matches) {
                        count(&mut ngrams, &hypothesis, &reference, matches);
                    }
                }
            }
            counts
        })
    }

    /// Counts of word n-grams, made now or known already.
    pub(super) fn of_words(batch: &Batch<'_, Segments>, case: Case, order: usize) -> Rc<Self> {
        let key = format!("chrf words\u{1f}{}\u{1f}{order}", case.word());
        batch.memo().get_or(&key, || {
            let mut counts = Self::new(batch.units().len(), order);
            let mut ngrams = NgramMatcher::new();
            let ids = Cut::new(&ChrfWords).case(case).ids(batch);
            for unit in 0..batch.units().len() {
                counts.start_unit();
                for reference in ids.references(unit) {
                    let matches = counts.start_pair(ids.hypothesis(unit), reference);
                    count(&mut ngrams, ids.hypothesis(unit), reference, matches);
                }
            }
            counts
        })
    }

    fn new(units: usize, order: usize) -> Self {
        Self {
            order,
            units: Vec::with_capacity(units),
            pairs: Vec::with_capacity(units),
            matches: Vec::with_capacity(units * order),
        }
    }

    fn start_unit(&mut self) {
        self.units.push(self.pairs.len());
    }

    /// The place for the matches of a pair.
    fn start_pair(&mut self, hypothesis: &[u32], reference: &[u32]) -> &mut [u64] {
        self.pairs.push(Lengths { hypothesis: hypothesis.len(), reference: reference.len() });
        let start = self.matches.len();
        self.matches.resize(start + self.order, 0);
        &mut self.matches[start..]
    }

    /// Adds the counts of one unit against one of its references to a list.
    pub(super) fn write(&self, unit: usize, reference: usize, orders: &mut Vec<OrderCounts>) {
        let pair = self.units[unit] + reference;
        let lengths = self.pairs[pair];
        let matches = &self.matches[pair * self.order..][..self.order];
        let of_hypothesis = totals(lengths.hypothesis, self.order);
        let of_reference = totals(lengths.reference, self.order);
        for ((hypothesis, reference), &matches) in of_hypothesis.zip(of_reference).zip(matches) {
            orders.push(OrderCounts {
                hypothesis: if reference > 0 { hypothesis as i64 } else { 0 },
                reference: reference as i64,
                matches: matches as i64,
            });
        }
    }
}

fn count(ngrams: &mut NgramMatcher, hypothesis: &[u32], reference: &[u32], matches: &mut [u64]) {
    ngrams.clear();
    ngrams.add_reference(reference, matches.len());
    ngrams.count_matches(hypothesis, matches.len(), matches);
}

/// Replaces a list by the code points of a text.
fn code_points(text: &str, whitespace: bool, points: &mut Vec<u32>) {
    points.clear();
    points.resize(text.len(), 0);
    let mut kept = 0;
    // Every character is written and the next one goes over it if it is not to
    // be kept: where the blanks are is hard to foresee.
    let mut write = |point: u32, keep: bool| {
        points[kept] = point;
        kept += usize::from(keep);
    };
    if text.is_ascii() {
        for byte in text.bytes() {
            write(u32::from(byte), whitespace || !python::is_space(char::from(byte)));
        }
    } else {
        for point in text.chars() {
            write(u32::from(point), whitespace || !python::is_space(point));
        }
    }
    points.truncate(kept);
}

/// The words of chrF++: white space separates, and one mark of ASCII
/// punctuation at the end of a word, or else one at its start, is a word.
#[derive(Debug, Clone, Copy)]
struct ChrfWords;

impl Tokeniser for ChrfWords {
    fn name(&self) -> &'static str {
        "chrf-words"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        for word in python::split(text) {
            let is_mark = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_punctuation);
            // A mark is one byte, so a word with one and more than one byte has
            // more than one character.
            let cut = match word.len() {
                1 => 0,
                length if is_mark(word.as_bytes().last()) => length - 1,
                _ if is_mark(word.as_bytes().first()) => 1,
                _ => 0,
            };
            let (before, after) = word.split_at(cut);
            if cut > 0 {
                tokens.push(before);
            }
            tokens.push(after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mark_is_split_off_at_the_end_or_else_at_the_start() {
        let mut tokens = Tokens::default();
        ChrfWords.tokenise("(hi) \"so a.b ... é! - «x»\u{1c}ok", &mut tokens);
        let words: Vec<&str> = tokens.iter().collect();
        assert_eq!(words, ["(hi", ")", "\"", "so", "a.b", "..", ".", "é", "!", "-", "«x»", "ok"]);
    }

    #[test]
    fn white_space_is_pythons() {
        let mut points = Vec::new();
        code_points("a\u{1f}\u{3000}b ", false, &mut points);
        assert_eq!(points, [97, 98]);
        code_points("a b", true, &mut points);
        assert_eq!(points, [97, 32, 98]);
    }
}
