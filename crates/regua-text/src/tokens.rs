//! A reusable list of tokens in one allocation.

use std::ops::Range;

/// Tokens of one text, kept in one buffer.
///
/// Clearing keeps the memory, so a loop over many texts allocates only while
/// the longest text is still to come. Two lists are equal when their tokens
/// are, however they were made.
///
/// ```
/// use regua_text::tokens::Tokens;
///
/// let mut tokens = Tokens::default();
/// tokens.push("uma");
/// tokens.push("régua");
/// assert_eq!(tokens.iter().collect::<Vec<_>>(), ["uma", "régua"]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    text: String,
    /// Where the tokens lie in `text`: the first `count`, then spare ones.
    spans: Vec<Span>,
    count: usize,
    /// Where the open token starts in `text`.
    open: usize,
}

impl Tokens {
    /// Forgets all tokens and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.count = 0;
        self.open = 0;
    }

    /// Adds a whole token. Empty tokens are kept: they are the caller's to avoid.
    pub fn push(&mut self, token: &str) {
        self.text.push_str(token);
        self.end_open();
    }

    /// Adds text to a token that is still open; [`Tokens::close`] ends it.
    pub fn extend(&mut self, piece: &str) {
        self.text.push_str(piece);
    }

    /// Adds a character to a token that is still open.
    pub fn extend_char(&mut self, piece: char) {
        self.text.push(piece);
    }

    /// Ends the open token, if it has any text.
    pub fn close(&mut self) {
        if self.text.len() > self.open {
            self.end_open();
        }
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The token at a position.
    pub fn get(&self, index: usize) -> Option<&str> {
        self.marked().get(index).map(|span| self.token(span))
    }

    /// The tokens in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.marked().iter().map(|span| self.token(span))
    }

    /// Starts afresh on a copy of a text whose tokens are parts of it, to be
    /// named by [`Tokens::mark`]: one copy for all, none for each.
    pub(crate) fn adopt(&mut self, text: &str) {
        self.clear();
        self.text.push_str(text);
        self.open = self.text.len();
    }

    /// Makes A–Z a–z in all tokens.
    pub(crate) fn make_ascii_lowercase(&mut self) {
        self.text.make_ascii_lowercase();
    }

    /// Adds the token that lies at these bytes of the adopted text.
    #[inline]
    pub(crate) fn mark(&mut self, range: Range<usize>) {
        let span = Span { start: range.start, end: range.end };
        match self.spans.get_mut(self.count) {
            Some(spare) => *spare = span,
            None => self.spans.push(span),
        }
        self.count += 1;
    }

    /// Room for at least so many more tokens, to be filled from the front with
    /// parts of the adopted text; [`Tokens::commit`] says how many were.
    #[inline]
    pub(crate) fn spare(&mut self, wanted: usize) -> &mut [Span] {
        let needed = self.count + wanted;
        if self.spans.len() < needed {
            self.spans.resize(needed.max(2 * self.spans.len()), Span::default());
        }
        &mut self.spans[self.count..]
    }

    /// Adds the first tokens of the spare room.
    #[inline]
    pub(crate) fn commit(&mut self, used: usize) {
        self.count = (self.count + used).min(self.spans.len());
    }

    fn end_open(&mut self) {
        self.mark(self.open..self.text.len());
        self.open = self.text.len();
    }

    fn marked(&self) -> &[Span] {
        &self.spans[..self.count]
    }

    fn token(&self, span: &Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }
}

impl PartialEq for Tokens {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tokens {}

/// Where one token lies in the buffer, in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_twice_adds_no_empty_token() {
        let mut tokens = Tokens::default();
        tokens.extend("a");
        tokens.extend_char('b');
        tokens.close();
        tokens.close();
        assert_eq!(tokens.iter().collect::<Vec<_>>(), ["ab"]);
        tokens.clear();
        assert!(tokens.is_empty() && tokens.get(0).is_none());
    }

    #[test]
    fn a_pushed_empty_token_is_kept() {
        let mut tokens = Tokens::default();
        tokens.push("");
        tokens.push("a");
        assert_eq!(tokens.iter().collect::<Vec<_>>(), ["", "a"]);
    }

    #[test]
    fn lists_are_equal_when_their_tokens_are() {
        let mut marked = Tokens::default();
        marked.adopt("one  two");
        marked.mark(0..3);
        marked.mark(5..8);
        let mut pushed = Tokens::default();
        pushed.push("one");
        assert_ne!(marked, pushed);
        pushed.push("two");
        assert_eq!(marked, pushed);
    }

    #[test]
    fn of_the_spare_room_only_what_is_committed_counts() {
        let mut tokens = Tokens::default();
        tokens.adopt("one, two");
        let spare = tokens.spare(4);
        spare[0] = Span { start: 0, end: 3 };
        spare[1] = Span { start: 3, end: 4 };
        spare[2] = Span { start: 4, end: 5 };
        tokens.commit(2);
        tokens.mark(5..8);
        assert_eq!(tokens.iter().collect::<Vec<_>>(), ["one", ",", "two"]);
        tokens.clear();
        assert_eq!(tokens, Tokens::default());
    }

    #[test]
    fn tokens_can_be_added_after_an_adopted_text() {
        let mut tokens = Tokens::default();
        tokens.adopt("ONE two");
        tokens.make_ascii_lowercase();
        tokens.mark(0..3);
        tokens.extend("th");
        tokens.extend("ree");
        tokens.close();
        assert_eq!(tokens.iter().collect::<Vec<_>>(), ["one", "three"]);
    }
}
