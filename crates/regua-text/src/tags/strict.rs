//! Spans that keep the rules of their scheme, as seqeval's strict mode finds
//! them.

use super::{OUTSIDE, Scheme, Tag, TagSpan};

/// The spans that start, go on and end as the scheme says.
pub(super) fn spans<'t>(tags: &[&'t str], scheme: Scheme) -> Vec<TagSpan<'t>> {
    let after = std::iter::once(OUTSIDE);
    let tags: Vec<Tag<'t>> =
        tags.iter().map(|tag| Tag::strict(tag).unwrap_or(OUTSIDE)).chain(after).collect();
    let mut spans = Vec::new();
    let (mut at, mut before) = (0, OUTSIDE);
    while at < tags.len() {
        if starts(scheme, before, tags[at]) {
            let mut end = at + 1;
            while end < tags.len() && is_inside(scheme, tags[end - 1], tags[end]) {
                end += 1;
            }
            if end < tags.len() && ends(scheme, tags[end - 1], tags[end]) {
                spans.push(TagSpan { start: at, end, label: tags[at].label });
            }
            at = end;
        } else {
            at += 1;
        }
        before = tags[at - 1];
    }
    spans
}

#[expect(clippy::match_same_arms, reason = "scheme by scheme, as their rules are told")]
fn starts(scheme: Scheme, before: Tag<'_>, tag: Tag<'_>) -> bool {
    let is_same = before.label == tag.label;
    match (scheme, before.prefix, tag.prefix) {
        (Scheme::Iob1, 'O' | 'B', 'I') => true,
        (Scheme::Iob1, 'I', 'I') => !is_same,
        (Scheme::Iob1, 'I' | 'B', 'B') => is_same,
        (Scheme::Ioe1, 'O' | 'E', 'I') => true,
        (Scheme::Ioe1, 'I', 'I') => !is_same,
        (Scheme::Ioe1, 'E', 'E') => is_same,
        (Scheme::Ioe2, 'O' | 'E', 'I' | 'E') => true,
        (Scheme::Ioe2, 'I', 'I' | 'E') => !is_same,
        (Scheme::Iob2, _, 'B') | (Scheme::Iobes, _, 'B' | 'S') | (Scheme::Bilou, _, 'B' | 'U') => {
            true
        }
        _ => false,
    }
}

fn is_inside(scheme: Scheme, before: Tag<'_>, tag: Tag<'_>) -> bool {
    let goes_on = match scheme {
        Scheme::Conll | Scheme::Iob1 | Scheme::Iob2 => {
            matches!((before.prefix, tag.prefix), ('B' | 'I', 'I'))
        }
        Scheme::Ioe1 | Scheme::Ioe2 => matches!((before.prefix, tag.prefix), ('I', 'I' | 'E')),
        Scheme::Iobes => matches!((before.prefix, tag.prefix), ('B' | 'I', 'I' | 'E')),
        Scheme::Bilou => matches!((before.prefix, tag.prefix), ('B' | 'I', 'I' | 'L')),
    };
    goes_on && before.label == tag.label
}

#[expect(clippy::match_same_arms, reason = "scheme by scheme, as their rules are told")]
fn ends(scheme: Scheme, before: Tag<'_>, tag: Tag<'_>) -> bool {
    let is_same = before.label == tag.label;
    match (scheme, before.prefix, tag.prefix) {
        (Scheme::Iob1 | Scheme::Iob2, 'I' | 'B', 'O') | (Scheme::Iob1 | Scheme::Iob2, 'I', 'B') => {
            true
        }
        (Scheme::Iob1 | Scheme::Iob2, 'I' | 'B', 'I') => !is_same,
        (Scheme::Iob1, 'B', 'B') => is_same,
        (Scheme::Iob2, 'B', 'B') => true,
        (Scheme::Ioe1, 'I', 'I' | 'E') => !is_same,
        (Scheme::Ioe1, 'I', 'O') => true,
        (Scheme::Ioe1, 'E', 'I' | 'E') => is_same,
        (Scheme::Ioe2, 'E', _) | (Scheme::Iobes, 'S' | 'E', _) | (Scheme::Bilou, 'U' | 'L', _) => {
            true
        }
        _ => false,
    }
}
