//! `13a`: the tokeniser of mteval-v13a, the default of BLEU since WMT.
//!
//! Cuts off ASCII punctuation, but keeps points and commas between digits,
//! hyphens and apostrophes inside words. Before that it drops `<skipped>` and
//! a hyphen at a line's end, and unescapes `&quot;`, `&amp;`, `&lt;` and
//! `&gt;`, once each and in this order.
//!
//! Reference: NIST's `mteval-v13a.pl` as sacrebleu 2.6.0 restates it
//! (`tokenizer_13a.py`); the same tokens in all golden cases and in live
//! comparisons on random text.
//!
//! Blind to everything that is not ASCII: „ “ « » … stay glued to their words,
//! and text without spaces (Chinese, Japanese, Thai) is one token a run. Use
//! `intl`, `zh` or `unicode` there.

use std::borrow::Cow;

use memchr::{memchr2, memchr3, memmem};

use super::Tokeniser;
use super::scan::{Class, Rules, is_plain_ascii, scan};
use crate::python;
use crate::tokens::Tokens;

/// The tokeniser `13a`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mteval13a;

impl Tokeniser for Mteval13a {
    fn name(&self) -> &'static str {
        "13a"
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        scan(&Western, &clean(python::rstrip(text)), tokens);
    }
}

/// The language-independent part of the definition.
fn clean(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr3(b'<', b'&', b'\n', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let rest = &text.as_bytes()[first..];
    if memchr2(b'&', b'\n', rest).is_none() && memmem::find(rest, b"<skipped>").is_none() {
        return Cow::Borrowed(text);
    }
    let mut text = text.replace("<skipped>", "").replace("-\n", "");
    // A line end that is left needs no change: it separates as a space does.
    for (entity, character) in [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")] {
        if text.contains(entity) {
            text = text.replace(entity, character);
        }
    }
    Cow::Owned(text)
}

struct Western;

impl Rules for Western {
    const PADDED: bool = true;
    const BYTES: &'static [Class; 256] = &{
        let mut classes = [Class::Word; 256];
        let mut byte = 0;
        while byte < 256 {
            classes[byte] =
                if python::may_lead_space(byte) { Class::Wide } else { western_class(byte) };
            byte += 1;
        }
        classes
    };

    #[inline]
    fn is_special(byte: u8) -> bool {
        !is_plain_ascii(byte) && (byte < 0x80 || byte == 0xc2 || (0xe1..=0xe3).contains(&byte))
    }

    fn wide(&self, character: char) -> Class {
        if python::is_space(character) { Class::Space } else { Class::Word }
    }
}

/// What the language-dependent part makes of an ASCII character; `zh` shares it.
pub(super) const fn western_class(byte: usize) -> Class {
    match byte {
        0x09..=0x0d | 0x1c..=0x20 => Class::Space,
        0x30..=0x39 => Class::Digit,
        0x2c | 0x2e => Class::Point,
        0x2d => Class::Hyphen,
        // The ranges of the first pass: ``! to &``, ``( to +``, ``/``,
        // ``: to @``, ``[ to ` `` and ``{ to ~``; the apostrophe is in none.
        0x21..=0x26 | 0x28..=0x2b | 0x2f | 0x3a..=0x40 | 0x5b..=0x60 | 0x7b..=0x7e => Class::Alone,
        _ => Class::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::testing::assert_specials_are_seen;
    use super::super::testing::tokens_of;
    use super::*;

    #[test]
    fn no_special_byte_escapes_the_quick_test() {
        assert_specials_are_seen::<Western>();
    }

    #[test]
    fn the_example_of_the_specification_holds() {
        assert_eq!(
            tokens_of(&Mteval13a, "U.S.A... 3.14,5 a-b 5-6 1,000."),
            "U . S . A . . . 3.14,5 a-b 5 - 6 1,000 ."
        );
    }

    #[test]
    fn only_every_other_point_of_a_run_holds_on_to_a_digit() {
        assert_eq!(tokens_of(&Mteval13a, "a.5"), "a . 5");
        assert_eq!(tokens_of(&Mteval13a, "a..5"), "a . .5");
        assert_eq!(tokens_of(&Mteval13a, "a...5"), "a . . . 5");
        assert_eq!(tokens_of(&Mteval13a, "4.5"), "4.5");
        assert_eq!(tokens_of(&Mteval13a, "4..5"), "4 . . 5");
        assert_eq!(tokens_of(&Mteval13a, "4,.,5"), "4 , . ,5");
    }

    #[test]
    fn a_hyphen_stands_alone_after_a_digit_only() {
        assert_eq!(tokens_of(&Mteval13a, "5--6 a--b 5.-6"), "5 - -6 a--b 5 . -6");
    }

    #[test]
    fn a_point_at_either_end_stands_alone() {
        assert_eq!(tokens_of(&Mteval13a, ".5"), ". 5");
        assert_eq!(tokens_of(&Mteval13a, "5."), "5 .");
        assert_eq!(tokens_of(&Mteval13a, "."), ".");
    }

    #[test]
    fn entities_are_unescaped_once_each_and_in_order() {
        assert_eq!(tokens_of(&Mteval13a, "&quot;a&quot; &lt;b&gt;"), "\" a \" < b >");
        assert_eq!(tokens_of(&Mteval13a, "&amp;lt; &amp;quot;"), "< & quot ;");
        assert_eq!(tokens_of(&Mteval13a, "&apos;"), "& apos ;");
    }

    #[test]
    fn skipped_marks_and_hyphens_at_line_ends_are_dropped_first() {
        assert_eq!(tokens_of(&Mteval13a, "a<skipped>b <skip>"), "ab < skip >");
        assert_eq!(tokens_of(&Mteval13a, "trans-\nlation of\nlines"), "translation of lines");
        assert_eq!(tokens_of(&Mteval13a, "a-<skipped>\nb"), "ab");
        assert_eq!(tokens_of(&Mteval13a, "last-\n"), "last-");
    }

    #[test]
    fn punctuation_outside_ascii_stays_in_its_word() {
        assert_eq!(tokens_of(&Mteval13a, "«São»\u{a0}don’t… 中。"), "«São» don’t… 中。");
    }

    #[test]
    fn an_empty_text_has_no_token() {
        assert_eq!(tokens_of(&Mteval13a, ""), "");
        assert_eq!(tokens_of(&Mteval13a, " \u{1f}\n"), "");
        assert_eq!(tokens_of(&Mteval13a, "<skipped>"), "");
    }
}
