//! Extractive fragments: the stretches of a summary that are taken from a text.
//!
//! The greedy search of Newsroom, step by step: at each word of the summary the
//! text is read from its start for the longest stretch that goes on alike, the
//! first of equals; a place inside a stretch that was looked at is not a start
//! of another. Here only the places where the text has the word at hand are
//! visited, by an index.

/// Finds fragments; memory is kept from one pair of texts to the next.
#[derive(Debug, Default)]
pub(crate) struct FragmentFinder {
    /// Where the places of each word start in `places`.
    starts: Vec<usize>,
    /// The places of the text, by word, in order.
    places: Vec<usize>,
}

impl FragmentFinder {
    /// Tells the length of each fragment of the summary. Words are small numbers.
    pub(crate) fn find(&mut self, summary: &[u32], text: &[u32], mut tell: impl FnMut(usize)) {
        self.index(text);
        let mut at = 0;
        while at < summary.len() {
            let mut longest = 0;
            let mut free = 0;
            for &place in self.places_of(summary[at]) {
                if place < free {
                    continue;
                }
                let alike = summary[at..].iter().zip(&text[place..]);
                let length = alike.take_while(|(left, right)| left == right).count();
                longest = longest.max(length);
                free = place + length;
            }
            if longest > 0 {
                tell(longest);
            }
            at += longest.max(1);
        }
    }

    fn index(&mut self, text: &[u32]) {
        let words = text.iter().max().map_or(0, |&largest| largest as usize + 1);
        self.starts.clear();
        self.starts.resize(words + 1, 0);
        for &word in text {
            self.starts[word as usize + 1] += 1;
        }
        for word in 0..words {
            self.starts[word + 1] += self.starts[word];
        }
        self.places.clear();
        self.places.resize(text.len(), 0);
        for (place, &word) in text.iter().enumerate() {
            let next = &mut self.starts[word as usize];
            self.places[*next] = place;
            *next += 1;
        }
        // Each start has moved to the end of its word: to the start of the next one.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    fn places_of(&self, word: u32) -> &[usize] {
        let word = word as usize;
        match (self.starts.get(word), self.starts.get(word + 1)) {
            (Some(&start), Some(&end)) => &self.places[start..end],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fragments(summary: &[u32], text: &[u32]) -> Vec<usize> {
        let mut lengths = Vec::new();
        FragmentFinder::default().find(summary, text, |length| lengths.push(length));
        lengths
    }

    /// Every place of the text is looked at.
    fn plain_fragments(summary: &[u32], text: &[u32]) -> Vec<usize> {
        let mut lengths = Vec::new();
        let mut at = 0;
        while at < summary.len() {
            let (mut longest, mut place) = (0, 0);
            while place < text.len() {
                let mut length = 0;
                while at + length < summary.len()
                    && place + length < text.len()
                    && summary[at + length] == text[place + length]
                {
                    length += 1;
                }
                longest = longest.max(length);
                place += length.max(1);
            }
            lengths.extend((longest > 0).then_some(longest));
            at += longest.max(1);
        }
        lengths
    }

    #[test]
    fn the_longest_stretch_from_each_word_on_is_taken() {
        assert_eq!(fragments(&[1, 2, 9, 3, 4, 5], &[1, 3, 4, 5, 1, 2, 3]), [2, 3]);
        assert_eq!(fragments(&[7], &[]), [0; 0]);
        assert_eq!(fragments(&[], &[7]), [0; 0]);
    }

    #[test]
    fn a_stretch_that_starts_inside_another_is_missed_as_in_newsroom() {
        assert_eq!(fragments(&[1, 1, 2], &[1, 1, 1, 2]), [2, 1]);
    }

    proptest! {
        #[test]
        fn fragments_are_those_of_the_plain_search(
            summary in prop::collection::vec(0..4_u32, 0..14),
            text in prop::collection::vec(0..4_u32, 0..30),
        ) {
            prop_assert_eq!(fragments(&summary, &text), plain_fragments(&summary, &text));
        }
    }
}
