//! Candidate sentence ends in a text, and the spans they leave.

use std::ops::Range;

use memchr::memchr3_iter;

use super::characters::{closes, ends_word, is_ascii_space, is_strippable};

/// A mark (`.`, `?` or `!`) that may end a sentence, with what is around it.
#[derive(Clone, Debug)]
struct Candidate {
    /// Where the word before the mark starts; the mark is at its end.
    word: Range<usize>,
    /// Where the context that decides ends.
    context_end: usize,
    /// Where the next sentence starts, if one ends here.
    next_start: usize,
}

impl Candidate {
    /// The mark at `mark`, if something follows that could start a sentence:
    /// punctuation at once, or white space and then another word.
    fn at(text: &str, mark: usize) -> Option<Self> {
        let after = &text[mark + 1..];
        let next = after.chars().next()?;
        let word = mark..mark;
        if ends_word(next) {
            let context_end = mark + 1 + next.len_utf8();
            return Some(Self { word, context_end, next_start: mark + 1 });
        }
        if !next.is_whitespace() {
            return None;
        }
        let following = after.trim_start();
        if following.is_empty() {
            return None;
        }
        let next_start = text.len() - following.len();
        let length = following.find(char::is_whitespace).unwrap_or(following.len());
        Some(Self { word, context_end: next_start + length, next_start })
    }

    fn end(&self) -> usize {
        self.word.end + 1
    }
}

/// The candidates of a text. Of marks with no white space between them only
/// the last is one, and its word reaches back over all of them.
fn candidates(text: &str) -> impl Iterator<Item = Candidate> {
    let mut marks = memchr3_iter(b'.', b'?', b'!', text.as_bytes());
    let mut held: Option<Candidate> = None;
    std::iter::from_fn(move || {
        for mark in marks.by_ref() {
            let Some(mut candidate) = Candidate::at(text, mark) else {
                continue;
            };
            let previous = held.as_ref().map_or(0..0, |held| held.word.clone());
            // A space at the very start of the stretch counts as none, as in NLTK.
            let space = text.as_bytes()[previous.end..mark]
                .iter()
                .rposition(|&byte| is_ascii_space(byte))
                .filter(|&index| index > 0);
            candidate.word.start = space.map_or(previous.start, |index| previous.end + index + 1);
            let apart = previous.end <= candidate.word.start;
            if let Some(done) = held.replace(candidate)
                && apart
            {
                return Some(done);
            }
        }
        held.take()
    })
}

/// The spans between the candidates that `decide` takes for sentence ends,
/// before closing punctuation is moved to the sentence it closes. `decide` is
/// given the word, the mark and what follows it, as they stand in the text.
fn slices(text: &str, mut decide: impl FnMut(&str) -> bool) -> Vec<Range<usize>> {
    let mut slices = Vec::new();
    let mut start = 0;
    for candidate in candidates(text) {
        if decide(&text[candidate.word.start..candidate.context_end]) {
            slices.push(start..candidate.end());
            start = candidate.next_start;
        }
    }
    let end = text.trim_end_matches(is_strippable).len();
    slices.push(start..end.max(start));
    slices
}

/// The spans of the sentences of a text; see [`slices`] for `decide`.
pub(super) fn spans(text: &str, decide: impl FnMut(&str) -> bool) -> Vec<Range<usize>> {
    let slices = slices(text, decide);
    let mut spans = Vec::with_capacity(slices.len());
    let mut moved = 0;
    for (index, slice) in slices.iter().enumerate() {
        let mut span = slice.start + moved..slice.end;
        moved = 0;
        if let Some(next) = slices.get(index + 1)
            && let Some(closing) = closing_length(&text[next.clone()])
        {
            span.end = next.start + closing.kept;
            moved = closing.taken;
        }
        if !span.is_empty() {
            spans.push(span);
        }
    }
    spans
}

/// Closing punctuation at the start of a slice.
struct Closing {
    /// Length of the punctuation.
    kept: usize,
    /// Length of the punctuation and the white space after it.
    taken: usize,
}

fn closing_length(slice: &str) -> Option<Closing> {
    let rest = slice.trim_start_matches(closes);
    let kept = slice.len() - rest.len();
    let after = rest.trim_start();
    let taken = slice.len() - after.len();
    let closed = taken > kept || rest.is_empty() || rest.starts_with("--");
    (kept > 0 && closed).then_some(Closing { kept, taken })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contexts(text: &str) -> Vec<&str> {
        candidates(text)
            .map(|candidate| &text[candidate.word.start..candidate.context_end])
            .collect()
    }

    #[test]
    fn a_candidate_needs_something_after_it() {
        assert_eq!(contexts("One. Two."), ["One. Two."]);
        assert_eq!(contexts("3.14 is pi.  \n"), [""; 0]);
    }

    #[test]
    fn marks_without_space_between_them_are_one_candidate() {
        assert_eq!(contexts("Bad acting!!! I say."), ["acting!!! I"]);
        assert_eq!(contexts("He left (early.) Then"), ["(early.)"]);
    }

    #[test]
    fn closing_punctuation_goes_to_the_sentence_it_closes() {
        let all = |text: &str| {
            spans(text, |_| true).into_iter().map(|span| text[span].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(all("(One.) Two."), ["(One.)", "Two."]);
        assert_eq!(all("“One.” Two."), ["“One.”", "Two."]);
        assert_eq!(all("'One.'--Two."), ["'One.'", "--Two."]);
        assert_eq!(all("One.'Two."), ["One.", "'Two."]);
    }
}
