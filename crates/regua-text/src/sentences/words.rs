//! The words Punkt sees: punctuation split off, full stops left on.
//!
//! This is the word tokeniser inside the sentence splitter, not one to score
//! text with: it exists so that `Dr.` stays one token and `end."` becomes two.

use super::characters::{ends_word, starts_no_word};

/// The words of one line, in order.
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { rest: line }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let length = word_length(rest)?;
        let (word, rest) = rest.split_at(length);
        self.rest = rest;
        Some(word)
    }
}

/// The length in bytes of the word at the start of a text that starts with no
/// white space; nothing if the text is empty.
fn word_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if let Some(length) = mark_length(text) {
        return Some(length);
    }
    if starts_no_word(first) {
        return Some(first.len_utf8());
    }
    let inner = &text[first.len_utf8()..];
    let end = inner
        .char_indices()
        .find(|&(index, character)| word_ends_before(character, &inner[index..]))
        .map_or(inner.len(), |(index, _)| index);
    Some(first.len_utf8() + end)
}

/// Whether a word ends before `rest`, which starts with `character`.
fn word_ends_before(character: char, rest: &str) -> bool {
    match character {
        ',' => rest[1..].chars().next().is_none_or(|next| {
            next.is_whitespace() || ends_word(next) || mark_length(&rest[1..]).is_some()
        }),
        '-' | '.' => mark_length(rest).is_some(),
        _ => character.is_whitespace() || ends_word(character),
    }
}

/// The length of a mark of several characters at the start of a text: a dash
/// (`--`), an ellipsis (`...`) or a spaced ellipsis (`. . .`).
fn mark_length(text: &str) -> Option<usize> {
    let run = |byte| text.bytes().take_while(|&other| other == byte).count();
    match text.as_bytes().first()? {
        b'-' => Some(run(b'-')).filter(|&length| length >= 2),
        b'.' => match run(b'.') {
            1 => spaced_ellipsis_length(text),
            length => Some(length),
        },
        _ => None,
    }
}

/// The length of three or more full stops with one white space between each
/// two.
fn spaced_ellipsis_length(text: &str) -> Option<usize> {
    let mut characters = text.char_indices();
    let mut stops = 0;
    let mut end = 0;
    while let Some((index, '.')) = characters.next() {
        stops += 1;
        end = index + 1;
        match characters.next() {
            Some((_, between)) if between.is_whitespace() => {}
            _ => break,
        }
    }
    (stops >= 3).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        Words::new(text).collect()
    }

    #[test]
    fn a_full_stop_stays_on_its_word() {
        assert_eq!(words("Mr. Li left. "), ["Mr.", "Li", "left."]);
    }

    #[test]
    fn brackets_and_quotes_split_off() {
        assert_eq!(words("(so.) \"no?\""), ["(", "so.", ")", "\"", "no", "?", "\""]);
        assert_eq!(words("fim.» Já"), ["fim.", "»", "Já"]);
    }

    #[test]
    fn a_comma_splits_off_only_at_the_end_of_a_word() {
        assert_eq!(words("1,000, or,) x,--"), ["1,000", ",", "or", ",", ")", "x", ",", "--"]);
        assert_eq!(words("last,"), ["last", ","]);
    }

    #[test]
    fn dashes_and_ellipses_are_words_of_their_own() {
        assert_eq!(words("well--no... so-so"), ["well", "--", "no", "...", "so-so"]);
        assert_eq!(words("wait . . . . now"), ["wait", ". . . .", "now"]);
        assert_eq!(words("a. . b"), ["a.", ".", "b"]);
    }
}
