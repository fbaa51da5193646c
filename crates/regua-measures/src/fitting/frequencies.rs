//! How often the n-grams of a corpus occur.

use regua_text::intern::Interner;
use regua_text::ngrams::NgramTree;

use super::documents::{Documents, Place};

/// No n-gram that occurs more than once.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// Every occurrence.
    Occurrences,
    /// Every document that has the n-gram.
    Documents,
}

/// The words of a corpus and the longer n-grams that occur more than once,
/// numbered, with what is known of each.
///
/// Most n-grams of a corpus occur once and have no number: nothing more is to
/// be known of them. (A few have one all the same, by chance.)
#[derive(Debug, Clone)]
pub(crate) struct Frequencies {
    vocabulary: Interner,
    tree: NgramTree,
}

/// An n-gram as it is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    /// How often it occurs.
    pub(crate) count: u64,
    /// How often its prefix does; nothing for a single word.
    pub(crate) prefix: Option<u64>,
}

impl Frequencies {
    /// Counts the n-grams up to an order, and asks for each of them what is to
    /// be known of it; the answers are by number.
    pub(crate) fn count<T>(
        documents: Documents,
        order: usize,
        what: Count,
        mut know: impl FnMut(Counted) -> T,
    ) -> (Self, Vec<T>) {
        let mut counter = Counter::new(&documents, what);
        for shorter in 1..order {
            counter.lengthen(shorter);
        }
        let Counter { tree, counts, prefixes, .. } = counter;
        let words = documents.words();
        let known = (0..).zip(&counts).map(|(ngram, &count): (usize, _)| {
            let prefix = ngram.checked_sub(words.len()).map(|pair| prefixes[pair]);
            know(Counted { count, prefix: prefix.map(|prefix| counts[prefix as usize]) })
        });
        let known = known.collect();
        (Self { vocabulary: documents.into_words(), tree }, known)
    }

    /// The words; their numbers are those of the n-grams of order one.
    pub(crate) fn vocabulary(&self) -> &Interner {
        &self.vocabulary
    }

    /// The number of a word by its number in a unit; words have one however
    /// often they occur.
    pub(crate) fn word(&self, id: u32) -> u32 {
        if (id as usize) < self.vocabulary.len() { id } else { NOWHERE }
    }

    /// The number of the n-gram that is another with one more word.
    pub(crate) fn longer(&self, prefix: u32, word: u32) -> u32 {
        if prefix == NOWHERE {
            return NOWHERE;
        }
        let pair = self.tree.find(prefix, word);
        pair.map_or(NOWHERE, |pair| number(self.vocabulary.len(), pair))
    }

    /// The same for several n-grams, each its prefix and a word.
    pub(crate) fn all_longer(
        &self,
        ngrams: &[(u32, u32)],
        pairs: &mut Vec<Option<u32>>,
    ) -> impl Iterator<Item = u32> {
        self.tree.find_all(ngrams, pairs);
        let words = self.vocabulary.len();
        pairs.iter().map(move |pair| pair.map_or(NOWHERE, |pair| number(words, pair)))
    }
}

/// Pairs are numbered after the words.
fn number(words: usize, pair: u32) -> u32 {
    u32::try_from(words).map_or(NOWHERE, |words| words.saturating_add(pair))
}

/// Counts n-grams, one order after the other.
struct Counter<'d> {
    documents: &'d Documents,
    what: Count,
    tree: NgramTree,
    counts: Vec<u64>,
    /// The prefix of each n-gram that is no single word.
    prefixes: Vec<u32>,
    /// The last document that each n-gram was seen in, where that matters.
    last: Vec<usize>,
    /// The n-gram that starts at each word of the corpus.
    here: Vec<u32>,
    /// How often each n-gram of an order occurs at most, up to two.
    at_most: Filter,
}

impl<'d> Counter<'d> {
    /// Counts the words.
    fn new(documents: &'d Documents, what: Count) -> Self {
        let words = documents.words().len();
        let mut counter = Self {
            documents,
            what,
            tree: NgramTree::new(),
            counts: vec![0; words],
            prefixes: Vec::new(),
            last: vec![usize::MAX; if what == Count::Documents { words } else { 0 }],
            here: documents.ids().to_vec(),
            at_most: Filter::default(),
        };
        for text in documents.texts() {
            for &id in &documents.ids()[text.start..text.end] {
                counter.see(id, text);
            }
        }
        counter
    }

    fn see(&mut self, ngram: u32, text: Place) {
        let ngram = ngram as usize;
        if self.what == Count::Documents {
            if self.last[ngram] == text.document {
                return;
            }
            self.last[ngram] = text.document;
        }
        self.counts[ngram] += text.times;
    }

