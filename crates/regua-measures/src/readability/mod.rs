#![doc = include_str!("../pages/readability.md")]

use std::rc::Rc;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Reader, Reading, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};
use regua_text::intern::Interner;
use regua_text::language::Language;
use regua_text::sentences::Punkt;
use regua_text::syllables::{english, portuguese};
use regua_text::tokenise::{Tokeniser, UnicodeWords};
use regua_text::tokens::Tokens;

use crate::shares::NO_WORDS;

const PAGE: &str = include_str!("../pages/readability.md");
/// From so many syllables on a word is complex.
const COMPLEX: usize = 3;

regua_core::tally! {
    /// What a text contributes to its readability.
    pub struct ReadabilityTally {
        /// Sentences with a word in them.
        sentences: count,
        /// Words.
        words: count,
        /// Their syllables.
        syllables: count,
        /// Words of three syllables or more.
        complex: count,
    }
}

/// The formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Formula {
    Flesch,
    FleschKincaid,
    GunningFog,
    FleschPortuguese,
}

impl Formula {
    const NAMES: [(&'static str, Self); 4] = [
        ("flesch", Self::Flesch),
        ("flesch-kincaid", Self::FleschKincaid),
        ("gunning-fog", Self::GunningFog),
        ("flesch-pt", Self::FleschPortuguese),
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Flesch => "flesch",
            Self::FleschKincaid => "flesch-kincaid",
            Self::GunningFog => "gunning-fog",
            Self::FleschPortuguese => "flesch-pt",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Flesch => "Flesch reading ease of English text",
            Self::FleschKincaid => "Flesch–Kincaid grade: years of schooling, English",
            Self::GunningFog => "Gunning fog: years of schooling, English",
            Self::FleschPortuguese => "Flesch reading ease of Portuguese text",
        }
    }

    fn language(self) -> Language {
        match self {
            Self::FleschPortuguese => Language::Portuguese,
            _ => Language::English,
        }
    }

    /// The score of a text with words.
    fn score(self, total: &ReadabilityTally) -> f64 {
        let words = total.words as f64;
        let sentence = words / total.sentences as f64;
        let syllables = total.syllables as f64 / words;
        match self {
            Self::Flesch => 206.835 - 1.015 * sentence - 84.6 * syllables,
            Self::FleschPortuguese => 248.835 - 1.015 * sentence - 84.6 * syllables,
            Self::FleschKincaid => 0.39 * sentence + 11.8 * syllables - 15.59,
            Self::GunningFog => 0.4 * (sentence + 100.0 * total.complex as f64 / words),
        }
    }
}

/// A readability score.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::readability::Readability;
///
/// let hypotheses = ["The tide is low. We wait.".into()];
/// let segments = [Segment { hypotheses: &hypotheses, ..Segment::default() }];
/// let score = "flesch".parse::<Readability>()?.score(&segments)?;
/// assert_eq!(score.get("flesch"), Some(206.835 - 1.015 * (6.0 / 2.0) - 84.6 * (6.0 / 6.0)));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Readability {
    formula: Formula,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Readability {
    /// The measure that settings describe, by its name.
    ///
    /// # Errors
    /// Never: there are no settings.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let named = |(name, _): &&(&str, Formula)| *name == settings.measure();
        let formula = Formula::NAMES.iter().find(named).map_or(Formula::Flesch, |named| named.1);
        let counts = ["sentences", "words", "syllables"];
        let mut readings = vec![
            ReadingInfo::neither(formula.name(), Scale::Open),
            ReadingInfo::neither("words-per-sentence", Scale::Open),
            ReadingInfo::neither("syllables-per-word", Scale::Open),
            ReadingInfo::neither("complex", Scale::Unit),
        ];
        readings.extend(counts.map(|name| ReadingInfo::neither(name, Scale::Count)));
        Ok(Self { formula, slots: ReadabilityTally::slots(), readings })
    }

    /// The counts of each unit, taken once for all formulas of a language.
    fn counts(&self, batch: &Batch<'_, Segments>) -> Rc<Vec<ReadabilityTally>> {
        let language = self.formula.language();
        batch.memo().get_or(&format!("readability\u{1f}{}", language.code()), || {
            let mut counter = Counter::new(language);
            batch.units().iter().map(|unit| counter.count(unit.hypothesis())).collect()
        })
    }
}

/// How many words are remembered before all are forgotten.
const VOCABULARY: usize = 1 << 16;

