//! How a model changes a text before it looks for pieces.

use super::charsmap::CharsMap;
use super::model::Model;
use super::trie::Trie;

/// What stands for a blank inside of pieces.
pub(super) const BLANK: &str = "\u{2581}";
const REPLACEMENT: &str = "\u{fffd}";

/// The normalisation that a model asks for.
#[derive(Debug, Clone)]
pub(super) struct Normaliser {
    rules: Option<CharsMap>,
    add_dummy_prefix: bool,
    remove_extra_whitespaces: bool,
    whitespace_as_suffix: bool,
    blank: &'static str,
}

impl Normaliser {
    pub(super) fn new(model: &Model) -> Result<Self, String> {
        let rules = (!model.charsmap.is_empty()).then(|| CharsMap::read(&model.charsmap));
        Ok(Self {
            rules: rules.transpose()?,
            add_dummy_prefix: model.add_dummy_prefix,
            remove_extra_whitespaces: model.remove_extra_whitespaces,
            whitespace_as_suffix: model.whitespace_as_suffix,
            blank: if model.escape_whitespaces { BLANK } else { " " },
        })
    }

    /// The text as the model sees it. Symbols of the user stay as they are.
    pub(super) fn normalise(&self, text: &str, symbols: &Trie) -> String {
        let mut position = 0;
        if self.remove_extra_whitespaces {
            while position < text.len() {
                let (length, changed) = self.step(text, position, symbols);
                if changed != " " {
                    break;
                }
                position += length;
            }
        }
        let mut normalised = String::new();
        if position >= text.len() {
            return normalised;
        }
        normalised.reserve(text.len() + text.len() / 2 + BLANK.len());
        if self.add_dummy_prefix && !self.whitespace_as_suffix {
            normalised.push_str(self.blank);
        }
        let mut after_blank = self.remove_extra_whitespaces;
        while position < text.len() {
            let (length, mut changed) = self.step(text, position, symbols);
            position += length;
            if after_blank {
                changed = changed.trim_start_matches(' ');
            }
            if !changed.is_empty() {
                self.push(changed, &mut normalised);
                after_blank = self.remove_extra_whitespaces && changed.ends_with(' ');
            }
        }
        if self.remove_extra_whitespaces {
            let kept = normalised.trim_end_matches(self.blank).len();
            normalised.truncate(kept);
        }
        if self.add_dummy_prefix && self.whitespace_as_suffix {
            normalised.push_str(self.blank);
        }
        normalised
    }

    fn push(&self, changed: &str, normalised: &mut String) {
        if changed.contains(' ') {
            for character in changed.chars() {
                match character {
                    ' ' => normalised.push_str(self.blank),
                    other => normalised.push(other),
                }
            }
        } else {
            normalised.push_str(changed);
        }
    }

    /// How many bytes of the text come next, and what they become.
    #[inline]
    fn step<'s>(&'s self, text: &'s str, position: usize, symbols: &Trie) -> (usize, &'s str) {
        let rest = &text.as_bytes()[position..];
        if !symbols.is_empty()
            && let Some(length) = symbols.longest(rest)
        {
            return (length, text.get(position..position + length).unwrap_or_default());
        }
        if let Some(rule) = self.rules.as_ref().and_then(|rules| rules.longest(rest)) {
            return rule;
        }
        // A rule that ends within a character leaves bytes that stand for nothing.
        let Some(character) = text.get(position..).and_then(|rest| rest.chars().next()) else {
            return (1, REPLACEMENT);
        };
        (character.len_utf8(), &text[position..position + character.len_utf8()])
    }
}
