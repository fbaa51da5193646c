//! Where the differences between two systems come from.
//!
//! Two systems may have the same BLEU and fail in different places. A
//! [`Contrast`] is given units one at a time, with the outputs of both systems,
//! and says at the end
//!
//! - which n-grams one system has right and the other does not: right is what a
//!   reference has, too, at most as often as it has it (BLEU's clipping);
//! - which n-grams one system has that no reference has (or has so often), and
//!   the other does not;
//! - how many words of each band of frequency each system has right, as precision,
//!   recall and F1;
//! - how long the references and outputs are, and by how much they differ.
//!
//! N-grams are ranked by (own count + α) / (both counts + 2α), as compare-mt does,
//! and each names units in which it happened. By default units are counted:
//! those in which a system has an n-gram right (or wrong) more often than the other;
//! with [`Counting::Occurrences`] all occurrences are counted, those that both
//! systems share too, and the numbers are compare-mt's.
//!
//! Several references: an n-gram may be as often in a text as in any of them. For
//! words the reference with the best F1 of all words counts, the first of equals; for
//! differences in length the one of closest length, the shorter of two; for the
//! length of references the first.
//!
//! Sentences can be put into buckets by any other number with [`Buckets`]; tallies
//! of the units of a bucket add up as any others do.
//!
//! Memory: the vocabulary, and at most so many n-grams of each kind as the setting
//! `most` says (a million). Where there would be more, after a unit, those with
//! small counts go, until half the room is free; [`Contrasts::may_lack`] then says
//! by how much counts may be too small. What a removal keeps depends on the order of
//! units, on nothing else.
//!
//! Paper: G. Neubig, Z.-Y. Dou, J. Hu, P. Michel, D. Pruthi, X. Wang, J. Wieting
//! (2019), compare-mt: A Tool for Holistic Comparison of Language Generation Systems.
//!
//! Agrees with: compare-mt 0.2.10, with one reference and texts as tokenised before:
//! n-gram counts and scores (`match` and `over`), word accuracies by frequency, and
//! counts of sentences by length (which for compare-mt is that of the output), by
//! difference of lengths and by score, to the last digit. compare-mt says 0 for a
//! precision or recall where there are no words; here there is none. N-grams of equal
//! scores stand by their words here, by chance there.
//!
//! Blind to: meaning (a synonym is wrong), order beyond four words, and chance: a
//! long list always has something to show. Parts of a longer n-gram are listed beside
//! it. When not to use this: to say which system is better; that is for tests of
//! significance.

mod buckets;
mod found;
mod lengths;
mod ngrams;
mod settings;
mod table;
mod words;

use regua_text::intern::Interner;
use regua_text::tokens::Tokens;

pub use self::buckets::Buckets;
pub use self::found::{Contrasts, LeftOut};
pub use self::lengths::{DifferenceBucket, LengthBucket};
pub use self::settings::{ContrastSettings, Counting, FrequencyList};
pub use self::table::NgramContrast;
pub use self::words::{FrequencyBucket, WordAccuracy};

use self::lengths::Lengths;
use self::ngrams::UnitNgrams;
use self::table::NgramTable;
use self::words::Words;

/// With so many different words the vocabulary takes about a gigabyte.
const MOST_WORDS: usize = 1 << 23;
/// A text of more words is no sentence, nor a book.
const LONGEST_TEXT: usize = 1 << 21;

/// One unit with what two systems made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairOfOutputs<'a> {
    /// The unit's id.
    pub id: &'a str,
    /// What it should be.
    pub references: &'a [&'a str],
    /// What the first system made of it.
    pub first: &'a str,
    /// What the second system made of it.
    pub second: &'a str,
}

/// Looks for differences between two systems, unit by unit.
///
/// ```
/// use regua_measures::contrast::{Contrast, ContrastSettings, PairOfOutputs};
///
/// let mut contrast = Contrast::new(ContrastSettings::default());
/// let references = ["the heron waits by the weir"];
/// contrast.add(&PairOfOutputs {
///     id: "17",
///     references: &references,
///     first: "the heron waits at the weir",
///     second: "the bird waits by the weir",
/// });
/// let found = contrast.finish(2);
/// let texts: Vec<&str> = found.ngrams_first.iter().map(|ngram| ngram.text.as_str()).collect();
/// assert_eq!(texts, ["heron", "heron waits"]);
/// assert_eq!((found.ngrams_first[0].first, found.ngrams_first[0].second), (1, 0));
/// assert_eq!(found.ngrams_first[0].ids, ["17"]);
/// assert_eq!(found.surplus_second[0].text, "bird");
/// // Of the words that occur once, each system lacks one.
/// assert_eq!(found.words[1].first.recall(), Some(0.75));
/// ```
#[derive(Debug)]
pub struct Contrast {
    settings: ContrastSettings,
    vocabulary: Interner,
    unit: UnitWords,
    ngrams: UnitNgrams,
    right: NgramTable,
    wrong: NgramTable,
    words: Words,
    lengths: Lengths,
    units: u64,
    left_out: LeftOut,
}

