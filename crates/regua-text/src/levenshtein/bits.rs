//! Bit-parallel rows of the edit-distance table (Myers 1999, Hyyrö 2003).
//!
//! The table has one row for each hypothesis token and one bit column for each
//! reference token. A row is kept as two bit vectors: where the value rises by
//! one from a column to the next, and where it falls by one.

use super::masks::Masks;

/// Where neighbouring values of a row rise and fall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps {
    pub(super) rises: u64,
    pub(super) falls: u64,
}

impl Steps {
    const FIRST_ROW: Self = Self { rises: !0, falls: 0 };
}

/// The change from one row to the next at one column.
#[derive(Debug, Clone, Copy)]
struct Carry {
    rises: u64,
    falls: u64,
}

/// One row of one word further. Returns the new steps and the bits of change.
#[inline]
fn advance(matches: u64, before: Steps, carry: Carry) -> (Steps, Carry) {
    let matches = matches | carry.falls;
    let diagonal = (((matches & before.rises).wrapping_add(before.rises)) ^ before.rises)
        | matches
        | before.falls;
    let up = before.falls | !(diagonal | before.rises);
    let down = diagonal & before.rises;
    let shifted_up = up << 1 | carry.rises;
    let shifted_down = down << 1 | carry.falls;
    let after =
        Steps { rises: shifted_down | !(diagonal | shifted_up), falls: shifted_up & diagonal };
    (after, Carry { rises: up, falls: down })
}

/// The part of the table that a path of at most `limit` edits can touch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Band {
    words: usize,
    insertions: usize,
    deletions: usize,
    columns: usize,
    limit: usize,
}

impl Band {
    /// `limit` must be no smaller than the difference of the lengths.
    pub(super) fn new(columns: usize, rows: usize, limit: usize) -> Self {
        Self {
            words: columns.div_ceil(64),
            insertions: (limit + rows).saturating_sub(columns) / 2,
            deletions: (limit + columns).saturating_sub(rows) / 2,
            columns,
            limit,
        }
    }

    /// The first word of a row, counted from 0, that is in the band.
    #[inline]
    pub(super) fn first(&self, row: usize) -> usize {
        // Column 0 of the table is no bit, so bit `b` is column `b + 1`.
        (row.saturating_sub(self.insertions) / 64).min(self.words - 1)
    }

    /// The last word of a row that is in the band.
    #[inline]
    fn last(&self, row: usize) -> usize {
        ((row + self.deletions).min(self.columns - 1)) / 64
    }

    /// The values of the last of `rows` rows that the band reaches, each with its column of the
    /// table, from the steps of that row and the value at its end.
    pub(super) fn values(
        self,
        steps: &[Steps],
        rows: usize,
        end: usize,
    ) -> impl Iterator<Item = (usize, usize)> {
        let first = self.first(rows - 1);
        let last = self.last(rows - 1);
        let columns = first * 64..self.columns.min((last + 1) * 64);
        let step = move |column: usize| {
            let steps = steps[column / 64];
            let bit = column % 64;
            ((steps.rises >> bit & 1) as usize, (steps.falls >> bit & 1) as usize)
        };
        let start = columns.clone().map(step).fold(end, |value, (rise, fall)| value + fall - rise);
        let inner = columns.clone().scan(start, move |value, column| {
            let (rise, fall) = step(column);
            *value = *value + rise - fall;
            Some((column + 1, *value))
        });
        std::iter::once((columns.start, start)).chain(inner)
    }

    /// How many words a row has at most.
    fn stride(&self) -> usize {
        self.words.min((self.insertions + self.deletions) / 64 + 2)
    }
}

/// Rows that were kept for finding the way back.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    steps: Vec<Steps>,
    band: Band,
    stride: usize,
}

impl Table {
    /// Whether the value rises into a bit column; outside of the band it does.
    #[inline]
    pub(super) fn rises(&self, row: usize, column: usize) -> bool {
        self.steps(row, column / 64).is_none_or(|steps| steps.rises >> (column % 64) & 1 == 1)
    }

