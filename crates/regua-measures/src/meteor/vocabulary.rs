//! Words as numbers, with their stems and the synonym sets they belong to.

use std::sync::Arc;

use regua_store::Synonyms;
use regua_text::intern::Interner;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

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

/// The words seen so far: most words of a text were seen before, and their
/// stems and synonyms are looked up once.
#[derive(Debug)]
pub(super) struct Vocabulary {
    reading: Reading,
    synonyms: Option<Arc<dyn Synonyms>>,
    words: Interner,
    stems: Interner,
    /// The stem of each word, by their ids.
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

    /// Numbers given before hold no longer, if too much was seen by now.
    pub(super) fn start_unit(&mut self) {
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

    /// Replaces what is in `words` by the words of a text.
    pub(super) fn read(&mut self, text: &str, words: &mut Vec<u32>) {
        words.clear();
        let text = self.reading.case.apply(text, &mut self.lowered);
        self.reading.tokeniser.tokenise(text, &mut self.tokens);
        for token in self.tokens.iter() {
            let word = self.words.intern(token);
            if word as usize == self.stem_of.len() {
                self.reading.stemmer.stem(token, &mut self.stem);
                self.stem_of.push(self.stems.intern(&self.stem));
            }
            words.push(word);
        }
    }

    /// How many words have a number.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The number of a word's stem.
    pub(super) fn stem(&self, word: u32) -> u32 {
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

    /// The sets that a word or one of its base forms belongs to.
    pub(super) fn sets_of_word(&mut self, word: u32) -> &[u32] {
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
    /// Where the list of each id begins and ends in `numbers`.
    ranges: Vec<Option<(usize, usize)>>,
    fresh: Vec<u32>,
}

impl SetLists {
    fn clear(&mut self) {
        self.numbers.clear();
        self.ranges.clear();
    }

    fn get(&mut self, id: u32, fill: impl FnOnce(&mut Vec<u32>)) -> &[u32] {
        let id = id as usize;
        if id >= self.ranges.len() {
            self.ranges.resize(id + 1, None);
        }
        let (start, end) = *self.ranges[id].get_or_insert_with(|| {
            let start = self.numbers.len();
            self.fresh.clear();
            fill(&mut self.fresh);
            self.numbers.extend(&self.fresh);
            (start, self.numbers.len())
        });
        &self.numbers[start..end]
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
                assert!(vocabulary.len() > MOST_WORDS);
            }
        }
        assert_eq!(vocabulary.len(), 4);
    }
}
