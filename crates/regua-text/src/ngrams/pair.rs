//! One hypothesis against one reference, without a table.
//!
//! Each place of either text becomes one number: the tokens that start there,
//! packed first token first. Once all these numbers are sorted, equal n-grams
//! of every order stand together and one pass over them counts all orders.

use super::NgramMatcher;

/// Orders that are counted side by side.
const LANES: usize = 8;
/// Counts are signed 16-bit numbers, for which every processor has a vector minimum.
const LONGEST_TEXT: usize = 32_000;

type Lanes = [i16; LANES];

/// `ABOVE[shared]` selects the orders above `shared`.
const ABOVE: [Lanes; LANES + 1] = {
    let mut masks = [[0; LANES]; LANES + 1];
    let mut shared = 0;
    while shared <= LANES {
        let mut lane = shared;
        while lane < LANES {
            masks[shared][lane] = -1;
            lane += 1;
        }
        shared += 1;
    }
    masks
};

/// Counts the n-grams that one hypothesis shares with one reference.
///
/// The numbers are those of [`NgramMatcher`], sooner. Use that one where
/// several references are merged, or several hypotheses meet one reference.
///
/// ```
/// use regua_text::ngrams::PairMatcher;
///
/// let mut matches = [0; 2];
/// PairMatcher::new().count_matches(&[0, 1, 2, 0, 1], &[0, 1, 0, 0, 0], 2, &mut matches);
/// assert_eq!(matches, [3, 1]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct PairMatcher {
    keys: Vec<u64>,
    general: NgramMatcher,
}

impl PairMatcher {
    /// A matcher with no memory of any text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes for each order the number of n-grams that the hypothesis shares with the reference.
    ///
    /// `matches[0]` is of order 1; what is beyond `order` is left alone. Tokens are best small
    /// (below 1023 for order 6, below 32767 for order 4); larger ones are numbered anew first.
    pub fn count_matches(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        order: usize,
        matches: &mut [u64],
    ) {
        if self.pack(reference, hypothesis, order).is_none() {
            self.general.clear();
            self.general.add_reference(reference, order);
            self.general.count_matches(hypothesis, order, matches);
            return;
        }
        self.keys.sort_unstable();
        let sums = count_sorted(&self.keys, order);
        let same = reference.iter().rev().zip(hypothesis.iter().rev());
        let same_end = same.take(order).take_while(|(left, right)| left == right).count();
        for (shorter, (matched, sum)) in matches.iter_mut().zip(sums).take(order).enumerate() {
            // The empty places after the end of both texts were counted as if they were tokens.
            *matched = sum - same_end.min(shorter) as u64;
        }
    }

    /// Fills `keys`, if the distinct tokens are few enough and the texts are not too long.
    fn pack(&mut self, reference: &[u32], hypothesis: &[u32], order: usize) -> Option<()> {
        if order == 0 || order > LANES || reference.len().max(hypothesis.len()) > LONGEST_TEXT {
            return None;
        }
        let too_many = (1_u64 << bits(order)) - 1;
        let all_bits = reference.iter().chain(hypothesis).fold(0, |all, token| all | token);
        if u64::from(all_bits) < too_many {
            fill(&mut self.keys, reference, hypothesis, order, u64::from);
            return Some(());
        }
        // Nodes of order 1 are numbers from 0 on, in the order in which tokens first occur.
        self.general.clear();
        self.general.add_reference(reference, 1);
        self.general.add_reference(hypothesis, 1);
        if u64::from(self.general.next_node()) >= too_many {
            return None;
        }
        let number = |token| self.general.unigram(token).map_or(0, u64::from);
        fill(&mut self.keys, reference, hypothesis, order, number);
        Some(())
    }
}

/// Packs the tokens from each place on. A missing token is 0, others are one more than their number.
#[inline]
fn fill(
    keys: &mut Vec<u64>,
    reference: &[u32],
    hypothesis: &[u32],
    order: usize,
    number: impl Fn(u32) -> u64,
) {
    let bits = bits(order);
    let top = bits * (order - 1);
    keys.clear();
    for (tag, text) in [(0, reference), (1, hypothesis)] {
        let mut key = 0;
        keys.extend(text.iter().rev().map(|&token| {
            key = (number(token) + 1) << top | key >> bits;
            key << 1 | tag
        }));
    }
}

