//! Words to small numbers: every distinct string gets the next free id.
//!
//! The kernels for n-grams, common subsequences and edit distance work on
//! `u32` ids. An [`Interner`] hands them out, densely from 0. It serves one
//! segment at a time (forgetting is nearly free) as well as a vocabulary that
//! lives as long as the run.
//!
//! The hash has a fixed seed, so ids depend on the order of the strings only.
//! Do not use it for keys that an adversary may choose against a server.

const SEED_LOW: u64 = 0x9e37_79b9_7f4a_7c15;
const SEED_HIGH: u64 = 0xd1b5_4a32_d192_ed03;
const SMALLEST_TABLE: usize = 64;

/// A string in brief: for up to 16 bytes this *is* the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Brief {
    low: u64,
    high: u64,
    length: usize,
}

impl Brief {
    #[inline]
    fn new(bytes: &[u8]) -> Self {
        let length = bytes.len();
        let (low, high) = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => Self::under_eight(bytes),
        };
        Self { low, high, length }
    }

    #[inline]
    fn under_eight(bytes: &[u8]) -> (u64, u64) {
        if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            return (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)));
        }
        match *bytes {
            [] => (0, 0),
            [first] => (u64::from(first), 0),
            [first, last] => (u64::from(first), u64::from(last)),
            [first, middle, last, ..] => {
                (u64::from(first) | u64::from(middle) << 8, u64::from(last))
            }
        }
    }

    #[inline]
    fn is_whole(self) -> bool {
        self.length <= 16
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the table keeps 32 bits of the hash")]
    fn hash(self, bytes: &[u8]) -> u32 {
        let mut state = SEED_LOW ^ self.length as u64;
        if !self.is_whole() {
            for chunk in bytes.chunks_exact(8) {
                let word = chunk.try_into().map_or(0, u64::from_le_bytes);
                state = fold(state ^ word, SEED_HIGH);
            }
        }
        fold(self.low ^ state, self.high ^ SEED_HIGH) as u32
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the two halves of the product are folded onto each other"
)]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product as u64) ^ ((product >> 64) as u64)
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    brief: Brief,
    start: usize,
}

/// A place in the table: 32 bits of the hash and the id counted from `base`,
/// so that raising `base` empties every slot at once.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u32,
    stamp: u32,
}

/// Strings that are looked up together, and what was found; to be used again.
#[derive(Debug, Clone, Default)]
pub struct Lookup {
    briefs: Vec<(Brief, u32)>,
    slots: Vec<Slot>,
    found: Vec<Option<u32>>,
}

impl Lookup {
    /// The id of each string, where it has one.
    pub fn found(&self) -> &[Option<u32>] {
        &self.found
    }
}

/// Gives every distinct string a dense id.
///
/// ```
/// use regua_text::intern::Interner;
///
/// let mut interner = Interner::new();
/// let ids: Vec<u32> = "a rose is a rose".split(' ').map(|word| interner.intern(word)).collect();
/// assert_eq!(ids, [0, 1, 2, 0, 1]);
/// assert_eq!(interner.resolve(2), "is");
/// interner.clear();
/// assert_eq!(interner.intern("rose"), 0);
/// ```
#[derive(Debug, Clone)]
pub struct Interner {
    slots: Vec<Slot>,
    base: u32,
    entries: Vec<Entry>,
    text: String,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An empty interner.
    pub fn new() -> Self {
        Self {
            slots: vec![Slot::default(); SMALLEST_TABLE],
            base: 1,
            entries: Vec::new(),
            text: String::new(),
        }
    }

    /// Forgets all strings in constant time and keeps the memory.
    pub fn clear(&mut self) {
        // Half of the range stays free for the ids of the next epoch.
        let next = self.base.saturating_add(self.count());
        if next > u32::MAX / 2 {
            self.slots.fill(Slot::default());
            self.base = 1;
        } else {
            self.base = next;
        }
        self.entries.clear();
        self.text.clear();
    }

    /// How many distinct strings there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no string.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The id of a string, which is given the next free one if it is new.
    #[inline]
    pub fn intern(&mut self, text: &str) -> u32 {
        let bytes = text.as_bytes();
        let brief = Brief::new(bytes);
        let hash = brief.hash(bytes);
        match self.find(brief, hash, bytes) {
            Ok(id) => id,
            Err(slot) => self.insert(slot, brief, hash, text),
        }
    }

    /// The id of a string that was interned before.
    pub fn get(&self, text: &str) -> Option<u32> {
        let bytes = text.as_bytes();
        let brief = Brief::new(bytes);
        self.find(brief, brief.hash(bytes), bytes).ok()
    }

