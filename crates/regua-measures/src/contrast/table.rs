//! A bounded table of n-grams in which two systems differ.

use std::cmp::Ordering;

use regua_text::intern::Interner;
use rustc_hash::FxHashMap;

use super::ngrams::Ngram;

/// How many units an n-gram shows for each system.
const SHOWN: usize = 3;
/// Stands for no unit.
const NONE: u32 = u32::MAX;

/// An n-gram that one system has more often than the other.
#[derive(Debug, Clone, PartialEq)]
pub struct NgramContrast {
    /// Its words with a blank between them.
    pub text: String,
    /// How many words it has.
    pub order: usize,
    /// From 0.5 (as often as the other) to 1: (own count + α) / (both counts + 2α).
    pub score: f64,
    /// The count of the first system.
    pub first: u64,
    /// The count of the second system.
    pub second: u64,
    /// The first units, three at most, in which the one system has it more often.
    pub ids: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    counts: [u32; 2],
    /// Where the ids of units are, for each system.
    units: [[u32; SHOWN]; 2],
}

impl Entry {
    const EMPTY: Self = Self { counts: [0; 2], units: [[NONE; SHOWN]; 2] };

    fn largest(&self) -> u32 {
        self.counts[0].max(self.counts[1])
    }

    fn score(&self, system: usize, alpha: f64) -> f64 {
        let [own, both] = [self.counts[system].into(), self.sum()];
        (own + alpha) / (both + 2.0 * alpha)
    }

    fn sum(&self) -> f64 {
        f64::from(self.counts[0]) + f64::from(self.counts[1])
    }
}

/// Ids of units, each but once if it is given again at once.
#[derive(Debug, Default)]
struct Ids {
    text: String,
    ends: Vec<usize>,
}

impl Ids {
    fn push(&mut self, id: &str) -> u32 {
        self.text.push_str(id);
        self.ends.push(self.text.len());
        u32::try_from(self.ends.len() - 1).unwrap_or(NONE)
    }

    fn get(&self, place: u32) -> Option<&str> {
        let place = place as usize;
        let start = if place == 0 { 0 } else { *self.ends.get(place - 1)? };
        self.text.get(start..*self.ends.get(place)?)
    }
}

/// N-grams with a count for each system.
///
/// The table holds at most so many after each unit. Where there are more, those
/// with the smallest counts go, until half of the room is free: all whose larger
/// count is no more than the smallest number that frees so much.
#[derive(Debug)]
pub(super) struct NgramTable {
    entries: FxHashMap<Ngram, Entry>,
    most: usize,
    ids: Ids,
    /// Where the id of the unit at hand is, once it is needed.
    unit: Option<u32>,
    lacks: u64,
}

impl NgramTable {
    /// An empty table with room for so many n-grams.
    pub(super) fn new(most: usize) -> Self {
        Self { entries: FxHashMap::default(), most, ids: Ids::default(), unit: None, lacks: 0 }
    }

    /// Adds the counts of an n-gram in the unit of this id.
    pub(super) fn add(&mut self, ngram: Ngram, counts: [u32; 2], id: &str) {
        let entry = self.entries.entry(ngram).or_insert(Entry::EMPTY);
        for (sum, count) in entry.counts.iter_mut().zip(counts) {
            *sum = sum.saturating_add(count);
        }
        let better = match counts[0].cmp(&counts[1]) {
            Ordering::Equal => return,
            Ordering::Greater => 0,
            Ordering::Less => 1,
        };
        if let Some(free) = entry.units[better].iter_mut().find(|unit| **unit == NONE) {
            *free = *self.unit.get_or_insert_with(|| self.ids.push(id));
        }
    }

    /// Ends the unit; only now n-grams are removed, so that their order within a
    /// unit does not matter.
    pub(super) fn end_unit(&mut self) {
        self.unit = None;
        if self.entries.len() <= self.most {
            return;
        }
        let mut counts: Vec<u32> = self.entries.values().map(Entry::largest).collect();
        let (_, &mut least, _) =
            counts.select_nth_unstable_by(self.most / 2, |one, other| other.cmp(one));
        self.entries.retain(|_, entry| entry.largest() > least);
        self.lacks = self.lacks.saturating_add(least.into());
        self.forget_ids();
    }

    /// Keeps the ids that are still used.
    fn forget_ids(&mut self) {
        let mut moved = vec![NONE; self.ids.ends.len()];
        let mut ids = Ids::default();
        for place in self.entries.values_mut().flat_map(|entry| entry.units.as_flattened_mut()) {
            let Some(id) = self.ids.get(*place) else { continue };
            let to = &mut moved[*place as usize];
            if *to == NONE {
                *to = ids.push(id);
            }
            *place = *to;
        }
        self.ids = ids;
    }

    /// How much each count may lack because n-grams were removed; 0 if none was.
    pub(super) fn lacks(&self) -> u64 {
        self.lacks
    }

    /// The n-grams that a system has more often than the other: those with the
    /// largest scores first, equal ones by their words.
    pub(super) fn ranked(
        &self,
        system: usize,
        alpha: f64,
        top: usize,
        vocabulary: &Interner,
    ) -> Vec<NgramContrast> {
        let mut found: Vec<(f64, Ngram, &Entry)> = self
            .entries
            .iter()
            .filter(|(_, entry)| entry.counts[system] > entry.counts[1 - system])
            .map(|(&ngram, entry)| (entry.score(system, alpha), ngram, entry))
            .collect();
        let words = |ngram: Ngram| ngram.words().map(|word| vocabulary.resolve(word));
        let order = |one: &(f64, Ngram, &Entry), other: &(f64, Ngram, &Entry)| {
            other.0.total_cmp(&one.0).then_with(|| words(one.1).cmp(words(other.1)))
        };
        if top < found.len() {
            found.select_nth_unstable_by(top, order);
            found.truncate(top);
        }
        found.sort_unstable_by(order);
        let shown = |(score, ngram, entry): (f64, Ngram, &Entry)| {
            let ids = entry.units[system].iter().filter_map(|&place| self.ids.get(place));
            NgramContrast {
                text: words(ngram).collect::<Vec<_>>().join(" "),
                order: ngram.words().count(),
                score,
                first: entry.counts[0].into(),
                second: entry.counts[1].into(),
                ids: ids.map(str::to_owned).collect(),
            }
        };
        found.into_iter().map(shown).collect()
    }
}
