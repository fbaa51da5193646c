//! What measures that must see the corpus first have in common.
//!
//! [`Origin`] says what a fit was made with and wraps what it has learnt for
//! saving; [`TokenRules`] says how texts become words; [`Documents`] keeps the
//! references themselves, word by word; [`Frequencies`] counts their n-grams
//! once all of them are known.
//!
//! References are kept rather than their n-grams: most n-grams of a corpus
//! occur once, and a table of them is some twenty times as large as the text.
//!
//! Not for measures that count single words only: these add up short tables.

mod documents;
mod frequencies;
mod saved;

use std::sync::Arc;

use regua_core::{Error, Settings, Signature, fit};
use regua_text::intern::{Interner, Lookup};
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

pub(crate) use self::documents::Documents;
pub(crate) use self::frequencies::{Count, Frequencies, NOWHERE};
pub(crate) use self::saved::{Bytes, put_number, put_text};
use crate::shared::{self, Case};

/// How texts become words.
#[derive(Debug, Clone)]
pub(crate) struct TokenRules {
    tokeniser: Arc<dyn Tokeniser>,
    case: Case,
}

impl TokenRules {
    pub(crate) fn from_settings(settings: &Settings, default: &str) -> Result<Self, Error> {
        Ok(Self {
            tokeniser: shared::tokeniser(settings, default)?,
            case: settings.choice("case", &Case::WORDS)?,
        })
    }

    /// Adds the settings to a signature.
    pub(crate) fn signature(&self, signature: Signature) -> Signature {
        signature.with("tok", self.tokeniser.name()).with("case", self.case.word())
    }

    /// The settings that a fit on these words depends on.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("tok", self.tokeniser.name().to_owned()), ("case", self.case.word().to_owned())]
    }

    /// Replaces what is in `tokens` by the words of a text.
    pub(crate) fn cut(&self, text: &str, tokens: &mut Tokens, lowered: &mut String) {
        self.tokeniser.tokenise(self.case.apply(text, lowered), tokens);
    }
}

/// What a fit was made with, and by which name it must go.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The measure, for messages.
    measure: String,
    /// What the fit is of; measures that learn the same share it.
    of: &'static str,
    settings: Vec<(&'static str, String)>,
    /// The fingerprint that was asked for, if one was.
    asked: Option<String>,
}

impl Origin {
    /// The origin of a fit for the measure that these settings describe.
    pub(crate) fn new(
        settings: &Settings,
        of: &'static str,
        depends_on: Vec<(&'static str, String)>,
    ) -> Result<Self, Error> {
        let asked = asked_fit(settings)?;
        Ok(Self { measure: settings.measure().to_owned(), of, settings: depends_on, asked })
    }

    /// The name of what was learnt, if it is the fit that was asked for.
    pub(crate) fn fingerprint(&self, saved: &[u8]) -> Result<String, Error> {
        let found = fit::fingerprint(saved);
        match &self.asked {
            Some(asked) if *asked != found => Err(self.refuse(format!(
                "it is `{found}`, but `fit={asked}` is asked for: that was made with another fit"
            ))),
            _ => Ok(found),
        }
    }

    /// The error for a fit that cannot be used.
    pub(crate) fn refuse(&self, rule: impl Into<String>) -> Error {
        Error::Fit { measure: self.measure.clone(), rule: rule.into() }
    }
}

/// The setting `fit`: the fingerprint that a signature names, or nothing
/// before there is a fit.
pub(crate) fn asked_fit(settings: &Settings) -> Result<Option<String>, Error> {
    let Some(name) = settings.text("fit") else { return Ok(None) };
    if name.len() == 16 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        Ok(Some(name.to_owned()))
    } else {
        Err(settings.refuse("fit", name, "the 16 hexadecimal digits that name a fit"))
    }
}

/// Adds the fit's name to a signature, where there is one.
pub(crate) fn with_fit(signature: Signature, fit: Option<&String>) -> Signature {
    match fit {
        Some(fit) => signature.with("fit", fit),
        None => signature,
    }
}

/// The words of a unit as numbers: those of a vocabulary, and the next free
/// ones for words that it lacks. Numbers above the vocabulary do not compare
/// from unit to unit.
pub(crate) struct Numbers<'m> {
    rules: &'m TokenRules,
    vocabulary: &'m Interner,
    others: Interner,
    tokens: Tokens,
    lowered: String,
    lookup: Lookup,
}

impl<'m> Numbers<'m> {
    pub(crate) fn new(rules: &'m TokenRules, vocabulary: &'m Interner) -> Self {
        Self {
            rules,
            vocabulary,
            others: Interner::new(),
            tokens: Tokens::default(),
            lowered: String::new(),
            lookup: Lookup::default(),
        }
    }

    /// Forgets the words that the vocabulary lacks.
    pub(crate) fn start_unit(&mut self) {
        self.others.clear();
    }

    /// Replaces what is in `ids` by the numbers of a text's words.
    pub(crate) fn of(&mut self, text: &str, ids: &mut Vec<u32>) {
        self.rules.cut(text, &mut self.tokens, &mut self.lowered);
        let known = u32::try_from(self.vocabulary.len()).unwrap_or(u32::MAX);
        self.vocabulary.get_all(self.tokens.iter(), &mut self.lookup);
        ids.clear();
        for (token, id) in self.tokens.iter().zip(self.lookup.found()) {
            ids.push(id.unwrap_or_else(|| known.saturating_add(self.others.intern(token))));
        }
    }
}
