//! A table from words to lists of numbers, as bytes that need no reading.
//!
//! | part | holds |
//! |---|---|
//! | four numbers | words, slots, numbers, bytes of text |
//! | ends of texts | where each word ends in the text; words are sorted |
//! | ends of lists | where each word's list ends in the numbers |
//! | slots | open addressing by XXH3: 0, or the number of a word plus 1 |
//! | numbers | the lists, one after the other |
//! | text | the words, one after the other, filled up to four bytes |
//!
//! All are 32-bit little-endian numbers but the text. Whatever the bytes are,
//! looking a word up ends and never panics.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_64;

/// The sizes at the beginning of a table.
const SIZES: usize = 16;

/// Where the parts of a table are in the bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Table {
    words: usize,
    slots: usize,
    text_ends: usize,
    list_ends: usize,
    slots_at: usize,
    numbers_at: usize,
    text_at: usize,
    end: usize,
}

impl Table {
    /// The table that begins at a place, if it is whole.
    pub fn at(bytes: &[u8], start: usize) -> Option<Self> {
        let size = |i: usize| Some(number(bytes, start.checked_add(4 * i)?)? as usize);
        let (words, slots, numbers, text) = (size(0)?, size(1)?, size(2)?, size(3)?);
        let text_ends = start.checked_add(SIZES)?;
        let list_ends = text_ends.checked_add(words.checked_mul(4)?)?;
        let slots_at = list_ends.checked_add(words.checked_mul(4)?)?;
        let numbers_at = slots_at.checked_add(slots.checked_mul(4)?)?;
        let text_at = numbers_at.checked_add(numbers.checked_mul(4)?)?;
        let end = text_at.checked_add(text)?.checked_next_multiple_of(4)?;
        let whole = end <= bytes.len() && (slots == 0 || slots.is_power_of_two());
        let table = Self { words, slots, text_ends, list_ends, slots_at, numbers_at, text_at, end };
        whole.then_some(table)
    }

    /// Where the next table begins.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The list of a word.
    pub fn get<'a>(&self, bytes: &'a [u8], word: &str) -> Option<Numbers<'a>> {
        let mask = self.slots.checked_sub(1)?;
        // Only the low bits choose the slot: a machine of 32 bits finds the same.
        let hash = (xxh3_64(word.as_bytes()) & u64::from(u32::MAX)) as usize;
        for step in 0..self.slots {
            let slot = hash.wrapping_add(step) & mask;
            let entry = number(bytes, self.slots_at + 4 * slot)? as usize;
            let index = entry.checked_sub(1)?;
            if self.word(bytes, index)? == word.as_bytes() {
                return self.list(bytes, index);
            }
        }
        None
    }

    fn word<'a>(&self, bytes: &'a [u8], index: usize) -> Option<&'a [u8]> {
        let (start, end) = self.span(bytes, self.text_ends, index)?;
        bytes.get(self.text_at + start..self.text_at + end)
    }

    fn list<'a>(&self, bytes: &'a [u8], index: usize) -> Option<Numbers<'a>> {
        let (start, end) = self.span(bytes, self.list_ends, index)?;
        bytes.get(self.numbers_at + 4 * start..self.numbers_at + 4 * end).map(Numbers)
    }

    fn span(&self, bytes: &[u8], ends: usize, index: usize) -> Option<(usize, usize)> {
        if index >= self.words {
            return None;
        }
        let start = match index.checked_sub(1) {
            Some(before) => number(bytes, ends + 4 * before)? as usize,
            None => 0,
        };
        Some((start, number(bytes, ends + 4 * index)? as usize))
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

/// A list of numbers in a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers<'a>(&'a [u8]);

impl<'a> Numbers<'a> {
    /// The numbers.
    pub fn iter(self) -> impl Iterator<Item = u32> + 'a {
        self.0.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four))
    }
}

/// Adds a table to bytes; nothing if it is larger than 32-bit numbers can say.
pub(super) fn encode(lists: &BTreeMap<String, Vec<u32>>, bytes: &mut Vec<u8>) -> Option<()> {
    let words = u32::try_from(lists.len()).ok()?;
    let numbers = u32::try_from(lists.values().map(Vec::len).sum::<usize>()).ok()?;
    let text = u32::try_from(lists.keys().map(String::len).sum::<usize>()).ok()?;
    let slots =
        if words == 0 { 0 } else { (words.checked_mul(3)? / 2).checked_next_power_of_two()? };
    let mut put = |number: u32| bytes.extend_from_slice(&number.to_le_bytes());
    for size in [words, slots, numbers, text] {
        put(size);
    }
    let mut end = 0;
    for word in lists.keys() {
        end += word.len() as u32;
        put(end);
    }
    end = 0;
    for list in lists.values() {
        end += list.len() as u32;
        put(end);
    }
    for slot in fill(lists, slots as usize) {
        put(slot);
    }
    for number in lists.values().flatten() {
        put(*number);
    }
    for word in lists.keys() {
        bytes.extend_from_slice(word.as_bytes());
    }
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    Some(())
}

/// The slots, each word in the first free one from where its hash says.
fn fill(lists: &BTreeMap<String, Vec<u32>>, size: usize) -> Vec<u32> {
    let mut slots = vec![0; size];
    for (entry, word) in (1..).zip(lists.keys()) {
        let mut slot = (xxh3_64(word.as_bytes()) & u64::from(u32::MAX)) as usize & (size - 1);
        while slots[slot] != 0 {
            slot = (slot + 1) & (size - 1);
        }
        slots[slot] = entry;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lists() -> impl Strategy<Value = BTreeMap<String, Vec<u32>>> {
        let list = prop::collection::vec(any::<u32>(), 0..4);
        prop::collection::btree_map("[a-cé]{0,4}", list, 0..40)
    }

    proptest! {
        #[test]
        fn a_table_holds_what_the_map_holds(lists in lists(), others in prop::collection::vec("[a-dé]{0,4}", 0..20)) {
            let mut bytes = vec![9; 4];
            encode(&lists, &mut bytes).unwrap();
            let table = Table::at(&bytes, 4).unwrap();
            prop_assert_eq!(table.end(), bytes.len());
            for word in lists.keys().chain(&others) {
                let found = table.get(&bytes, word).map(|numbers| numbers.iter().collect::<Vec<_>>());
                prop_assert_eq!(found.as_ref(), lists.get(word));
            }
        }

        #[test]
        fn changed_bytes_never_panic(lists in lists(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
            let mut bytes = Vec::new();
            encode(&lists, &mut bytes).unwrap();
            for (index, byte) in changes {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(table) = Table::at(&bytes, 0) {
                for word in lists.keys() {
                    let _ = table.get(&bytes, word).map(|numbers| numbers.iter().count());
                }
            }
        }
    }
}