/// Counts sentences, words and syllables.
struct Counter {
    punkt: Punkt,
    syllables: fn(&str) -> usize,
    /// Endings that do not make a word complex.
    endings: &'static [&'static str],
    tokens: Tokens,
    vocabulary: Interner,
    /// Of each word of the vocabulary, its syllables and whether it is complex.
    known: Vec<(i64, bool)>,
}

impl Counter {
    fn new(language: Language) -> Self {
        let (syllables, endings): (fn(&str) -> usize, &[&str]) = match language {
            Language::Portuguese => (portuguese, &[]),
            _ => (english, &["es", "ed", "ing"]),
        };
        Self {
            punkt: Punkt::new(language),
            syllables,
            endings,
            tokens: Tokens::default(),
            vocabulary: Interner::new(),
            known: Vec::new(),
        }
    }

    fn count(&mut self, text: &str) -> ReadabilityTally {
        if self.vocabulary.len() > VOCABULARY {
            self.vocabulary.clear();
            self.known.clear();
        }
        let mut tally = ReadabilityTally::default();
        for sentence in self.punkt.split(text) {
            UnicodeWords.tokenise(sentence, &mut self.tokens);
            tally.sentences += i64::from(!self.tokens.is_empty());
            tally.words += self.tokens.len() as i64;
            for word in self.tokens.iter() {
                let id = self.vocabulary.intern(word) as usize;
                if id == self.known.len() {
                    let syllables = (self.syllables)(word);
                    let complex = is_complex(word, syllables, self.syllables, self.endings);
                    self.known.push((syllables as i64, complex));
                }
                let (syllables, complex) = self.known[id];
                tally.syllables += syllables;
                tally.complex += i64::from(complex);
            }
        }
        tally
    }
}

/// Whether a word is long, and stays so without an ending that does not count.
fn is_complex(word: &str, syllables: usize, count: fn(&str) -> usize, endings: &[&str]) -> bool {
    let stem = endings.iter().find_map(|ending| word.strip_suffix(ending));
    syllables >= COMPLEX && stem.is_none_or(|stem| count(stem) >= COMPLEX)
}

from_text!(Readability);

impl Reader for Readability {
    fn signature(&self) -> Signature {
        Signature::new(self.formula.name())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = ReadabilityTally::read(total);
        let counts = [total.sentences, total.words, total.syllables].map(|count| count as f64);
        let [sentences, words, syllables] = counts;
        let score = if total.words == 0 {
            Reading::Undefined(NO_WORDS.into())
        } else {
            self.formula.score(&total).into()
        };
        [
            score,
            Reading::ratio(words, sentences, NO_WORDS),
            Reading::ratio(syllables, words, NO_WORDS),
            Reading::ratio(total.complex as f64, words, NO_WORDS),
        ]
        .into_iter()
        .chain(counts.map(Reading::from))
        .collect()
    }
}

impl Measure for Readability {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, tally) in self.counts(batch).iter().enumerate() {
            rows.set(unit, tally);
        }
        Ok(())
    }
}

/// Adds the measures to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    for (name, formula) in Formula::NAMES {
        registry.add(
            Entry::new(name, Readability::from_settings)
                .explained(formula.summary(), PAGE)
                .looks_at(&["readability"]),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_words_and_syllables_are_counted() {
        let text = "The harbour was empty. Nobody had seen the carpenters leaving! ...";
        let counts = Counter::new(Language::English).count(text);
        // The har-bour was emp-ty. No-bod-y had seen the car-pen-ters leav-ing!
        let expected = ReadabilityTally { sentences: 2, words: 10, syllables: 17, complex: 2 };
        assert_eq!(counts, expected);
    }

    #[test]
    fn portuguese_has_its_own_syllables() {
        let counts = Counter::new(Language::Portuguese).count("A saída da estação é à direita.");
        // A sa-í-da da es-ta-ção é à di-rei-ta.
        let expected = ReadabilityTally { sentences: 1, words: 7, syllables: 13, complex: 3 };
        assert_eq!(counts, expected);
    }

    #[test]
    fn an_ending_does_not_make_a_word_complex() {
        let mut counter = Counter::new(Language::English);
        assert_eq!(counter.count("forgotten entering witnesses").complex, 1);
    }

    #[test]
    fn without_words_there_is_nothing_to_read() {
        let counts = Counter::new(Language::English).count(" ... ");
        assert_eq!(counts, ReadabilityTally::default());
        let measure = "flesch".parse::<Readability>().unwrap();
        assert_eq!(measure.read(Tally::new(&[])).headline(), None);
    }
}
