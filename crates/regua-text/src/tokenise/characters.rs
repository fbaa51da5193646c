//! `char`: one token a character, white space dropped.
//!
//! Reference: sacrebleu 2.6.0 (`tokenizer_char.py`); the same tokens in all
//! golden cases and in live comparisons on random text. A character is a code point, so an accent written as a
//! combining mark, and each part of a joined emoji, is a token of its own.
//!
//! Blind to words, and to canonical equivalence: "é" in one code point and in
//! two do not match. Normalise the texts first where they may differ in that.

use super::Tokeniser;
use crate::python;
use crate::tokens::Tokens;

/// The tokeniser `char`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Characters;

impl Tokeniser for Characters {
    fn name(&self) -> &'static str {
        "char"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.adopt(text);
        for (start, character) in text.char_indices() {
            if !python::is_space(character) {
                tokens.mark(start..start + character.len_utf8());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::tokens_of;
    use super::*;

    #[test]
    fn every_code_point_but_white_space_is_a_token() {
        assert_eq!(
            tokens_of(&Characters, " a1.\u{1d}e\u{301} 中😀\u{3000}"),
            "a 1 . e \u{301} 中 😀"
        );
    }
}
