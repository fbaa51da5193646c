//! Skip-bigrams: pairs of tokens in order, with others allowed between them.

use super::NgramMatcher;
use super::table::PairTable;

/// Which single tokens count beside the pairs (ROUGE-SU).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unigrams {
    /// None: ROUGE-S.
    #[default]
    Without,
    /// All but the last token of a text, as ROUGE-1.5.5 counts for ROUGE-SU.
    AllButLast,
    /// Every token, which is what a marker before the first token gives (Lin 2004).
    All,
}

impl Unigrams {
    fn of(self, tokens: &[u32]) -> &[u32] {
        match self {
            Self::Without => &[],
            Self::AllButLast => &tokens[..tokens.len().saturating_sub(1)],
            Self::All => tokens,
        }
    }
}

/// Skip-bigrams of two texts, and those that they share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SkipBigramCounts {
    /// For each distinct pair the smaller of its two counts, added up.
    pub matches: u64,
    /// Pairs (and single tokens) of the hypothesis.
    pub hypothesis: u64,
    /// Pairs (and single tokens) of the reference.
    pub reference: u64,
}

/// Counts the skip-bigrams that two texts share, clipped, as ROUGE-S does.
///
/// ```
/// use regua_text::ngrams::{SkipBigramMatcher, Unigrams};
///
/// // "police killed the gunman" and "police kill the gunman" share three of six pairs.
/// let mut matcher = SkipBigramMatcher::new();
/// let counts = matcher.count(&[0, 1, 2, 3], &[0, 4, 2, 3], None, Unigrams::Without);
/// assert_eq!((counts.matches, counts.reference), (3, 6));
/// ```
#[derive(Debug, Clone)]
pub struct SkipBigramMatcher {
    singles: NgramMatcher,
    pairs: PairTable,
    /// What is left of each pair of the reference.
    left: Vec<u64>,
}

impl Default for SkipBigramMatcher {
    fn default() -> Self {
        Self::new()
    }
}

impl SkipBigramMatcher {
    /// A matcher with no memory of any text.
    pub fn new() -> Self {
        Self { singles: NgramMatcher::new(), pairs: PairTable::new(), left: Vec::new() }
    }

    /// Counts pairs with at most `gap` tokens between them; `None` allows any distance.
    pub fn count(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        gap: Option<usize>,
        unigrams: Unigrams,
    ) -> SkipBigramCounts {
        let mut matches = [0];
        self.singles.clear();
        self.singles.add_reference(unigrams.of(reference), 1);
        self.singles.count_matches(unigrams.of(hypothesis), 1, &mut matches);
        let [single_matches] = matches;
        SkipBigramCounts {
            matches: single_matches + self.pair_matches(reference, hypothesis, gap),
            hypothesis: pair_total(hypothesis.len(), gap) + unigrams.of(hypothesis).len() as u64,
            reference: pair_total(reference.len(), gap) + unigrams.of(reference).len() as u64,
        }
    }

    fn pair_matches(&mut self, reference: &[u32], hypothesis: &[u32], gap: Option<usize>) -> u64 {
        self.pairs.clear(self.left.len());
        self.left.clear();
        for (first, seconds) in skip_bigrams(reference, gap) {
            self.pairs.reserve(seconds.len());
            for &second in seconds {
                let next = self.next_pair();
                match self.pairs.get_or_insert(first, second, next) {
                    (_, true) => self.left.push(1),
                    (pair, false) => self.left[pair as usize] += 1,
                }
            }
        }
        let mut matches = 0;
        for (first, seconds) in skip_bigrams(hypothesis, gap) {
            for &second in seconds {
                if let Some(pair) = self.pairs.get(first, second) {
                    let left = &mut self.left[pair as usize];
                    matches += u64::from(*left > 0);
                    *left = left.saturating_sub(1);
                }
            }
        }
        matches
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "2^32 distinct pairs would fill the memory first"
    )]
    fn next_pair(&self) -> u32 {
        self.left.len() as u32
    }
}

/// Each token with the tokens that may follow it in a pair.
fn skip_bigrams(tokens: &[u32], gap: Option<usize>) -> impl Iterator<Item = (u32, &[u32])> {
    let reach = gap.map_or(usize::MAX, |gap| gap.saturating_add(1));
    (1..).zip(tokens).map(move |(next, &first)| {
        let rest = &tokens[next..];
        (first, &rest[..reach.min(rest.len())])
    })
}

fn pair_total(length: usize, gap: Option<usize>) -> u64 {
    let farthest = length.saturating_sub(1);
    let reach = gap.map_or(farthest, |gap| gap.saturating_add(1).min(farthest)) as u64;
    reach * length as u64 - reach * (reach + 1) / 2
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn plain_counts(
        tokens: &[u32],
        gap: Option<usize>,
        unigrams: Unigrams,
    ) -> BTreeMap<Vec<u32>, u64> {
        let mut counts = BTreeMap::new();
        for low in 0..tokens.len() {
            for high in low + 1..tokens.len() {
                if gap.is_none_or(|gap| high - low - 1 <= gap) {
                    *counts.entry(vec![tokens[low], tokens[high]]).or_default() += 1;
                }
            }
        }
        for &token in unigrams.of(tokens) {
            *counts.entry(vec![token]).or_default() += 1;
        }
        counts
    }

    // The numbers are rouge-metric 1.0.1's: `_rouge_s_or_su([1,2,3,1,2], [2,1,3,2,1], gap, su)`.
    #[test]
    fn counts_are_those_of_rouge_1_5_5() {
        let mut matcher = SkipBigramMatcher::new();
        let mut counts = |gap, unigrams| {
            let counts = matcher.count(&[2, 1, 3, 2, 1], &[1, 2, 3, 1, 2], gap, unigrams);
            (counts.matches, counts.hypothesis, counts.reference)
        };
        assert_eq!(counts(Some(0), Unigrams::Without), (0, 4, 4));
        assert_eq!(counts(Some(1), Unigrams::Without), (6, 7, 7));
        assert_eq!(counts(None, Unigrams::Without), (8, 10, 10));
        assert_eq!(counts(Some(1), Unigrams::AllButLast), (9, 11, 11));
    }

    #[test]
    fn texts_without_pairs_share_none() {
        let mut matcher = SkipBigramMatcher::new();
        let counts = matcher.count(&[], &[1], Some(4), Unigrams::AllButLast);
        assert_eq!(counts, SkipBigramCounts::default());
        let counts = matcher.count(&[1], &[1], None, Unigrams::All);
        assert_eq!((counts.matches, counts.hypothesis, counts.reference), (1, 1, 1));
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_plain_version(
            texts in prop::collection::vec(prop::collection::vec(0..5_u32, 0..20), 2..5),
            gap in prop::option::of(0..6_usize),
            unigrams in prop_oneof![Just(Unigrams::Without), Just(Unigrams::AllButLast), Just(Unigrams::All)],
        ) {
            let mut matcher = SkipBigramMatcher::new();
            for pair in texts.windows(2) {
                let [reference, hypothesis] = [&pair[0], &pair[1]];
                let in_reference = plain_counts(reference, gap, unigrams);
                let in_hypothesis = plain_counts(hypothesis, gap, unigrams);
                let shared = in_hypothesis
                    .iter()
                    .map(|(ngram, count)| *count.min(in_reference.get(ngram).unwrap_or(&0)));
                let expected = SkipBigramCounts {
                    matches: shared.sum(),
                    hypothesis: in_hypothesis.values().sum(),
                    reference: in_reference.values().sum(),
                };
                prop_assert_eq!(matcher.count(reference, hypothesis, gap, unigrams), expected);
            }
        }
    }
}
