//! Words that are right and wrong, by how often they occur.

use std::cmp::Ordering;

use regua_text::intern::Interner;

use super::settings::FrequencyList;
use crate::word_recall::bands::Bands;

/// How many words of some kind a system and its references have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WordAccuracy {
    /// Words of the references.
    pub reference: u64,
    /// Words of the hypotheses.
    pub hypothesis: u64,
    /// Words of the hypotheses that the references have, too.
    pub matched: u64,
}

impl WordAccuracy {
    /// The share of the references' words that are there, if they have any.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.matched, self.reference)
    }

    /// The share of the hypotheses' words that are right, if they have any.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.matched, self.hypothesis)
    }

    /// The harmonic mean of the two, if there are any words: 0 where none match.
    pub fn f1(&self) -> Option<f64> {
        match (self.precision(), self.recall()) {
            (Some(precision), Some(recall)) if self.matched > 0 => {
                Some(2.0 * precision * recall / (precision + recall))
            }
            (None, None) => None,
            _ => Some(0.0),
        }
    }

    fn add(&mut self, other: &Self) {
        self.reference += other.reference;
        self.hypothesis += other.hypothesis;
        self.matched += other.matched;
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The words whose frequencies are in one band, and how both systems fare with
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrequencyBucket {
    /// The frequencies: `0`, `5-9`, `1000+`.
    pub band: String,
    /// How the first system fares.
    pub first: WordAccuracy,
    /// How the second system fares.
    pub second: WordAccuracy,
}

/// What is known of a word: its frequency need not be known before the end.
#[derive(Debug, Clone, Copy, Default)]
struct Word {
    /// Occurrences in all references.
    frequency: u64,
    systems: [WordAccuracy; 2],
}

/// All words so far.
#[derive(Debug, Default)]
pub(super) struct Words {
    words: Vec<Word>,
    /// Zero for each word, but while two texts are compared.
    left: Vec<u32>,
}

impl Words {
    /// Adds a unit; its words have numbers below the size of the vocabulary.
    pub(super) fn add(
        &mut self,
        systems: [&[u32]; 2],
        references: &[Vec<u32>],
        vocabulary: &Interner,
    ) {
        self.words.resize(vocabulary.len(), Word::default());
        self.left.resize(vocabulary.len(), 0);
        for &word in references.iter().flatten() {
            self.words[word as usize].frequency += 1;
        }
        for (system, hypothesis) in systems.into_iter().enumerate() {
            let Some(reference) = self.best(hypothesis, references) else { continue };
            self.compare(hypothesis, reference, |word, matched| {
                word.systems[system].hypothesis += 1;
                word.systems[system].matched += u64::from(matched);
            });
            for &word in reference {
                self.words[word as usize].systems[system].reference += 1;
            }
        }
    }

    /// The reference with the largest F1 of words, the first of equals.
    fn best<'r>(&mut self, hypothesis: &[u32], references: &'r [Vec<u32>]) -> Option<&'r [u32]> {
        if let [only] = references {
            return Some(only);
        }
        let mut best: Option<(&[u32], u64)> = None;
        for reference in references {
            let mut matches = 0;
            self.compare(hypothesis, reference, |_, matched| matches += u64::from(matched));
            let score = |matches: u64, length: usize| {
                u128::from(matches) * (length + hypothesis.len()) as u128
            };
            let is_better = best.is_none_or(|(other, others)| {
                score(matches, other.len()).cmp(&score(others, reference.len()))
                    == Ordering::Greater
            });
            if is_better {
                best = Some((reference, matches));
            }
        }
        best.map(|(reference, _)| reference)
    }

    /// Tells of each word of the hypothesis whether a word of the reference is
    /// left for it.
    fn compare(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        mut tell: impl FnMut(&mut Word, bool),
    ) {
        for &word in reference {
            self.left[word as usize] += 1;
        }
        for &word in hypothesis {
            let left = &mut self.left[word as usize];
            tell(&mut self.words[word as usize], *left > 0);
            *left = left.saturating_sub(1);
        }
        for &word in reference {
            self.left[word as usize] = 0;
        }
    }

    /// The words in bands of frequencies: those of the references, or of a list.
    pub(super) fn buckets(
        &self,
        bands: &Bands,
        list: Option<&FrequencyList>,
        vocabulary: &Interner,
    ) -> Vec<FrequencyBucket> {
        let empty = WordAccuracy::default();
        let mut buckets: Vec<FrequencyBucket> = bands
            .iter()
            .map(|band| FrequencyBucket { band: band.to_string(), first: empty, second: empty })
            .collect();
        for (number, word) in (0..).zip(&self.words) {
            let frequency =
                list.map_or(word.frequency, |list| list.get(vocabulary.resolve(number)));
            if let Some(band) = bands.find(frequency) {
                buckets[band].first.add(&word.systems[0]);
                buckets[band].second.add(&word.systems[1]);
            }
        }
        buckets
    }
}
