//! Tags of tokens, `B-PLACE I-PLACE O`, and the spans that they make.
//!
//! A [`Scheme`] says which prefixes there are and where a span starts and ends.
//! [`spans`] reads tags as seqeval 1.2.2 does: [`Scheme::Conll`] as its default,
//! which is that of the `conlleval` script and makes a span of whatever looks like one;
//! the others as its strict mode, in which a span that breaks the scheme is
//! none. [`breach`] finds the first tag that breaks the rules of a scheme.
//!
//! ```
//! use regua_text::tags::{Scheme, spans};
//!
//! let tags = ["B-PLACE", "I-PLACE", "O", "I-PERSON"];
//! let found = spans(&tags, Scheme::Conll)?;
//! assert_eq!((found[1].start, found[1].end, found[1].label), (3, 4, "PERSON"));
//! assert_eq!(spans(&tags, Scheme::Iob2)?.len(), 1);
//! # Ok::<(), regua_text::tags::UnknownTag>(())
//! ```
//!
//! Not for nested or overlapping spans: tags cannot tell them apart.

mod breach;
mod file;
mod strict;

pub use self::breach::{Breach, breach};
pub use self::file::{BadLine, Sentence, SentenceParser};

/// How tags mark where spans start and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scheme {
    /// `B`, `I`, `E` and `S` taken as they come; a span starts wherever one can.
    #[default]
    Conll,
    /// `I`, and `B` only where a span follows another of its label.
    Iob1,
    /// Every span starts with `B`.
    Iob2,
    /// `I`, and `E` only where another span of the label follows.
    Ioe1,
    /// Every span ends with `E`.
    Ioe2,
    /// `B … E`, and `S` for a single token.
    Iobes,
    /// `B … L`, and `U` for a single token.
    Bilou,
}

impl Scheme {
    /// The schemes and the words for them.
    pub const WORDS: [(&'static str, Self); 7] = [
        ("conll", Self::Conll),
        ("iob1", Self::Iob1),
        ("iob2", Self::Iob2),
        ("ioe1", Self::Ioe1),
        ("ioe2", Self::Ioe2),
        ("iobes", Self::Iobes),
        ("bilou", Self::Bilou),
    ];

    /// The word for the scheme.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, one)| *one == self).map_or("conll", |(word, _)| word)
    }

    /// The prefixes that the scheme has beside `O`.
    pub fn prefixes(self) -> &'static str {
        match self {
            Self::Iob1 | Self::Iob2 => "BI",
            Self::Ioe1 | Self::Ioe2 => "IE",
            Self::Conll | Self::Iobes => "BIES",
            Self::Bilou => "BILU",
        }
    }

    /// Whether a text is a tag of the scheme: `O`, or a prefix, a hyphen and a
    /// label. Where there is one kind of span only, the prefix alone will do.
    pub fn has(self, tag: &str) -> bool {
        let mut characters = tag.chars();
        match (characters.next(), characters.next()) {
            (Some('O'), None) => true,
            (Some(prefix), None | Some('-')) => self.prefixes().contains(prefix),
            _ => false,
        }
    }
}

/// A span of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TagSpan<'t> {
    /// Position of the first token.
    pub start: usize,
    /// Position after the last token.
    pub end: usize,
    /// The label; `_` where the tags have none.
    pub label: &'t str,
}

/// A tag that the scheme does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("tag {} is none of the scheme", at + 1)]
pub struct UnknownTag {
    /// Position of the token.
    pub at: usize,
}

/// A tag taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tag<'t> {
    prefix: char,
    label: &'t str,
}

/// What stands before the first and after the last token.
const OUTSIDE: Tag<'static> = Tag { prefix: 'O', label: "_" };

impl<'t> Tag<'t> {
    /// The tag with the label that seqeval's default gives it.
    fn lenient(tag: &'t str) -> Option<Self> {
        let prefix = tag.chars().next()?;
        let rest = &tag[prefix.len_utf8()..];
        let label = rest.split_once('-').map_or(rest, |(_, label)| label);
        Some(Self { prefix, label: if label.is_empty() { "_" } else { label } })
    }

