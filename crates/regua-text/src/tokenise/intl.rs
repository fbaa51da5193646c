//! `intl`: the international tokenisation of mteval-v14.
//!
//! Cuts off Unicode punctuation, except next to a number where it may be a
//! decimal point or a thousands separator, and always cuts off symbols.
//!
//! Reference: NIST's `mteval-v14.pl` as sacrebleu 2.6.0 restates it
//! (`tokenizer_intl.py`); the same tokens in all golden cases and in live
//! comparisons on random text. What counts as
//! punctuation grows with Unicode: here it is what Python's `regex` 2026.11.9
//! knows, and other releases may differ in characters that are new.
//!
//! Blind to word boundaries without spaces (Chinese, Japanese, Thai), and, as
//! the original is, to a point after a number that ends the text: "in 2024."
//! keeps "2024." as one token. Entities such as `&quot;` are not unescaped.

use super::Tokeniser;
use super::categories::Categories;
use super::scan::{Class, Rules, is_plain_ascii, scan};
use crate::python;
use crate::tokens::Tokens;

/// The tokeniser `intl`.
#[derive(Debug, Clone, Copy, Default)]
pub struct International;

impl Tokeniser for International {
    fn name(&self) -> &'static str {
        "intl"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        let rules = UnicodeRules { categories: Categories::get() };
        scan(&rules, python::rstrip(text), tokens);
    }
}

struct UnicodeRules {
    categories: &'static Categories,
}

impl Rules for UnicodeRules {
    const PADDED: bool = false;
    const BYTES: &'static [Class; 256] = &{
        let mut classes = [Class::Word; 256];
        let mut byte = 0;
        while byte < 256 {
            classes[byte] = match byte {
                0x09..=0x0d | 0x1c..=0x20 => Class::Space,
                0x30..=0x39 => Class::Digit,
                // The symbols $ + < = > ^ ` | ~ among ASCII punctuation.
                0x24 | 0x2b | 0x3c..=0x3e | 0x5e | 0x60 | 0x7c | 0x7e => Class::Alone,
                0x21..=0x2f | 0x3a..=0x40 | 0x5b..=0x5f | 0x7b..=0x7d => Class::Point,
                0xc2..=0xf4 => Class::Wide,
                _ => Class::Word,
            };
            byte += 1;
        }
        classes
    };

    #[inline]
    fn is_special(byte: u8) -> bool {
        !is_plain_ascii(byte) && !(0x80..0xc2).contains(&byte)
    }

    #[inline]
    fn wide(&self, character: char) -> Class {
        self.categories.class(character)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::testing::assert_specials_are_seen;
    use super::super::testing::tokens_of;
    use super::*;

    #[test]
    fn no_special_byte_escapes_the_quick_test() {
        assert_specials_are_seen::<UnicodeRules>();
    }

    #[test]
    fn the_example_of_the_specification_keeps_its_last_point() {
        assert_eq!(
            tokens_of(&International, "U.S.A... 3.14,5 a-b 5-6 1,000."),
            "U . S . A . . . 3.14,5 a - b 5-6 1,000."
        );
    }

    #[test]
    fn punctuation_of_any_script_is_cut_off() {
        assert_eq!(tokens_of(&International, "«São»… ¿qué? 中。"), "« São » … ¿ qué ? 中 。");
    }

    #[test]
    fn symbols_stand_alone_even_between_digits() {
        assert_eq!(tokens_of(&International, "5€ 1+1 a😀b 5^6"), "5 € 1 + 1 a 😀 b 5 ^ 6");
    }

    #[test]
    fn digits_of_any_script_hold_a_point() {
        assert_eq!(tokens_of(&International, "٣٫١٤ ²·½ Ⅳ.Ⅴ"), "٣٫١٤ ²·½ Ⅳ.Ⅴ");
        assert_eq!(tokens_of(&International, "٣..٤"), "٣ . . ٤");
    }

    #[test]
    fn nothing_is_cut_at_the_very_ends() {
        assert_eq!(tokens_of(&International, ".5"), ".5");
        assert_eq!(tokens_of(&International, " .5"), ". 5");
        assert_eq!(tokens_of(&International, "5."), "5.");
        assert_eq!(tokens_of(&International, "a."), "a .");
        assert_eq!(tokens_of(&International, "..5"), ". . 5");
    }

    #[test]
    fn the_byte_table_and_the_categories_agree_on_ascii() {
        for byte in 0..0x80_u8 {
            assert_eq!(
                UnicodeRules::BYTES[usize::from(byte)],
                Categories::get().class(char::from(byte)),
                "byte {byte:#04x}"
            );
        }
    }
}
