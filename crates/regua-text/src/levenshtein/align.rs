//! Which of the shortest alignments is taken.
//!
//! Many alignments can have the fewest edits, and the counts of
//! substitutions, deletions and insertions depend on the choice. This is the
//! choice of rapidfuzz 3.14, and so of jiwer 4: common ends are set aside;
//! the way back through the table prefers a deletion, then an insertion if the
//! value falls there, then the diagonal. A table of 2^22 bits or more is cut in
//! two halves of the hypothesis first, at the earliest reference position
//! that is on a shortest alignment.

use super::bits::{Band, Steps, Table, banded_rows, short_distance};
use super::masks::Masks;
use super::{Operation, OperationKind};

/// From this many bits on, a table is cut in two.
const LARGEST_TABLE: usize = 1 << 22;
/// Texts of up to four words are done in one go rather than with a growing band.
const SMALL_TEXT: usize = 256;
const FIRST_LIMIT: usize = 64;

/// Two texts, or parts of them, with the places where they start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'text> {
    pub(super) reference: &'text [u32],
    pub(super) hypothesis: &'text [u32],
    reference_start: usize,
    hypothesis_start: usize,
}

impl<'text> Pair<'text> {
    pub(super) fn new(reference: &'text [u32], hypothesis: &'text [u32]) -> Self {
        Self { reference, hypothesis, reference_start: 0, hypothesis_start: 0 }
    }

    /// The pair without the tokens that both begin with and both end with.
    pub(super) fn without_common_ends(self) -> Self {
        let prefix = common(self.reference.iter(), self.hypothesis.iter());
        let reference = &self.reference[prefix..];
        let hypothesis = &self.hypothesis[prefix..];
        let suffix = common(reference.iter().rev(), hypothesis.iter().rev());
        Self {
            reference: &reference[..reference.len() - suffix],
            hypothesis: &hypothesis[..hypothesis.len() - suffix],
            reference_start: self.reference_start + prefix,
            hypothesis_start: self.hypothesis_start + prefix,
        }
    }

    fn split(self, cut: &Cut) -> (Self, Self) {
        let (reference, reference_rest) = self.reference.split_at(cut.reference);
        let (hypothesis, hypothesis_rest) = self.hypothesis.split_at(cut.hypothesis);
        (
            Self { reference, hypothesis, ..self },
            Self {
                reference: reference_rest,
                hypothesis: hypothesis_rest,
                reference_start: self.reference_start + cut.reference,
                hypothesis_start: self.hypothesis_start + cut.hypothesis,
            },
        )
    }

    fn longer(self) -> usize {
        self.reference.len().max(self.hypothesis.len())
    }

    fn edit(self, kind: OperationKind, reference: usize, hypothesis: usize) -> Operation {
        Operation {
            kind,
            reference: self.reference_start + reference,
            hypothesis: self.hypothesis_start + hypothesis,
        }
    }

    pub(super) fn length_difference(self) -> usize {
        self.reference.len().abs_diff(self.hypothesis.len())
    }
}

fn common<'text>(
    left: impl Iterator<Item = &'text u32>,
    right: impl Iterator<Item = &'text u32>,
) -> usize {
    left.zip(right).take_while(|(left, right)| left == right).count()
}

/// Where a pair is cut, and how many edits are on either side.
struct Cut {
    reference: usize,
    hypothesis: usize,
    left_distance: usize,
    right_distance: usize,
}

impl Cut {
    fn distance(&self) -> usize {
        self.left_distance + self.right_distance
    }
}

/// Receives edits, the last one of a part first.
pub(super) trait Sink {
    fn edit(&mut self, edit: Operation);
    /// Edits that the lengths and the distance alone determine; `false` if they must be given one by one.
    fn forced(&mut self, pair: Pair<'_>, distance: usize) -> bool;
}

/// Memory of the kernels.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    masks: Masks,
    row: Vec<Steps>,
    table: Table,
    right_values: Vec<Option<usize>>,
}

impl Memory {
    /// The fewest edits from the one text to the other.
    pub(super) fn distance(&mut self, pair: Pair<'_>) -> usize {
        let pair = pair.without_common_ends();
        let (columns, rows) = if pair.reference.len() <= pair.hypothesis.len() {
            (pair.reference, pair.hypothesis)
        } else {
            (pair.hypothesis, pair.reference)
        };
        if columns.is_empty() {
            return rows.len();
        }
        self.masks.set(columns.iter().copied());
        if columns.len() <= 64 {
            return short_distance(&self.masks, columns.len(), rows, &mut ());
        }
        let mut limit = first_limit(pair);
        loop {
            let band = Band::new(columns.len(), rows.len(), limit);
            let rows = rows.iter().copied();
            match banded_rows(&self.masks, band, rows, &mut self.row, &mut ()) {
                Ok(distance) if distance <= limit => return distance,
                outcome => limit = next_limit(pair, limit, outcome),
            }
        }
    }

    /// Sends the edits of a pair to a sink; `known` is its distance if that is known.
    pub(super) fn align(&mut self, pair: Pair<'_>, known: Option<usize>, sink: &mut impl Sink) {
        let pair = pair.without_common_ends();
        if pair.reference.is_empty() || pair.hypothesis.is_empty() {
            if !sink.forced(pair, pair.longer()) {
                remaining(pair, pair.reference.len(), pair.hypothesis.len(), sink);
            }
            return;
        }
        // rapidfuzz bounds the table by what it knows of the distance, and cuts by that bound.
        let bound = known.map_or(pair.longer(), |known| known.min(pair.longer()));
        let columns = pair.reference.len().min(2 * bound + 1);
        let is_large = columns.saturating_mul(pair.hypothesis.len()) >= LARGEST_TABLE;
        if is_large && pair.reference.len() >= 65 && pair.hypothesis.len() >= 10 {
            let cut = self.cut(pair, known);
            let (left, right) = pair.split(&cut);
            self.align(right, Some(cut.right_distance), sink);
            self.align(left, Some(cut.left_distance), sink);
        } else {
            self.align_at_once(pair, known, sink);
        }
    }

