//! Words as tercom finds them: between white space, after what the settings ask for.
//!
//! Follows the `tercom` tokeniser of sacrebleu 2.6.0 rule by rule. Two of its
//! rules never apply and are not here: the one for `'s` at the very end of a
//! text (which then always ends with a blank), and the one that sets off
//! hiragana and katakana at the very beginning (where there is a blank, too).

use std::sync::Arc;

use regua_text::tokenise::{Pretokenised, Tokeniser};
use regua_text::tokens::Tokens;

/// What is done to texts before they are split at white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Preparation {
    /// Punctuation is set off, entities are read.
    pub(super) normalised: bool,
    /// Punctuation is kept.
    pub(super) punctuation: bool,
    /// The other two look at Chinese and Japanese characters as well.
    pub(super) asian: bool,
}

impl Preparation {
    /// The tokeniser that prepares texts in this way.
    pub(super) fn tokeniser(self) -> Arc<dyn Tokeniser> {
        if self.normalised || !self.punctuation {
            Arc::new(Tercom::new(self))
        } else {
            Arc::new(Pretokenised)
        }
    }
}

#[derive(Debug)]
struct Tercom {
    preparation: Preparation,
    name: String,
}

impl Tercom {
    fn new(preparation: Preparation) -> Self {
        let Preparation { normalised, punctuation, asian } = preparation;
        Self { preparation, name: format!("tercom-{normalised}-{punctuation}-{asian}") }
    }
}

impl Tokeniser for Tercom {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        let Preparation { normalised, punctuation, asian } = self.preparation;
        let mut text = regua_text::python::rstrip(text).to_owned();
        if normalised {
            text = normalise(&text);
            if asian {
                text = set_off(&text, is_asian);
            }
        }
        if !punctuation {
            let is_removed = |character| {
                is_common_punctuation(character) || (asian && is_asian_punctuation(character))
            };
            text.retain(|character| !is_removed(character));
        }
        Pretokenised.tokenise(&text, tokens);
    }
}

/// The general and the western rules.
fn normalise(text: &str) -> String {
    let joined = text.replace("\n-", "").replace('\n', " ");
    let read = joined
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    let text = set_off(&format!(" {read} "), is_western).replace("'s ", " 's ");
    let text = at_pairs(&text, |left| !left.is_ascii_digit(), is_stop, ["", " ", " "]);
    let text = at_pairs(&text, is_stop, |right| !right.is_ascii_digit(), [" ", " ", ""]);
    at_pairs(&text, |left| left.is_ascii_digit(), |right| right == '-', ["", " ", " "])
}

/// Puts blanks around characters.
fn set_off(text: &str, is_alone: impl Fn(char) -> bool) -> String {
    let mut found = String::with_capacity(2 * text.len());
    for character in text.chars() {
        if is_alone(character) {
            found.extend([' ', character, ' ']);
        } else {
            found.push(character);
        }
    }
    found
}

/// Puts something before, between and after two characters, wherever they stand
/// together and neither belongs to a pair already.
fn at_pairs(
    text: &str,
    is_left: impl Fn(char) -> bool,
    is_right: impl Fn(char) -> bool,
    [before, between, after]: [&str; 3],
) -> String {
    let mut found = String::with_capacity(text.len() + text.len() / 4);
    let mut characters = text.chars().peekable();
    while let Some(left) = characters.next() {
        match characters.next_if(|&right| is_left(left) && is_right(right)) {
            Some(right) => {
                found.push_str(before);
                found.push(left);
                found.push_str(between);
                found.push(right);
                found.push_str(after);
            }
            None => found.push(left),
        }
    }
    found
}

fn is_western(character: char) -> bool {
    matches!(character, ' '..='&' | '('..='+' | '/' | ':'..='@' | '['..='`' | '{'..='~')
}

fn is_stop(character: char) -> bool {
    matches!(character, '.' | ',')
}

fn is_common_punctuation(character: char) -> bool {
    matches!(character, '.' | ',' | '?' | ':' | ';' | '!' | '"' | '(' | ')')
}

/// Characters that are words by themselves. (That a few of the ranges overlap,
/// and that one ends in the midst of a block, is as in the original.)
fn is_asian(character: char) -> bool {
    matches!(
        character,
        '\u{4e00}'..='\u{9fff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{31c0}'..='\u{31ef}'
            | '\u{2e80}'..='\u{2eff}'
            | '\u{3200}'..='\u{33ff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}'
    ) || is_asian_punctuation(character)
}

fn is_asian_punctuation(character: char) -> bool {
    matches!(
        character,
        '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}'
            | '\u{30fb}' | '\u{ff61}'..='\u{ff65}'
            | '．' | '，' | '？' | '：' | '；' | '！' | '＂' | '（' | '）'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(settings: &str, text: &str) -> String {
        let preparation = Preparation {
            normalised: settings.contains("norm"),
            punctuation: !settings.contains("no-punct"),
            asian: settings.contains("asian"),
        };
        let mut tokens = Tokens::default();
        preparation.tokeniser().tokenise(text, &mut tokens);
        tokens.iter().collect::<Vec<_>>().join(" ")
    }

    // As sacrebleu 2.6.0: `TercomTokenizer(case_sensitive=True, …)(text)`.
    #[test]
    fn nothing_but_white_space_separates_by_default() {
        assert_eq!(words("", " \u{1f}Wait,\u{a0}what?  (No.)\n"), "Wait, what? (No.)");
        assert_eq!(words("asian", "今日は、晴れ。"), "今日は、晴れ。");
    }

    #[test]
    fn normalisation_sets_punctuation_off_and_reads_entities() {
        assert_eq!(
            words("norm", "\"It's Ann's,\" he said: 3.14, 1,000. 5-6 a-b &amp;lt; end-\n-less"),
            "\" It 's Ann's , \" he said : 3.14 , 1,000 . 5 - 6 a-b < end-less"
        );
        assert_eq!(words("norm", "我爱。你ァ！"), "我爱。你ァ！");
    }

    #[test]
    fn asian_characters_are_words_by_themselves() {
        assert_eq!(words("norm asian", "我爱。ぁぃァ㈱x"), "我 爱 。 ぁぃァ ㈱ x");
    }

    #[test]
    fn punctuation_is_removed_where_it_stands() {
        assert_eq!(words("no-punct", "e.g. (no), 3.5; it's - 好！"), "eg no 35 it's - 好！");
        assert_eq!(words("no-punct asian", "好！、「吗」・ok"), "好吗ok");
    }
}
