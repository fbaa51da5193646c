use proptest::prelude::*;

use super::*;

/// The table of the textbook, with a row for each hypothesis token.
fn plain_table(reference: &[u32], hypothesis: &[u32]) -> Vec<Vec<usize>> {
    let mut table = vec![(0..=reference.len()).collect::<Vec<_>>()];
    for (row, right) in hypothesis.iter().enumerate() {
        let before = &table[row];
        let mut values = vec![row + 1];
        for (column, left) in reference.iter().enumerate() {
            let diagonal = before[column] + usize::from(left != right);
            let others = before[column + 1].min(values[column]) + 1;
            values.push(diagonal.min(others));
        }
        table.push(values);
    }
    table
}

/// The alignment as the module documentation tells it, without cutting in two.
fn plain_operations(reference: &[u32], hypothesis: &[u32]) -> Vec<Operation> {
    let pair = Pair::new(reference, hypothesis).without_common_ends();
    let prefix = reference.iter().zip(hypothesis).take_while(|(left, right)| left == right).count();
    let table = plain_table(pair.reference, pair.hypothesis);
    let (mut column, mut row) = (pair.reference.len(), pair.hypothesis.len());
    let mut edits = Vec::new();
    while column > 0 || row > 0 {
        let value = table[row][column];
        let deletes = column > 0 && value == table[row][column - 1] + 1;
        let inserts = row > 0 && value == table[row - 1][column] + 1;
        let falls = column == 0 || (row > 0 && table[row - 1][column] < table[row - 1][column - 1]);
        let kind = if deletes {
            column -= 1;
            Some(OperationKind::Delete)
        } else if inserts && falls {
            row -= 1;
            Some(OperationKind::Insert)
        } else {
            column -= 1;
            row -= 1;
            (pair.reference[column] != pair.hypothesis[row]).then_some(OperationKind::Substitute)
        };
        edits.extend(kind.map(|kind| Operation {
            kind,
            reference: prefix + column,
            hypothesis: prefix + row,
        }));
    }
    edits.reverse();
    edits
}

fn apply(edits: &[Operation], reference: &[u32], hypothesis: &[u32]) -> Vec<u32> {
    let mut result = Vec::new();
    let mut place = 0;
    for edit in edits {
        result.extend_from_slice(&reference[place..edit.reference]);
        place = edit.reference + usize::from(edit.kind != OperationKind::Insert);
        if edit.kind != OperationKind::Delete {
            result.push(hypothesis[edit.hypothesis]);
        }
    }
    result.extend_from_slice(&reference[place..]);
    result
}

fn tokens(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

#[test]
fn an_empty_text_is_all_insertions_or_deletions() {
    let mut scratch = Scratch::default();
    assert_eq!(distance(&mut scratch, &[], &[]), 0);
    assert_eq!(count_operations(&mut scratch, &[], &[1, 2]).insertions, 2);
    assert_eq!(count_operations(&mut scratch, &[1, 2], &[]).deletions, 2);
    assert_eq!(operations(&mut scratch, &[1], &[])[0].kind, OperationKind::Delete);
}

// The edits are those of rapidfuzz 3.14.6: `Levenshtein.editops(reference, hypothesis)`.
#[test]
fn edits_are_those_of_rapidfuzz() {
    use OperationKind::{Delete, Insert, Substitute};
    let cases = [
        ("kitten", "sitting", vec![(Substitute, 0, 0), (Substitute, 4, 4), (Insert, 6, 6)]),
        ("qabxcd", "abycdf", vec![(Delete, 0, 0), (Substitute, 3, 2), (Insert, 6, 5)]),
        ("abab", "baba", vec![(Insert, 0, 0), (Delete, 3, 4)]),
        ("aabba", "bbaab", vec![(Insert, 0, 0), (Insert, 0, 1), (Delete, 3, 5), (Delete, 4, 5)]),
        (
            "the cat",
            "a cart",
            vec![(Substitute, 0, 0), (Delete, 1, 1), (Delete, 2, 1), (Insert, 6, 4)],
        ),
    ];
    let mut scratch = Scratch::default();
    for (reference, hypothesis, expected) in cases {
        let (reference, hypothesis) = (tokens(reference), tokens(hypothesis));
        let edits: Vec<_> = operations(&mut scratch, &reference, &hypothesis)
            .iter()
            .map(|edit| (edit.kind, edit.reference, edit.hypothesis))
            .collect();
        assert_eq!(edits, expected);
    }
}

/// A text that repeats, so that there are many ties, from a small generator.
fn repetitive(length: usize, mut state: u64) -> Vec<u32> {
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(state >> 62).unwrap_or(0)
    };
    (0..length).map(|_| next()).collect()
}

