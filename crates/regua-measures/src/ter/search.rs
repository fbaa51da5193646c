//! The number of edits that TER counts: shifts, then insertions, deletions and
//! substitutions.
//!
//! As long as some shift makes the edit distance smaller, the best one is made.
//! Which shifts are tried, and which of them is the best, is tercom's choice as
//! sacrebleu has it.

use super::beam::{self, Beam};
use super::bits::{BitTable, Bits};
use super::shift::{Rank, Shift};
use super::table::{Alignment, Table};

/// The most words that move together.
const LONGEST_SHIFT: usize = 10;
/// The furthest that the places of equal words may be apart.
const FURTHEST_SHIFT: usize = 50;
/// The search ends when so many shifts have been tried. Nothing comes of the
/// round in which that happens.
const MOST_CANDIDATES: usize = 1000;

/// Counts edits; keeps its memory from one pair of texts to the next.
#[derive(Debug, Default)]
pub(super) struct Search {
    words: Vec<u32>,
    narrow: BitTable<u64>,
    wide: BitTable<u128>,
    beam: Beam,
    bag: Vec<i32>,
    round: Round,
}

impl Search {
    /// The edits that turn the hypothesis into the reference.
    pub(super) fn edits(&mut self, hypothesis: &[u32], reference: &[u32]) -> usize {
        if hypothesis == reference {
            return 0;
        }
        if hypothesis.is_empty() || reference.is_empty() {
            return hypothesis.len().max(reference.len());
        }
        let tokens = hypothesis.iter().chain(reference).max().map_or(0, |&most| most as usize + 1);
        self.words.clear();
        self.words.extend_from_slice(hypothesis);
        let fewest_edits = self.fewest_edits(reference, tokens);
        self.round.start(reference, tokens, fewest_edits);
        if reference.len() <= u64::WIDTH {
            self.narrow.start(reference, tokens);
        } else if reference.len() <= u128::WIDTH {
            self.wide.start(reference, tokens);
        }
        let mut shifts = 0;
        loop {
            let (distance, shift) = self.look(reference);
            let Some(shift) = shift else { return shifts + distance };
            shift.apply(&mut self.words);
            shifts += 1;
        }
    }

    /// The distance of the words as they are, and the best shift that makes it smaller.
    fn look(&mut self, reference: &[u32]) -> (usize, Option<Shift>) {
        let words = &self.words;
        let is_sure = |distance| beam::cannot_matter(distance, words.len(), reference.len());
        if reference.len() <= u64::WIDTH {
            let distance = self.narrow.fill(words);
            if is_sure(distance) {
                return (
                    distance,
                    self.round.best(&mut self.narrow, words, reference, distance, true),
                );
            }
        } else if reference.len() <= u128::WIDTH {
            let distance = self.wide.fill(words);
            if is_sure(distance) {
                return (
                    distance,
                    self.round.best(&mut self.wide, words, reference, distance, true),
                );
            }
        }
        let distance = self.beam.fill(words, reference);
        let is_true = is_sure(distance);
        (distance, self.round.best(&mut self.beam, words, reference, distance, is_true))
    }

    /// What no order of the words can be better than.
    fn fewest_edits(&mut self, reference: &[u32], tokens: usize) -> usize {
        self.bag.clear();
        self.bag.resize(tokens, 0);
        for &token in reference {
            self.bag[token as usize] += 1;
        }
        let mut shared = 0;
        for &token in &self.words {
            let left = &mut self.bag[token as usize];
            shared += usize::from(*left > 0);
            *left -= 1;
        }
        reference.len().max(self.words.len()) - shared
    }
}

/// The choice of the next shift.
#[derive(Debug, Default)]
struct Round {
    fewest_edits: usize,
    tried: usize,
    alignment: Alignment,
    candidates: Vec<Shift>,
    /// For each token, a place of the reference that has it.
    first: Vec<usize>,
    /// For each place of the reference, the next one with the same token.
    next: Vec<usize>,
}

const NOWHERE: usize = usize::MAX;

impl Round {
    fn start(&mut self, reference: &[u32], tokens: usize, fewest_edits: usize) {
        self.fewest_edits = fewest_edits;
        self.tried = 0;
        self.first.clear();
        self.first.resize(tokens, NOWHERE);
        self.next.clear();
        self.next.resize(reference.len(), NOWHERE);
    }

    /// The best shift that makes the distance smaller, if there is one and not
    /// too many were tried. `is_true` says that the distance is not only that
    /// within the beam.
    fn best(
        &mut self,
        table: &mut impl Table,
        words: &[u32],
        reference: &[u32],
        distance: usize,
        is_true: bool,
    ) -> Option<Shift> {
        let most_gain = distance - self.fewest_edits;
        if most_gain == 0 {
            return None;
        }
        self.alignment.trace(table, words.len(), reference.len());
        self.collect(words, reference);
        if self.tried >= MOST_CANDIDATES {
            return None;
        }
        let mut best: Option<(Rank, Shift)> = None;
        for &shift in &self.candidates {
            // A true distance obeys the triangle inequality, one within the beam may not.
            let bound = if is_true { most_gain.min(shift.most_gain()) } else { most_gain };
            let beats = |gain| gain > 0 && best.is_none_or(|(rank, _)| shift.rank(gain) > rank);
            if beats(bound) {
                let gain = distance.saturating_sub(table.shifted_distance(shift));
                if beats(gain) {
                    best = Some((shift.rank(gain), shift));
                }
            }
        }
        best.map(|(_, shift)| shift)
    }

    /// Finds the shifts to try: words that also stand together in the reference
    /// move to where they stand there, if there is an error in both places.
    fn collect(&mut self, words: &[u32], reference: &[u32]) {
        self.candidates.clear();
        for &token in reference {
            self.first[token as usize] = NOWHERE;
        }
        for (place, &token) in reference.iter().enumerate().rev() {
            let first = &mut self.first[token as usize];
            self.next[place] = *first;
            *first = place;
        }
        for (start, &token) in words.iter().enumerate() {
            let end = words.len().min(start + LONGEST_SHIFT);
            if !self.alignment.has_hypothesis_error(start, end) {
                continue;
            }
            let mut place = self.first[token as usize];
            while place.saturating_add(FURTHEST_SHIFT) < start {
                place = self.next[place];
            }
            self.first[token as usize] = place;
            while place <= start + FURTHEST_SHIFT {
                self.collect_at(words, reference, start, place);
                if self.tried >= MOST_CANDIDATES {
                    return;
                }
                place = self.next[place];
            }
        }
    }

    /// Finds the shifts of words that begin here to where they begin in the reference.
    fn collect_at(&mut self, words: &[u32], reference: &[u32], start: usize, place: usize) {
        let same = words[start..].iter().zip(&reference[place..]);
        let longest = same.take(LONGEST_SHIFT).take_while(|(word, other)| word == other).count();
        let partner = self.alignment.ends[place];
        for length in 1..=longest {
            let is_within = start < partner && partner <= start + length;
            if is_within
                || !self.alignment.has_hypothesis_error(start, start + length)
                || !self.alignment.has_reference_error(place, place + length)
            {
                continue;
            }
            let before = if place == 0 { 0 } else { self.alignment.ends[place - 1] };
            let mut last = None;
            for target in std::iter::once(before)
                .chain(self.alignment.ends[place..place + length].iter().copied())
            {
                if last != Some(target) {
                    last = Some(target);
                    self.tried += 1;
                    self.candidates.push(Shift::new(start, length, target, words.len()));
                }
            }
        }
    }
}
