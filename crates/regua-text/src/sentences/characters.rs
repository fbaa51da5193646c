//! Character classes as NLTK's Punkt uses them.
//!
//! Two notions of white space meet there: `\s` of its patterns is Unicode's,
//! while `str.strip` also takes off the four information separators of ASCII.

use std::sync::LazyLock;

use regex::Regex;

/// White space to `str.strip` of Python, which knows more of it than `\s`.
pub(super) fn is_strippable(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

/// White space of Python's `string.whitespace`, which is ASCII only.
pub(super) const fn is_ascii_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A character that ends a word wherever it stands.
pub(super) const fn ends_word(character: char) -> bool {
    matches!(
        character,
        ')' | '"' | ';' | '}' | ']' | '*' | ':' | '@' | '\'' | '(' | '{' | '[' | '!' | '?'
    ) || is_typographic_quote(character)
}

/// A character that no word starts with.
pub(super) const fn starts_no_word(character: char) -> bool {
    matches!(
        character,
        '(' | '"'
            | '`'
            | '{'
            | '['
            | ':'
            | ';'
            | '&'
            | '#'
            | '*'
            | '@'
            | ')'
            | '}'
            | ']'
            | '-'
            | ','
    )
}

/// Punctuation that belongs to the sentence whose end it follows.
pub(super) const fn closes(character: char) -> bool {
    matches!(character, '"' | '\'' | ')' | ']' | '}') || is_typographic_quote(character)
}

const fn is_typographic_quote(character: char) -> bool {
    matches!(character, '‘' | '’' | '“' | '”' | '«' | '»')
}

/// A decimal digit of any script.
pub(super) fn is_digit(character: char) -> bool {
    static DIGIT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^\d$").expect("the pattern is valid"));
    if character.is_ascii() {
        character.is_ascii_digit()
    } else {
        character.is_numeric() && DIGIT.is_match(character.encode_utf8(&mut [0; 4]))
    }
}

/// A word character of any script that is no decimal digit.
pub(super) fn is_letter(character: char) -> bool {
    static LETTER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^[\w--\d]$").expect("the pattern is valid"));
    if character.is_ascii() {
        character.is_ascii_alphabetic() || character == '_'
    } else {
        LETTER.is_match(character.encode_utf8(&mut [0; 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_decimal_digits_only() {
        assert!(is_digit('7') && is_digit('٣'));
        assert!(!is_digit('²') && !is_digit('Ⅳ') && !is_digit('x'));
    }

    #[test]
    fn letters_are_word_characters_but_no_digits() {
        assert!(is_letter('é') && is_letter('_') && is_letter('Ⅳ') && is_letter('\u{301}'));
        assert!(!is_letter('7') && !is_letter('٣') && !is_letter('.') && !is_letter('²'));
    }

    #[test]
    fn the_information_separators_can_be_stripped() {
        assert!(is_strippable('\u{1c}') && is_strippable('\u{a0}') && is_strippable('\n'));
        assert!(!is_strippable('\u{200b}') && !is_strippable('_'));
    }
}
