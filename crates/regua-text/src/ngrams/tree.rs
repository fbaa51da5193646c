//! N-grams of many texts, numbered.

use super::table::{MULTIPLIER, key};

const SMALLEST_TABLE: usize = 256;
/// How many n-grams are looked up at the same time.
const TOGETHER: usize = 16;

/// A place in the table: the n-gram and its number counted from `base`, so
/// that raising `base` empties every slot at once. Twelve bytes: a table of a
/// whole corpus misses the cache at every step, and should miss it once.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    prefix: u32,
    token: u32,
    stamp: u32,
}

/// Gives every n-gram a number, from 0 on, in the order of first sight.
///
/// An n-gram is the pair of its prefix (the number of another n-gram, or
/// whatever the caller calls the empty one) and its last token; so nothing is
/// ever taken for something else. Serves the n-grams of one segment (clearing
/// is nearly free) and those of a corpus.
///
/// ```
/// use regua_text::ngrams::NgramTree;
///
/// let mut tree = NgramTree::new();
/// let root = u32::MAX;
/// let (to, _) = tree.number(root, 7);
/// assert_eq!(tree.number(to, 8), (1, true));
/// assert_eq!(tree.number(to, 8), (1, false));
/// assert_eq!(tree.find(to, 8), Some(1));
/// assert_eq!(tree.find(root, 8), None);
/// ```
#[derive(Debug, Clone)]
pub struct NgramTree {
    slots: Vec<Slot>,
    shift: u32,
    base: u32,
    used: u32,
}

impl Default for NgramTree {
    fn default() -> Self {
        Self::new()
    }
}

impl NgramTree {
    /// A tree without n-grams.
    pub fn new() -> Self {
        let slots = vec![Slot::default(); SMALLEST_TABLE];
        Self { slots, shift: 64 - SMALLEST_TABLE.trailing_zeros(), base: 1, used: 0 }
    }

    /// Forgets all n-grams in constant time and keeps the memory.
    pub fn clear(&mut self) {
        // Half of the range stays free for the numbers of the next epoch.
        let next = self.base.saturating_add(self.used);
        if next > u32::MAX / 2 {
            self.slots.fill(Slot::default());
            self.base = 1;
        } else {
            self.base = next;
        }
        self.used = 0;
    }

    /// How many n-grams there are.
    pub fn len(&self) -> usize {
        self.used as usize
    }

    /// Whether there is no n-gram.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The number of an n-gram that was seen before.
    #[inline]
    pub fn find(&self, prefix: u32, token: u32) -> Option<u32> {
        self.look(prefix, token).ok()
    }

    /// The numbers of several n-grams, where they were seen before. A table of
    /// a corpus is not in the cache: asked together, they wait for it together.
    pub fn find_all(&self, ngrams: &[(u32, u32)], found: &mut Vec<Option<u32>>) {
        found.clear();
        let mask = self.slots.len() - 1;
        let mut firsts = [Slot::default(); TOGETHER];
        for ngrams in ngrams.chunks(TOGETHER) {
            for (first, &(prefix, token)) in firsts.iter_mut().zip(ngrams) {
                *first = self.slots[self.place(prefix, token) & mask];
            }
            found.extend(ngrams.iter().zip(&firsts).map(|(&(prefix, token), first)| {
                if first.stamp < self.base {
                    None
                } else if first.prefix == prefix && first.token == token {
                    Some(first.stamp - self.base)
                } else {
                    self.find(prefix, token)
                }
            }));
        }
    }

    /// The number of an n-gram, and whether it is new.
    #[inline]
    pub fn number(&mut self, prefix: u32, token: u32) -> (u32, bool) {
        match self.look(prefix, token) {
            Ok(number) => (number, false),
            Err(place) => {
                let number = self.used;
                self.slots[place] = Slot { prefix, token, stamp: self.base + number };
                self.used += 1;
                if self.used as usize * 2 > self.slots.len() {
                    self.grow();
                }
                (number, true)
            }
        }
    }

    /// The number, or the free slot where it belongs.
    #[inline]
    fn look(&self, prefix: u32, token: u32) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut place = self.place(prefix, token) & mask;
        loop {
            let slot = self.slots[place];
            if slot.stamp < self.base {
                return Err(place);
            }
            if slot.prefix == prefix && slot.token == token {
                return Ok(slot.stamp - self.base);
            }
            place = (place + 1) & mask;
        }
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the shift leaves as many bits as the table has places"
    )]
    fn place(&self, prefix: u32, token: u32) -> usize {
        let key = key(prefix, token);
        ((key ^ (key >> 32)).wrapping_mul(MULTIPLIER) >> self.shift) as usize
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let smaller = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        self.shift = 64 - size.trailing_zeros();
        let mask = size - 1;
        for slot in smaller {
            if slot.stamp >= self.base {
                let mut place = self.place(slot.prefix, slot.token) & mask;
                while self.slots[place].stamp >= self.base {
                    place = (place + 1) & mask;
                }
                self.slots[place] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_tree_that_runs_out_of_stamps_is_wiped() {
        let mut tree = NgramTree::new();
        tree.base = u32::MAX / 2;
        tree.number(1, 2);
        tree.clear();
        assert_eq!((tree.base, tree.find(1, 2), tree.is_empty()), (1, None, true));
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_a_plain_map(
            texts in prop::collection::vec(prop::collection::vec((0..40_u32, 0..40_u32), 0..900), 1..4),
        ) {
            let mut tree = NgramTree::new();
            for text in texts {
                tree.clear();
                let mut plain: HashMap<(u32, u32), u32> = HashMap::new();
                for &pair in &text {
                    let next = u32::try_from(plain.len()).unwrap();
                    let known = plain.get(&pair).copied();
                    prop_assert_eq!(tree.find(pair.0, pair.1), known);
                    let number = *plain.entry(pair).or_insert(next);
                    prop_assert_eq!(tree.number(pair.0, pair.1), (number, known.is_none()));
                    prop_assert_eq!(tree.len(), plain.len());
                }
                let asked: Vec<(u32, u32)> = text.iter().map(|&(left, right)| (right, left)).collect();
                let mut found = Vec::new();
                tree.find_all(&asked, &mut found);
                let expected: Vec<_> = asked.iter().map(|pair| plain.get(pair).copied()).collect();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
