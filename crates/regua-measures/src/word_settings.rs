//! Words for measures that look at a text by itself, beside its source, or
//! among all texts of a corpus: the settings `tok`, `case` and `against`.

use std::rc::Rc;
use std::sync::Arc;

use regua_core::unit::{Segment, Segments};
use regua_core::{Batch, Error, Settings, Signature};
use regua_text::intern::Interner;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

use crate::shared::{self, Case, Cut, TokenIds};

/// How texts become words.
#[derive(Debug, Clone)]
pub(crate) struct WordSettings {
    pub(crate) tokeniser: Arc<dyn Tokeniser>,
    pub(crate) case: Case,
}

impl WordSettings {
    /// Words between blanks unless `tok` says otherwise.
    pub(crate) fn from_settings(settings: &Settings, default: Case) -> Result<Self, Error> {
        let mut cases = Case::WORDS;
        if default == Case::Lower {
            cases.reverse();
        }
        Ok(Self {
            tokeniser: shared::tokeniser(settings, "none")?,
            case: settings.choice("case", &cases)?,
        })
    }

    pub(crate) fn signature(&self, signature: Signature) -> Signature {
        signature.with("tok", self.tokeniser.name()).with("case", self.case.word())
    }

    /// The words of hypotheses and references.
    pub(crate) fn ids(&self, batch: &Batch<'_, Segments>) -> Rc<TokenIds> {
        Cut::new(&*self.tokeniser).case(self.case).ids(batch)
    }

    /// The words of hypotheses and of what they are held against, which stands
    /// in the place of the references.
    pub(crate) fn ids_against(
        &self,
        batch: &Batch<'_, Segments>,
        against: Against,
    ) -> Rc<TokenIds> {
        if against == Against::Reference {
            return self.ids(batch);
        }
        let key = ["tokens against the source", self.tokeniser.name(), self.case.word()];
        batch.memo().get_or(&key.join("\u{1f}"), || {
            let sources: Vec<[&str; 1]> =
                batch.units().iter().map(|unit| [unit.source.unwrap_or_default()]).collect();
            let units: Vec<Segment<'_>> = batch
                .units()
                .iter()
                .zip(&sources)
                .map(|(unit, source)| Segment { references: source, ..*unit })
                .collect();
            let ids = self.ids(&Batch::new(&units));
            Rc::unwrap_or_clone(ids)
        })
    }

    /// A way to cut all texts of a corpus, where equal words have equal numbers
    /// throughout.
    pub(crate) fn corpus(&self) -> CorpusWords<'_> {
        CorpusWords {
            settings: self,
            vocabulary: Interner::new(),
            tokens: Tokens::default(),
            lowered: String::new(),
            ids: Vec::new(),
        }
    }
}

/// What a hypothesis is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Against {
    Source,
    Reference,
}

impl Against {
    pub(crate) const SOURCE_FIRST: [(&'static str, Self); 2] =
        [("source", Self::Source), ("reference", Self::Reference)];
    pub(crate) const REFERENCE_FIRST: [(&'static str, Self); 2] =
        [("reference", Self::Reference), ("source", Self::Source)];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Reference => "reference",
        }
    }

    pub(crate) fn needs(self) -> regua_core::Needs {
        regua_core::Needs {
            references: self == Self::Reference,
            source: self == Self::Source,
            ..regua_core::Needs::default()
        }
    }
}

/// The words of a corpus as numbers.
#[derive(Debug)]
pub(crate) struct CorpusWords<'s> {
    settings: &'s WordSettings,
    vocabulary: Interner,
    tokens: Tokens,
    lowered: String,
    ids: Vec<u32>,
}

impl CorpusWords<'_> {
    /// The words of the next text.
    pub(crate) fn ids(&mut self, text: &str) -> &[u32] {
        let text = self.settings.case.apply(text, &mut self.lowered);
        self.settings.tokeniser.tokenise(text, &mut self.tokens);
        self.ids.clear();
        let vocabulary = &mut self.vocabulary;
        self.ids.extend(self.tokens.iter().map(|token| vocabulary.intern(token)));
        &self.ids
    }

    /// How many different words there were so far.
    pub(crate) fn distinct(&self) -> usize {
        self.vocabulary.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_source_take_the_place_of_references() {
        let words = WordSettings::from_settings(&Settings::new(&"x".parse().unwrap()), Case::Lower);
        let words = words.unwrap();
        let hypotheses = ["B a".into()];
        let units = [Segment { hypotheses: &hypotheses, references: &["c"], source: Some("A c") }];
        let batch = Batch::new(&units);
        let ids = words.ids_against(&batch, Against::Source);
        assert_eq!(ids.hypothesis(0)[1], ids.references(0).next().unwrap()[0]);
        assert!(Rc::ptr_eq(&ids, &words.ids_against(&batch, Against::Source)));
        let references = words.ids_against(&batch, Against::Reference);
        assert_eq!(references.references(0).next().unwrap().len(), 1);
    }
}
