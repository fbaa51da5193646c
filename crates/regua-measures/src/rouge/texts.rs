//! How ROUGE sees texts: tokens, stems, sentences, and letters that got lost.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use regua_core::unit::{Segment, Segments};
use regua_core::{Batch, Error, Settings, Signature};
use regua_text::language::Language;
use regua_text::sentences::Punkt;
use regua_text::stem::porter::Porter;
use regua_text::tokenise::{Rouge as LatinTokens, Tokeniser, UnicodeWords};

use super::variant::Sentences;
use crate::shared::{Cut, TokenIds};

/// Texts as tokens.
#[derive(Debug, Clone)]
pub(super) struct Texts {
    tokeniser: Arc<dyn Tokeniser>,
    /// Whether the tokeniser knows Latin letters without diacritics only.
    latin: bool,
    stem: bool,
}

impl Texts {
    pub(super) fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let latin = settings.choice("tok", &[("rouge", true), ("unicode", false)])?;
        let tokeniser: Arc<dyn Tokeniser> =
            if latin { Arc::new(LatinTokens) } else { Arc::new(UnicodeWords) };
        Ok(Self { tokeniser, latin, stem: settings.flag("stem", false)? })
    }

    pub(super) fn signature(&self, signature: Signature) -> Signature {
        signature.with("tok", self.tokeniser.name()).flag("stem", self.stem)
    }

    /// The tokens of a batch.
    pub(super) fn ids(
        &self,
        batch: &Batch<'_, Segments>,
        sentences: Sentences,
        language: Language,
    ) -> Rc<TokenIds> {
        let cut = match (self.latin, self.stem) {
            (true, false) => Cut::new(&*self.tokeniser),
            (false, false) => Cut::new(&*self.tokeniser).form("lower", &lower),
            (_, true) => Cut::new(&*self.tokeniser).form("porter-over-3", &stem),
        };
        // No token goes over a line feed: whole texts are the same tokens as
        // their lines, and measures with and without sentences share them.
        match sentences {
            Sentences::Newline => cut.split("lines", &lines).ids(batch),
            Sentences::Punkt => {
                let punkt = Punkt::new(language);
                let split = move |text: &str, pieces: &mut Vec<Range<usize>>| {
                    pieces.extend(punkt.spans(text));
                };
                cut.split(&format!("punkt-{}", language.code()), &split).ids(batch)
            }
        }
    }

    /// For each unit, how many of its texts lost most of their letters.
    pub(super) fn losses(&self, batch: &Batch<'_, Segments>) -> Rc<Vec<i64>> {
        let key = if self.latin { "rouge: letters lost" } else { "rouge: no letters lost" };
        batch.memo().get_or(key, || batch.units().iter().map(|unit| self.lost(unit)).collect())
    }

    fn lost(&self, unit: &Segment<'_>) -> i64 {
        if !self.latin {
            return 0;
        }
        let texts = std::iter::once(unit.hypothesis()).chain(unit.references.iter().copied());
        texts.map(|text| i64::from(is_mostly_foreign(text))).sum()
    }
}

/// Whether most letters of a text are none that the Latin tokeniser keeps.
fn is_mostly_foreign(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let (mut letters, mut kept) = (0_usize, 0_usize);
    for letter in text.chars().filter(|character| character.is_alphabetic()) {
        letters += 1;
        kept += usize::from(letter.is_ascii());
    }
    kept * 2 < letters
}

fn lines(text: &str, pieces: &mut Vec<Range<usize>>) {
    let mut start = 0;
    for line in text.split('\n') {
        pieces.push(start..start + line.len());
        start += line.len() + 1;
    }
}

fn lower(word: &str, form: &mut String) -> bool {
    if word.is_ascii() {
        form.push_str(word);
        form.make_ascii_lowercase();
    } else {
        form.push_str(&word.to_lowercase());
    }
    true
}

/// The stem of a word that is longer than three characters; others stay.
fn stem(word: &str, form: &mut String) -> bool {
    if word.chars().nth(3).is_none() {
        return lower(word, form);
    }
    Porter::default().stem(word, form);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_foreign_if_more_than_half_of_its_letters_are() {
        assert!(is_mostly_foreign("Ελλάδα 2004"));
        assert!(is_mostly_foreign("éé a"));
        assert!(!is_mostly_foreign("ação"));
        assert!(!is_mostly_foreign("… 123 —"));
        assert!(!is_mostly_foreign(""));
    }

    #[test]
    fn short_words_are_not_stemmed() {
        let mut form = String::new();
        stem("Ties", &mut form);
        assert_eq!(form, "tie");
        form.clear();
        stem("Its", &mut form);
        assert_eq!(form, "its");
    }
}
