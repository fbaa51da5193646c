//! `none`: text that was tokenised before; white space separates.
//!
//! Reference: sacrebleu 2.6.0 with `tokenize="none"`, whose white space is
//! Python's (see [`crate::python`]).
//!
//! Blind to everything else: "end." and "end" are different tokens. Scores of
//! texts from different tokenisers must not be compared with it.

use super::Tokeniser;
use super::scan::{Class, Rules, scan};
use crate::python;
use crate::tokens::Tokens;

/// The tokeniser `none`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pretokenised;

impl Tokeniser for Pretokenised {
    fn name(&self) -> &'static str {
        "none"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        scan(&OnlySpaces, python::rstrip(text), tokens);
    }
}

struct OnlySpaces;

impl Rules for OnlySpaces {
    const PADDED: bool = true;
    const BYTES: &'static [Class; 256] = &{
        let mut classes = [Class::Word; 256];
        let mut byte = 0;
        while byte < 256 {
            classes[byte] = match byte {
                0x09..=0x0d | 0x1c..=0x20 => Class::Space,
                byte if python::may_lead_space(byte) => Class::Wide,
                _ => Class::Word,
            };
            byte += 1;
        }
        classes
    };

    #[inline]
    fn is_special(byte: u8) -> bool {
        byte < 0x21 || byte == 0xc2 || (0xe1..=0xe3).contains(&byte)
    }

    fn wide(&self, character: char) -> Class {
        if python::is_space(character) { Class::Space } else { Class::Word }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::testing::assert_specials_are_seen;
    use super::super::testing::tokens_of;
    use super::*;

    #[test]
    fn no_special_byte_escapes_the_quick_test() {
        assert_specials_are_seen::<OnlySpaces>();
    }

    #[test]
    fn only_white_space_separates() {
        assert_eq!(
            tokens_of(&Pretokenised, "  U.S.A... 3.14,5\ta-b\u{1c}5-6\u{a0}1,000. &lt;\n"),
            "U.S.A... 3.14,5 a-b 5-6 1,000. &lt;"
        );
    }
}
