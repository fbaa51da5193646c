//! The n-grams that hypotheses share with each of their references.

use std::rc::Rc;

use regua_core::Batch;
use regua_core::unit::Segments;
use regua_text::ngrams::{NgramMatcher, totals};
use regua_text::python;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

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
            let mut matcher = NgramMatcher::new();
            let (mut hypothesis, mut reference) = (Vec::new(), Vec::new());
            let mut lowered = String::new();
            for unit in batch.units() {
                counts.start_unit();
                let text = case.apply(unit.hypothesis(), &mut lowered);
                code_points(text, whitespace, &mut hypothesis);
                for text in unit.references {
                    let text = case.apply(text, &mut lowered);
                    code_points(text, whitespace, &mut reference);
                    counts.add(&mut matcher, &hypothesis, &reference);
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
            let mut matcher = NgramMatcher::new();
            let ids = Cut::new(&ChrfWords).case(case).ids(batch);
            for unit in 0..batch.units().len() {
                counts.start_unit();
                for reference in ids.references(unit) {
                    counts.add(&mut matcher, ids.hypothesis(unit), reference);
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

    fn add(&mut self, matcher: &mut NgramMatcher, hypothesis: &[u32], reference: &[u32]) {
        self.pairs.push(Lengths { hypothesis: hypothesis.len(), reference: reference.len() });
        let start = self.matches.len();
        self.matches.resize(start + self.order, 0);
        matcher.clear();
        matcher.add_reference(reference, self.order);
        matcher.count_matches(hypothesis, self.order, &mut self.matches[start..]);
    }

    /// Adds the counts of one unit against one of its references to a list.
    pub(super) fn write(&self, unit: usize, reference: usize, orders: &mut Vec<OrderCounts>) {
        if self.order == 0 {
            return;
        }
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

/// Replaces a list by the code points of a text.
fn code_points(text: &str, whitespace: bool, points: &mut Vec<u32>) {
    points.clear();
    if whitespace {
        points.extend(text.chars().map(u32::from));
    } else {
        points.extend(text.chars().filter(|&point| !python::is_space(point)).map(u32::from));
    }
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