/// How many bits a token has where `order` of them and a tag share 64.
fn bits(order: usize) -> usize {
    (63 / order).min(33)
}

fn count_sorted(keys: &[u64], order: usize) -> [u64; LANES] {
    let bits = bits(order);
    let unused = 63 - bits * order;
    let mut shared_by_zeros = [0_usize; 65];
    for (zeros, shared) in shared_by_zeros.iter_mut().enumerate() {
        *shared = (zeros.saturating_sub(unused) / bits).min(order);
    }
    let mut counts = [[0; LANES]; 2];
    let mut sums = [0; LANES];
    let mut before = keys.first().copied().unwrap_or(0);
    for &key in keys {
        let zeros = ((key ^ before) >> 1).leading_zeros() - 1;
        before = key;
        let shared = shared_by_zeros[zeros as usize];
        close(&mut sums, &mut counts, &ABOVE[shared]);
        let in_hypothesis = i16::from(key & 1 == 1);
        counts[0] = counts[0].map(|count| count + 1 - in_hypothesis);
        counts[1] = counts[1].map(|count| count + in_hypothesis);
    }
    close(&mut sums, &mut counts, &ABOVE[0]);
    sums.map(|sum| u64::from(sum.unsigned_abs()))
}

/// Adds up the n-grams of the selected orders, which the next place does not continue.
#[inline]
fn close(sums: &mut Lanes, counts: &mut [Lanes; 2], selected: &Lanes) {
    for lane in 0..LANES {
        let smaller = counts[0][lane].min(counts[1][lane]);
        sums[lane] += smaller & selected[lane];
        counts[0][lane] &= !selected[lane];
        counts[1][lane] &= !selected[lane];
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn general(reference: &[u32], hypothesis: &[u32], order: usize) -> Vec<u64> {
        let mut matcher = NgramMatcher::new();
        matcher.add_reference(reference, order);
        let mut found = vec![0; order];
        matcher.count_matches(hypothesis, order, &mut found);
        found
    }

    fn paired(
        matcher: &mut PairMatcher,
        reference: &[u32],
        hypothesis: &[u32],
        order: usize,
    ) -> Vec<u64> {
        let mut found = vec![0; order];
        matcher.count_matches(reference, hypothesis, order, &mut found);
        found
    }

    #[test]
    fn equal_ends_are_not_counted_as_longer_ngrams() {
        let mut matcher = PairMatcher::new();
        assert_eq!(paired(&mut matcher, &[5, 1, 2], &[1, 2], 4), [2, 1, 0, 0]);
        assert_eq!(paired(&mut matcher, &[], &[], 3), [0, 0, 0]);
        assert_eq!(paired(&mut matcher, &[1], &[], 3), [0, 0, 0]);
    }

    #[test]
    fn texts_that_do_not_fit_are_counted_all_the_same() {
        let mut matcher = PairMatcher::new();
        let many: Vec<u32> = (0..2000).chain(500..900).collect();
        let fewer: Vec<u32> = (100..1800).collect();
        assert_eq!(paired(&mut matcher, &many, &fewer, 6), general(&many, &fewer, 6));
        let long = vec![3; LONGEST_TEXT + 1];
        assert_eq!(paired(&mut matcher, &long, &[3, 3, 3], 2), [3, 2]);
        assert_eq!(paired(&mut matcher, &[1; 12], &[1; 10], 9), general(&[1; 12], &[1; 10], 9));
    }

    fn text() -> impl Strategy<Value = Vec<u32>> {
        let token = prop_oneof![0..4_u32, 1020..1024_u32, 65_535..65_537_u32, Just(u32::MAX)];
        let small = prop::collection::vec(0..3_u32, 0..60);
        prop_oneof![small, prop::collection::vec(token, 0..60)]
    }

    proptest! {
        #[test]
        fn matches_are_those_of_the_general_matcher(
            texts in prop::collection::vec(text(), 2..5),
            order in 0..10_usize,
        ) {
            let mut matcher = PairMatcher::new();
            for pair in texts.windows(2) {
                prop_assert_eq!(
                    paired(&mut matcher, &pair[0], &pair[1], order),
                    general(&pair[0], &pair[1], order)
                );
            }
        }
    }
}
