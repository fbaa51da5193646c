//! One shift: a few words that move to another place.

use std::cmp::Reverse;
use std::ops::Range;

/// Words that move within a hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shift {
    /// The first word that moves.
    start: usize,
    /// How many words move.
    length: usize,
    /// Before which word they are put, by tercom's count.
    target: usize,
    /// Where the first of them is afterwards.
    place: usize,
    /// All words of the hypothesis.
    words: usize,
}

impl Shift {
    /// A shift in a hypothesis of so many words. A target among the moved words
    /// themselves means that many words further on, as in tercom.
    pub(super) fn new(start: usize, length: usize, target: usize, words: usize) -> Self {
        let place = if target > start + length { target - length } else { target };
        Self { start, length, target, place: place.min(words - length), words }
    }

    /// The first word that changes.
    pub(super) fn first(self) -> usize {
        self.start.min(self.place)
    }

    /// Where the words that change end.
    pub(super) fn end(self) -> usize {
        self.start.max(self.place) + self.length
    }

    /// The words from [`Shift::first`] on in their new order, and what follows.
    pub(super) fn pieces(self) -> [Range<usize>; 3] {
        let (first, end) = (self.first(), self.end());
        let middle = if self.place < self.start { self.start } else { self.start + self.length };
        [middle..end, first..middle, end..self.words]
    }

    /// Moves the words.
    pub(super) fn apply<T>(self, words: &mut [T]) {
        let [moved, _, _] = self.pieces();
        words[self.first()..self.end()].rotate_right(moved.len());
    }

    /// The most that an edit distance can shrink: to move words over others is
    /// to delete and to insert the fewer of them.
    pub(super) fn most_gain(self) -> usize {
        2 * self.length.min(self.start.abs_diff(self.place))
    }

    /// How good the shift is if it gains so much.
    pub(super) fn rank(self, gain: usize) -> Rank {
        (gain, self.length, Reverse(self.start), Reverse(self.target))
    }
}

/// The gain, then the longer, then the earlier words, then the earlier target.
pub(super) type Rank = (usize, usize, Reverse<usize>, Reverse<usize>);

#[cfg(test)]
mod tests {
    use super::*;

    fn shifted(start: usize, length: usize, target: usize) -> String {
        let mut words: Vec<char> = "abcdef".chars().collect();
        Shift::new(start, length, target, words.len()).apply(&mut words);
        words.into_iter().collect()
    }

    #[test]
    fn words_move_before_the_target() {
        assert_eq!(shifted(3, 2, 1), "adebcf");
        assert_eq!(shifted(1, 2, 5), "adebcf");
        assert_eq!(shifted(0, 1, 6), "bcdefa");
    }

    #[test]
    fn a_target_among_the_words_is_so_many_words_further_on() {
        assert_eq!(shifted(1, 2, 1), "abcdef");
        assert_eq!(shifted(1, 2, 2), "adbcef");
        assert_eq!(shifted(1, 2, 3), "adebcf");
        assert_eq!(shifted(3, 2, 5), "abcfde");
    }
}
