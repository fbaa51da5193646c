//! SARI as EASSE reads it: counts of all segments are added up first.

use regua_core::slot::{Cell, Slot};
use regua_core::{Tally, TallyRow};

use super::Operations;
use super::grams::{Gram, ORDERS};

/// What a segment contributes by one operation, for each order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// N-grams that hypothesis and references treat alike.
    correct: [i64; ORDERS],
    /// N-grams that the hypothesis treats so.
    hypothesis: [i64; ORDERS],
    /// N-grams that the references treat so.
    reference: [i64; ORDERS],
}

impl Counts {
    fn f1(&self) -> f64 {
        let mut mean = 0.0;
        for order in 0..ORDERS {
            let share = |total: i64| {
                if total > 0 { self.correct[order] as f64 / total as f64 } else { 0.0 }
            };
            let precision = share(self.hypothesis[order]);
            let recall = share(self.reference[order]);
            if precision > 0.0 && recall > 0.0 {
                mean += 2.0 * precision * recall / (precision + recall) / ORDERS as f64;
            }
        }
        mean
    }
}

/// What a segment contributes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct EasseTally {
    pub(super) segments: i64,
    add: Counts,
    keep: Counts,
    delete: Counts,
}

impl EasseTally {
    /// The tally of a segment whose n-grams are still to be counted.
    pub(super) fn of_one_segment() -> Self {
        Self { segments: 1, ..Self::default() }
    }

    pub(super) fn slots() -> Vec<Slot> {
        let mut slots = vec![Slot::count("segments")];
        for operation in ["add", "keep", "delete"] {
            for side in ["correct", "hypothesis", "reference"] {
                let named = |order| Slot::count(format!("{operation}_{side}{order}"));
                slots.extend((1..=ORDERS).map(named));
            }
        }
        slots
    }

    pub(super) fn read(tally: Tally<'_>) -> Self {
        let mut fields = tally.fields();
        let segments = fields.count();
        let mut orders = || std::array::from_fn(|_| fields.count());
        let mut counts = || Counts { correct: orders(), hypothesis: orders(), reference: orders() };
        Self { segments, add: counts(), keep: counts(), delete: counts() }
    }

    /// Adds the n-grams of one order.
    pub(super) fn count(&mut self, order: usize, grams: &[Gram]) {
        let add = |counts: &mut Counts, [correct, hypothesis, reference]: [u64; 3]| {
            counts.correct[order] += correct as i64;
            counts.hypothesis[order] += hypothesis as i64;
            counts.reference[order] += reference as i64;
        };
        for gram in grams {
            let (added, to_add) = (gram.is_added(), gram.is_to_add());
            add(&mut self.add, [added && to_add, added, to_add].map(u64::from));
            let (kept, to_keep) = (gram.kept(), gram.to_keep());
            add(&mut self.keep, [kept.min(to_keep), kept, to_keep]);
            let (deleted, to_delete) = (gram.deleted(), gram.to_delete());
            add(&mut self.delete, [deleted.min(to_delete), deleted, to_delete]);
        }
    }

    /// The operations' scores in percent, and SARI.
    pub(super) fn scores(&self) -> (f64, Operations) {
        let [add, keep, delete] =
            [self.add, self.keep, self.delete].map(|counts| 100.0 * counts.f1());
        ((add + keep + delete) / 3.0, Operations { add, keep, delete })
    }
}

impl TallyRow for EasseTally {
    fn write(&self, row: &mut Vec<Cell>) {
        row.push(Cell::Count(self.segments));
        for counts in [self.add, self.keep, self.delete] {
            let counts = [counts.correct, counts.hypothesis, counts.reference];
            row.extend(counts.as_flattened().iter().map(|&count| Cell::Count(count)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_reads_back_as_its_tally() {
        let mut tally = EasseTally::of_one_segment();
        tally.count(0, &[Gram { source: 2, hypothesis: 0, references: 1 }]);
        tally.count(2, &[Gram { source: 0, hypothesis: 2, references: 1 }]);
        let mut row = Vec::new();
        tally.write(&mut row);
        assert_eq!(row.len(), EasseTally::slots().len());
        assert_eq!(EasseTally::read(Tally::new(&row)), tally);
    }
}