    /// The tag with the label that seqeval's strict mode gives it.
    fn strict(tag: &'t str) -> Option<Self> {
        let prefix = tag.chars().next()?;
        let label = tag[prefix.len_utf8()..].trim_matches('-');
        Some(Self { prefix, label: if label.is_empty() { "_" } else { label } })
    }
}

/// The spans of a text, from left to right.
///
/// # Errors
/// Names the first tag that the scheme does not have.
pub fn spans<'t>(tags: &[&'t str], scheme: Scheme) -> Result<Vec<TagSpan<'t>>, UnknownTag> {
    if let Some(at) = tags.iter().position(|tag| !scheme.has(tag)) {
        return Err(UnknownTag { at });
    }
    Ok(match scheme {
        Scheme::Conll => lenient(tags),
        _ => strict::spans(tags, scheme),
    })
}

/// Every stretch that looks like a span, as `conlleval` sees it.
fn lenient<'t>(tags: &[&'t str]) -> Vec<TagSpan<'t>> {
    let mut spans = Vec::new();
    let (mut before, mut start) = (OUTSIDE, 0);
    let after = std::iter::once(OUTSIDE);
    let tags = tags.iter().map(|tag| Tag::lenient(tag).unwrap_or(OUTSIDE)).chain(after);
    for (at, tag) in tags.enumerate() {
        if ends(before, tag) {
            spans.push(TagSpan { start, end: at, label: before.label });
        }
        if starts(before, tag) {
            start = at;
        }
        before = tag;
    }
    spans
}

/// Whether a span ends between two tokens.
fn ends(before: Tag<'_>, tag: Tag<'_>) -> bool {
    match (before.prefix, tag.prefix) {
        ('E' | 'S', _) | ('B' | 'I', 'B' | 'S' | 'O') => true,
        ('O', _) => false,
        _ => before.label != tag.label,
    }
}

/// Whether a span starts after another token.
fn starts(before: Tag<'_>, tag: Tag<'_>) -> bool {
    match (before.prefix, tag.prefix) {
        (_, 'B' | 'S') | ('E' | 'S' | 'O', 'E' | 'I') => true,
        (_, 'O') => false,
        _ => before.label != tag.label,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(tags: &str, scheme: Scheme) -> String {
        let tags: Vec<&str> = tags.split(' ').collect();
        let spans = spans(&tags, scheme).unwrap();
        let shown = spans.iter().map(|span| format!("{}{}-{}", span.label, span.start, span.end));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn whatever_looks_like_a_span_is_one_by_default() {
        assert_eq!(found("B-A I-A O B-B", Scheme::Conll), "A0-2 B3-4");
        assert_eq!(found("I-A I-A I-B B-B", Scheme::Conll), "A0-2 B2-3 B3-4");
        assert_eq!(found("S-A B-A E-A E-A", Scheme::Conll), "A0-1 A1-3 A3-4");
        assert_eq!(found("B I O", Scheme::Conll), "_0-2");
        assert_eq!(found("B-A-B I-A-B", Scheme::Conll), "A-B0-2");
    }

    #[test]
    fn strict_schemes_take_what_keeps_their_rules() {
        assert_eq!(found("B-A I-A I-B B-B", Scheme::Iob2), "A0-2 B3-4");
        assert_eq!(found("I-A I-A B-A I-B", Scheme::Iob1), "A0-2 A2-3 B3-4");
        assert_eq!(found("I-A E-A I-A E-B", Scheme::Ioe2), "A0-2 B3-4");
        assert_eq!(found("S-A B-A E-A B-A I-A", Scheme::Iobes), "A0-1 A1-3");
        assert_eq!(found("U-A B-A L-A B-A I-A", Scheme::Bilou), "A0-1 A1-3");
    }

    #[test]
    fn a_tag_of_another_scheme_is_named() {
        assert_eq!(spans(&["O", "S-A"], Scheme::Iob2), Err(UnknownTag { at: 1 }));
        assert_eq!(
            spans(&["PLACE"], Scheme::Conll).unwrap_err().to_string(),
            "tag 1 is none of the scheme"
        );
        assert!(spans(&[""], Scheme::Conll).is_err());
    }
}
