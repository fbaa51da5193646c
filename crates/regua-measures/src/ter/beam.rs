//! The edit-distance table of long or very different texts, within tercom's beam.
//!
//! Only cells near the diagonal are looked at, so the distance can be more than
//! the true one, and has to be, to read as the reference tool does. The cells
//! that count depend on the lengths alone: a distance is that of the shortest
//! way that stays among them, which can be put together from a way into the
//! middle and a way out of it.

use super::shift::Shift;
use super::table::{Step, Table};

/// How many columns around the diagonal count.
const WIDTH: usize = 25;
const UNREACHED: u32 = 1 << 30;

/// Whether a true distance is sure to be that within the beam, and every
/// shortest alignment the same.
///
/// A row that is not the first has at least the columns `d - 25` to `d + 24`,
/// where `d`, the rounded-down diagonal, is at most 1 below it. A reference of 24
/// words has no other columns. A way of `distance` edits is never further from
/// the diagonal than half of `distance` and the difference of the lengths.
pub(super) fn cannot_matter(distance: usize, hypothesis: usize, reference: usize) -> bool {
    reference < WIDTH || distance + hypothesis.abs_diff(reference) < 2 * (WIDTH - 1)
}

/// The columns of a row that count.
#[derive(Debug, Clone, Copy)]
struct Span {
    /// Where its cells are among all cells.
    offset: usize,
    first: usize,
    end: usize,
}

impl Span {
    fn cells(self) -> std::ops::Range<usize> {
        self.offset..self.offset + (self.end - self.first)
    }
}

/// The value of a column in a row that starts with another.
#[inline]
fn at(row: &[u32], first: usize, column: usize) -> u32 {
    row.get(column.wrapping_sub(first)).copied().unwrap_or(UNREACHED)
}

/// The table.
#[derive(Debug, Clone, Default)]
pub(super) struct Beam {
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
    spans: Vec<Span>,
    /// The distance from the beginning to each cell.
    before: Vec<u32>,
    steps: Vec<Step>,
    /// The distance from each cell to the end; empty until it is asked for.
    after: Vec<u32>,
    row: Vec<u32>,
    next_row: Vec<u32>,
}

impl Beam {
    /// Fills the table and returns the distance.
    pub(super) fn fill(&mut self, hypothesis: &[u32], reference: &[u32]) -> usize {
        self.hypothesis.clear();
        self.hypothesis.extend_from_slice(hypothesis);
        self.reference.clear();
        self.reference.extend_from_slice(reference);
        self.place_spans();
        let cells = self.spans.last().map_or(0, |span| span.cells().end);
        self.after.clear();
        self.steps.clear();
        self.steps.resize(cells, Step::Insert);
        self.before.clear();
        self.before.resize(cells, UNREACHED);
        for (value, cell) in (0..).zip(&mut self.before[self.spans[0].cells()]) {
            *cell = value;
        }
        for (pair, &word) in self.spans.windows(2).zip(hypothesis) {
            let (above, below) = (pair[0], pair[1]);
            let (done, rest) = self.before.split_at_mut(below.offset);
            let row = &mut rest[..below.end - below.first];
            let steps = &mut self.steps[below.cells()];
            advance(
                &done[above.cells()],
                above.first,
                row,
                below.first,
                word,
                reference,
                |cell, step| {
                    steps[cell] = step;
                },
            );
        }
        self.before.last().map_or(0, |&distance| distance as usize)
    }

    /// The columns of each row. The arithmetic is the reference tool's, its
    /// rounding too.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole numbers that are no larger than the reference is long"
    )]
    fn place_spans(&mut self) {
        let columns = self.reference.len() + 1;
        let ratio = self.reference.len() as f64 / self.hypothesis.len().max(1) as f64;
        let half = ratio / 2.0;
        let width =
            if (WIDTH as f64) < half { (half + WIDTH as f64).ceil() as usize } else { WIDTH };
        let last_row = self.hypothesis.len();
        self.spans.clear();
        self.spans.push(Span { offset: 0, first: 0, end: columns });
        let mut offset = columns;
        for row in 1..=last_row {
            let diagonal = (row as f64 * ratio).floor() as usize;
            let end = if row == last_row { columns } else { columns.min(diagonal + width) };
            let span = Span { offset, first: diagonal.saturating_sub(width), end };
            offset = span.cells().end;
            self.spans.push(span);
        }
    }

    /// The distance from each cell to the end.
    fn fill_after(&mut self) {
        self.after.resize(self.before.len(), UNREACHED);
        let last_row = self.hypothesis.len();
        for (value, cell) in (0..).zip(self.after[self.spans[last_row].cells()].iter_mut().rev()) {
            *cell = value;
        }
        for row in (1..last_row).rev() {
            let (span, below) = (self.spans[row], self.spans[row + 1]);
            let (rest, done) = self.after.split_at_mut(below.offset);
            let below_row = &done[..below.end - below.first];
            let mut right = UNREACHED;
            for column in (span.first..span.end).rev() {
                let differs = self.reference.get(column) != Some(&self.hypothesis[row]);
                right = (at(below_row, below.first, column + 1) + u32::from(differs))
                    .min(at(below_row, below.first, column) + 1)
                    .min(right + 1)
                    .min(UNREACHED);
                rest[span.offset + column - span.first] = right;
            }
        }
    }
}

/// Fills a row from the one above it and tells the step to each cell that can be
/// reached.
#[inline]
fn advance(
    above: &[u32],
    above_first: usize,
    row: &mut [u32],
    first: usize,
    word: u32,
    reference: &[u32],
    mut step_to: impl FnMut(usize, Step),
) {
    let mut left = UNREACHED;
    for (cell, value) in row.iter_mut().enumerate() {
        let column = first + cell;
        let (mut best, mut step) = (UNREACHED, Step::Insert);
        if column > 0 {
            let is_same = reference[column - 1] == word;
            let diagonal = at(above, above_first, column - 1) + u32::from(!is_same);
            if diagonal < best {
                (best, step) = (diagonal, if is_same { Step::Keep } else { Step::Substitute });
            }
        }
        let deletion = at(above, above_first, column) + 1;
        if deletion < best {
            (best, step) = (deletion, Step::Delete);
        }
        if left + 1 < best {
            (best, step) = (left + 1, Step::Insert);
        }
        step_to(cell, step);
        *value = best;
        left = best;
    }
}

impl Table for Beam {
    fn step(&self, row: usize, column: usize) -> Step {
        let span = self.spans[row];
        self.steps[span.offset + column - span.first]
    }

    fn shifted_distance(&mut self, shift: Shift) -> usize {
        if self.after.is_empty() {
            self.fill_after();
        }
        let [moved, passed, _] = shift.pieces();
        let mut above = self.spans[shift.first()];
        self.row.clear();
        self.row.extend_from_slice(&self.before[above.cells()]);
        for (place, row) in moved.chain(passed).zip(shift.first() + 1..) {
            let below = self.spans[row];
            self.next_row.resize(below.end - below.first, UNREACHED);
            let word = self.hypothesis[place];
            advance(
                &self.row,
                above.first,
                &mut self.next_row,
                below.first,
                word,
                &self.reference,
                |_, _| (),
            );
            std::mem::swap(&mut self.row, &mut self.next_row);
            above = below;
        }
        let ways = self.row.iter().zip(&self.after[above.cells()]);
        ways.map(|(before, after)| (before + after) as usize).min().unwrap_or(UNREACHED as usize)
    }
}
