//! White space as Python sees it.
//!
//! The reference tools of the field are written in Python, and where they say
//! `split()` or `rstrip()` they mean Python's white space: Unicode's, and the
//! four information separators U+001C to U+001F. One character more or less is
//! another token, and another score. Agrees with Python 3.11.
//!
//! When not to use this: for line ends (`str.splitlines()` knows others), or
//! where no Python tool has to be matched; then [`str::split_whitespace`] is
//! plainer.

use std::iter::FusedIterator;

/// Whether Python's `str.isspace()` is true of this character.
///
/// ```
/// use regua_text::python::is_space;
///
/// assert!(is_space('\u{1f}') && !'\u{1f}'.is_whitespace());
/// assert!(!is_space('\u{200b}'));
/// ```
pub fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

/// The words of a text as `str.split()` without arguments finds them.
///
/// ```
/// use regua_text::python::split;
///
/// assert_eq!(split(" a\u{a0}b\u{1c}c ").collect::<Vec<_>>(), ["a", "b", "c"]);
/// ```
pub fn split(text: &str) -> Split<'_> {
    Split { rest: text }
}

/// `str.strip()` without arguments.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// `str.rstrip()` without arguments.
pub fn rstrip(text: &str) -> &str {
    text.trim_end_matches(is_space)
}

/// What [`split`] returns.
#[derive(Debug, Clone)]
pub struct Split<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start_matches(is_space);
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self.rest.split_at(word_length(self.rest));
        self.rest = rest;
        Some(word)
    }
}

impl FusedIterator for Split<'_> {}

/// How many bytes come before the first white space.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut index = 0;
    while let Some(&byte) = bytes.get(index) {
        match BYTE_KINDS[usize::from(byte)] {
            ByteKind::Word => index += 1,
            ByteKind::Space => return index,
            ByteKind::Lead => match text[index..].chars().next() {
                Some(character) if !is_space(character) => index += character.len_utf8(),
                _ => return index,
            },
        }
    }
    index
}

/// What a byte of UTF-8 says about white space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteKind {
    /// No part of any white space, or not its first byte.
    Word,
    /// White space by itself.
    Space,
    /// The first byte of a character that may be white space.
    Lead,
}

static BYTE_KINDS: [ByteKind; 256] = {
    let mut kinds = [ByteKind::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte {
            0x09..=0x0d | 0x1c..=0x20 => ByteKind::Space,
            byte if may_lead_space(byte) => ByteKind::Lead,
            _ => ByteKind::Word,
        };
        byte += 1;
    }
    kinds
};

/// Whether some white space outside ASCII starts with this byte: U+0085 and
/// U+00A0 with C2, U+1680 with E1, U+2000 to U+205F with E2, U+3000 with E3.
pub(crate) const fn may_lead_space(byte: usize) -> bool {
    matches!(byte, 0xc2 | 0xe1..=0xe3)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// From Python 3.11.2: `[c for c in range(0x110000) if chr(c).isspace()]`.
    const PYTHON_SPACES: [u32; 29] = [
        0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000,
        0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028,
        0x2029, 0x202f, 0x205f, 0x3000,
    ];

    #[test]
    fn white_space_is_exactly_what_python_says() {
        let spaces: Vec<u32> =
            ('\0'..=char::MAX).filter(|&character| is_space(character)).map(u32::from).collect();
        assert_eq!(spaces, PYTHON_SPACES);
    }

    #[test]
    fn every_white_space_separates_words() {
        for code in PYTHON_SPACES {
            let space = char::from_u32(code).unwrap();
            let text = format!("{space}é{space}{space}b{space}");
            assert_eq!(split(&text).collect::<Vec<_>>(), ["é", "b"], "U+{code:04X}");
            assert_eq!(strip(&text), format!("é{space}{space}b"));
            assert_eq!(rstrip(&text), format!("{space}é{space}{space}b"));
        }
    }

    #[test]
    fn characters_that_only_look_like_white_space_do_not_separate() {
        let text = "a\u{200b}b\u{feff}c\u{180e}d\u{2060}e";
        assert_eq!(split(text).collect::<Vec<_>>(), [text]);
    }

    #[test]
    fn nothing_but_white_space_has_no_word() {
        assert_eq!(split("").count(), 0);
        assert_eq!(split(" \t\u{3000}\u{1d}").count(), 0);
        assert_eq!(rstrip(" \u{1f}"), "");
    }

    proptest! {
        #[test]
        fn splitting_equals_the_definition(
            text in "[ab\u{1c}-\u{20}\t\n\u{85}\u{a0}é\u{1680}\u{2000}-\u{2010}\u{2028}\u{3000}中😀]{0,40}"
        ) {
            let expected: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
            prop_assert_eq!(split(&text).collect::<Vec<_>>(), expected);
        }
    }
}