    /// Looks several strings up. Where the table is larger than the cache this
    /// is faster than one by one: the memory is asked for all of them before the
    /// first answer is needed.
    pub fn get_all<'t>(&self, texts: impl Iterator<Item = &'t str> + Clone, lookup: &mut Lookup) {
        let mask = self.slots.len() - 1;
        lookup.briefs.clear();
        lookup.briefs.extend(texts.clone().map(|text| {
            let brief = Brief::new(text.as_bytes());
            (brief, brief.hash(text.as_bytes()))
        }));
        lookup.slots.clear();
        let places = lookup.briefs.iter().map(|&(_, hash)| self.slots[hash as usize & mask]);
        lookup.slots.extend(places);
        lookup.found.clear();
        let asked = lookup.briefs.iter().zip(&lookup.slots).zip(texts);
        lookup.found.extend(asked.map(|((&(brief, hash), slot), text)| {
            if slot.hash == hash && slot.stamp >= self.base && brief.is_whole() {
                let id = slot.stamp - self.base;
                if self.entries[id as usize].brief == brief {
                    return Some(id);
                }
            }
            self.find(brief, hash, text.as_bytes()).ok()
        }));
    }

    /// The string of an id.
    ///
    /// # Panics
    ///
    /// If the id was not given out since the last [`Interner::clear`].
    pub fn resolve(&self, id: u32) -> &str {
        let entry = self.entries[id as usize];
        &self.text[entry.start..entry.start + entry.brief.length]
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "2^32 entries would fill 128 GB before the count overflows"
    )]
    fn count(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The id, or the free slot where it belongs.
    #[inline]
    fn find(&self, brief: Brief, hash: u32, bytes: &[u8]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot.stamp < self.base {
                return Err(place);
            }
            if slot.hash == hash {
                let id = slot.stamp - self.base;
                let entry = self.entries[id as usize];
                if entry.brief == brief
                    && (brief.is_whole() || self.text.as_bytes()[entry.start..].starts_with(bytes))
                {
                    return Ok(id);
                }
            }
            place = (place + 1) & mask;
        }
    }

    fn insert(&mut self, place: usize, brief: Brief, hash: u32, text: &str) -> u32 {
        let id = self.count();
        let start = self.text.len();
        self.text.push_str(text);
        self.entries.push(Entry { brief, start });
        self.slots[place] = Slot { hash, stamp: self.base + id };
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Slot::default(); self.slots.len() * 2];
        let mask = larger.len() - 1;
        let smaller = std::mem::replace(&mut self.slots, larger);
        for slot in smaller {
            if slot.stamp >= self.base {
                let mut place = slot.hash as usize & mask;
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
    fn strings_of_every_length_are_told_apart() {
        let long = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
        let mut interner = Interner::new();
        for length in 0..long.len() {
            assert_eq!(interner.intern(&long[..length]) as usize, length);
        }
        for length in 0..long.len() {
            let id = interner.get(&long[..length]).unwrap();
            assert_eq!(interner.resolve(id), &long[..length]);
        }
        assert_eq!(interner.get("zebra"), None);
    }

    #[test]
    fn strings_that_differ_in_the_middle_only_are_told_apart() {
        let mut interner = Interner::new();
        assert_eq!(interner.intern("aaaaaaaaaaXaaaaaaaaaa"), 0);
        assert_eq!(interner.intern("aaaaaaaaaaYaaaaaaaaaa"), 1);
        assert_eq!(interner.intern("aaaaaaaaaaXaaaaaaaaaa"), 0);
    }

    #[test]
    fn a_large_vocabulary_keeps_its_ids_while_the_table_grows() {
        let mut interner = Interner::new();
        for number in 0..50_000_u32 {
            assert_eq!(interner.intern(&format!("word{number}")), number);
        }
        assert_eq!(interner.get("word31415"), Some(31415));
        interner.clear();
        assert_eq!(interner.get("word31415"), None);
    }

    #[test]
    fn an_epoch_that_runs_out_of_stamps_wipes_the_table() {
        let mut interner = Interner::new();
        interner.base = u32::MAX / 2;
        interner.intern("old");
        interner.clear();
        assert_eq!(interner.base, 1);
        assert_eq!(interner.get("old"), None);
        assert_eq!(interner.intern("new"), 0);
    }

    proptest! {
        #[test]
        fn ids_are_those_of_a_plain_map(rounds in prop::collection::vec(prop::collection::vec("[ab]{0,3}|[a-c]{7,20}|é{0,9}", 0..90), 1..4)) {
            let (mut interner, mut lookup) = (Interner::new(), Lookup::default());
            for words in rounds {
                interner.clear();
                let mut plain: HashMap<&str, u32> = HashMap::new();
                for word in &words {
                    let next = u32::try_from(plain.len()).unwrap();
                    let expected = *plain.entry(word).or_insert(next);
                    prop_assert_eq!(interner.intern(word), expected);
                    prop_assert_eq!(interner.resolve(expected), word);
                }
                prop_assert_eq!(interner.len(), plain.len());
                let asked = words.iter().map(String::as_str).chain(["a", "abcabcabcabcabcabcabc"]);
                interner.get_all(asked.clone(), &mut lookup);
                let expected: Vec<Option<u32>> = asked.map(|word| plain.get(word).copied()).collect();
                prop_assert_eq!(lookup.found(), expected);
            }
        }
    }
}
