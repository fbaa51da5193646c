//! Longest common subsequences of token sequences.
//!
//! [`length`] is ROUGE-L's; [`matched_positions`] says which tokens of the
//! reference are matched, with the choice among equals that `rouge_score`
//! 0.1.2 makes; [`union_hits`] is ROUGE-Lsum's count. [`weighted`] has the
//! variant that rewards consecutive matches.
//!
//! All are bit-parallel (Hyyrö 2004): one row of the table is a bit vector with
//! a 0 where the value rises by one from a token of the reference to the next.

use crate::levenshtein::masks::Masks;
use crate::ngrams::NgramMatcher;

pub mod weighted;

/// Memory that is kept from one call to the next.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    masks: Masks,
    row: Vec<u64>,
    table: Vec<u64>,
    positions: Vec<usize>,
    matched: Vec<bool>,
    tokens: Vec<u32>,
    unigrams: NgramMatcher,
}

impl Scratch {
    /// Fills `positions`, the last one first. The masks must be the reference's.
    fn match_candidate(&mut self, reference: &[u32], candidate: &[u32]) {
        self.positions.clear();
        let words = self.masks.words();
        self.table.clear();
        if words == 1 {
            let mut row = !0;
            self.table.extend(candidate.iter().map(|&token| {
                row = advance(row, self.masks.word(token), &mut false);
                row
            }));
        } else {
            self.row.clear();
            self.row.resize(words, !0);
            for &token in candidate {
                advance_row(&mut self.row, self.masks.row(token));
                self.table.extend_from_slice(&self.row);
            }
        }
        let mut column = reference.len();
        let mut row = candidate.len();
        while column > 0 && row > 0 {
            if reference[column - 1] == candidate[row - 1] {
                column -= 1;
                row -= 1;
                self.positions.push(column);
                continue;
            }
            // Where tokens differ, a value above that of the reference token before comes from
            // the candidate token before, and only then is that value the larger of the two.
            let word = self.table[(row - 1) * words + (column - 1) / 64];
            if word >> ((column - 1) % 64) & 1 == 0 {
                row -= 1;
            } else {
                column -= 1;
            }
        }
    }
}

/// The length of the longest common subsequence.
///
/// ```
/// use regua_text::lcs::{Scratch, length};
///
/// assert_eq!(length(&mut Scratch::default(), &[1, 2, 3, 4], &[2, 9, 4, 1]), 2);
/// ```
pub fn length(scratch: &mut Scratch, left: &[u32], right: &[u32]) -> usize {
    let (shorter, longer) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    if shorter.is_empty() {
        return 0;
    }
    scratch.masks.set(shorter.iter().copied());
    if shorter.len() <= 64 {
        let mut row = !0_u64;
        for &token in longer {
            row = advance(row, scratch.masks.word(token), &mut false);
        }
        return rises(&[row], shorter.len());
    }
    scratch.row.clear();
    scratch.row.resize(scratch.masks.words(), !0);
    for &token in longer {
        advance_row(&mut scratch.row, scratch.masks.row(token));
    }
    rises(&scratch.row, shorter.len())
}

#[inline]
fn advance(row: u64, matches: u64, carry: &mut bool) -> u64 {
    let common = row & matches;
    let (sum, over) = row.overflowing_add(common);
    let (sum, over_again) = sum.overflowing_add(u64::from(*carry));
    *carry = over | over_again;
    sum | (row & !matches)
}

fn advance_row(row: &mut [u64], matches: &[u64]) {
    let mut carry = false;
    for (word, &matches) in row.iter_mut().zip(matches) {
        *word = advance(*word, matches, &mut carry);
    }
}

fn rises(row: &[u64], columns: usize) -> usize {
    // Bits beyond the last column have no matches and stay 1.
    let zeros: usize = row.iter().map(|word| word.count_zeros() as usize).sum();
    zeros.min(columns)
}

/// The positions of the reference that a longest common subsequence matches, in order.
///
/// Where there are several, it is the one that `rouge_score` 0.1.2 finds: the
/// way back through the table steps to the candidate token before if that alone
/// keeps the value, else to the reference token before.
///
/// ```
/// use regua_text::lcs::{Scratch, matched_positions};
///
/// let mut scratch = Scratch::default();
/// assert_eq!(matched_positions(&mut scratch, &[1, 2, 3, 1], &[3, 1, 2]), [0, 1]);
/// ```
pub fn matched_positions<'scratch>(
    scratch: &'scratch mut Scratch,
    reference: &[u32],
    candidate: &[u32],
) -> &'scratch [usize] {
    scratch.masks.set(reference.iter().copied());
    scratch.match_candidate(reference, candidate);
    scratch.positions.reverse();
    &scratch.positions
}

