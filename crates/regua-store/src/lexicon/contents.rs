//! What a lexicon holds, before it is compiled.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::Xxh3;

use super::table;
use crate::error::Error;

/// Words and the sets that they belong to.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// Whether words have English base forms.
    pub(crate) english: bool,
    /// Where the sets of nouns, verbs, adjectives and adverbs end; all of them
    /// at the number of sets where parts of speech do not matter.
    pub(crate) part_ends: [u32; 4],
    /// Lower-case words and their sets.
    pub(crate) words: BTreeMap<String, Vec<u32>>,
    /// Irregular forms: a bit for each part of speech that has the form in its
    /// list, then the sets of its base forms.
    pub(crate) irregular: BTreeMap<String, Vec<u32>>,
    /// Words, letter by letter, and the sets that list them.
    pub(crate) listed: BTreeMap<String, Vec<u32>>,
}

impl Contents {
    /// How many sets there are.
    pub fn sets(&self) -> u32 {
        self.part_ends[3]
    }

    /// How many different words the sets list.
    pub fn words(&self) -> usize {
        self.listed.len()
    }

    /// A fingerprint of what the lexicon holds, however it is laid out.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        hash.update(&[u8::from(self.english)]);
        for end in self.part_ends {
            hash.update(&end.to_le_bytes());
        }
        for lists in [&self.words, &self.irregular, &self.listed] {
            hash.update(&(lists.len() as u64).to_le_bytes());
            for (word, list) in lists {
                hash.update(&(word.len() as u64).to_le_bytes());
                hash.update(word.as_bytes());
                hash.update(&(list.len() as u64).to_le_bytes());
                for number in list {
                    hash.update(&number.to_le_bytes());
                }
            }
        }
        hash.digest()
    }

    /// The payload of a compiled file.
    ///
    /// # Errors
    /// Fails if there is more than the format can hold.
    pub(crate) fn encode(&self, file: &Path) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&u32::from(self.english).to_le_bytes());
        for end in self.part_ends {
            bytes.extend_from_slice(&end.to_le_bytes());
        }
        // Most words are listed as they are looked up: only the others need a list of their own.
        let mut listed: BTreeMap<String, Vec<u32>> = self
            .listed
            .iter()
            .filter(|(word, list)| self.words.get(*word) != Some(*list))
            .map(|(word, list)| (word.clone(), list.clone()))
            .collect();
        for word in self.words.keys().filter(|word| !self.listed.contains_key(*word)) {
            listed.insert(word.clone(), Vec::new());
        }
        for lists in [&self.words, &self.irregular, &listed] {
            table::encode(lists, &mut bytes)
                .ok_or_else(|| Error::damaged(file, None, "has more words than can be kept"))?;
        }
        Ok(bytes)
    }
}

/// Gathers sets of words where parts of speech do not matter.
#[derive(Debug, Default)]
pub struct Sets {
    numbers: FxHashMap<String, u32>,
    count: u32,
    words: BTreeMap<String, Vec<u32>>,
    listed: BTreeMap<String, Vec<u32>>,
}

impl Sets {
    /// A new set, without a name.
    pub(crate) fn fresh(&mut self) -> u32 {
        let number = self.count;
        self.count = self.count.saturating_add(1);
        number
    }

    /// The set of a name; a new one if the name is new.
    pub(crate) fn named(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.fresh();
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Adds a word to a set.
    pub(crate) fn add(&mut self, set: u32, word: &str) {
        push(&mut self.words, &lower(word), set);
        push(&mut self.listed, word, set);
    }

    /// Everything that was gathered.
    pub(crate) fn finish(mut self) -> Contents {
        for list in self.words.values_mut().chain(self.listed.values_mut()) {
            list.sort_unstable();
            list.dedup();
        }
        let (words, listed) = (self.words, self.listed);
        Contents { part_ends: [self.count; 4], words, listed, ..Contents::default() }
    }
}

/// Adds a number to the list of a word.
pub(crate) fn push(lists: &mut BTreeMap<String, Vec<u32>>, word: &str, number: u32) {
    match lists.get_mut(word) {
        Some(list) => list.push(number),
        None => {
            lists.insert(word.to_owned(), vec![number]);
        }
    }
}

/// A word in lower case.
pub(crate) fn lower(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.to_lowercase())
    }
}
