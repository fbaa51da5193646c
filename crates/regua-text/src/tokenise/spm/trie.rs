//! A double array over the pieces of a model: which of them a text starts with.

/// No key ends here.
const NONE: u32 = u32::MAX;
/// How many places are tried for the children of one state.
const TRIALS: usize = 1 << 10;
/// How many slots there may be for each byte of the keys.
const SLOTS_A_BYTE: usize = 64;

/// A set of texts, each with a number.
#[derive(Debug, Clone, Default)]
pub(super) struct Trie {
    slots: Vec<Slot>,
}

/// A state, if it is taken: its children are at `base` plus their byte.
#[derive(Debug, Clone, Copy)]
struct Slot {
    base: u32,
    parent: u32,
    value: u32,
}

const FREE: Slot = Slot { base: 0, parent: NONE, value: NONE };

impl Trie {
    /// A set of different texts that are not empty; nothing if they are so
    /// scattered that the table would fill the memory.
    pub(super) fn new(mut keys: Vec<(&[u8], u32)>) -> Option<Self> {
        if keys.is_empty() {
            return Some(Self::default());
        }
        keys.sort_unstable();
        let bytes: usize = keys.iter().map(|(key, _)| key.len()).sum();
        let most = (bytes.max(256) * SLOTS_A_BYTE).min(NONE as usize);
        let mut trie = Self { slots: vec![Slot { parent: 0, ..FREE }] };
        let mut free = 1;
        let mut pending = vec![(0, 0..keys.len(), 0)];
        let mut children: Vec<(u8, usize)> = Vec::new();
        while let Some((state, range, depth)) = pending.pop() {
            children.clear();
            let mut first = range.start;
            if keys[first].0.len() == depth {
                trie.slots[state].value = keys[first].1;
                first += 1;
            }
            for (index, (key, _)) in keys.iter().enumerate().take(range.end).skip(first) {
                if children.last().is_none_or(|(byte, _)| *byte != key[depth]) {
                    children.push((key[depth], index));
                }
            }
            let Some(&(lowest, _)) = children.first() else { continue };
            let base = trie.place(&children, lowest, &mut free);
            if base + 256 > most {
                return None;
            }
            if trie.slots.len() < base + 256 {
                trie.slots.resize(base + 256, FREE);
            }
            trie.slots[state].base = u32::try_from(base).ok()?;
            for (place, &(byte, start)) in children.iter().enumerate() {
                let child = base + usize::from(byte);
                trie.slots[child].parent = u32::try_from(state).ok()?;
                let end = children.get(place + 1).map_or(range.end, |(_, start)| *start);
                pending.push((child, start..end, depth + 1));
            }
        }
        Some(trie)
    }

    /// Where all children fit: the first such place, or the end after many trials.
    fn place(&self, children: &[(u8, usize)], lowest: u8, free: &mut usize) -> usize {
        let is_free = |slot: usize| self.slots.get(slot).is_none_or(|slot| slot.parent == NONE);
        while !is_free(*free) {
            *free += 1;
        }
        let start = (*free).max(usize::from(lowest) + 1);
        let mut trials = 0;
        for slot in start..self.slots.len() {
            if !is_free(slot) {
                continue;
            }
            let base = slot - usize::from(lowest);
            if children.iter().all(|(byte, _)| is_free(base + usize::from(*byte))) {
                return base;
            }
            trials += 1;
            if trials == TRIALS {
                break;
            }
        }
        self.slots.len().max(start) - usize::from(lowest)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Calls `found` with the length and the number of each text of the set
    /// that this text starts with, the shortest first.
    #[inline]
    pub(super) fn prefixes(&self, text: &[u8], mut found: impl FnMut(usize, u32)) {
        let Some(mut slot) = self.slots.first() else { return };
        let mut state = 0;
        for (index, &byte) in text.iter().enumerate() {
            let child = slot.base + u32::from(byte);
            match self.slots.get(child as usize) {
                Some(next) if next.parent == state => slot = next,
                _ => return,
            }
            state = child;
            if slot.value != NONE {
                found(index + 1, slot.value);
            }
        }
    }

    /// The length of the longest text of the set that this text starts with.
    pub(super) fn longest(&self, text: &[u8]) -> Option<usize> {
        let mut longest = None;
        self.prefixes(text, |length, _| longest = Some(length));
        longest
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn prefixes_are_those_that_a_plain_search_finds(
            keys in btree_set(vec(prop_oneof![0_u8..4, any::<u8>()], 1..5), 0..60),
            texts in vec(vec(prop_oneof![0_u8..4, any::<u8>()], 0..7), 0..40),
        ) {
            let numbered: Vec<(&[u8], u32)> = keys.iter().map(Vec::as_slice).zip(0..).collect();
            let trie = Trie::new(numbered.clone()).unwrap();
            for text in keys.iter().chain(&texts) {
                let mut found = BTreeSet::new();
                trie.prefixes(text, |length, value| assert!(found.insert((length, value))));
                let plain: BTreeSet<_> = numbered
                    .iter()
                    .filter(|(key, _)| text.starts_with(key))
                    .map(|(key, value)| (key.len(), *value))
                    .collect();
                prop_assert_eq!(found, plain);
            }
        }
    }
}
