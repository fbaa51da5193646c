//! `zh`: Chinese text, one token a character; the rest as `13a` cuts it.
//!
//! Reference: sacrebleu 2.6.0 (`tokenizer_zh.py`); the same tokens in all golden
//! cases and in live comparisons on random text. Two of its ranges are written with five hexadecimal digits where
//! Python reads four, so they mean other characters than their comments say:
//! U+2001 to U+2A6D (dashes, quotation marks, arrows, mathematics) and U+2F81
//! to U+2FA1 count as Chinese, and ideographs beyond U+FFFF do not: they stay
//! glued together. Régua keeps this, as scores are compared across papers.
//!
//! Unlike `13a`, the text is not padded, unescaped or freed of `<skipped>`: a
//! point after a digit stays with it where the text ends.
//!
//! Blind to words: a score on characters is higher than one on words. Hiragana,
//! Katakana and Hangul of full width are not cut at all.

use super::Tokeniser;
use super::mteval_13a::western_class;
use super::scan::{Class, Rules, is_plain_ascii, scan};
use crate::python;
use crate::tokens::Tokens;

/// The tokeniser `zh`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chinese;

impl Tokeniser for Chinese {
    fn name(&self) -> &'static str {
        "zh"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        scan(&ChineseRules, python::strip(text), tokens);
    }
}

struct ChineseRules;

impl Rules for ChineseRules {
    const PADDED: bool = false;
    const BYTES: &'static [Class; 256] = &{
        let mut classes = [Class::Word; 256];
        let mut byte = 0;
        while byte < 256 {
            classes[byte] = match byte {
                // First bytes of U+2000 to U+9FFF and of U+F000 to U+FFFF.
                0xe2..=0xe9 | 0xef => Class::Wide,
                byte if python::may_lead_space(byte) => Class::Wide,
                byte => western_class(byte),
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
        if python::is_space(character) {
            Class::Space
        } else if is_chinese(character) {
            Class::Alone
        } else {
            Class::Word
        }
    }
}

/// Whether sacrebleu takes this character for a Chinese one.
fn is_chinese(character: char) -> bool {
    matches!(
        character,
        '\u{4e00}'..='\u{9fbb}'
            | '\u{2001}'..='\u{2a6d}'
            | '\u{2e80}'..='\u{2fdf}'
            | '\u{2ff0}'..='\u{303f}'
            | '\u{3100}'..='\u{312f}'
            | '\u{31a0}'..='\u{31ef}'
            | '\u{3200}'..='\u{4db5}'
            | '\u{f900}'..='\u{fa2d}'
            | '\u{fa30}'..='\u{fa6a}'
            | '\u{fa70}'..='\u{fad9}'
            | '\u{fe10}'..='\u{fe1f}'
            | '\u{fe30}'..='\u{fe4f}'
            | '\u{ff00}'..='\u{ffef}'
    )
}

#[cfg(test)]
mod tests {
    use super::super::scan::testing::assert_specials_are_seen;
    use super::super::testing::tokens_of;
    use super::*;

    #[test]
    fn no_special_byte_escapes_the_quick_test() {
        assert_specials_are_seen::<ChineseRules>();
    }

    #[test]
    fn the_example_of_the_specification_keeps_its_last_point() {
        assert_eq!(
            tokens_of(&Chinese, "U.S.A... 3.14,5 a-b 5-6 1,000."),
            "U . S . A . . . 3.14,5 a-b 5 - 6 1,000."
        );
    }

    #[test]
    fn each_chinese_character_is_a_token() {
        assert_eq!(tokens_of(&Chinese, "我有3.5元,OK。"), "我 有 3.5 元 , OK 。");
        assert_eq!(tokens_of(&Chinese, "5.我"), "5 . 我");
    }

    #[test]
    fn full_width_forms_are_tokens_and_the_ideographic_space_is_none() {
        assert_eq!(tokens_of(&Chinese, "ＡＢ\u{3000}，c"), "Ａ Ｂ ， c");
    }

    #[test]
    fn the_effective_ranges_include_dashes_and_leave_out_rare_ideographs() {
        assert_eq!(tokens_of(&Chinese, "a—b “c” →"), "a — b “ c ” →");
        assert_eq!(tokens_of(&Chinese, "𠀀𠀁"), "𠀀𠀁");
        assert_eq!(tokens_of(&Chinese, "かな한글"), "かな한글");
    }

    #[test]
    fn entities_are_left_alone_and_line_ends_only_separate() {
        assert_eq!(tokens_of(&Chinese, "&lt; a-\nb"), "& lt ; a- b");
    }

    #[test]
    fn nothing_is_cut_at_the_very_ends() {
        assert_eq!(tokens_of(&Chinese, " .5 "), ".5");
        assert_eq!(tokens_of(&Chinese, ".a"), ". a");
    }

    #[test]
    fn every_chinese_character_reaches_the_test_for_it() {
        for character in ('\u{80}'..=char::MAX).filter(|&character| is_chinese(character)) {
            let mut buffer = [0; 4];
            character.encode_utf8(&mut buffer);
            assert_eq!(ChineseRules::BYTES[usize::from(buffer[0])], Class::Wide, "{character:?}");
        }
    }
}
