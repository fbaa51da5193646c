//! Pieces by byte-pair encoding: the pair with the best score is merged first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Found;
use super::model::{Piece, Role};
use super::normalise::BLANK;
use super::trie::Trie;
use super::vocabulary::Vocabulary;

/// No neighbour on this side.
const NONE: usize = usize::MAX;

/// A model of merges.
#[derive(Debug, Clone)]
pub(super) struct Bpe {
    scores: Vec<f32>,
    unused: Vec<bool>,
    /// Whether no piece goes on after a blank, so that each word is for itself.
    words_are_apart: bool,
}

/// A part of the text that may still grow.
#[derive(Debug, Clone)]
struct Symbol {
    range: Range<usize>,
    before: usize,
    after: usize,
    /// A symbol of the user: never merged.
    frozen: bool,
}

/// Two neighbours that are a piece together.
#[derive(Debug, Clone, Copy)]
struct Pair {
    score: f32,
    left: usize,
    right: usize,
    size: usize,
}

impl Ord for Pair {
    /// The best score is the greatest, and among equals the leftmost.
    fn cmp(&self, other: &Self) -> Ordering {
        let scores = self.score.partial_cmp(&other.score).unwrap_or(Ordering::Equal);
        scores.then(other.left.cmp(&self.left))
    }
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Pair {}

impl Bpe {
    pub(super) fn new(pieces: &[Piece]) -> Self {
        let goes_on = |piece: &Piece| piece.text.rfind(BLANK).is_some_and(|blank| blank > 0);
        // Unused pieces are taken apart as the last of their kind was put together, in any word.
        let mut in_texts = pieces.iter().filter(|piece| piece.role.is_in_texts());
        Self {
            scores: pieces.iter().map(|piece| piece.score).collect(),
            unused: pieces.iter().map(|piece| piece.role == Role::Unused).collect(),
            words_are_apart: !in_texts.any(|piece| goes_on(piece) || piece.role == Role::Unused),
        }
    }

    pub(super) fn cut(
        &self,
        text: &str,
        symbols: &Trie,
        vocabulary: &Vocabulary,
        found: &mut Vec<Found>,
    ) {
        let mut merging = Merging {
            model: self,
            text,
            vocabulary,
            symbols: Vec::new(),
            agenda: BinaryHeap::new(),
            halves: FxHashMap::default(),
        };
        let blanks = text.match_indices(BLANK).map(|(start, _)| start).filter(|start| *start > 0);
        let ends = blanks.take_while(|_| self.words_are_apart).chain([text.len()]);
        let mut start = 0;
        for end in ends {
            merging.split(start..end, symbols);
            merging.merge();
            let mut index = 0;
            while let Some(symbol) = merging.symbols.get(index) {
                merging.finish(symbol.range.clone(), found);
                index = symbol.after;
            }
            start = end;
        }
    }
}

/// A text while its symbols are merged.
struct Merging<'t> {
    model: &'t Bpe,
    text: &'t str,
    vocabulary: &'t Vocabulary,
    symbols: Vec<Symbol>,
    agenda: BinaryHeap<Pair>,
    /// Where pieces that may not stay were put together.
    halves: FxHashMap<&'t str, [Range<usize>; 2]>,
}

impl Merging<'_> {
    /// Starts with characters and symbols of the user.
    fn split(&mut self, range: Range<usize>, symbols: &Trie) {
        let list = &mut self.symbols;
        list.clear();
        let mut start = range.start;
        let rest = |start: usize| self.text.get(start..range.end).unwrap_or_default();
        while let Some(character) = rest(start).chars().next() {
            let symbol = symbols.longest(rest(start).as_bytes());
            let end = start + symbol.unwrap_or(character.len_utf8());
            let (before, after) = (list.len().wrapping_sub(1), list.len() + 1);
            list.push(Symbol { range: start..end, before, after, frozen: symbol.is_some() });
            start = end;
        }
        if let Some(last) = list.last_mut() {
            last.after = NONE;
        }
    }

    fn merge(&mut self) {
        for right in 1..self.symbols.len() {
            self.propose(right - 1, right);
        }
        while let Some(Pair { left, right, size, .. }) = self.agenda.pop() {
            let (one, other) = (&self.symbols[left].range, &self.symbols[right].range);
            if one.is_empty() || other.is_empty() || one.len() + other.len() != size {
                continue;
            }
            let after = self.symbols[right].after;
            self.symbols[left].range.end = other.end;
            self.symbols[left].after = after;
            if let Some(next) = self.symbols.get_mut(after) {
                next.before = left;
            }
            self.symbols[right].range = 0..0;
            self.propose(self.symbols[left].before, left);
            self.propose(left, after);
        }
    }

    fn propose(&mut self, left: usize, right: usize) {
        let (Some(one), Some(other)) = (self.symbols.get(left), self.symbols.get(right)) else {
            return;
        };
        if one.frozen || other.frozen {
            return;
        }
        let whole = &self.text[one.range.start..other.range.end];
        let Some(piece) = self.vocabulary.in_texts(whole) else { return };
        let score = self.model.scores[piece as usize];
        self.agenda.push(Pair { score, left, right, size: whole.len() });
        if self.model.unused[piece as usize] {
            self.halves.insert(whole, [one.range.clone(), other.range.clone()]);
        }
    }

    /// Takes pieces that may not stay apart again, as they were put together.
    fn finish(&self, whole: Range<usize>, found: &mut Vec<Found>) {
        if self.halves.is_empty() {
            let piece = self.vocabulary.any(&self.text[whole.clone()]);
            return found.push(Found { range: whole, piece });
        }
        let mut pending = vec![whole];
        while let Some(range) = pending.pop() {
            let text = &self.text[range.clone()];
            let piece = self.vocabulary.any(text);
            let unused = piece.is_some_and(|piece| self.model.unused[piece as usize]);
            match self.halves.get(text) {
                Some([left, right]) if unused => {
                    // The place may be another of the same text.
                    let middle = range.start + left.len();
                    pending.push(middle..middle + right.len());
                    pending.push(range.start..middle);
                }
                _ => found.push(Found { range, piece }),
            }
        }
    }
}
