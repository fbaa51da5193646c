//! All ways to cut a text into words, and the cheapest of them.

use std::ops::Range;

use super::Morphological;
use super::categories::Category;
use super::dictionary::Word;

/// No node.
const NONE: u32 = u32::MAX;

/// A word at a place.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Of the cheapest way from the start up to here.
    cost: i64,
    /// The word before on that way.
    before: u32,
    /// Another word that ends at the same place.
    next_ending_here: u32,
    right: u16,
    start: u32,
    end: u32,
}

/// A word that may come next, before it is connected.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    left: u16,
    right: u16,
    cost: i64,
    end: u32,
}

/// The words of a text, as they are found from left to right.
#[derive(Debug, Default)]
pub(super) struct Lattice {
    nodes: Vec<Node>,
    /// For each byte of the text, the last node that ends before it.
    ending: Vec<u32>,
    candidates: Vec<Candidate>,
}

impl Lattice {
    /// The words of the cheapest way, from the last to the first. Among equals
    /// the order of the search decides, which is MeCab's.
    pub(super) fn words(&mut self, text: &[u8], dictionary: &Morphological) -> Vec<Range<usize>> {
        self.nodes.clear();
        self.ending.clear();
        self.ending.resize(text.len() + 1, NONE);
        self.nodes.push(Node {
            cost: 0,
            before: NONE,
            next_ending_here: NONE,
            right: 0,
            start: 0,
            end: 0,
        });
        self.ending[0] = 0;
        for position in 0..text.len() {
            if self.ending[position] != NONE {
                self.extend(text, position, dictionary);
            }
        }
        // Blanks at the end belong to no word.
        let last = self.ending.iter().rposition(|node| *node != NONE).unwrap_or_default();
        let (mut node, _) = self.cheapest(last, dictionary.connections.before(0));
        let mut words = Vec::new();
        while node != 0 && node != NONE {
            let Node { start, end, before, .. } = self.nodes[node as usize];
            words.push(start as usize..end as usize);
            node = before;
        }
        words
    }

    /// Adds all words that start at a position, after blanks if there are any.
    #[expect(clippy::cast_possible_truncation, reason = "texts are cut before they are so long")]
    fn extend(&mut self, text: &[u8], position: usize, dictionary: &Morphological) {
        let categories = &dictionary.categories;
        let (blanks, _) = categories.run(&text[position..], categories.blank());
        let start = position + blanks;
        if start >= text.len() {
            return;
        }
        self.find(text, start, blanks > 0, dictionary);
        let mut cheapest: Option<(u16, (u32, i64))> = None;
        for candidate in self.candidates.iter().rev() {
            let (before, cost) = match cheapest {
                Some((left, found)) if left == candidate.left => found,
                _ => self.cheapest(position, dictionary.connections.before(candidate.left)),
            };
            cheapest = Some((candidate.left, (before, cost)));
            let end = &mut self.ending[candidate.end as usize];
            let node = Node {
                cost: cost + candidate.cost,
                before,
                next_ending_here: *end,
                right: candidate.right,
                start: start as u32,
                end: candidate.end,
            };
            *end = self.nodes.len() as u32;
            self.nodes.push(node);
        }
    }

    /// The cheapest of the words that end at a position, seen from a word that
    /// costs this much after each.
    #[inline]
    fn cheapest(&self, position: usize, costs: &[i16]) -> (u32, i64) {
        let (mut best, mut lowest) = (NONE, i64::MAX);
        let mut index = self.ending[position];
        while let Some(node) = self.nodes.get(index as usize) {
            let cost =
                node.cost + i64::from(costs.get(usize::from(node.right)).copied().unwrap_or(0));
            if cost < lowest {
                (best, lowest) = (index, cost);
            }
            index = node.next_ending_here;
        }
        (best, lowest)
    }

    /// All words that start at a byte: those of the dictionary, and unknown
    /// ones as the category of the first character wants them.
    fn find(&mut self, text: &[u8], start: usize, after_blank: bool, dictionary: &Morphological) {
        let candidates = &mut self.candidates;
        candidates.clear();
        let mut add = |end: usize, words: &[Word]| {
            candidates
                .extend(words.iter().map(|&word| dictionary.candidate(word, end, after_blank)));
        };
        let rest = &text[start..];
        let mut known = false;
        dictionary.words.prefixes(rest, |length, words| {
            // A word without text would never end.
            if length > 0 {
                known |= !words.is_empty();
                add(start + length, words);
            }
        });
        let categories = &dictionary.categories;
        let (category, one) = categories.first(rest);
        if known && !category.is_always_unknown() {
            return;
        }
        let unknown = dictionary.unknown(category);
        let mut found = known;
        let mut group_end = None;
        let mut end = start + one.min(rest.len());
        if category.is_grouped() {
            let (bytes, characters) = categories.run(&text[end..], category);
            if characters <= dictionary.longest_group {
                add(end + bytes, unknown);
                found |= !unknown.is_empty();
            }
            group_end = Some(end + bytes);
        }
        for _ in 0..category.length() {
            if Some(end) == group_end {
                break;
            }
            add(end, unknown);
            found |= !unknown.is_empty();
            let (next, length) = categories.first(&text[end..]);
            if !category.shares(next) || end + length > text.len() {
                break;
            }
            end += length;
        }
        if !found {
            add(end, unknown);
        }
    }
}

impl Morphological {
    #[expect(clippy::cast_possible_truncation, reason = "texts are cut before they are so long")]
    fn candidate(&self, word: Word, end: usize, after_blank: bool) -> Candidate {
        let penalty = if after_blank { self.penalty(word.part_of_speech) } else { 0 };
        Candidate {
            left: word.left,
            right: word.right,
            cost: i64::from(word.cost) + penalty,
            end: end as u32,
        }
    }

    fn penalty(&self, part_of_speech: u16) -> i64 {
        let found = self.penalties.iter().find(|(known, _)| *known == part_of_speech);
        found.map_or(0, |(_, cost)| i64::from(*cost))
    }

    fn unknown(&self, category: Category) -> &[Word] {
        self.unknown.get(category.main()).map_or(&[], Vec::as_slice)
    }
}
