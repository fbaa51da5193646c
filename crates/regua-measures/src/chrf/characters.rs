//! Character n-grams of all orders at once, for texts of a usual size.
//!
//! Each place of both texts becomes one number: the next few characters, a byte
//! each. Sorted, places with the same n-gram stand side by side for every order,
//! and one walk counts them all. That is two to three times as fast as
//! [`NgramMatcher`](regua_text::ngrams::NgramMatcher), which takes any tokens,
//! any order and any length; texts that do not fit are left to it.

/// Orders that a number has room for, beside a byte that says whose it is.
const HIGHEST_ORDER: usize = 7;
const LANES: usize = 8;
/// Characters outside this range are left to the general matcher.
const CODE_POINTS: usize = 1 << 16;
/// How many distinct characters a byte tells apart, besides "none".
const LARGEST_ID: u32 = 255;

/// One count for each order; narrow, so that a processor adds them at once.
type Lanes = [i16; LANES];

/// All bits set in the lanes of the first so many orders.
const FIRST: [Lanes; LANES + 1] = {
    let mut first = [[0; LANES]; LANES + 1];
    let mut orders = 0;
    while orders <= LANES {
        let mut lane = 0;
        while lane < orders {
            first[orders][lane] = -1;
            lane += 1;
        }
        orders += 1;
    }
    first
};

/// Counts the character n-grams that two texts share.
#[derive(Debug)]
pub(super) struct CharacterMatcher {
    /// The number of each character in this round, below the round's own.
    ids: Vec<u32>,
    round: u32,
    last_id: u32,
    keys: Vec<u64>,
}

impl CharacterMatcher {
    pub(super) fn new() -> Self {
        Self { ids: vec![0; CODE_POINTS], round: 0, last_id: 0, keys: Vec::new() }
    }

    /// Writes for each order the number of n-grams that two texts share, each
    /// as often as in the text that has it less often. Says `false`, with
    /// nothing written, where the texts or the order are too large.
    pub(super) fn count(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        matches: &mut [u64],
    ) -> bool {
        let longest = hypothesis.len().max(reference.len());
        if matches.len() > HIGHEST_ORDER || longest > i16::MAX as usize {
            return false;
        }
        self.start_round();
        let order = matches.len();
        if self.add_keys(hypothesis, order, 1).is_none()
            || self.add_keys(reference, order, 0).is_none()
        {
            return false;
        }
        self.keys.sort_unstable();
        let shared = count_sorted(&self.keys);
        for (matches, &shared) in matches.iter_mut().zip(&shared) {
            *matches = u64::from(shared.unsigned_abs());
        }
        true
    }

    fn start_round(&mut self) {
        if self.round == u32::MAX >> 8 {
            self.ids.fill(0);
            self.round = 0;
        }
        self.round += 1;
        self.last_id = 0;
        self.keys.clear();
    }

    /// Adds a number for each place of a text, with its owner in the last bit.
    fn add_keys(&mut self, text: &[u32], order: usize, owner: u64) -> Option<()> {
        let mask = u64::MAX << (64 - 8 * order);
        let mut next = 0;
        for &character in text.iter().rev() {
            let id = self.id(character)?;
            next = (next >> 8 | u64::from(id) << 56) & mask;
            self.keys.push(next | owner);
        }
        Some(())
    }

    /// The number of a character, from 1 to 255.
    fn id(&mut self, character: u32) -> Option<u32> {
        let entry = self.ids.get_mut(character as usize)?;
        if *entry >> 8 != self.round {
            if self.last_id == LARGEST_ID {
                return None;
            }
            self.last_id += 1;
            *entry = self.round << 8 | self.last_id;
        }
        Some(*entry & LARGEST_ID)
    }
}

/// Walks over sorted numbers and counts, for each order, what both owners have.
fn count_sorted(keys: &[u64]) -> Lanes {
    let [mut ours, mut theirs, mut shared] = [[0; LANES]; 3];
    let mut last = 0;
    for &key in keys {
        let grams = key & !0xff;
        // Orders in which this place has the same n-gram as the last one.
        let same = &FIRST[((last ^ grams).leading_zeros() / 8) as usize];
        // Orders for which the text goes on long enough.
        let whole = &FIRST[LANES - (grams.trailing_zeros() / 8) as usize];
        let owner = -((key & 1) as i16);
        for lane in 0..LANES {
            shared[lane] += ours[lane].min(theirs[lane]) & !same[lane];
            ours[lane] = (ours[lane] & same[lane]) - (whole[lane] & owner);
            theirs[lane] = (theirs[lane] & same[lane]) - (whole[lane] & !owner);
        }
        last = grams;
    }
    for lane in 0..LANES {
        shared[lane] += ours[lane].min(theirs[lane]);
    }
    shared
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regua_text::ngrams::NgramMatcher;

    use super::*;

    #[test]
    fn what_does_not_fit_is_left_to_others() {
        let mut matcher = CharacterMatcher::new();
        let many: Vec<u32> = (0..300).collect();
        assert!(!matcher.count(&many, &[1], &mut [0; 6]));
        assert!(!matcher.count(&[1], &vec![1; 40_000], &mut [0; 6]));
        assert!(!matcher.count(&[0x1_f600], &[1], &mut [0; 6]));
        assert!(!matcher.count(&[1], &[1], &mut [0; 8]));
        assert!(matcher.count(&many[..255], &[1], &mut [0; 7]));
    }

    #[test]
    fn rounds_that_run_out_start_again() {
        let mut matcher = CharacterMatcher::new();
        matcher.round = (u32::MAX >> 8) - 1;
        for _ in 0..3 {
            let mut shared = [0; 2];
            assert!(matcher.count(&[0, 1, 2], &[9, 0, 1], &mut shared));
            assert_eq!(shared, [2, 1]);
        }
        assert_eq!(matcher.round, 2);
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_general_matcher(
            texts in prop::collection::vec(prop::collection::vec(prop_oneof![0..3_u32, 0..60_000_u32], 0..50), 2..6),
            order in 1..=HIGHEST_ORDER,
        ) {
            let (mut matcher, mut general) = (CharacterMatcher::new(), NgramMatcher::new());
            for pair in texts.windows(2) {
                let (mut found, mut expected) = (vec![0; order], vec![0; order]);
                prop_assert!(matcher.count(&pair[0], &pair[1], &mut found));
                general.clear();
                general.add_reference(&pair[1], order);
                general.count_matches(&pair[0], order, &mut expected);
                prop_assert_eq!(found, expected);
            }
        }
    }
}
