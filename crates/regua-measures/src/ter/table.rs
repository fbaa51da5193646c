//! What a table of edit distances tells about a hypothesis and its shifts.

use super::shift::Shift;

/// The last step of a shortest alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Both words are the same.
    Keep,
    /// One word for another.
    Substitute,
    /// A word of the hypothesis that the reference lacks.
    Delete,
    /// A word of the reference that the hypothesis lacks.
    Insert,
}

/// A table with one row for each word of the hypothesis and one column for each
/// of the reference, and a row and a column 0 before them.
pub(super) trait Table {
    /// The step that leads to this cell: of equally good ones a diagonal step,
    /// then a deletion. Neither `row` nor `column` is 0.
    fn step(&self, row: usize, column: usize) -> Step;

    /// The distance of the hypothesis after a shift.
    fn shifted_distance(&mut self, shift: Shift) -> usize;
}

/// Which words are wrong and where those of the reference would go.
#[derive(Debug, Clone, Default)]
pub(super) struct Alignment {
    /// For each word of the reference, how many words of the hypothesis end no
    /// later than its partner, or than where it would have to be inserted.
    pub(super) ends: Vec<usize>,
    hypothesis_errors: Errors,
    reference_errors: Errors,
}

impl Alignment {
    /// The alignment that a table holds.
    pub(super) fn trace(&mut self, table: &impl Table, hypothesis: usize, reference: usize) {
        self.ends.clear();
        self.ends.resize(reference, 0);
        self.hypothesis_errors.start(hypothesis);
        self.reference_errors.start(reference);
        let (mut row, mut column) = (hypothesis, reference);
        while row > 0 || column > 0 {
            let step = match (row, column) {
                (0, _) => Step::Insert,
                (_, 0) => Step::Delete,
                _ => table.step(row, column),
            };
            if step != Step::Delete {
                self.ends[column - 1] = row;
                self.reference_errors.set(column - 1, step != Step::Keep);
                column -= 1;
            }
            if step != Step::Insert {
                self.hypothesis_errors.set(row - 1, step != Step::Keep);
                row -= 1;
            }
        }
        self.hypothesis_errors.finish();
        self.reference_errors.finish();
    }

    /// Whether any of the words of the hypothesis is wrong.
    pub(super) fn has_hypothesis_error(&self, start: usize, end: usize) -> bool {
        self.hypothesis_errors.any(start, end)
    }

    /// Whether any of the words of the reference is missing.
    pub(super) fn has_reference_error(&self, start: usize, end: usize) -> bool {
        self.reference_errors.any(start, end)
    }
}

/// For each place, how many of the words before it are wrong.
#[derive(Debug, Clone, Default)]
struct Errors {
    before: Vec<u32>,
}

impl Errors {
    fn start(&mut self, words: usize) {
        self.before.clear();
        self.before.resize(words + 1, 0);
    }

    fn set(&mut self, word: usize, is_wrong: bool) {
        self.before[word + 1] = u32::from(is_wrong);
    }

    fn finish(&mut self) {
        let mut sum = 0;
        for count in &mut self.before {
            sum += *count;
            *count = sum;
        }
    }

    fn any(&self, start: usize, end: usize) -> bool {
        self.before[start] != self.before[end]
    }
}
