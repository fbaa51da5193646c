//! `rouge`: the tokens of ROUGE, runs of Latin letters and digits in lower case.
//!
//! Reference: `rouge_score` 0.1.2 (`tokenize.py`) without its stemmer; the
//! same tokens in all golden cases and in live comparisons on random text. Lower case is Unicode's, so two letters
//! outside ASCII become letters inside it: İ (U+0130) is an i and a combining
//! dot, which separates, and the sign of the kelvin (U+212A) is a k.
//!
//! Blind to every other letter: "São" is "s" and "o", and a Greek or Chinese
//! text has no token at all. Use `unicode` for such texts.

use std::borrow::Cow;

use super::Tokeniser;
use super::scan::{Class, Rules, is_plain_ascii, scan};
use crate::tokens::Tokens;

/// The tokeniser `rouge`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rouge;

impl Tokeniser for Rouge {
    fn name(&self) -> &'static str {
        "rouge"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        scan(&LatinRuns, &fold(text), tokens);
        tokens.make_ascii_lowercase();
    }
}

struct LatinRuns;

impl Rules for LatinRuns {
    const PADDED: bool = true;
    const BYTES: &'static [Class; 256] = &{
        let mut classes = [Class::Space; 256];
        let mut byte = 0_u8;
        while byte < 128 {
            if byte.is_ascii_alphanumeric() {
                classes[byte as usize] = Class::Word;
            }
            byte += 1;
        }
        classes
    };

    #[inline]
    fn is_special(byte: u8) -> bool {
        !is_plain_ascii(byte)
    }

    fn wide(&self, _character: char) -> Class {
        Class::Space
    }
}

/// Puts ASCII in the place of the two letters whose lower case has some.
fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(['\u{130}', '\u{212a}']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('\u{130}', "i\u{307}").replace('\u{212a}', "k"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::scan::testing::assert_specials_are_seen;
    use super::super::testing::tokens_of;
    use super::*;

    #[test]
    fn no_special_byte_escapes_the_quick_test() {
        assert_specials_are_seen::<LatinRuns>();
    }

    #[test]
    fn runs_of_letters_and_digits_are_tokens_in_lower_case() {
        assert_eq!(
            tokens_of(&Rouge, "U.S.A... 3.14,5 a-b 5-6 1,000."),
            "u s a 3 14 5 a b 5 6 1 000"
        );
        assert_eq!(tokens_of(&Rouge, "São João_x 中"), "s o jo o x");
    }

    #[test]
    fn letters_whose_lower_case_is_ascii_count() {
        assert_eq!(tokens_of(&Rouge, "5\u{212a}m D\u{130}YAR"), "5km di yar");
    }

    #[test]
    fn no_other_letter_has_ascii_in_its_lower_case() {
        let letters: Vec<char> = ('\u{80}'..=char::MAX)
            .filter(|letter| letter.to_lowercase().any(|lower| lower.is_ascii()))
            .collect();
        assert_eq!(letters, ['\u{130}', '\u{212a}']);
    }

    proptest! {
        #[test]
        fn the_fast_way_equals_the_definition(text in "[a-cA-C0-9 .,_éÉİ\u{212a}Σ中\n]{0,60}") {
            let lower = text.to_lowercase();
            let expected: Vec<&str> = lower
                .split(|character: char| !character.is_ascii_alphanumeric())
                .filter(|token| !token.is_empty())
                .collect();
            prop_assert_eq!(tokens_of(&Rouge, &text), expected.join(" "));
        }
    }
}
