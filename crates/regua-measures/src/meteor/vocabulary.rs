//! Words as numbers, with their stems and the synonym sets they belong to.

use std::sync::Arc;

use regua_store::Synonyms;
use regua_text::intern::Interner;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

use super::formula::NONE;
use super::stemmer::Stemmer;
use crate::shared::Case;

/// How many distinct words are remembered before all are forgotten.
const MOST_WORDS: usize = 1 << 16;
/// How many set numbers are remembered before all words are forgotten.
const MOST_SETS: usize = 1 << 21;

/// How texts become words.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    pub(super) tokeniser: Arc<dyn Tokeniser>,
    pub(super) case: Case,
    pub(super) stemmer: Stemmer,
}

/// The words of a unit, and of all units so far.
///
/// Most words of two texts that are compared are equal, and a small table of the
/// words of one unit is quick. Only words that no equal one is found for are
/// looked up among all words seen before, with their stems and synonyms.
#[derive(Debug)]
pub(super) struct Vocabulary {
    reading: Reading,
    synonyms: Option<Arc<dyn Synonyms>>,
    /// The words of this unit.
    unit: Interner,
    /// For each of them its number among all words, or [`NONE`] before it is asked for.
    word_of: Vec<u32>,
    words: Interner,
    stems: Interner,
    /// The stem of each word, by their numbers.
    stem_of: Vec<u32>,
    sets_of_words: SetLists,
    sets_of_stems: SetLists,
    sets_listing_stems: SetLists,
    tokens: Tokens,
    lowered: String,
    stem: String,
}

impl Vocabulary {
    pub(super) fn new(reading: Reading, synonyms: Option<Arc<dyn Synonyms>>) -> Self {
        Self {
            reading,
            synonyms,
            unit: Interner::new(),
            word_of: Vec::new(),
            words: Interner::new(),
            stems: Interner::new(),
            stem_of: Vec::new(),
            sets_of_words: SetLists::default(),
            sets_of_stems: SetLists::default(),
            sets_listing_stems: SetLists::default(),
            tokens: Tokens::default(),
            lowered: String::new(),
            stem: String::new(),
        }
    }

    /// Numbers given before hold no longer.
    pub(super) fn start_unit(&mut self) {
        self.unit.clear();
        self.word_of.clear();
        let lists = [&self.sets_of_words, &self.sets_of_stems, &self.sets_listing_stems];
        let sets: usize = lists.iter().map(|lists| lists.numbers.len()).sum();
        if self.words.len() > MOST_WORDS || sets > MOST_SETS {
            self.words.clear();
            self.stems.clear();
            self.stem_of.clear();
            self.sets_of_words.clear();
            self.sets_of_stems.clear();
            self.sets_listing_stems.clear();
        }
    }

    /// Replaces what is in `words` by the words of a text, numbered within the unit.
    pub(super) fn read(&mut self, text: &str, words: &mut Vec<u32>) {
        words.clear();
        let text = self.reading.case.apply(text, &mut self.lowered);
        self.reading.tokeniser.tokenise(text, &mut self.tokens);
        let unit = &mut self.unit;
        words.extend(self.tokens.iter().map(|token| unit.intern(token)));
        self.word_of.resize(self.unit.len(), NONE);
    }

    /// Above all numbers of words of the unit, and of stems, given so far.
    pub(super) fn end(&self) -> usize {
        self.unit.len().max(self.stems.len())
    }

    /// The number among all words of a word of the unit.
    fn word(&mut self, of_unit: u32) -> u32 {
        let known = self.word_of[of_unit as usize];
        if known != NONE {
            return known;
        }
        let text = self.unit.resolve(of_unit);
        let word = self.words.intern(text);
        if word as usize == self.stem_of.len() {
            self.reading.stemmer.stem(text, &mut self.stem);
            self.stem_of.push(self.stems.intern(&self.stem));
        }
        self.word_of[of_unit as usize] = word;
        word
    }

    /// The number of the stem of a word of the unit.
    pub(super) fn stem(&mut self, of_unit: u32) -> u32 {
        let word = self.word(of_unit);
        self.stem_of[word as usize]
    }

    /// Whether words are stemmed at all.
    pub(super) fn has_stems(&self) -> bool {
        self.reading.stemmer != Stemmer::None
    }

    /// Whether there are synonyms.
    pub(super) fn has_synonyms(&self) -> bool {
        self.synonyms.is_some()
    }

