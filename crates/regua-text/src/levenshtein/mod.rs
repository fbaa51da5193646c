//! Edit distance between token sequences, and the edits themselves.
//!
//! [`distance`] is the fewest substitutions, deletions and insertions that
//! turn one sequence into the other. [`count_operations`] and [`operations`]
//! also say which: where several alignments are equally short they take the
//! one that rapidfuzz 3.14 (and so jiwer 4) takes, see the notes on ties
//! below. [`opcodes`] puts the edits and what is equal between them together
//! into blocks, for tokens of any type. Use [`distance`] if the kinds of edit
//! do not matter: it is faster.
//!
//! # Ties
//!
//! Common beginnings and ends are matched first. The alignment is read from
//! the end: a deletion if it is on a shortest alignment, else an insertion if
//! the diagonal is not, else a match or substitution. For very long texts
//! (2^22 or more pairs of places) rapidfuzz cuts the problem in two, which
//! settles ties differently; so does this module.

use self::align::{Memory, Pair, Sink};
pub use self::opcodes::{Opcode, OpcodeTag, opcodes};

mod align;
mod bits;
pub(crate) mod masks;
mod opcodes;

/// What an edit does to the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationKind {
    /// A token of the reference is replaced by one of the hypothesis.
    Substitute,
    /// A token of the reference is missing in the hypothesis.
    Delete,
    /// A token of the hypothesis is not in the reference.
    Insert,
}

/// One edit. Matches are no edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// What is done.
    pub kind: OperationKind,
    /// The place in the reference; for an insertion, the place before which it happens.
    pub reference: usize,
    /// The place in the hypothesis; for a deletion, the place before which a token is missing.
    pub hypothesis: usize,
}

/// How many tokens were matched and edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EditCounts {
    /// Tokens that are the same in both.
    pub hits: usize,
    /// Tokens that are another in the hypothesis.
    pub substitutions: usize,
    /// Tokens of the reference that the hypothesis lacks.
    pub deletions: usize,
    /// Tokens of the hypothesis that the reference lacks.
    pub insertions: usize,
}

impl EditCounts {
    /// All edits: the edit distance.
    pub fn errors(&self) -> usize {
        self.substitutions + self.deletions + self.insertions
    }
}

impl Sink for EditCounts {
    #[inline]
    fn edit(&mut self, edit: Operation) {
        match edit.kind {
            OperationKind::Substitute => self.substitutions += 1,
            OperationKind::Delete => self.deletions += 1,
            OperationKind::Insert => self.insertions += 1,
        }
    }

    /// Beyond the difference in length, a deletion needs an insertion: one edit more is a substitution.
    fn forced(&mut self, pair: Pair<'_>, distance: usize) -> bool {
        let surplus = distance - pair.length_difference();
        if surplus > 1 {
            return false;
        }
        self.substitutions += surplus;
        self.deletions += pair.reference.len().saturating_sub(pair.hypothesis.len());
        self.insertions += pair.hypothesis.len().saturating_sub(pair.reference.len());
        true
    }
}

impl Sink for Vec<Operation> {
    fn edit(&mut self, edit: Operation) {
        self.push(edit);
    }

    fn forced(&mut self, _: Pair<'_>, _: usize) -> bool {
        false
    }
}

/// Memory that is kept from one call to the next.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    memory: Memory,
}

/// The fewest substitutions, deletions and insertions that turn `left` into `right`.
///
/// ```
/// use regua_text::levenshtein::{Scratch, distance};
///
/// let mut scratch = Scratch::default();
/// assert_eq!(distance(&mut scratch, &[1, 2, 3, 4], &[1, 3, 4, 5]), 2);
/// ```
pub fn distance(scratch: &mut Scratch, left: &[u32], right: &[u32]) -> usize {
    scratch.memory.distance(Pair::new(left, right))
}

/// The numbers of hits and edits that turn the reference into the hypothesis.
///
/// ```
/// use regua_text::levenshtein::{Scratch, count_operations};
///
/// let counts = count_operations(&mut Scratch::default(), &[1, 2, 3, 4], &[1, 3, 9]);
/// assert_eq!((counts.hits, counts.substitutions), (2, 1));
/// assert_eq!((counts.deletions, counts.insertions), (1, 0));
/// ```
pub fn count_operations(
    scratch: &mut Scratch,
    reference: &[u32],
    hypothesis: &[u32],
) -> EditCounts {
    let mut counts = EditCounts::default();
    let pair = Pair::new(reference, hypothesis);
    scratch.memory.align(pair, None, &mut counts);
    counts.hits = reference.len() - counts.substitutions - counts.deletions;
    counts
}

/// The edits that turn the reference into the hypothesis, in order.
///
/// ```
/// use regua_text::levenshtein::{OperationKind, Scratch, operations};
///
/// let edits = operations(&mut Scratch::default(), &[1, 2, 3, 4], &[1, 3, 4, 5]);
/// assert_eq!((edits[0].kind, edits[0].reference), (OperationKind::Delete, 1));
/// assert_eq!((edits[1].kind, edits[1].hypothesis), (OperationKind::Insert, 3));
/// ```
pub fn operations(scratch: &mut Scratch, reference: &[u32], hypothesis: &[u32]) -> Vec<Operation> {
    let mut edits = Vec::new();
    let pair = Pair::new(reference, hypothesis);
    scratch.memory.align(pair, None, &mut edits);
    edits.reverse();
    edits
}

#[cfg(test)]
mod tests;