    fn align_at_once(&mut self, pair: Pair<'_>, known: Option<usize>, sink: &mut impl Sink) {
        self.masks.set(pair.reference.iter().copied());
        let columns = pair.reference.len();
        let distance = if columns <= 64 {
            short_distance(&self.masks, columns, pair.hypothesis, &mut self.table)
        } else {
            let mut limit = known.unwrap_or_else(|| first_limit(pair));
            loop {
                let band = Band::new(columns, pair.hypothesis.len(), limit);
                let rows = pair.hypothesis.iter().copied();
                match banded_rows(&self.masks, band, rows, &mut self.row, &mut self.table) {
                    Ok(distance) if distance <= limit => break distance,
                    outcome => limit = next_limit(pair, limit, outcome),
                }
            }
        };
        if !sink.forced(pair, distance) {
            walk_back(pair, &self.table, sink);
        }
    }

    /// The first place of the reference where a shortest alignment passes the middle of the hypothesis.
    fn cut(&mut self, pair: Pair<'_>, known: Option<usize>) -> Cut {
        let middle = pair.hypothesis.len() / 2;
        let columns = pair.reference.len();
        let mut limit = known.unwrap_or_else(|| first_limit(pair));
        loop {
            let band = Band::new(columns, pair.hypothesis.len(), limit);
            match self.cut_within(pair, band, middle) {
                Ok(cut) if cut.distance() <= limit => return cut,
                outcome => {
                    let outcome = outcome.map(|cut| cut.distance());
                    limit = next_limit(pair, limit, outcome);
                }
            }
        }
    }

    /// The cut, or a guess at the distance if it must be larger than the band allows.
    fn cut_within(&mut self, pair: Pair<'_>, band: Band, middle: usize) -> Result<Cut, usize> {
        let columns = pair.reference.len();
        self.fill_right_values(pair, band, middle)?;
        self.masks.set(pair.reference.iter().copied());
        let rows = pair.hypothesis[..middle].iter().copied();
        let end = banded_rows(&self.masks, band, rows, &mut self.row, &mut ())
            .map_err(|half| 2 * half)?;
        band.values(&self.row, middle, end)
            .filter_map(|(reference, left_distance)| {
                Some(Cut {
                    reference,
                    hypothesis: middle,
                    left_distance,
                    right_distance: self.right_values[columns - reference]?,
                })
            })
            .min_by_key(Cut::distance)
            .ok_or(0)
    }

    /// For each end of the reference its distance to the second half of the hypothesis.
    fn fill_right_values(
        &mut self,
        pair: Pair<'_>,
        band: Band,
        middle: usize,
    ) -> Result<(), usize> {
        let columns = pair.reference.len();
        self.masks.set(pair.reference.iter().rev().copied());
        let rows = pair.hypothesis[middle..].iter().rev().copied();
        let end = banded_rows(&self.masks, band, rows, &mut self.row, &mut ())
            .map_err(|half| 2 * half)?;
        self.right_values.clear();
        self.right_values.resize(columns + 1, None);
        let rows = pair.hypothesis.len() - middle;
        for (column, value) in band.values(&self.row, rows, end) {
            self.right_values[column] = Some(value);
        }
        Ok(())
    }
}

/// A bound to begin with. The true distance is often far below the lengths.
fn first_limit(pair: Pair<'_>) -> usize {
    if pair.longer() <= SMALL_TEXT {
        pair.longer()
    } else {
        (pair.length_difference() + FIRST_LIMIT).min(pair.longer())
    }
}

/// A larger bound, after a distance that is too large by an unknown amount or a guess at it.
fn next_limit(pair: Pair<'_>, limit: usize, outcome: Result<usize, usize>) -> usize {
    let wanted = outcome.unwrap_or_else(|guess| guess.max(2 * limit));
    wanted.min(pair.longer())
}

fn walk_back(pair: Pair<'_>, table: &Table, sink: &mut impl Sink) {
    let mut reference = pair.reference.len();
    let mut hypothesis = pair.hypothesis.len();
    while reference > 0 && hypothesis > 0 {
        if table.rises(hypothesis - 1, reference - 1) {
            reference -= 1;
            sink.edit(pair.edit(OperationKind::Delete, reference, hypothesis));
            continue;
        }
        hypothesis -= 1;
        if hypothesis > 0 && table.falls(hypothesis - 1, reference - 1) {
            sink.edit(pair.edit(OperationKind::Insert, reference, hypothesis));
            continue;
        }
        reference -= 1;
        if pair.reference[reference] != pair.hypothesis[hypothesis] {
            sink.edit(pair.edit(OperationKind::Substitute, reference, hypothesis));
        }
    }
    remaining(pair, reference, hypothesis, sink);
}

/// The edits where one of the texts is used up.
fn remaining(pair: Pair<'_>, reference: usize, hypothesis: usize, sink: &mut impl Sink) {
    for place in (0..reference).rev() {
        sink.edit(pair.edit(OperationKind::Delete, place, hypothesis));
    }
    for place in (0..hypothesis).rev() {
        sink.edit(pair.edit(OperationKind::Insert, 0, place));
    }
}