/// The hits of ROUGE-Lsum: over all reference sentences, the tokens that a
/// longest common subsequence with any candidate sentence matches, where each
/// token counts at most as often as it occurs on either side.
///
/// Agrees with `rouge_score` 0.1.2.
///
/// ```
/// use regua_text::lcs::{Scratch, union_hits};
///
/// // Lin 2004: w1 w2 w3 w4 w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5.
/// let reference = [&[1, 2, 3, 4, 5][..]];
/// let candidate = [&[1, 2, 6, 7, 8][..], &[1, 3, 8, 9, 5]];
/// let hits = union_hits(&mut Scratch::default(), reference, candidate);
/// assert_eq!(hits, 4);
/// ```
pub fn union_hits<'reference, 'candidate, Candidate>(
    scratch: &mut Scratch,
    reference: impl IntoIterator<Item = &'reference [u32]>,
    candidate: Candidate,
) -> usize
where
    Candidate: IntoIterator<Item = &'candidate [u32], IntoIter: Clone>,
{
    let candidate = candidate.into_iter();
    scratch.tokens.clear();
    for sentence in candidate.clone() {
        scratch.tokens.extend_from_slice(sentence);
    }
    scratch.unigrams.clear();
    scratch.unigrams.add_reference(&scratch.tokens, 1);
    scratch.tokens.clear();
    for sentence in reference {
        scratch.masks.set(sentence.iter().copied());
        scratch.matched.clear();
        scratch.matched.resize(sentence.len(), false);
        for candidate in candidate.clone() {
            scratch.match_candidate(sentence, candidate);
            for &position in &scratch.positions {
                scratch.matched[position] = true;
            }
        }
        let matched = sentence.iter().zip(&scratch.matched);
        let matched = matched.filter_map(|(&token, &is_matched)| is_matched.then_some(token));
        scratch.tokens.extend(matched);
    }
    let mut hits = [0];
    scratch.unigrams.count_matches(&scratch.tokens, 1, &mut hits);
    usize::try_from(hits[0]).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// The table of the textbook, with a row for each reference token.
    fn plain_table(reference: &[u32], candidate: &[u32]) -> Vec<Vec<usize>> {
        let mut table = vec![vec![0; candidate.len() + 1]; reference.len() + 1];
        for (i, left) in reference.iter().enumerate() {
            for (j, right) in candidate.iter().enumerate() {
                table[i + 1][j + 1] = if left == right {
                    table[i][j] + 1
                } else {
                    table[i][j + 1].max(table[i + 1][j])
                };
            }
        }
        table
    }

    fn plain_positions(reference: &[u32], candidate: &[u32]) -> Vec<usize> {
        let table = plain_table(reference, candidate);
        let (mut i, mut j) = (reference.len(), candidate.len());
        let mut positions = Vec::new();
        while i > 0 && j > 0 {
            if reference[i - 1] == candidate[j - 1] {
                i -= 1;
                j -= 1;
                positions.insert(0, i);
            } else if table[i][j - 1] > table[i - 1][j] {
                j -= 1;
            } else {
                i -= 1;
            }
        }
        positions
    }

    fn plain_union_hits(reference: &[Vec<u32>], candidate: &[Vec<u32>]) -> usize {
        let mut left: BTreeMap<u32, usize> = BTreeMap::new();
        for &token in candidate.iter().flatten() {
            *left.entry(token).or_default() += 1;
        }
        let mut hits = 0;
        for sentence in reference {
            let mut union = vec![false; sentence.len()];
            for candidate in candidate {
                for position in plain_positions(sentence, candidate) {
                    union[position] = true;
                }
            }
            for (token, _) in sentence.iter().zip(union).filter(|(_, matched)| *matched) {
                if let Some(left) = left.get_mut(token).filter(|left| **left > 0) {
                    *left -= 1;
                    hits += 1;
                }
            }
        }
        hits
    }

    #[test]
    fn an_empty_text_has_nothing_in_common() {
        let mut scratch = Scratch::default();
        assert_eq!(length(&mut scratch, &[], &[1, 2]), 0);
        assert_eq!(matched_positions(&mut scratch, &[], &[1, 2]), [0; 0]);
        assert_eq!(matched_positions(&mut scratch, &[1, 2], &[]), [0; 0]);
        assert_eq!(union_hits(&mut scratch, [&[][..]], [&[][..], &[1]]), 0);
    }

    #[test]
    fn a_text_of_exactly_one_word_of_bits_is_its_own_subsequence() {
        let text: Vec<u32> = (0..64).collect();
        assert_eq!(length(&mut Scratch::default(), &text, &text), 64);
    }

    #[test]
    fn a_token_counts_no_more_often_than_the_candidate_has_it() {
        let reference = [&[7, 1][..], &[7, 2], &[7, 3]];
        let candidate = [&[7, 1, 2][..], &[7, 4]];
        // All three 7s are matched, and 1 and 2; but the candidate has only two 7s.
        assert_eq!(union_hits(&mut Scratch::default(), reference, candidate), 4);
    }

    fn text(longest: usize) -> impl Strategy<Value = Vec<u32>> {
        (1..8_u32).prop_flat_map(move |symbols| prop::collection::vec(0..symbols, 0..longest))
    }

    proptest! {
        #[test]
        fn lengths_are_those_of_the_textbook(pairs in prop::collection::vec((text(200), text(200)), 1..4)) {
            let mut scratch = Scratch::default();
            for (left, right) in pairs {
                let expected = plain_table(&left, &right)[left.len()][right.len()];
                prop_assert_eq!(length(&mut scratch, &left, &right), expected);
            }
        }

        #[test]
        fn positions_are_those_of_the_textbook(pairs in prop::collection::vec((text(150), text(150)), 1..4)) {
            let mut scratch = Scratch::default();
            for (reference, candidate) in pairs {
                prop_assert_eq!(
                    matched_positions(&mut scratch, &reference, &candidate),
                    plain_positions(&reference, &candidate)
                );
            }
        }

        #[test]
        fn union_hits_are_those_of_the_textbook(
            reference in prop::collection::vec(text(80), 0..5),
            candidate in prop::collection::vec(text(80), 0..5),
        ) {
            let hits = union_hits(
                &mut Scratch::default(),
                reference.iter().map(Vec::as_slice),
                candidate.iter().map(Vec::as_slice),
            );
            prop_assert_eq!(hits, plain_union_hits(&reference, &candidate));
        }
    }
}