    /// Counts the n-grams that are one word longer than those counted last.
    /// Two rounds: the first one finds out which of them may recur, so that the
    /// tree need not hold the many that do not.
    fn lengthen(&mut self, shorter: usize) {
        let words = self.documents.words().len();
        self.at_most.clear(self.here.len());
        for text in self.documents.texts() {
            for start in text.start..text.end.saturating_sub(shorter) {
                let prefix = self.here[start];
                if prefix == NOWHERE || self.counts[prefix as usize] < 2 {
                    self.here[start] = NOWHERE;
                } else {
                    self.at_most.add(prefix, self.documents.ids()[start + shorter], text.times);
                }
            }
        }
        let (mut single, mut starts, mut asked, mut known) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for text in self.documents.texts() {
            let after = self.documents.ids().get(text.start + shorter..text.end);
            let after = after.unwrap_or_default();
            let pairs = self.here[text.start..].iter().zip(after);
            // Asked before they are needed, so that the answers come together.
            single.clear();
            single.extend(pairs.map(|(&prefix, &word)| self.at_most.is_single(prefix, word)));
            starts.clear();
            asked.clear();
            for (start, (&word, &single)) in (text.start..).zip(after.iter().zip(&single)) {
                let prefix = std::mem::replace(&mut self.here[start], NOWHERE);
                if !single && prefix != NOWHERE {
                    starts.push(start);
                    asked.push((prefix, word));
                }
            }
            self.tree.find_all(&asked, &mut known);
            for ((&start, &(prefix, word)), &pair) in starts.iter().zip(&asked).zip(&known) {
                let pair = pair.unwrap_or_else(|| self.number(prefix, word));
                let ngram = number(words, pair);
                self.see(ngram, text);
                self.here[start] = ngram;
            }
        }
    }

    fn number(&mut self, prefix: u32, word: u32) -> u32 {
        let (pair, new) = self.tree.number(prefix, word);
        if new {
            self.counts.push(0);
            self.prefixes.push(prefix);
            if self.what == Count::Documents {
                self.last.push(usize::MAX);
            }
        }
        pair
    }
}

/// An upper bound of how often pairs occur, up to two: pairs that share a
/// place are counted together. Two bits a place, to stay in the cache.
#[derive(Debug, Default)]
struct Filter {
    places: Vec<u64>,
    shift: u32,
}

impl Filter {
    /// Forgets all pairs and makes room for so many.
    fn clear(&mut self, pairs: usize) {
        let size = (pairs * 2).next_power_of_two().max(64);
        self.places.clear();
        self.places.resize(size / 32, 0);
        self.shift = 64 - size.trailing_zeros();
    }

    fn add(&mut self, prefix: u32, word: u32, times: u64) {
        let place = self.place(prefix, word);
        let (cell, bits) = (&mut self.places[place / 32], place % 32 * 2);
        // Both bits of a pair that occurs twice, the low one of one that occurs once.
        let again = (*cell >> bits & 1) | u64::from(times > 1);
        *cell |= (again << 1 | 1) << bits;
    }

    /// Whether a pair that was added occurs once.
    fn is_single(&self, prefix: u32, word: u32) -> bool {
        let place = self.place(prefix, word);
        self.places[place / 32] >> (place % 32 * 2) & 2 == 0
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the shift leaves as many bits as there are places"
    )]
    fn place(&self, prefix: u32, word: u32) -> usize {
        let key = (u64::from(prefix) << 32 | u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((key ^ key >> 32).wrapping_mul(0xd1b5_4a32_d192_ed03) >> self.shift) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;
    use regua_core::{Settings, Spec};
    use regua_text::tokens::Tokens;

    use super::super::TokenRules;
    use super::*;

    type Corpus = Vec<Vec<Vec<String>>>;

    fn count(corpus: &Corpus, what: Count) -> (Frequencies, Vec<(u64, Option<u64>)>) {
        let settings = Settings::new(&Spec::named("cider"));
        let rules = TokenRules::from_settings(&settings, "none").unwrap();
        let mut documents = Documents::default();
        for texts in corpus {
            let texts: Vec<String> = texts.iter().map(|text| text.join(" ")).collect();
            let texts = texts.iter().map(String::as_str);
            documents.add(texts, &rules, &mut Tokens::default(), &mut String::new());
        }
        Frequencies::count(documents, 3, what, |one| (one.count, one.prefix))
    }

    fn plain(corpus: &Corpus, what: Count) -> BTreeMap<Vec<String>, u64> {
        let mut counts = BTreeMap::new();
        for texts in corpus {
            let ngrams = texts.iter().flat_map(|text| {
                (1..=3).flat_map(move |order| text.windows(order).map(<[String]>::to_vec))
            });
            let ngrams: Vec<Vec<String>> = match what {
                Count::Occurrences => ngrams.collect(),
                Count::Documents => ngrams.collect::<BTreeSet<_>>().into_iter().collect(),
            };
            for ngram in ngrams {
                *counts.entry(ngram).or_default() += 1;
            }
        }
        counts
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_plain_version(
            corpus in prop::collection::vec(prop::collection::vec(prop::collection::vec("[abc]", 0..8), 1..3), 1..6),
        ) {
            for what in [Count::Occurrences, Count::Documents] {
                let (found, known) = count(&corpus, what);
                for (ngram, &expected) in &plain(&corpus, what) {
                    let ids = ngram.iter().map(|word| found.vocabulary().get(word).unwrap());
                    let number = ids
                        .reduce(|prefix, word| found.longer(prefix, word))
                        .unwrap();
                    let (_, prefix) = ngram.split_last().unwrap();
                    let prefix = plain(&corpus, what).get(prefix).copied();
                    if number == NOWHERE {
                        prop_assert_eq!(expected, 1);
                    } else {
                        prop_assert_eq!(known[number as usize], (expected, prefix));
                    }
                }
            }
        }
    }
}
