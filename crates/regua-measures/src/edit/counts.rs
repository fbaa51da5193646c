//! Hits and errors of a batch, worked out once for all error rates.

use std::rc::Rc;

use regua_core::Batch;
use regua_core::unit::{Segment, Segments};
use regua_text::levenshtein::{EditCounts, Scratch, count_operations};
use regua_text::python;

use super::words::{Words, without_punctuation};
use crate::shared::Case;

/// For each unit the counts against its best reference, word by word.
pub(super) fn of_words(words: &Words, batch: &Batch<'_, Segments>) -> Rc<Vec<EditCounts>> {
    batch.memo().get_or(&format!("word errors\u{1f}{}", words.key()), || {
        let ids = words.ids(batch);
        let mut scratch = Scratch::default();
        (0..batch.units().len())
            .map(|unit| {
                let hypothesis = ids.hypothesis(unit);
                let references = ids.references(unit);
                best(references.map(|one| count_operations(&mut scratch, one, hypothesis)))
            })
            .collect()
    })
}

/// Characters that are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Characters {
    pub(super) case: Case,
    pub(super) punctuation: bool,
}

impl Characters {
    /// For each unit the counts against its best reference, character by
    /// character.
    pub(super) fn counts(self, units: &[Segment<'_>]) -> Vec<EditCounts> {
        let mut scratch = Scratch::default();
        let (mut hypothesis, mut reference) = (Vec::new(), Vec::new());
        let mut buffer = String::new();
        let mut counts = Vec::with_capacity(units.len());
        for unit in units {
            self.characters(unit.hypothesis(), &mut buffer, &mut hypothesis);
            counts.push(best(unit.references.iter().map(|text| {
                self.characters(text, &mut buffer, &mut reference);
                count_operations(&mut scratch, &reference, &hypothesis)
            })));
        }
        counts
    }

    fn characters(self, text: &str, buffer: &mut String, characters: &mut Vec<u32>) {
        let text = self.case.apply(text, buffer);
        let text = if self.punctuation { text.into() } else { without_punctuation(text) };
        characters.clear();
        characters.extend(python::strip(&text).chars().map(u32::from));
    }
}

/// The counts with the smallest error rate; the first of equals.
fn best(counts: impl Iterator<Item = EditCounts>) -> EditCounts {
    counts.reduce(|best, next| if is_smaller(next, best) { next } else { best }).unwrap_or_default()
}

/// Whether an error rate is below another, in whole numbers. An empty reference
/// is the best there is for an empty hypothesis and the worst for others.
fn is_smaller(left: EditCounts, right: EditCounts) -> bool {
    let length =
        |counts: EditCounts| (counts.hits + counts.substitutions + counts.deletions) as u128;
    let errors = |counts: EditCounts| counts.errors() as u128;
    match (length(left), length(right)) {
        (0, 0) => false,
        (0, _) => errors(left) == 0 && errors(right) > 0,
        (_, 0) => errors(right) > 0,
        (left_length, right_length) => errors(left) * right_length < errors(right) * left_length,
    }
}