// The counts are those of rapidfuzz 3.14.6 for the same texts, which it cuts in two.
#[test]
fn counts_of_texts_beyond_the_cut_are_those_of_rapidfuzz() {
    let cases = [
        ([2048, 2048], [1222, 589, 237, 237]),
        ([3000, 1500], [1292, 200, 1508, 8]),
        ([70, 65000], [70, 0, 0, 64930]),
    ];
    let mut scratch = Scratch::default();
    for (lengths, expected) in cases {
        let [reference, hypothesis] =
            [(lengths[0], 1), (lengths[1], 2)].map(|(length, state)| repetitive(length, state));
        let counts = count_operations(&mut scratch, &reference, &hypothesis);
        let counts = [counts.hits, counts.substitutions, counts.deletions, counts.insertions];
        assert_eq!(counts, expected);
        let edits = operations(&mut scratch, &reference, &hypothesis);
        assert_eq!(apply(&edits, &reference, &hypothesis), hypothesis);
    }
}

fn pair() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let unrelated = (1..6_u32).prop_flat_map(|symbols| {
        let text = || prop::collection::vec(0..symbols, 0..200);
        (text(), text())
    });
    let edit = (any::<prop::sample::Index>(), 0..3_u8, 0..4_u32);
    let related = (prop::collection::vec(0..4_u32, 1..400), prop::collection::vec(edit, 0..30))
        .prop_map(|(reference, edits)| {
            let mut hypothesis = reference.clone();
            for (place, kind, token) in edits {
                let place = place.index(hypothesis.len());
                match kind {
                    0 if hypothesis.len() > 1 => drop(hypothesis.remove(place)),
                    1 => hypothesis.insert(place, token),
                    _ => hypothesis[place] = token,
                }
            }
            (reference, hypothesis)
        });
    prop_oneof![unrelated, related]
}

proptest! {
    #[test]
    fn distances_are_those_of_the_textbook(pairs in prop::collection::vec(pair(), 1..3)) {
        let mut scratch = Scratch::default();
        for (left, right) in pairs {
            let expected = plain_table(&left, &right)[right.len()][left.len()];
            prop_assert_eq!(distance(&mut scratch, &left, &right), expected);
            prop_assert_eq!(distance(&mut scratch, &right, &left), expected);
        }
    }

    #[test]
    fn alignments_are_those_of_the_textbook(pairs in prop::collection::vec(pair(), 1..3)) {
        let mut scratch = Scratch::default();
        for (reference, hypothesis) in pairs {
            let expected = plain_operations(&reference, &hypothesis);
            prop_assert_eq!(operations(&mut scratch, &reference, &hypothesis), expected.clone());
            prop_assert_eq!(apply(&expected, &reference, &hypothesis), hypothesis.clone());
            let of = |kind| expected.iter().filter(|edit| edit.kind == kind).count();
            let substitutions = of(OperationKind::Substitute);
            let deletions = of(OperationKind::Delete);
            let counts = EditCounts {
                hits: reference.len() - substitutions - deletions,
                substitutions,
                deletions,
                insertions: of(OperationKind::Insert),
            };
            prop_assert_eq!(count_operations(&mut scratch, &reference, &hypothesis), counts);
        }
    }
}