    /// Whether the value falls into a bit column; outside of the band it does not.
    #[inline]
    pub(super) fn falls(&self, row: usize, column: usize) -> bool {
        self.steps(row, column / 64).is_some_and(|steps| steps.falls >> (column % 64) & 1 == 1)
    }

    #[inline]
    fn steps(&self, row: usize, word: usize) -> Option<&Steps> {
        let offset = word.checked_sub(self.band.first(row))?;
        if offset >= self.stride {
            return None;
        }
        self.steps.get(row * self.stride + offset)
    }
}

/// What to keep of the rows.
pub(super) trait Keep {
    fn start(&mut self, band: Band, rows: usize);
    fn keep(&mut self, row: usize, word: usize, steps: Steps);
}

impl Keep for () {
    fn start(&mut self, _: Band, _: usize) {}
    #[inline]
    fn keep(&mut self, _: usize, _: usize, _: Steps) {}
}

impl Keep for Table {
    fn start(&mut self, band: Band, rows: usize) {
        self.band = band;
        self.stride = band.stride();
        self.steps.clear();
        self.steps.resize(rows * self.stride, Steps::FIRST_ROW);
    }

    #[inline]
    fn keep(&mut self, row: usize, word: usize, steps: Steps) {
        let offset = word - self.band.first(row);
        self.steps[row * self.stride + offset] = steps;
    }
}

/// The distance of the masks' text (at most 64 tokens, not empty) and a hypothesis.
pub(super) fn short_distance(
    masks: &Masks,
    columns: usize,
    hypothesis: &[u32],
    keep: &mut impl Keep,
) -> usize {
    keep.start(
        Band::new(columns, hypothesis.len(), columns.max(hypothesis.len())),
        hypothesis.len(),
    );
    let mut steps = Steps::FIRST_ROW;
    let mut distance = columns;
    for (row, &token) in hypothesis.iter().enumerate() {
        let (after, change) = advance(masks.word(token), steps, Carry { rises: 1, falls: 0 });
        steps = after;
        distance += (change.rises >> (columns - 1) & 1) as usize;
        distance -= (change.falls >> (columns - 1) & 1) as usize;
        keep.keep(row, 0, steps);
    }
    distance
}

/// The first `rows` rows of the banded table of the masks' text and a hypothesis.
///
/// Returns the value at the end of the last word that the last row reaches. Values on paths of at
/// most `limit` edits are exact, others may be too large. As soon as it is clear that no such path
/// exists, the error is a guess at the value.
pub(super) fn banded_rows(
    masks: &Masks,
    band: Band,
    hypothesis: impl ExactSizeIterator<Item = u32>,
    row_steps: &mut Vec<Steps>,
    keep: &mut impl Keep,
) -> Result<usize, usize> {
    let rows = hypothesis.len();
    let last_bit = (band.columns - 1) % 64;
    row_steps.clear();
    row_steps.resize(band.words, Steps::FIRST_ROW);
    keep.start(band, rows);
    let mut last = band.last(0);
    let mut value = band.columns.min((last + 1) * 64);
    for (row, token) in hypothesis.enumerate() {
        let wanted = band.last(row);
        if wanted > last {
            value += band.columns.min((wanted + 1) * 64) - (last + 1) * 64;
            last = wanted;
        }
        let first = band.first(row);
        // A path through this row starts from a value that is lower by one a column at most.
        if value > band.limit + (last + 1 - first) * 64 {
            return Err(value * rows / row.max(1));
        }
        let mut carry = Carry { rises: 1, falls: 0 };
        let matches = &masks.row(token)[first..=last];
        let words = row_steps[first..=last].iter_mut().zip(matches);
        let mut change = carry;
        for (word, (steps, &matches)) in (first..).zip(words) {
            (*steps, change) = advance(matches, *steps, carry);
            keep.keep(row, word, *steps);
            carry = Carry { rises: change.rises >> 63, falls: change.falls >> 63 };
        }
        let end = if last + 1 == band.words { last_bit } else { 63 };
        value += (change.rises >> end & 1) as usize;
        value -= (change.falls >> end & 1) as usize;
    }
    Ok(value)
}
