//! `unicode`: words as Unicode defines them (UAX 29), case kept.
//!
//! Works for every script that writes words apart. A segment between two word
//! boundaries is a token if it has a letter or a digit; punctuation, symbols
//! and emoji are dropped.
//!
//! Reference: Unicode Standard Annex 29, default word boundaries, as the crate
//! `unicode-segmentation` implements them.
//!
//! Blind to words of scripts that do not write them apart: Chinese and Hiragana
//! come one character a token, Thai in runs. Blind to punctuation by design; it
//! is no choice for comparing scores with other tools.

use unicode_segmentation::UnicodeSegmentation;

use super::Tokeniser;
use crate::tokens::Tokens;

/// The tokeniser `unicode`.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnicodeWords;

impl Tokeniser for UnicodeWords {
    fn name(&self) -> &'static str {
        "unicode"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.adopt(text);
        for (start, word) in text.unicode_word_indices() {
            tokens.mark(start..start + word.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::tokens_of;
    use super::*;

    #[test]
    fn words_of_any_script_are_kept_and_punctuation_is_dropped() {
        assert_eq!(
            tokens_of(&UnicodeWords, "U.S.A... 3.14,5 a-b 5-6 1,000."),
            "U.S.A 3.14,5 a b 5 6 1,000"
        );
        assert_eq!(
            tokens_of(&UnicodeWords, "«São» can’t Ελλάδα 中文 😀"),
            "São can’t Ελλάδα 中 文"
        );
    }
}
