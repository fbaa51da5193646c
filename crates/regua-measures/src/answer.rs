//! Answers as SQuAD's scripts see them: without case, punctuation and articles.
//!
//! What `exact-match` and `token-f1` share. Not for running text: an article
//! that is left out is no error here.

use std::rc::Rc;
use std::sync::LazyLock;

use regex::Regex;
use regua_core::unit::Segments;
use regua_core::{Batch, Error, Settings, Signature};
use regua_text::python;
use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

use crate::shared::{Case, Cut, TokenIds};

/// How answers are compared.
#[derive(Debug, Clone)]
pub(crate) struct Answers {
    case: Case,
    rules: Rules,
    normaliser: Normaliser,
}

impl Answers {
    /// Answers that are compared word by word, or as a whole.
    pub(crate) fn from_settings(settings: &Settings, unit: Unit) -> Result<Self, Error> {
        let normal = settings.choice("normal", &[("squad", true), ("none", false)])?;
        let listed: [(&str, Articles); 3] = if normal {
            [Articles::English, Articles::Portuguese, Articles::Keep].map(Articles::named)
        } else {
            [Articles::Keep, Articles::English, Articles::Portuguese].map(Articles::named)
        };
        let case = if normal { [1, 0] } else { [0, 1] }.map(|place| Case::WORDS[place]);
        let normaliser = Normaliser::new(
            unit,
            normal,
            settings.flag("punct", !normal)?,
            settings.choice("articles", &listed)?,
        );
        let case = settings.choice("case", &case)?;
        Ok(Self { case, rules: settings.choice("rules", &Rules::WORDS)?, normaliser })
    }

    pub(crate) fn signature(&self, signature: Signature) -> Signature {
        signature
            .with("normal", if self.normaliser.spaces { "squad" } else { "none" })
            .with("case", self.case.word())
            .flag("punct", self.normaliser.punctuation)
            .with("articles", self.normaliser.articles.named().0)
            .with("rules", if self.rules == Rules::Squad2 { "squad2" } else { "squad1" })
    }

    /// Which version's rules for empty answers hold.
    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    /// The words of a batch's answers, or their whole texts as one token.
    pub(crate) fn ids(&self, batch: &Batch<'_, Segments>) -> Rc<TokenIds> {
        Cut::new(&self.normaliser).case(self.case).ids(batch)
    }
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Words,
    Text,
}

/// What the two versions of SQuAD make of empty answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Two empty answers share no word; an empty reference is one like others.
    Squad1,
    /// Two empty answers agree; an empty reference counts only where all are empty.
    Squad2,
}

impl Rules {
    const WORDS: [(&'static str, Self); 2] = [("squad2", Self::Squad2), ("squad1", Self::Squad1)];

    /// The references that count.
    pub(crate) fn references<'i>(
        self,
        references: impl Iterator<Item = &'i [u32]> + Clone,
    ) -> impl Iterator<Item = &'i [u32]> {
        let empty_count = self == Self::Squad1 || references.clone().all(<[u32]>::is_empty);
        references.filter(move |reference| empty_count || !reference.is_empty())
    }
}

/// Articles that are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Articles {
    Keep,
    English,
    Portuguese,
}

impl Articles {
    fn named(self) -> (&'static str, Self) {
        let name = match self {
            Self::Keep => "none",
            Self::English => "en",
            Self::Portuguese => "pt",
        };
        (name, self)
    }

    /// All of them ASCII, which [`without_articles`] builds upon.
    fn listed(self) -> &'static [&'static str] {
        match self {
            Self::Keep => &[],
            Self::English => &["a", "an", "the"],
            Self::Portuguese => &["a", "as", "o", "os", "um", "uma", "umas", "uns"],
        }
    }
}

/// Makes tokens of an answer.
#[derive(Debug, Clone)]
struct Normaliser {
    unit: Unit,
    /// Whether only words count, and not the white space between them.
    spaces: bool,
    punctuation: bool,
    articles: Articles,
    /// Says all of the above: tokens of one name are shared.
    name: String,
}

