//! An alignment as a list of blocks that covers both sequences.
//!
//! The blocks are those of rapidfuzz's `Levenshtein.opcodes`, ties included:
//! the edits of [`operations`] where neighbours of one kind are one block, and
//! what is equal in between. Where only the numbers of edits matter,
//! [`count_operations`](super::count_operations) is faster.
//!
//! Memory grows with the sum of the lengths, not with their product: the
//! table of the alignment has fewer than 2^22 places of two bits (1 MiB)
//! because longer sequences are cut in two first.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Operation, OperationKind, Scratch, operations};

/// What a block of an alignment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OpcodeTag {
    /// The tokens are the same.
    Equal,
    /// Each token of the reference is replaced by another.
    Replace,
    /// Tokens of the hypothesis that the reference lacks.
    Insert,
    /// Tokens of the reference that the hypothesis lacks.
    Delete,
}

impl OpcodeTag {
    /// The name that rapidfuzz and Python's `difflib` give it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Replace => "replace",
            Self::Insert => "insert",
            Self::Delete => "delete",
        }
    }
}

impl From<OperationKind> for OpcodeTag {
    fn from(kind: OperationKind) -> Self {
        match kind {
            OperationKind::Substitute => Self::Replace,
            OperationKind::Delete => Self::Delete,
            OperationKind::Insert => Self::Insert,
        }
    }
}

/// One block of an alignment: a stretch of the reference and one of the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opcode {
    /// What the block is.
    pub tag: OpcodeTag,
    /// Where it begins in the reference.
    pub reference_start: usize,
    /// The place after its last token in the reference.
    pub reference_end: usize,
    /// Where it begins in the hypothesis.
    pub hypothesis_start: usize,
    /// The place after its last token in the hypothesis.
    pub hypothesis_end: usize,
}

impl Opcode {
    /// A block without tokens that begins where another ends.
    fn after(reference: usize, hypothesis: usize, tag: OpcodeTag) -> Self {
        Self {
            tag,
            reference_start: reference,
            reference_end: reference,
            hypothesis_start: hypothesis,
            hypothesis_end: hypothesis,
        }
    }

    fn is_continued_by(&self, edit: &Operation) -> bool {
        self.tag == OpcodeTag::from(edit.kind)
            && self.reference_end == edit.reference
            && self.hypothesis_end == edit.hypothesis
    }

    fn grow(&mut self) {
        self.reference_end += usize::from(self.tag != OpcodeTag::Insert);
        self.hypothesis_end += usize::from(self.tag != OpcodeTag::Delete);
    }
}

/// The blocks that turn the reference into the hypothesis, in order and without gaps.
///
/// ```
/// use regua_text::levenshtein::{OpcodeTag, opcodes};
///
/// let blocks = opcodes(&["the", "old", "ferry", "left"], &["the", "ferry", "left", "early"]);
/// let tags: Vec<_> = blocks.iter().map(|block| block.tag.name()).collect();
/// assert_eq!(tags, ["equal", "delete", "equal", "insert"]);
/// assert_eq!((blocks[2].reference_start, blocks[2].reference_end), (2, 4));
/// assert_eq!(blocks[3].tag, OpcodeTag::Insert);
/// ```
///
/// # Panics
///
/// If the two together have 2^32 distinct tokens or more.
pub fn opcodes<T: Eq + Hash>(reference: &[T], hypothesis: &[T]) -> Vec<Opcode> {
    let mut numbers = FxHashMap::default();
    let [reference, hypothesis] = [reference, hypothesis].map(|text| number(text, &mut numbers));
    let edits = operations(&mut Scratch::default(), &reference, &hypothesis);
    blocks(&edits, reference.len(), hypothesis.len())
}

/// The tokens as numbers, the same for equal tokens.
fn number<'text, T: Eq + Hash>(
    tokens: &'text [T],
    numbers: &mut FxHashMap<&'text T, u32>,
) -> Vec<u32> {
    let mut numbered = Vec::with_capacity(tokens.len());
    for token in tokens {
        let next = u32::try_from(numbers.len()).expect("fewer than 2^32 distinct tokens");
        numbered.push(*numbers.entry(token).or_insert(next));
    }
    numbered
}

fn blocks(edits: &[Operation], reference_length: usize, hypothesis_length: usize) -> Vec<Opcode> {
    let mut blocks: Vec<Opcode> = Vec::new();
    for edit in edits {
        if !blocks.last().is_some_and(|block| block.is_continued_by(edit)) {
            fill_gap(&mut blocks, edit.reference, edit.hypothesis);
            blocks.push(Opcode::after(edit.reference, edit.hypothesis, edit.kind.into()));
        }
        if let Some(block) = blocks.last_mut() {
            block.grow();
        }
    }
    fill_gap(&mut blocks, reference_length, hypothesis_length);
    blocks
}

/// What is between the last block and these places is equal.
fn fill_gap(blocks: &mut Vec<Opcode>, reference: usize, hypothesis: usize) {
    let (reference_start, hypothesis_start) =
        blocks.last().map_or((0, 0), |block| (block.reference_end, block.hypothesis_end));
    if reference_start < reference {
        blocks.push(Opcode {
            reference_end: reference,
            hypothesis_end: hypothesis,
            ..Opcode::after(reference_start, hypothesis_start, OpcodeTag::Equal)
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Block by block what the definition asks for: the edits one by one, equal tokens between them.
    fn plain_blocks(reference: &[u8], hypothesis: &[u8], edits: &[Operation]) -> Vec<Opcode> {
        let mut steps = Vec::new();
        let (mut left, mut right) = (0, 0);
        let mut edits = edits.iter().peekable();
        while left < reference.len() || right < hypothesis.len() {
            let tag = edits
                .next_if(|edit| edit.reference == left && edit.hypothesis == right)
                .map_or(OpcodeTag::Equal, |edit| edit.kind.into());
            let mut step = Opcode::after(left, right, tag);
            step.grow();
            (left, right) = (step.reference_end, step.hypothesis_end);
            steps.push(step);
        }
        steps
            .chunk_by(|one, next| one.tag == next.tag)
            .map(|steps| Opcode {
                reference_end: steps[steps.len() - 1].reference_end,
                hypothesis_end: steps[steps.len() - 1].hypothesis_end,
                ..steps[0]
            })
            .collect()
    }

    #[test]
    fn nothing_and_nothing_have_no_blocks() {
        assert_eq!(opcodes::<&str>(&[], &[]), []);
    }

    #[test]
    fn equal_sequences_are_one_block() {
        let block =
            Opcode { reference_end: 2, hypothesis_end: 2, ..Opcode::after(0, 0, OpcodeTag::Equal) };
        assert_eq!(opcodes(&["a", "b"], &["a", "b"]), [block]);
    }

    proptest! {
        #[test]
        fn blocks_are_the_edits_put_together(
            reference in prop::collection::vec(0..4_u8, 0..90),
            hypothesis in prop::collection::vec(0..4_u8, 0..90),
        ) {
            let [left, right] =
                [&reference, &hypothesis].map(|text| text.iter().copied().map(u32::from).collect::<Vec<_>>());
            let edits = operations(&mut Scratch::default(), &left, &right);
            let found = opcodes(&reference, &hypothesis);
            prop_assert_eq!(&found, &plain_blocks(&reference, &hypothesis, &edits));
            for block in found.iter().filter(|block| block.tag == OpcodeTag::Equal) {
                let reference = &reference[block.reference_start..block.reference_end];
                let hypothesis = &hypothesis[block.hypothesis_start..block.hypothesis_end];
                prop_assert_eq!(reference, hypothesis);
            }
        }
    }
}