/// The words of a unit as numbers, and what it takes to get them.
#[derive(Debug, Default)]
struct UnitWords {
    systems: [Vec<u32>; 2],
    references: Vec<Vec<u32>>,
    tokens: Tokens,
    lowered: String,
}

impl UnitWords {
    /// Cuts the texts of a unit; `false` if one of them is too long.
    fn cut(
        &mut self,
        pair: &PairOfOutputs<'_>,
        settings: &ContrastSettings,
        vocabulary: &mut Interner,
    ) -> bool {
        self.references.resize_with(pair.references.len(), Vec::new);
        let texts = [pair.first, pair.second].into_iter().chain(pair.references.iter().copied());
        for (text, ids) in texts.zip(self.systems.iter_mut().chain(&mut self.references)) {
            settings.cut(text, &mut self.tokens, &mut self.lowered);
            if self.tokens.len() > LONGEST_TEXT {
                return false;
            }
            ids.clear();
            ids.extend(self.tokens.iter().map(|token| vocabulary.intern(token)));
        }
        true
    }
}

impl Contrast {
    /// A contrast that has seen nothing yet.
    pub fn new(settings: ContrastSettings) -> Self {
        Self {
            vocabulary: Interner::new(),
            unit: UnitWords::default(),
            ngrams: UnitNgrams::default(),
            right: NgramTable::new(settings.most_ngrams),
            wrong: NgramTable::new(settings.most_ngrams),
            words: Words::default(),
            lengths: Lengths::new(),
            units: 0,
            left_out: LeftOut::default(),
            settings,
        }
    }

    /// Adds a unit, or counts it as left out.
    pub fn add(&mut self, pair: &PairOfOutputs<'_>) {
        if pair.references.is_empty() {
            self.left_out.without_reference += 1;
        } else if self.vocabulary.len() > MOST_WORDS {
            self.left_out.too_many_words += 1;
        } else if !self.unit.cut(pair, &self.settings, &mut self.vocabulary) {
            self.left_out.too_long += 1;
        } else {
            self.units += 1;
            let systems = self.unit.systems.each_ref().map(Vec::as_slice);
            self.words.add(systems, &self.unit.references, &self.vocabulary);
            self.lengths.add(systems, &self.unit.references);
            self.add_ngrams(pair.id);
        }
    }

    fn add_ngrams(&mut self, id: &str) {
        let [first, second] = &self.unit.systems;
        let counting = self.settings.counting;
        if counting == Counting::Units && first == second {
            return;
        }
        let (right, wrong) = (&mut self.right, &mut self.wrong);
        for order in 1..=self.settings.order {
            self.ngrams.visit([first, second], &self.unit.references, order, |seen| {
                for (table, counts) in [(&mut *right, seen.right), (&mut *wrong, seen.wrong)] {
                    let counts = match counting {
                        Counting::Occurrences => counts,
                        Counting::Units => {
                            [counts[0] > counts[1], counts[1] > counts[0]].map(u32::from)
                        }
                    };
                    if counts != [0, 0] {
                        table.add(seen.ngram, counts, id);
                    }
                }
            });
        }
        right.end_unit();
        wrong.end_unit();
    }

    /// What was found, with so many n-grams of each kind.
    pub fn finish(self, top: usize) -> Contrasts {
        let ranked = |table: &NgramTable, system| {
            table.ranked(system, self.settings.alpha, top, &self.vocabulary)
        };
        let may_lack = self.right.lacks().max(self.wrong.lacks());
        Contrasts {
            signature: self.settings.signature(),
            units: self.units,
            left_out: self.left_out,
            ngrams_first: ranked(&self.right, 0),
            ngrams_second: ranked(&self.right, 1),
            surplus_first: ranked(&self.wrong, 0),
            surplus_second: ranked(&self.wrong, 1),
            words: self.words.buckets(
                &self.settings.bands,
                self.settings.frequencies.as_ref(),
                &self.vocabulary,
            ),
            lengths: self.lengths.lengths(),
            differences: self.lengths.differences(),
            pruned: may_lack > 0,
            may_lack,
        }
    }
}

#[cfg(test)]
mod tests;
