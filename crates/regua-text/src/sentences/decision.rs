//! Does a sentence end between these two words?
//!
//! The token-based classification of Kiss and Strunk (2006), section 4, in the
//! order in which NLTK applies it: by word type first, then by the context the
//! next word gives.

use std::borrow::Cow;

use punkt_n::TrainingData;

use super::characters::{is_digit, is_letter};

const NUMBER: &str = "##number##";

// Where training saw a word: the bits of the trained orthographic contexts.
const UPPER_INSIDE: u8 = 1 << 2;
const UPPER: u8 = 1 << 1 | UPPER_INSIDE | 1 << 3;
const LOWER_AT_START: u8 = 1 << 4;
const LOWER: u8 = LOWER_AT_START | 1 << 5 | 1 << 6;

/// What the spelling of a word says about its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Starts,
    Continues,
    Unknown,
}

/// What a word is, by its form and the trained abbreviations alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    Break,
    Abbreviation,
    Ellipsis,
}

/// Whether a sentence ends after `word`, given the word that follows it.
pub(super) fn sentence_ends(data: &TrainingData, word: &str, next: &str) -> bool {
    if !word.ends_with('.') {
        return matches!(word, "?" | "!");
    }
    let form = form(data, word);
    let kind = kind(word);
    let kind = without_stop(&kind);
    let next_kind = self::kind(next);
    let next_kind =
        if self::form(data, next) == Form::Break { without_stop(&next_kind) } else { &next_kind };

    if data.contains_collocation(kind, next_kind) {
        return false;
    }
    let next_is_upper = next.starts_with(char::is_uppercase);
    let place = place(data, next, next_kind);
    let initial = is_initial(word);
    if matches!(form, Form::Abbreviation | Form::Ellipsis) && !initial {
        let starts =
            place == Place::Starts || (next_is_upper && data.contains_sentence_starter(next_kind));
        if starts {
            return true;
        }
    }
    if initial || kind == NUMBER {
        let is_name = initial
            && place == Place::Unknown
            && next_is_upper
            && data.get_orthographic_context(next_kind) & LOWER == 0;
        if place == Place::Continues || is_name {
            return false;
        }
    }
    form == Form::Break
}

fn form(data: &TrainingData, word: &str) -> Form {
    if matches!(word, "." | "?" | "!") {
        return Form::Break;
    }
    let Some(stem) = word.strip_suffix('.') else {
        return Form::Plain;
    };
    if stem.bytes().all(|byte| byte == b'.') {
        return Form::Ellipsis;
    }
    if stem.ends_with('.') {
        return Form::Plain;
    }
    let stem = lower_case(stem);
    let last_part = stem.rsplit('-').next().unwrap_or_default();
    if data.contains_abbrev(&stem) || data.contains_abbrev(last_part) {
        Form::Abbreviation
    } else {
        Form::Break
    }
}

/// The orthographic heuristic: what training saw of this spelling.
fn place(data: &TrainingData, word: &str, kind: &str) -> Place {
    if matches!(word, ";" | ":" | "," | "." | "!" | "?") {
        return Place::Continues;
    }
    let seen = data.get_orthographic_context(kind);
    if word.starts_with(char::is_uppercase) && seen & LOWER != 0 && seen & UPPER_INSIDE == 0 {
        Place::Starts
    } else if word.starts_with(char::is_lowercase)
        && (seen & UPPER != 0 || seen & LOWER_AT_START == 0)
    {
        Place::Continues
    } else {
        Place::Unknown
    }
}

/// The type of a word: lower case, and one type for all numbers.
fn kind(word: &str) -> Cow<'_, str> {
    if is_number(word) { Cow::Borrowed(NUMBER) } else { lower_case(word) }
}

fn without_stop(kind: &str) -> &str {
    match kind.strip_suffix('.') {
        Some(stem) if !stem.is_empty() => stem,
        _ => kind,
    }
}

fn lower_case(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.to_lowercase())
    }
}

/// A digit, perhaps with a sign and a point before it, and then nothing but
/// digits, points, commas and hyphens.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let digits = digits.strip_prefix(['.', ',']).unwrap_or(digits);
    digits.starts_with(is_digit)
        && digits
            .chars()
            .all(|character| matches!(character, ',' | '.' | '-') || is_digit(character))
}

fn is_initial(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(is_letter) && characters.as_str() == "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_of_one_type() {
        for number in ["7", "1999.", "3.14", "-2", ".5", ",5", "-.5-6,7.", "٣٤"] {
            assert_eq!(kind(number), NUMBER, "{number}");
        }
        for word in ["", "-", ".", "--5", "7th", "x7", "-.x", "..5"] {
            assert_eq!(kind(word), word, "{word}");
        }
    }

    #[test]
    fn an_initial_is_one_letter_and_a_full_stop() {
        assert!(is_initial("J.") && is_initial("é."));
        assert!(!is_initial("7.") && !is_initial("Dr.") && !is_initial("J") && !is_initial("."));
    }

    #[test]
    fn a_lone_full_stop_keeps_itself_as_its_type() {
        assert_eq!(without_stop("."), ".");
        assert_eq!(without_stop("end."), "end");
    }

    #[test]
    fn a_known_abbreviation_counts_after_a_hyphen_too() {
        let data = TrainingData::english();
        assert_eq!(form(&data, "Dr."), Form::Abbreviation);
        assert_eq!(form(&data, "Lt-Dr."), Form::Abbreviation);
        assert_eq!(form(&data, "house."), Form::Break);
        assert_eq!(form(&data, "...."), Form::Ellipsis);
    }
}
