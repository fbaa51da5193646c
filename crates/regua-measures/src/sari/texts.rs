//! The texts of a segment as tokens, the source among them.

use std::rc::Rc;
use std::sync::Arc;

use regua_core::unit::{Segment, Segments};
use regua_core::{Batch, Error, Settings, Signature};
use regua_text::python;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

use crate::shared::{Case, Cut, TokenIds, tokeniser_named};

/// The tokeniser that is here and nowhere else.
pub(super) const BLANK: &str = "blank";
/// The one token of a text without tokens, for scripts that have it.
const EMPTY: [u32; 1] = [u32::MAX];

/// How texts become tokens.
#[derive(Debug, Clone)]
pub(super) struct Texts {
    tokeniser: Arc<dyn Tokeniser>,
    case: Case,
    /// Whether a text without tokens has one, which is empty.
    never_empty: bool,
    /// The tokeniser as it was named.
    tok: String,
}

impl Texts {
    pub(super) fn from_settings(
        settings: &Settings,
        default: &str,
        never_empty: bool,
    ) -> Result<Self, Error> {
        let tok = settings.text("tok").unwrap_or(default);
        let (tokeniser, tok): (Arc<dyn Tokeniser>, String) = match tok {
            BLANK => (Arc::new(Blanks), BLANK.to_owned()),
            other => {
                let inner = tokeniser_named(settings, other, &[BLANK])?;
                let name = inner.name().to_owned();
                (Arc::new(Whole::new(inner)), name)
            }
        };
        let case = settings.choice("case", &[Case::WORDS[1], Case::WORDS[0]])?;
        Ok(Self { tokeniser, case, never_empty, tok })
    }

    pub(super) fn signature(&self, signature: Signature) -> Signature {
        signature.with("tok", &self.tok).with("case", self.case.word())
    }

    /// The tokens of a batch.
    pub(super) fn ids(&self, batch: &Batch<'_, Segments>) -> Rc<SourceFirst> {
        let key = format!("sari\u{1f}{}\u{1f}{}", self.tokeniser.name(), self.case.word());
        batch.memo().get_or(&key, || {
            let texts: Vec<Vec<&str>> = batch
                .units()
                .iter()
                .map(|unit| {
                    let source = unit.source.unwrap_or_default();
                    std::iter::once(source).chain(unit.references.iter().copied()).collect()
                })
                .collect();
            let units: Vec<Segment<'_>> = batch
                .units()
                .iter()
                .zip(&texts)
                .map(|(unit, references)| Segment { references, source: None, ..*unit })
                .collect();
            SourceFirst(Cut::new(&*self.tokeniser).case(self.case).ids(&Batch::new(&units)))
        })
    }

    /// The tokens of one unit.
    pub(super) fn of<'i>(&self, ids: &'i SourceFirst, unit: usize) -> UnitTexts<'i> {
        let SourceFirst(ids) = ids;
        let tokens = |tokens: &'i [u32]| {
            if tokens.is_empty() && self.never_empty { &EMPTY } else { tokens }
        };
        let mut texts = ids.references(unit).map(tokens);
        UnitTexts {
            source: texts.next().unwrap_or_default(),
            hypothesis: tokens(ids.hypothesis(unit)),
            references: texts.collect(),
        }
    }
}

/// The tokens of a batch, with the source as first reference.
#[derive(Debug)]
pub(super) struct SourceFirst(Rc<TokenIds>);

/// The tokens of one unit.
#[derive(Debug)]
pub(super) struct UnitTexts<'i> {
    pub(super) source: &'i [u32],
    pub(super) hypothesis: &'i [u32],
    pub(super) references: Vec<&'i [u32]>,
}

/// What lies between blanks, even if it is nothing: Python's `split(" ")`.
#[derive(Debug, Clone, Copy)]
struct Blanks;

impl Tokeniser for Blanks {
    fn name(&self) -> &'static str {
        BLANK
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        text.split(' ').for_each(|token| tokens.push(token));
    }
}

/// A tokeniser of BLEU's without the removal of white space at the end, which
/// shows where signs come before it.
#[derive(Debug)]
struct Whole {
    inner: Arc<dyn Tokeniser>,
    name: String,
}

impl Whole {
    fn new(inner: Arc<dyn Tokeniser>) -> Self {
        let name = format!("whole-{}", inner.name());
        Self { inner, name }
    }
}

impl Tokeniser for Whole {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        if python::rstrip(text).len() == text.len() {
            return self.inner.tokenise(text, tokens);
        }
        // A word of its own after the end keeps what is before it from being removed.
        let mut longer = Tokens::default();
        self.inner.tokenise(&format!("{text} x"), &mut longer);
        tokens.clear();
        let without_last = longer.len().saturating_sub(1);
        longer.iter().take(without_last).for_each(|token| tokens.push(token));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(tokeniser: &dyn Tokeniser, text: &str) -> Vec<String> {
        let mut tokens = Tokens::default();
        tokeniser.tokenise(text, &mut tokens);
        tokens.iter().map(str::to_owned).collect()
    }

    #[test]
    fn two_blanks_have_nothing_between_them() {
        assert_eq!(tokens(&Blanks, " a\tb  c"), ["", "a\tb", "", "c"]);
        assert_eq!(tokens(&Blanks, ""), [""]);
    }

    // sacrebleu 2.6.0: `Tokenizer13a()(text)`, `TokenizerV14International()(text)`.
    #[test]
    fn white_space_at_the_end_is_seen() {
        let whole = |name: &str, text: &str| {
            tokens(&Whole::new(regua_text::tokenise::by_name(name).unwrap()), text)
        };
        assert_eq!(whole("13a", "well-\n-\n "), ["well"]);
        assert_eq!(whole("13a", "well-  \n"), ["well-"]);
        assert_eq!(whole("intl", "3. "), ["3", "."]);
        assert_eq!(whole("intl", "3."), ["3."]);
        assert!(whole("none", " \t").is_empty());
    }
}