impl Normaliser {
    fn new(unit: Unit, spaces: bool, punctuation: bool, articles: Articles) -> Self {
        let name = format!("answer-{unit:?}-{spaces}-{punctuation}-{articles:?}");
        Self { unit, spaces, punctuation, articles, name }
    }

    fn normalised(&self, text: &str) -> String {
        let kept = |character: &char| self.punctuation || !character.is_ascii_punctuation();
        let bare: String = text.chars().filter(kept).collect();
        without_articles(&bare, self.articles.listed())
    }
}

impl Tokeniser for Normaliser {
    fn name(&self) -> &str {
        &self.name
    }

    /// An empty answer has no token.
    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        let text = self.normalised(text);
        match (self.unit, self.spaces) {
            (Unit::Words, _) => python::split(&text).for_each(|word| tokens.push(word)),
            (Unit::Text, false) => tokens.extend(&text),
            (Unit::Text, true) => {
                for (place, word) in python::split(&text).enumerate() {
                    if place > 0 {
                        tokens.extend(" ");
                    }
                    tokens.extend(word);
                }
            }
        }
        tokens.close();
    }
}

/// The text with a blank in the place of each article, as Python's
/// `re.sub(r"\b(a|an|the)\b", " ", text)`.
fn without_articles(text: &str, articles: &[&str]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut kept = String::with_capacity(text.len());
    let (mut copied, mut start) = (0, 0);
    for end in 0..=text.len() {
        if text.as_bytes().get(end).copied().is_some_and(is_plain) {
            continue;
        }
        // Bytes of words only: both ends lie between characters.
        if start < end && articles.contains(&&text[start..end]) {
            let inside = text[..start].chars().next_back().is_some_and(is_part_of_word)
                || text[end..].chars().next().is_some_and(is_part_of_word);
            if !inside {
                kept.push_str(&text[copied..start]);
                kept.push(' ');
                copied = end;
            }
        }
        start = end + 1;
    }
    kept.push_str(&text[copied..]);
    kept
}

/// Whether a character next to a run of ASCII letters and digits goes on with
/// the word, as Python sees words: combining marks do not.
fn is_part_of_word(character: char) -> bool {
    static LETTERS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^[\p{L}\p{N}]").expect("the pattern is valid"));
    !character.is_ascii() && LETTERS.is_match(character.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn normalised(unit: Unit, text: &str) -> Vec<String> {
        let normaliser = Normaliser::new(unit, true, false, Articles::English);
        let mut tokens = Tokens::default();
        normaliser.tokenise(text, &mut tokens);
        tokens.iter().map(str::to_owned).collect()
    }

    #[test]
    fn punctuation_goes_before_articles_do() {
        assert_eq!(normalised(Unit::Words, "a-b an. 'the' theatre"), ["ab", "theatre"]);
        assert_eq!(normalised(Unit::Text, " the  red\tdoor, a "), ["red door"]);
        assert!(normalised(Unit::Text, "the").is_empty());
    }

    // Python 3.11: `normalize_answer` of SQuAD's script on the same texts.
    #[test]
    fn an_article_between_other_signs_leaves_a_gap() {
        assert_eq!(normalised(Unit::Words, "«the»a—x"), ["«", "»", "—x"]);
        assert_eq!(
            normalised(Unit::Words, "éa aé a\u{301} ²a 中the"),
            ["éa", "aé", "\u{301}", "²a", "中the"]
        );
    }

    #[test]
    fn portuguese_articles_are_whole_words() {
        let listed = Articles::Portuguese.listed();
        assert_eq!(
            without_articles("o gato e as ondas à vista", listed),
            "  gato e   ondas à vista"
        );
        assert!(listed.iter().all(|article| article.is_ascii()));
    }

    proptest! {
        #[test]
        fn articles_go_as_with_the_pattern(text in "(a|n|t|he|the|an|_|1| |-|é|—){0,12}") {
            let pattern = Regex::new(r"\b(a|an|the)\b").unwrap();
            prop_assert_eq!(without_articles(&text, Articles::English.listed()), pattern.replace_all(&text, " "));
        }
    }
}
