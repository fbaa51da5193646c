//! Each text of a corpus against all others, without comparing pairs.
//!
//! In BLEU with several references an n-gram of the hypothesis counts at most
//! as often as the reference that has it most often. If all other texts are the
//! references, that is the largest count in the corpus, unless the hypothesis
//! itself is the only one to have it so often: then it is the second largest.
//! So an n-gram costs a text a match only where the text is that only one.

use std::collections::BTreeMap;

use crate::known_ngrams::KnownNgrams;

/// What is known of one n-gram.
#[derive(Debug, Clone, Copy)]
struct Record {
    order: u8,
    largest: u32,
    /// The largest count of any text but the holder; the largest count itself
    /// if several texts have it.
    second: u32,
    /// A text that has the n-gram so often.
    holder: u32,
}

/// One text beside all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextCounts {
    /// Its length in words.
    pub(super) length: usize,
    /// The length of another text that is closest to it; the shorter of two.
    pub(super) closest: usize,
    /// Its n-grams that others have, by order.
    pub(super) matches: Vec<u64>,
}

/// The n-grams of a corpus.
#[derive(Debug)]
pub(super) struct Others {
    order: usize,
    numbers: KnownNgrams,
    records: Vec<Record>,
    lengths: Vec<usize>,
    /// The n-grams of the text at hand.
    own: Vec<u32>,
}

impl Others {
    pub(super) fn new(order: usize) -> Self {
        Self {
            order,
            numbers: KnownNgrams::default(),
            records: Vec::new(),
            lengths: Vec::new(),
            own: Vec::new(),
        }
    }

    /// Whether more texts would no longer fit the memory.
    pub(super) fn is_full(&self) -> bool {
        self.numbers.is_full()
    }

    /// Adds a text.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "orders are below ten, texts in memory below 2^32"
    )]
    pub(super) fn add(&mut self, text: &[u32]) {
        let holder = self.lengths.len() as u32;
        self.lengths.push(text.len());
        self.own.clear();
        let (own, records) = (&mut self.own, &mut self.records);
        self.numbers.add(text, self.order, |order, number, is_new| {
            own.push(number);
            if is_new {
                records.push(Record { order: order as u8, largest: 0, second: 0, holder });
            }
        });
        own.sort_unstable();
        for same in own.chunk_by(|left, right| left == right) {
            let count = same.len() as u32;
            let record = &mut records[same[0] as usize];
            if count > record.largest {
                (record.second, record.largest, record.holder) = (record.largest, count, holder);
            } else {
                record.second = record.second.max(count);
            }
        }
    }

    /// What the others leave of each text.
    pub(super) fn finish(self) -> Vec<TextCounts> {
        let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
        for &length in &self.lengths {
            *lengths.entry(length).or_default() += 1;
        }
        let totals = |length| regua_text::ngrams::totals(length, self.order).collect();
        let mut texts: Vec<TextCounts> = self
            .lengths
            .iter()
            .map(|&length| TextCounts {
                length,
                closest: closest(&lengths, length),
                matches: totals(length),
            })
            .collect();
        for record in &self.records {
            let lost = u64::from(record.largest - record.second);
            texts[record.holder as usize].matches[record.order as usize] -= lost;
        }
        texts
    }
}

/// The closest length of another text; the shorter of two.
fn closest(lengths: &BTreeMap<usize, usize>, own: usize) -> usize {
    if lengths.get(&own).is_some_and(|&texts| texts > 1) {
        return own;
    }
    let shorter = lengths.range(..own).next_back().map(|(&length, _)| length);
    let longer = lengths.range(own + 1..).next().map(|(&length, _)| length);
    match (shorter, longer) {
        (Some(shorter), Some(longer)) if own - shorter > longer - own => longer,
        (Some(shorter), _) => shorter,
        (None, longer) => longer.unwrap_or(own),
    }
}
