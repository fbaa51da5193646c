//! Words as jiwer finds them, and what can be left out before they are compared.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use regex::Regex;
use regua_core::unit::Segments;
use regua_core::{Batch, Error, Settings, Signature};
use regua_text::python;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

use super::numbers::{InDigits, Numbers};
use crate::shared::{Case, Cut, TokenIds, tokeniser_named};

/// How texts become words for error rates.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    tokeniser: Arc<dyn Tokeniser>,
    case: Case,
    punctuation: bool,
    fillers: Fillers,
    numbers: Numbers,
    /// The tokeniser as it was named.
    tok: String,
}

impl Words {
    pub(crate) fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let inner: Arc<dyn Tokeniser> = match settings.text("tok") {
            None | Some(SpacedWords::NAME) => Arc::new(SpacedWords),
            Some(name) => tokeniser_named(settings, name, &[SpacedWords::NAME])?,
        };
        let case = settings.choice("case", &Case::WORDS)?;
        let punctuation = settings.flag("punct", true)?;
        let fillers = settings.choice("fillers", &Fillers::WORDS)?;
        let numbers = settings.choice("numbers", &Numbers::WORDS)?;
        let tok = inner.name().to_owned();
        let mut tokeniser = inner;
        if !punctuation {
            tokeniser = Arc::new(Unpunctuated::new(tokeniser));
        }
        if numbers != Numbers::Keep {
            tokeniser = Arc::new(InDigits::new(tokeniser, numbers));
        }
        Ok(Self { tokeniser, case, punctuation, fillers, numbers, tok })
    }

    pub(crate) fn signature(&self, signature: Signature) -> Signature {
        signature
            .with("tok", &self.tok)
            .with("case", self.case.word())
            .flag("punct", self.punctuation)
            .with("fillers", self.fillers.word())
            .with("numbers", self.numbers.word())
    }

    /// The words of a batch.
    pub(crate) fn ids(&self, batch: &Batch<'_, Segments>) -> Rc<TokenIds> {
        let cut = Cut::new(&*self.tokeniser).case(self.case);
        let listed = self.fillers.listed();
        let keep = move |word: &str, form: &mut String| {
            form.push_str(word);
            !is_filler(word, listed)
        };
        match self.fillers {
            Fillers::Keep => cut.ids(batch),
            Fillers::English | Fillers::Portuguese => {
                cut.form(&format!("fillers-{}", self.fillers.word()), &keep).ids(batch)
            }
        }
    }

    /// A name for what [`Words::ids`] gives, for the batch's memo.
    pub(crate) fn key(&self) -> String {
        [self.tokeniser.name(), self.case.word(), self.fillers.word()].join("\u{1f}")
    }
}

/// Hesitations that are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fillers {
    Keep,
    English,
    Portuguese,
}

impl Fillers {
    const WORDS: [(&'static str, Self); 3] =
        [("keep", Self::Keep), ("en", Self::English), ("pt", Self::Portuguese)];

    fn word(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::English => "en",
            Self::Portuguese => "pt",
        }
    }

    fn listed(self) -> &'static [&'static str] {
        match self {
            Self::Keep => &[],
            Self::English => &[
                "ah", "eh", "er", "erm", "hm", "hmm", "huh", "mhm", "mm", "uh", "uhm", "um", "umm",
            ],
            Self::Portuguese => &[
                "ah", "ahm", "ahn", "eh", "hm", "hmm", "hum", "humm", "hã", "hãn", "uh", "ã", "ãh",
            ],
        }
    }
}

fn is_filler(word: &str, listed: &[&str]) -> bool {
    let bare = word.trim_matches(|character: char| !character.is_alphanumeric());
    listed.contains(&bare.to_lowercase().as_str())
}

/// jiwer's words: what lies between spaces, or between two or more characters
/// of white space.
#[derive(Debug, Clone, Copy)]
struct SpacedWords;

impl SpacedWords {
    const NAME: &'static str = "words";
}

impl Tokeniser for SpacedWords {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        if text.bytes().all(is_plain) {
            let mut start = 0;
            for (place, byte) in text.bytes().enumerate() {
                if byte == b' ' {
                    if start < place {
                        tokens.push(&text[start..place]);
                    }
                    start = place + 1;
                }
            }
            if start < text.len() {
                tokens.push(&text[start..]);
            }
            return;
        }
        let text = python::strip(text);
        let mut characters = text.char_indices().peekable();
        let mut start = 0;
        while let Some((place, character)) = characters.next() {
            if !python::is_space(character) {
                continue;
            }
            let mut several = false;
            while characters.next_if(|&(_, next)| python::is_space(next)).is_some() {
                several = true;
            }
            if several || character == ' ' {
                tokens.push(&text[start..place]);
                start = characters.peek().map_or(text.len(), |&(next, _)| next);
            }
        }
        if start < text.len() {
            tokens.push(&text[start..]);
        }
    }
}

/// Whether a byte can be part of no white space but a space.
fn is_plain(byte: u8) -> bool {
    byte >= b' ' && !matches!(byte, 0xc2 | 0xe1..=0xe3)
}

/// A tokeniser that never sees punctuation.
#[derive(Debug)]
struct Unpunctuated {
    inner: Arc<dyn Tokeniser>,
    name: String,
}

impl Unpunctuated {
    fn new(inner: Arc<dyn Tokeniser>) -> Self {
        let name = format!("unpunctuated-{}", inner.name());
        Self { inner, name }
    }
}

impl Tokeniser for Unpunctuated {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        self.inner.tokenise(&without_punctuation(text), tokens);
    }
}

/// The text without the characters of Unicode's categories P.
pub(super) fn without_punctuation(text: &str) -> Cow<'_, str> {
    static PUNCTUATION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\p{P}+").expect("the pattern is valid"));
    PUNCTUATION.replace_all(text, "")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut tokens = Tokens::default();
        SpacedWords.tokenise(text, &mut tokens);
        tokens.iter().map(str::to_owned).collect()
    }

    // As jiwer 4.0.0: `jiwer.wer_default(text)[0]`.
    #[test]
    fn a_single_tab_is_part_of_a_word_and_two_are_not() {
        assert_eq!(words(" a\tb  c\u{a0}d\t\te \n"), ["a\tb", "c\u{a0}d", "e"]);
        assert!(words(" \t").is_empty());
    }

    #[test]
    fn punctuation_goes_and_symbols_stay() {
        assert_eq!(without_punctuation("it’s $5, — ok?"), "its $5  ok");
    }

    #[test]
    fn an_english_hesitation_is_a_portuguese_article() {
        assert!(is_filler("Um,", Fillers::English.listed()));
        assert!(!is_filler("um", Fillers::Portuguese.listed()));
        assert!(is_filler("Hã…", Fillers::Portuguese.listed()));
        assert!(!is_filler("—", Fillers::English.listed()));
    }

    proptest! {
        #[test]
        fn words_are_those_of_the_three_steps(text in "[ab \t\n\u{a0}\u{3000}é中]{0,30}") {
            let runs = Regex::new(r"\s\s+").unwrap();
            let collapsed = runs.replace_all(&text, " ");
            let expected: Vec<&str> =
                collapsed.trim().split(' ').filter(|word| !word.is_empty()).collect();
            prop_assert_eq!(words(&text), expected);
        }
    }
}
