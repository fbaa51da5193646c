//! Punctuation, symbols, numbers and white space of Unicode, by table.
//!
//! The general categories are those of `regex-syntax` (Unicode 16) and the
//! characters that Unicode has added since, as Python's `regex` 2026.11.9 knows
//! them: that is what sacrebleu asks. They are spread into one byte a character
//! on first use, so a lookup is one load.

use std::sync::LazyLock;

use regex_syntax::hir::{Class as HirClass, HirKind};

use super::scan::Class;
use crate::python;

/// The class of every character, as `intl` sees it.
#[derive(Debug)]
pub(super) struct Categories {
    /// Indexed by code point; what lies beyond is part of words.
    classes: Vec<Class>,
}

impl Categories {
    pub(super) fn get() -> &'static Categories {
        static CATEGORIES: LazyLock<Categories> = LazyLock::new(Categories::new);
        &CATEGORIES
    }

    fn new() -> Self {
        let mut classes = Vec::new();
        for (category, class) in
            [(NUMBER, Class::Digit), (PUNCTUATION, Class::Point), (SYMBOL, Class::Alone)]
        {
            for (first, last) in ranges(category) {
                if classes.len() <= last {
                    classes.resize(last + 1, Class::Word);
                }
                classes[first..=last].fill(class);
            }
        }
        for space in ('\0'..='\u{3000}').filter(|&character| python::is_space(character)) {
            classes[space as usize] = Class::Space;
        }
        Self { classes }
    }

    #[inline]
    pub(super) fn class(&self, character: char) -> Class {
        let code = character as usize;
        self.classes.get(code).copied().unwrap_or(Class::Word)
    }
}

/// The general category N.
const NUMBER: &str = concat!(
    r"[\p{N}",
    r"\x{11DE0}-\x{11DE9}\x{1246F}\x{12475}-\x{1247F}",
    r"\x{12550}-\x{12686}\x{16FF4}-\x{16FF6}]",
);

/// The general category P.
const PUNCTUATION: &str = concat!(r"[\p{P}", r"\x{2E60}-\x{2E63}\x{10ED0}]",);

/// The general category S.
const SYMBOL: &str = concat!(
    r"[\p{S}",
    r"\x{20C1}-\x{20C4}\x{2B96}\x{FBC3}-\x{FBD2}",
    r"\x{FD90}-\x{FD91}\x{FDC8}-\x{FDCE}\x{10EC9}-\x{10ECA}",
    r"\x{10ED1}-\x{10ED8}\x{1CCFA}-\x{1CCFC}\x{1CEBA}-\x{1CED0}",
    r"\x{1CED2}-\x{1CED4}\x{1CEDD}-\x{1CEFD}\x{1D1EB}-\x{1D1FF}",
    r"\x{1D253}-\x{1D25A}\x{1D25D}-\x{1D25E}\x{1D260}-\x{1D27F}",
    r"\x{1DB00}-\x{1DB1C}\x{1F1AE}\x{1F6D8}-\x{1F6D9}",
    r"\x{1F777}-\x{1F77A}\x{1F7DA}-\x{1F7DB}\x{1F7F1}-\x{1F7FF}",
    r"\x{1F8D0}-\x{1F8D8}\x{1FA54}-\x{1FA57}\x{1FA8A}-\x{1FA8E}",
    r"\x{1FAC8}\x{1FACC}-\x{1FACD}\x{1FADD}",
    r"\x{1FAEA}-\x{1FAEB}\x{1FAEF}\x{1FAF9}-\x{1FAFA}",
    r"\x{1FBFA}]",
);

/// The code points of a character class, as inclusive ranges.
fn ranges(category: &str) -> Vec<(usize, usize)> {
    let parsed = regex_syntax::parse(category).expect("the category is a valid pattern");
    let HirKind::Class(HirClass::Unicode(class)) = parsed.into_kind() else {
        unreachable!("a category of Unicode is a class of characters");
    };
    class.iter().map(|range| (range.start() as usize, range.end() as usize)).collect()
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn every_character_has_the_class_of_its_category() {
        let [number, punctuation, symbol] = [NUMBER, PUNCTUATION, SYMBOL]
            .map(|category| Regex::new(&format!("^{category}$")).unwrap());
        let mut buffer = [0; 4];
        for character in '\0'..=char::MAX {
            let text: &str = character.encode_utf8(&mut buffer);
            let expected = if python::is_space(character) {
                Class::Space
            } else if number.is_match(text) {
                Class::Digit
            } else if punctuation.is_match(text) {
                Class::Point
            } else if symbol.is_match(text) {
                Class::Alone
            } else {
                Class::Word
            };
            assert_eq!(Categories::get().class(character), expected, "{character:?}");
        }
    }

    #[test]
    fn characters_newer_than_the_tables_are_known() {
        let class = |character| Categories::get().class(character);
        assert_eq!(class('\u{20c1}'), Class::Alone);
        assert_eq!(class('\u{2e60}'), Class::Point);
        assert_eq!(class('\u{11de0}'), Class::Digit);
    }

    #[test]
    fn there_are_as_many_of_each_class_as_the_reference_counts() {
        let count = |class| {
            ('\0'..=char::MAX)
                .filter(|&character| Categories::get().class(character) == class)
                .count()
        };
        assert_eq!(count(Class::Digit), 2247);
        assert_eq!(count(Class::Point), 860);
        assert_eq!(count(Class::Alone), 8760);
    }
}
