//! Sentences: Punkt (Kiss and Strunk, 2006), as NLTK splits them.
//!
//! A full stop ends a sentence unless it belongs to an abbreviation, an
//! initial, an ordinal or an ellipsis; which words are abbreviations, what
//! usually starts a sentence and which words go together was learnt from
//! newspapers, one set of parameters a language.
//!
//! ```
//! use regua_text::{language::Language, sentences::Punkt};
//!
//! let punkt = Punkt::new(Language::English);
//! let text = "Dr. Li paid $3.50 (twice.) \"Why?\" He did not say.";
//! let sentences: Vec<&str> = punkt.split(text).collect();
//! assert_eq!(sentences, ["Dr. Li paid $3.50 (twice.)", "\"Why?\"", "He did not say."]);
//! ```
//!
//! # Agreement with NLTK
//!
//! The reference is `PunktTokenizer` of NLTK 3.10.4 with its `punkt_tab`
//! models. The trained parameters (from the crate `punkt_n`) are the same in
//! all six languages, entry by entry, and the splitter gives the same spans:
//!
//! | text | language | sentences | the same |
//! |---|---|---:|---:|
//! | 100 film reviews | English | 795 | 795 |
//! | 2,469 news articles and summaries | English | 11,216 | 11,216 |
//! | 401 texts of *The Æsop for Children* | English | 1,828 | 1,828 |
//! | *Dom Casmurro* | Portuguese | 4,120 | 4,120 |
//! | 20,000 random texts a language, dense in abbreviations, initials, numbers and quotes | all six | 325,613 | 325,613 |
//! | 120,000 strings of noise | all six | 169,420 | 169,420 |
//!
//! NLTK changed over time. Release 3.5 finds 793 sentences in the same reviews:
//! it keeps marks that stand alone together (`player ???`), where 3.8.1 and
//! 3.10.4 cut them into `?` and `??`. In 3.10.4, unlike 3.8.1, typographic
//! quotes (`“ ” ‘ ’ « »`) close a sentence as straight ones do; a `«` with a
//! space after it is then taken for a closing one, there as here.
//!
//! # When not to use this
//!
//! - Text without capitals or punctuation (speech, chat): there is nothing to
//!   go by. Line breaks are white space like any other, so verse and headings
//!   run into the next sentence.
//! - Chinese, Japanese and other scripts whose full stop is not `.`.
//! - Text full of abbreviations that newspapers do not use: one that training
//!   did not learn (English `etc.`, Portuguese `Exa.`) ends a sentence.

mod boundaries;
mod characters;
mod decision;
mod words;

use std::{fmt, ops::Range, sync::OnceLock};

use punkt_n::TrainingData;

use crate::language::Language;
use characters::is_strippable;
use words::Words;

/// A sentence splitter for one language; a copy is as cheap as a reference.
///
/// The parameters of a language are read on first use and then shared by the
/// whole program.
#[derive(Clone, Copy)]
pub struct Punkt {
    language: Language,
    data: &'static TrainingData,
}

impl Punkt {
    /// The splitter of a language.
    pub fn new(language: Language) -> Self {
        Self { language, data: trained(language) }
    }

    /// The language whose parameters are used.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The byte range of each sentence, in order, without the white space
    /// between sentences and after the last. White space before the first is
    /// part of it, as in NLTK.
    pub fn spans(&self, text: &str) -> Vec<Range<usize>> {
        boundaries::spans(text, |context| self.holds_sentence_end(context))
    }

    /// The sentences of a text.
    pub fn split<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.spans(text).into_iter().map(|span| &text[span])
    }

    fn holds_sentence_end(&self, context: &str) -> bool {
        let mut words = context
            .split('\n')
            .filter(|line| !line.chars().all(is_strippable))
            .flat_map(Words::new);
        let Some(mut word) = words.next() else {
            return false;
        };
        words.any(|next| {
            let ends = decision::sentence_ends(self.data, word, next);
            word = next;
            ends
        })
    }
}

impl fmt::Debug for Punkt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Punkt").field(&self.language).finish()
    }
}

fn trained(language: Language) -> &'static TrainingData {
    static SHARED: [OnceLock<TrainingData>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    SHARED[language as usize].get_or_init(|| match language {
        Language::English => TrainingData::english(),
        Language::French => TrainingData::french(),
        Language::German => TrainingData::german(),
        Language::Italian => TrainingData::italian(),
        Language::Portuguese => TrainingData::portuguese(),
        Language::Spanish => TrainingData::spanish(),
    })
}

#[cfg(test)]
mod tests;
