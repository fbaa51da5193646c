//! The n-grams of one unit: how often each system has them right, and how often
//! beyond.

use super::settings::LONGEST;

/// The words of an n-gram in one number, which is never 0 for any of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ngram(u128);

impl Ngram {
    /// An n-gram of up to four words; the number of a word is below `u32::MAX`.
    fn new(words: &[u32]) -> Self {
        Self(words.iter().fold(0, |ngram, &word| (ngram << 32) | (u128::from(word) + 1)))
    }

    /// The numbers of its words.
    pub(super) fn words(self) -> impl DoubleEndedIterator<Item = u32> + Clone {
        #[expect(clippy::cast_possible_truncation, reason = "32 bits are meant")]
        let word = move |place: usize| (self.0 >> (32 * place)) as u32;
        (0..LONGEST).rev().filter_map(move |place| word(place).checked_sub(1))
    }
}

/// What the two systems do with one n-gram in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) ngram: Ngram,
    /// Occurrences that a reference has, too: at most as many as any of them has.
    pub(super) right: [u32; 2],
    /// The other occurrences.
    pub(super) wrong: [u32; 2],
}

/// N-grams with their counts, by their numbers.
type Counts = Vec<(Ngram, u32)>;

/// Counts the n-grams of units, one unit after the other.
#[derive(Debug, Default)]
pub(super) struct UnitNgrams {
    systems: [Counts; 2],
    references: Counts,
    one_reference: Counts,
    ngrams: Vec<Ngram>,
}

impl UnitNgrams {
    /// Tells of each n-gram of this order that a system has.
    pub(super) fn visit(
        &mut self,
        systems: [&[u32]; 2],
        references: &[Vec<u32>],
        order: usize,
        mut tell: impl FnMut(Seen),
    ) {
        for (text, counts) in systems.iter().zip(&mut self.systems) {
            count(text, order, &mut self.ngrams, counts);
        }
        self.references.clear();
        for text in references {
            count(text, order, &mut self.ngrams, &mut self.one_reference);
            self.references.append(&mut self.one_reference);
        }
        if references.len() > 1 {
            // The largest count of each comes first, and stays.
            self.references
                .sort_unstable_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(&one.1)));
            self.references.dedup_by_key(|(ngram, _)| *ngram);
        }
        let [mut first, mut second, mut limits] =
            [&self.systems[0][..], &self.systems[1], &self.references];
        while let Some(ngram) = next(first, second) {
            let counts = [take(&mut first, ngram), take(&mut second, ngram)];
            let passed = limits.iter().take_while(|(limited, _)| *limited < ngram).count();
            limits = &limits[passed..];
            let limit = take(&mut limits, ngram);
            let right = counts.map(|count| count.min(limit));
            tell(Seen { ngram, right, wrong: counts.map(|count| count.saturating_sub(limit)) });
        }
    }
}

/// The smaller of the two n-grams at the front.
fn next(first: &[(Ngram, u32)], second: &[(Ngram, u32)]) -> Option<Ngram> {
    let fronts = [first.first(), second.first()];
    fronts.into_iter().flatten().map(|(ngram, _)| *ngram).min()
}

/// The count of an n-gram if it is at the front, from where it is removed.
fn take(counts: &mut &[(Ngram, u32)], ngram: Ngram) -> u32 {
    match counts.split_first() {
        Some((&(front, count), rest)) if front == ngram => {
            *counts = rest;
            count
        }
        _ => 0,
    }
}

/// Replaces what is in `counts` by the n-grams of a text.
fn count(text: &[u32], order: usize, ngrams: &mut Vec<Ngram>, counts: &mut Counts) {
    ngrams.clear();
    ngrams.extend(text.windows(order).map(Ngram::new));
    ngrams.sort_unstable();
    counts.clear();
    let runs = ngrams.chunk_by(|one, other| one == other);
    counts.extend(runs.map(|run| (run[0], u32::try_from(run.len()).unwrap_or(u32::MAX))));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_ngram_gives_its_words_back() {
        for words in [&[0][..], &[7, 0], &[0, 0, 0, u32::MAX - 1]] {
            assert_eq!(Ngram::new(words).words().collect::<Vec<_>>(), words);
        }
    }

    fn text() -> impl Strategy<Value = Vec<u32>> {
        prop::collection::vec(0..3_u32, 0..14)
    }

    fn plain(text: &[u32], order: usize) -> BTreeMap<&[u32], u32> {
        let mut counts = BTreeMap::new();
        for ngram in text.windows(order) {
            *counts.entry(ngram).or_default() += 1;
        }
        counts
    }

    proptest! {
        #[test]
        fn right_and_wrong_are_those_of_plain_tables(
            first in text(),
            second in text(),
            references in prop::collection::vec(text(), 0..4),
            order in 1..=LONGEST,
        ) {
            let mut unit = UnitNgrams::default();
            let mut seen = BTreeMap::new();
            // What an earlier unit left behind must not matter.
            unit.visit([&second, &[1, 1, 1]], &[vec![0, 1, 2]], order, |_| ());
            unit.visit([&first, &second], &references, order, |one| {
                let words: Vec<u32> = one.ngram.words().collect();
                assert_eq!(seen.insert(words, (one.right, one.wrong)), None);
            });
            let systems = [plain(&first, order), plain(&second, order)];
            let all = systems[0].keys().chain(systems[1].keys());
            for &ngram in all.clone() {
                let limit = references
                    .iter()
                    .filter_map(|text| plain(text, order).get(ngram).copied())
                    .max()
                    .unwrap_or(0);
                let counts = [0, 1].map(|system: usize| systems[system].get(ngram).copied().unwrap_or(0));
                let right = counts.map(|count| count.min(limit));
                let wrong = [counts[0] - right[0], counts[1] - right[1]];
                prop_assert_eq!(seen.get(ngram), Some(&(right, wrong)));
            }
            let distinct = all.collect::<std::collections::BTreeSet<_>>().len();
            prop_assert_eq!(seen.len(), distinct);
        }
    }
}
