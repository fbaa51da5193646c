//! From two texts to the statistics of their alignment.

use super::matches::{Match, Matches};
use super::search::Search;
use super::statistics::{MeteorTally, Side};
use super::words::{Word, Words};

/// Aligns texts; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub(super) struct Aligner {
    matches: Matches,
    search: Search,
    best: Vec<Match>,
}

impl Aligner {
    /// The statistics, or nothing if there are too many possible matches.
    pub(super) fn align(
        &mut self,
        hypothesis: &[Word],
        reference: &[Word],
        words: &Words,
    ) -> Option<MeteorTally> {
        if !self.matches.find(hypothesis, reference, words) {
            return None;
        }
        self.best.clear();
        self.search.best(&self.matches, hypothesis.len(), reference.len(), &mut self.best);
        let mut sides = [Side::default(); 2];
        for found in &self.best {
            let stretches =
                [(hypothesis, found.from, found.width), (reference, found.start, found.length)];
            for (side, (text, from, width)) in sides.iter_mut().zip(stretches) {
                for word in &text[from as usize..(from + width) as usize] {
                    let counts =
                        if word.is_function { &mut side.function } else { &mut side.content };
                    counts[usize::from(found.module)] += 1;
                }
            }
        }
        let texts = [hypothesis, reference];
        let lengths = texts.map(|text| text.len() as i64);
        let function = texts.map(|text| text.iter().filter(|word| word.is_function).count() as i64);
        Some(MeteorTally::new(lengths, function, sides, chunks(&self.best)))
    }
}

/// How many rows of matches there are that follow each other in both texts.
fn chunks(best: &[Match]) -> i64 {
    let mut ends = None;
    let mut chunks = 0;
    for found in best {
        if ends != Some((found.start, found.from)) {
            chunks += 1;
        }
        ends = Some((found.start + found.length, found.from + found.width));
    }
    chunks
}