    /// The sets that a word of the unit or one of its base forms belongs to.
    pub(super) fn sets_of_word(&mut self, of_unit: u32) -> &[u32] {
        let word = self.word(of_unit);
        let (words, synonyms) = (&self.words, &self.synonyms);
        self.sets_of_words.get(word, |sets| {
            if let Some(synonyms) = synonyms {
                synonyms.sets(words.resolve(word), sets);
            }
        })
    }

    /// The sets that a stem, taken for a word, belongs to.
    pub(super) fn sets_of_stem(&mut self, stem: u32) -> &[u32] {
        let (stems, synonyms) = (&self.stems, &self.synonyms);
        self.sets_of_stems.get(stem, |sets| {
            if let Some(synonyms) = synonyms {
                synonyms.sets(stems.resolve(stem), sets);
            }
        })
    }

    /// The sets that list a stem as a word. NLTK passes over what WordNet
    /// writes with `_` for a blank.
    pub(super) fn sets_listing_stem(&mut self, stem: u32) -> &[u32] {
        let (stems, synonyms) = (&self.stems, &self.synonyms);
        self.sets_listing_stems.get(stem, |sets| {
            let word = stems.resolve(stem);
            if let Some(synonyms) = synonyms.as_ref().filter(|_| !word.contains('_')) {
                synonyms.sets_listing(word, sets);
            }
        })
    }
}

/// Lists of set numbers by the id of a word, filled when first asked for.
#[derive(Debug, Default)]
struct SetLists {
    numbers: Vec<u32>,
    /// Where the list of each id begins and ends in `numbers`; [`UNKNOWN`] before
    /// it is asked for.
    ranges: Vec<(u32, u32)>,
    fresh: Vec<u32>,
}

const UNKNOWN: (u32, u32) = (NONE, NONE);

impl SetLists {
    fn clear(&mut self) {
        self.numbers.clear();
        self.ranges.clear();
    }

    fn get(&mut self, id: u32, fill: impl FnOnce(&mut Vec<u32>)) -> &[u32] {
        let id = id as usize;
        if id >= self.ranges.len() {
            self.ranges.resize(id + 1, UNKNOWN);
        }
        if self.ranges[id] == UNKNOWN {
            self.fresh.clear();
            fill(&mut self.fresh);
            let start = self.end();
            self.numbers.extend(&self.fresh);
            self.ranges[id] = (start, self.end());
        }
        let (start, end) = self.ranges[id];
        &self.numbers[start as usize..end as usize]
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "all is forgotten long before 2^32 numbers"
    )]
    fn end(&self) -> u32 {
        self.numbers.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use regua_text::tokenise::Pretokenised;

    use super::super::thesaurus::testing::Table;
    use super::*;

    fn vocabulary() -> Vocabulary {
        let reading = Reading {
            tokeniser: Arc::new(Pretokenised),
            case: Case::Lower,
            stemmer: Stemmer::Porter,
        };
        Vocabulary::new(reading, Some(Table::of(&["car auto", "run race", "ice_cream gelato"])))
    }

    #[test]
    fn words_stems_and_sets_are_the_same_before_and_after_forgetting() {
        let mut vocabulary = vocabulary();
        let mut words = Vec::new();
        for round in 0..2 {
            vocabulary.start_unit();
            vocabulary.read("Cars car RUNNING ice_cream", &mut words);
            let &[cars, car, running, cream] = &words[..] else { panic!("four words") };
            assert_eq!(vocabulary.stem(cars), vocabulary.stem(car));
            assert_eq!(vocabulary.sets_of_word(cars), [0]);
            let stem = vocabulary.stem(running);
            assert_eq!(vocabulary.sets_of_stem(stem), [1]);
            assert!(vocabulary.sets_of_word(running).is_empty());
            assert_eq!(vocabulary.sets_of_word(cream), [2]);
            let stem = vocabulary.stem(cream);
            assert!(vocabulary.sets_listing_stem(stem).is_empty());
            if round == 0 {
                vocabulary.start_unit();
                let many: Vec<String> = (0..=MOST_WORDS).map(|word| format!("w{word}")).collect();
                vocabulary.read(&many.join(" "), &mut words);
                for &word in &words {
                    vocabulary.stem(word);
                }
                assert!(vocabulary.words.len() > MOST_WORDS);
            }
        }
        assert_eq!((vocabulary.words.len(), vocabulary.stems.len()), (4, 3));
    }
}
