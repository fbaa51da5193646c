//! How many units are of some length, or differ so much from their references.

use super::buckets::Buckets;
use crate::bleu::closest;

/// Units of some length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LengthBucket {
    /// The lengths in words: `<10`, `[10,20)`, `>=60`.
    pub length: String,
    /// Units whose first reference is of this length.
    pub references: u64,
    /// Units in which the output of the first system is.
    pub first: u64,
    /// Units in which the output of the second system is.
    pub second: u64,
}

/// Units in which output and reference differ so much in length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferenceBucket {
    /// Words of the output less those of the reference that is closest.
    pub difference: String,
    /// Units of the first system.
    pub first: u64,
    /// Units of the second system.
    pub second: u64,
}

/// Counts units by their lengths.
#[derive(Debug)]
pub(super) struct Lengths {
    by_length: Buckets,
    /// References, first and second system, for each bucket.
    length_counts: Vec<[u64; 3]>,
    by_difference: Buckets,
    difference_counts: Vec<[u64; 2]>,
}

impl Lengths {
    /// Before the first unit.
    pub(super) fn new() -> Self {
        let [by_length, by_difference] = [Buckets::lengths(), Buckets::differences()];
        Self {
            length_counts: vec![[0; 3]; by_length.names().len()],
            by_length,
            difference_counts: vec![[0; 2]; by_difference.names().len()],
            by_difference,
        }
    }

    /// Adds a unit.
    pub(super) fn add(&mut self, systems: [&[u32]; 2], references: &[Vec<u32>]) {
        let systems = systems.map(<[u32]>::len);
        let own = references.first().map_or(0, Vec::len);
        for (place, length) in [own].into_iter().chain(systems).enumerate() {
            if let Some(bucket) = self.by_length.find(length as f64) {
                self.length_counts[bucket][place] += 1;
            }
        }
        for (system, length) in systems.into_iter().enumerate() {
            let Some(reference) = closest(length, references.iter().map(Vec::len)) else {
                continue;
            };
            if let Some(bucket) = self.by_difference.find(length as f64 - reference as f64) {
                self.difference_counts[bucket][system] += 1;
            }
        }
    }

    /// Units by length.
    pub(super) fn lengths(&self) -> Vec<LengthBucket> {
        let bucket = |(length, &[references, first, second]): (&String, &[u64; 3])| LengthBucket {
            length: length.clone(),
            references,
            first,
            second,
        };
        self.by_length.names().iter().zip(&self.length_counts).map(bucket).collect()
    }

    /// Units by difference of lengths.
    pub(super) fn differences(&self) -> Vec<DifferenceBucket> {
        let bucket = |(difference, &[first, second]): (&String, &[u64; 2])| DifferenceBucket {
            difference: difference.clone(),
            first,
            second,
        };
        self.by_difference.names().iter().zip(&self.difference_counts).map(bucket).collect()
    }
}
