//! `sys.dic` and `unk.dic`: words, found by a double array.
//!
//! Ten 32-bit numbers (little-endian), 32 bytes for the name of the charset, a
//! double array (the layout of darts 0.32: pairs of a base and a check), words
//! of 16 bytes, and features, which nobody needs here.

/// `size of the file xor this` is the first number.
const MAGIC: u32 = 0xef71_8f77;
const VERSION: u32 = 102;
const HEADER: usize = 72;

/// One entry of a dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) left: u16,
    pub(super) right: u16,
    pub(super) part_of_speech: u16,
    pub(super) cost: i16,
}

/// A compiled dictionary.
#[derive(Debug, Clone)]
pub(super) struct Dictionary {
    units: Vec<(i32, u32)>,
    words: Vec<Word>,
    /// How many right ids and left ids its words may have.
    pub(super) sizes: (u32, u32),
}

impl Dictionary {
    pub(super) fn read(bytes: &[u8], kind: u32) -> Result<Self, String> {
        let (header, rest) =
            bytes.split_first_chunk::<HEADER>().ok_or("it is shorter than a header")?;
        let (numbers, charset) = header.split_at(40);
        let number = |index: usize| little_endian(&numbers[4 * index..]);
        if u64::from(number(0) ^ MAGIC) != bytes.len() as u64 {
            return Err("it is no MeCab dictionary, or one that was cut off".to_owned());
        }
        if number(1) != VERSION {
            return Err(format!("it has the version {}, not {VERSION}", number(1)));
        }
        if number(2) != kind {
            return Err(format!("it is a dictionary of the kind {}, not {kind}", number(2)));
        }
        check_charset(charset)?;
        let too_short = || "its parts are larger than it is".to_owned();
        let (units, rest) = rest.split_at_checked(number(6) as usize).ok_or_else(too_short)?;
        let (words, features) = rest.split_at_checked(number(7) as usize).ok_or_else(too_short)?;
        if features.len() != number(8) as usize {
            return Err("its parts are not as large as it is".to_owned());
        }
        let unit = |unit: &[u8; 8]| (little_endian(unit).cast_signed(), little_endian(&unit[4..]));
        let word = |word: &[u8; 16]| {
            let short = |index: usize| u16::from_le_bytes([word[index], word[index + 1]]);
            Word {
                left: short(0),
                right: short(2),
                part_of_speech: short(4),
                cost: short(6).cast_signed(),
            }
        };
        let dictionary = Self {
            units: units.as_chunks().0.iter().map(unit).collect(),
            words: words.as_chunks().0.iter().map(word).collect(),
            sizes: (number(4), number(5)),
        };
        dictionary.check()?;
        Ok(dictionary)
    }

    /// Every word can be connected, and every leaf leads to words.
    fn check(&self) -> Result<(), String> {
        if self.units.is_empty() {
            return Err("it has no table".to_owned());
        }
        let (rights, lefts) = self.sizes;
        for (index, word) in self.words.iter().enumerate() {
            if u32::from(word.right) >= rights || u32::from(word.left) >= lefts {
                let Word { left, right, .. } = word;
                return Err(format!("word {index} has ids out of range ({left}, {right})"));
            }
        }
        for (index, &(base, check)) in self.units.iter().enumerate() {
            if base < 0 && check as usize == index && self.words_at(base).is_none() {
                return Err(format!("unit {index} leads to words that are not there"));
            }
        }
        Ok(())
    }

    /// The words of a leaf: the number of the first, and in its lowest byte how
    /// many there are.
    fn words_at(&self, base: i32) -> Option<&[Word]> {
        let value = usize::try_from(-(i64::from(base) + 1)).ok()?;
        self.words.get(value >> 8..(value >> 8) + (value & 0xff))
    }

    /// The words that end at a state, and nothing if none does.
    #[inline]
    fn ending(&self, state: i32) -> Option<&[Word]> {
        let &(base, check) = self.units.get(state.cast_unsigned() as usize)?;
        if check == state.cast_unsigned() && base < 0 { self.words_at(base) } else { None }
    }

    #[inline]
    fn child(&self, state: i32, byte: u8) -> Option<i32> {
        let index = state.cast_unsigned().wrapping_add(u32::from(byte) + 1);
        let &(base, check) = self.units.get(index as usize)?;
        (check == state.cast_unsigned()).then_some(base)
    }

    /// Calls `found` with the length and the words of each entry that the text
    /// starts with, the shortest first.
    pub(super) fn prefixes(&self, text: &[u8], mut found: impl FnMut(usize, &[Word])) {
        let mut state = self.units[0].0;
        for (length, &byte) in text.iter().enumerate() {
            if let Some(words) = self.ending(state) {
                found(length, words);
            }
            match self.child(state, byte) {
                Some(child) => state = child,
                None => return,
            }
        }
        if let Some(words) = self.ending(state) {
            found(text.len(), words);
        }
    }

    /// The words of one entry.
    pub(super) fn exactly(&self, key: &[u8]) -> Option<&[Word]> {
        let state = key.iter().try_fold(self.units[0].0, |state, &byte| self.child(state, byte));
        self.ending(state?)
    }
}

fn check_charset(field: &[u8]) -> Result<(), String> {
    let name: Vec<u8> = field.iter().copied().take_while(|byte| *byte != 0).collect();
    let name = String::from_utf8_lossy(&name);
    match name.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" | "utf_8" => Ok(()),
        _ => Err(format!("its charset is {name}; only dictionaries in UTF-8 can be read")),
    }
}

/// The number in the first four bytes.
pub(super) fn little_endian(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
